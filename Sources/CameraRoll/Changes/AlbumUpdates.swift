/// The album list of a screen, and its updates while the library changes, as an asynchronous sequence.
///
/// Created by `AlbumRepository.albumUpdates(_:cover:)`, which describes its behavior.
public struct AlbumUpdates: AsyncSequence, Sendable {
    let access: LibraryAccess
    let options: AlbumListOptions
    let policy: CoverPolicy

    /// Creates an iterator, which starts with the current list.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Computes one update with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: AlbumUpdates
        private var changes: ChangeIterator<AlbumListState?>

        init(_ updates: AlbumUpdates) {
            self.updates = updates
            changes = ChangeIterator(nil, behind: updates.access)
        }

        /// Waits for the first list, or the next change to it; returns nil after an error.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AlbumListUpdate? {
            let updates = updates
            return try await changes.next { message, shown throws(LibraryError) in
                try await updates.update(of: &shown, message)
            }
        }
    }

    /// Returns the list, if it differs from the last one; in either case the new list is the start of the next update.
    private func update(
        of shown: inout AlbumListState?, _ message: LatestMessageState.Message
    ) async throws(LibraryError) -> AlbumListUpdate? {
        let read = AlbumUpdateRead(options, cover: policy, after: shown, isFull: message.reload != nil)
        let (before, options) = (shown, options)
        // Neither on the executor nor on the caller's actor, which may be the main one (*Never Blocked*).
        let (now, changes) = try await access.perform("update albums", read) { found in
            await onGlobalPool(found) { found in
                let now = found.sorted(by: options)
                return (now, message.reload == nil ? before.map { now.changes(since: $0) } : nil)
            }
        }
        shown = now
        guard let changes else {
            return AlbumListUpdate(albums: now.list, changes: .reload(message.reload ?? .first))
        }
        return changes.isEmpty ? nil : AlbumListUpdate(albums: now.list, changes: .indexes(changes))
    }
}

@available(*, unavailable)
extension AlbumUpdates.Iterator: Sendable {}

/// The albums of a screen, with counts and covers, and the difference from the previous list.
public struct AlbumListUpdate: Hashable, Sendable {
    /// The albums to show, in the order of the options.
    public let albums: [AlbumSummary]
    /// The difference from the previous update; the first list of a stream is a reload.
    public let changes: AssetUpdate.Changes

    /// The changes by index; nil if the list has to be reloaded.
    public var indexChanges: ListChanges? { changes.indexes }
}

/// The albums that a subscriber has received, with their place in the library's history.
struct AlbumListState: Sendable {
    /// The albums on the screen, in order.
    var list: [AlbumSummary]
    /// The summaries of all albums, including empty ones that are not shown.
    var summaries: [AlbumID: AlbumSummary]
    /// Nil if the library keeps no history.
    var token: ChangeToken?
    /// The permission's generation under which the albums were read.
    var generation: UInt64 = 0

    /// The difference from an earlier list.
    ///
    /// - Complexity: O(n log n) in the number of albums.
    func changes(since before: AlbumListState) -> ListChanges {
        let old = Dictionary(before.list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let difference = IndexDifference(from: before.list.map(\.id), to: list.map(\.id)) { old[$0] != new[$0] }
        // Two lists without duplicates always have a difference.
        return difference.changes() ?? .none(in: list.count)
    }
}
