// How change streams work
//
// 1. A library calls its `ChangeSignal` after each change, from any thread and as often as it likes. Under limited
//    access this first increments the permission's generation, since the user may have deselected an asset.
// 2. `ChangeCenter` coalesces a burst of signals. It notifies the subscribers once no signal has come for
//    `ChangeDelay.quiet`, and at the latest `ChangeDelay.longest` after the first. One timer task exists per burst.
// 3. Each subscriber has a `ChangeInbox`, which keeps one message, however many arrive. A new inbox starts with a
//    message, because changes may have happened between the snapshot and the subscription.
// 4. `next` takes the message and runs an `AssetUpdateRead` on the library executor. It asks the library for the
//    query's new result and the assets that may have changed, and finds their positions in both results, slice by
//    slice.
// 5. Off the executor, `IndexDifference` computes the changes from these positions. If the library knows no details,
//    the details contradict each other, or there are too many of them, the update is a reload with its
//    `ReloadReason`.
// 6. The new snapshot becomes the start of the next update. Without a difference, no update is delivered, and `next`
//    waits for the next message.
//
// So nothing is read or computed for a subscriber that does not call `next`, and a slow one receives a single update
// for all changes since its last one. `AlbumUpdates` works in the same way; `AlbumUpdateRead` lists all albums, and
// counts only those that the library's history names.
//
// The library is observed from the first subscription to the end of the last one. Starting and stopping are ordered
// on the executor. When reading is forbidden, the center ends the subscriptions that began before.

/// The updates of a snapshot while the library changes, as an asynchronous sequence.
///
/// Created by `PhotoRepository.updates(of:)`, which describes its behavior.
public struct AssetUpdates: AsyncSequence, Sendable {
    let access: LibraryAccess
    let snapshot: AssetSnapshot

    /// Creates an iterator, which starts from the snapshot.
    public func makeAsyncIterator() -> Iterator {
        Iterator(access, snapshot)
    }

    /// Computes one update with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let access: LibraryAccess
        private var changes: ChangeIterator<AssetSnapshot>

        init(_ access: LibraryAccess, _ snapshot: AssetSnapshot) {
            self.access = access
            changes = ChangeIterator(snapshot, behind: access)
        }

        /// Waits until the snapshot received last has changed, and returns the update; nil after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AssetUpdate? {
            while let answer = try await nextAnswer() {
                if case .update(let update) = answer { return update }
            }
            return nil
        }

        /// The result of looking at the library after changes.
        package enum Answer {
            /// The snapshot has not changed.
            case unchanged
            /// The snapshot has changed.
            case update(AssetUpdate)
        }

        /// Waits for the next answer, the first of which comes at once; returns nil after an error.
        package mutating func nextAnswer() async throws(LibraryError) -> Answer? {
            guard !changes.isFinished else { return nil }
            do throws(LibraryError) {
                try access.check(changes.seen)
            } catch {
                changes.finish()
                throw error
            }
            let access = access
            return try await changes.next { message, snapshot throws(LibraryError) in
                let update = try await Self.update(of: &snapshot, message, behind: access)
                return update.map(Answer.update) ?? .unchanged
            }
        }

        /// Returns the update, if there is a difference; in either case the new snapshot is the start of the next
        /// one.
        private static func update(
            of snapshot: inout AssetSnapshot, _ message: LatestMessageState.Message, behind access: LibraryAccess
        ) async throws(LibraryError) -> AssetUpdate? {
            let read = AssetUpdateRead(of: snapshot, reload: message.reload)
            let previous = snapshot
            let found = try await access.perform("update snapshot", read)
            snapshot = found.snapshot
            // Not on the executor, which serves others; and a large difference not on the caller's actor either,
            // which may be the main actor (*Never Blocked*).
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

/// The new snapshot for a subscriber, and the difference from the previous one.
public struct AssetUpdate: Sendable {
    /// How to update the list on the screen.
    public enum Changes: Hashable, Sendable {
        /// Change the list at these positions.
        case indexes(ListChanges)
        /// Reload the list.
        case reload(ReloadReason)

        /// The changes by index; nil if the list has to be reloaded.
        var indexes: ListChanges? {
            if case .indexes(let changes) = self { changes } else { nil }
        }
    }

    /// The snapshot of the previous update, or the initial one.
    ///
    /// Both snapshots can be read for as long as the update is retained. Under limited access the previous one can no
    /// longer be read if one of its assets was removed.
    public let previous: AssetSnapshot
    /// The snapshot to show now.
    public let snapshot: AssetSnapshot
    /// The difference between ``previous`` and ``snapshot``.
    public let changes: Changes

    /// The changes by index; nil if the list has to be reloaded.
    public var indexChanges: ListChanges? { changes.indexes }
}
