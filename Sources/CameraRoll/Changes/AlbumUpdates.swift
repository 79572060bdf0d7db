/// The album list of a screen, and what becomes of it while the library changes, as a sequence that is pulled.
///
/// Made by `AlbumRepository.albumUpdates(_:cover:)`, which says how it behaves.
public struct AlbumUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AlbumListUpdate
    /// What it fails with.
    public typealias Failure = LibraryError

    let access: LibraryAccess
    let options: AlbumListOptions
    let policy: CoverPolicy

    /// Starts with the list of now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(self)
    }

    /// Works out one list with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: AlbumUpdates
        private var messages: ChangeMessages
        private var shown: AlbumListState?

        init(_ updates: AlbumUpdates) {
            self.updates = updates
            messages = ChangeMessages(behind: updates.access)
        }

        /// The list, and then each time that it has changed; nil after a throw.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(LibraryError) -> AlbumListUpdate? {
            do throws(LibraryError) {
                while let message = try await messages.next() {
                    if let update = try await look(message) { return update }
                }
                return nil
            } catch {
                messages.finish()
                throw error
            }
        }

        private mutating func look(_ message: LatestMessageState.Message) async throws(LibraryError) -> AlbumListUpdate?
        {
            let read = AlbumUpdateRead(
                updates.options, cover: updates.policy, after: shown, isFull: message.reload != nil)
            let (before, options) = (shown, updates.options)
            // Neither on the executor nor on the caller's actor, which may be the main one (*Never Blocked*).
            let access = updates.access
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
}

@available(*, unavailable)
extension AlbumUpdates.Iterator: Sendable {}

/// The albums of a screen, counted and with covers, and how the list differs from the one before.
public struct AlbumListUpdate: Hashable, Sendable {
    /// The albums to be shown now, in the order that the options ask for.
    public let albums: [AlbumSummary]
    /// How they differ from the update before this one; the first list of a stream is to be shown anew.
    public let changes: AssetUpdate.Changes

    /// The changes by index; nil where the list is to be shown anew.
    public var indexChanges: IndexChanges? {
        if case .indexes(let changes) = changes { changes } else { nil }
    }
}

/// The albums that a subscriber has seen, and the place in the library's history that they are true of.
struct AlbumListState: Sendable {
    /// What is on the screen, in its order.
    var list: [AlbumSummary]
    /// All that was looked at, those too that are empty and not shown.
    var summaries: [AlbumID: AlbumSummary]
    /// Nil where the library keeps no history.
    var token: ChangeToken?
    /// The permission's generation under which it was read.
    var generation: UInt64 = 0

    /// How the list differs from an earlier one.
    ///
    /// - Complexity: O(n log n) in the albums.
    func changes(since before: AlbumListState) -> IndexChanges {
        let old = Dictionary(before.list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let difference = IndexDifference(from: before.list.map(\.id), to: list.map(\.id)) { old[$0] != new[$0] }
        // Two lists in which each album stands once always have a difference.
        return difference.changes() ?? .none(in: list.count)
    }
}
