/// What becomes of a snapshot while the library changes, as a sequence that is pulled.
///
/// Made by `PhotoRepository.updates(of:)`, which says how it behaves.
public struct AssetUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AssetUpdate
    /// What it fails with.
    public typealias Failure = LibraryError

    let photos: PhotoRepository
    let snapshot: AssetSnapshot

    /// Starts from the snapshot.
    public func makeAsyncIterator() -> Iterator {
        Iterator(photos, snapshot)
    }

    /// Works out one update with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let photos: PhotoRepository
        private var snapshot: AssetSnapshot
        private var messages: ChangeMessages

        init(_ photos: PhotoRepository, _ snapshot: AssetSnapshot) {
            self.photos = photos
            messages = ChangeMessages(behind: photos.access)
            self.snapshot = snapshot
        }

        /// Waits until something has changed in what was seen last, and gives it; nil after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AssetUpdate? {
            do throws(LibraryError) {
                if !messages.isFinished { try photos.check(snapshot) }
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
        private mutating func look(_ message: InboxState.Message) async throws(LibraryError) -> AssetUpdate? {
            let read = AssetUpdateRead(of: snapshot, reload: message.reload)
            let previous = snapshot
            let found = try await photos.access.perform("update snapshot", read)
            snapshot = found.snapshot
            // Out here: the executor has others to serve. And not on the caller's actor, where it is much: that may be
            // the main one (*Never Blocked*).
            let changes = found.isSmall ? found.changes() : await Self.changes(of: found)
            if case .indexes(let changes) = changes, changes.isEmpty { return nil }
            return AssetUpdate(previous: previous, snapshot: snapshot, changes: changes)
        }

        @concurrent private static func changes(of found: FoundUpdate) async -> AssetUpdate.Changes {
            found.changes()
        }
    }
}

@available(*, unavailable)
extension AssetUpdates.Iterator: Sendable {}
