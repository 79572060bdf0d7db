/// What becomes of a snapshot while the library changes, as a sequence that is pulled.
///
/// Made by `PhotoRepository.updates(of:)`, which says how it behaves.
public struct AssetUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AssetUpdate
    /// What it fails with.
    public typealias Failure = LibraryError

    let access: LibraryAccess
    let snapshot: AssetSnapshot

    /// Starts from the snapshot.
    public func makeAsyncIterator() -> Iterator {
        Iterator(access, snapshot)
    }

    /// Works out one update with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let access: LibraryAccess
        private var snapshot: AssetSnapshot
        private var messages: ChangeMessages

        init(_ access: LibraryAccess, _ snapshot: AssetSnapshot) {
            self.access = access
            messages = ChangeMessages(behind: access)
            self.snapshot = snapshot
        }

        /// Waits until something has changed in what was seen last, and gives it; nil after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AssetUpdate? {
            do throws(LibraryError) {
                if !messages.isFinished { try access.check(snapshot) }
                while let message = try await messages.next() {
                    if let update = try await look(message) { return update }
                }
                return nil
            } catch {
                messages.finish()
                throw error
            }
        }

        /// The update, if there is one; what was seen last is from now on what there is now, in either case.
        private mutating func look(_ message: LatestMessageState.Message) async throws(LibraryError) -> AssetUpdate? {
            let read = AssetUpdateRead(of: snapshot, reload: message.reload)
            let previous = snapshot
            let found = try await access.perform("update snapshot", read)
            snapshot = found.snapshot
            // Out here: the executor has others to serve. And not on the caller's actor, where it is much: that may be
            // the main one (*Never Blocked*).
            let changes = found.isSmall ? found.changes() : await Self.changes(of: found)
            if case .indexes(let changes) = changes, changes.isEmpty { return nil }
            return AssetUpdate(previous: previous, snapshot: snapshot, changes: changes)
        }

        @concurrent private static func changes(of found: ResolvedUpdate) async -> AssetUpdate.Changes {
            found.changes()
        }
    }
}

@available(*, unavailable)
extension AssetUpdates.Iterator: Sendable {}

/// What a subscriber has to show now, and how it differs from what it saw last.
public struct AssetUpdate: Sendable {
    /// What to do with the list that is on the screen.
    public enum Changes: Hashable, Sendable {
        /// Change it in these places.
        case indexes(IndexChanges)
        /// Show it anew.
        case reload(ReloadReason)
    }

    /// What was to be shown before: the snapshot of the update before this one, or of the beginning.
    ///
    /// Both snapshots can be read for as long as the update is kept; under limited access the previous one cannot be
    /// read any more where an asset of it is gone.
    public let previous: AssetSnapshot
    /// What is to be shown now.
    public let snapshot: AssetSnapshot
    /// How ``snapshot`` differs from ``previous``.
    public let changes: Changes

    /// The changes by index; nil where the list is to be shown anew.
    public var indexChanges: IndexChanges? {
        if case .indexes(let changes) = changes { changes } else { nil }
    }
}
