/// The albums that a subscriber has seen, and the place in the library's history that they are true of.
struct ShownAlbums: Sendable {
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
    func changes(since before: ShownAlbums) -> IndexChanges {
        let old = Dictionary(before.list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let new = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let difference = IndexDifference(from: before.list.map(\.id), to: list.map(\.id)) { old[$0] != new[$0] }
        // Two lists in which each album stands once always have a difference.
        return difference.changes() ?? .none(in: list.count)
    }
}
