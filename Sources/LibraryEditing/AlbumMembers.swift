import CameraRoll

/// The members of an album during an edit, by positions among the visible ones.
///
/// Under limited access there may be invisible members between them, which do not count; they stay with their
/// neighbors.
struct AlbumMembers<Row: Hashable> {
    /// All members, in the album's own order.
    private(set) var rows: [Row]
    /// The members before the edit.
    private let known: Set<Row>
    private let album: AlbumReference
    private let isVisible: (Row) -> Bool

    /// - Parameter album: the album, for errors.
    init(_ rows: [Row], of album: AlbumReference, isVisible: @escaping (Row) -> Bool) {
        (self.rows, self.album, self.isVisible) = (rows, album, isVisible)
        known = Set(rows)
    }

    /// The number of visible members.
    var visibleCount: Int { rows.count(where: isVisible) }

    func contains(_ row: Row) -> Bool { known.contains(row) }

    /// Throws if one of the assets is a member.
    func checkAbsence(of rows: [Row], _ assets: [AssetReference]) throws(EditError) {
        for (asset, row) in zip(assets, rows) where known.contains(row) { throw .alreadyInAlbum(asset, album) }
    }

    /// Throws if one of the assets is not a member.
    func checkPresence(of rows: [Row], _ assets: [AssetReference]) throws(EditError) {
        for (asset, row) in zip(assets, rows) where !known.contains(row) { throw .notInAlbum(asset, album) }
    }

    /// Inserts rows before the visible member at a position, or at the end.
    mutating func insert(_ new: [Row], at position: Int) throws(EditError) {
        let count = visibleCount
        guard 0...count ~= position else { throw .positionOutOfBounds(position, count: count, album) }
        rows.insert(contentsOf: new, at: place(ofVisible: position))
    }

    /// Removes members, and returns them.
    mutating func remove(_ gone: [Row], _ assets: [AssetReference]) throws(EditError) -> [Row] {
        try checkPresence(of: gone, assets)
        let all = Set(gone)
        rows.removeAll(where: all.contains)
        return gone
    }

    /// Replaces a member with another row, in its place.
    mutating func replace(
        _ old: Row, _ asset: AssetReference, by new: Row, _ other: AssetReference
    ) throws(EditError) {
        try checkPresence(of: [old], [asset])
        try checkAbsence(of: [new], [other])
        rows = rows.map { $0 == old ? new : $0 }
    }

    /// Puts the visible members in an order, which must contain each of them once.
    mutating func reorder(_ order: [Row], _ assets: [AssetReference]) throws(EditError) {
        try checkPresence(of: order, assets)
        for (asset, row) in zip(assets, order) where !isVisible(row) { throw .notInAlbum(asset, album) }
        let count = visibleCount
        guard order.count == count else { throw .incompleteOrder(album, named: order.count, count: count) }
        var next = order.makeIterator()
        rows = rows.map { row in isVisible(row) ? next.next() ?? row : row }
    }

    private func place(ofVisible position: Int) -> Int {
        var passed = 0
        for (place, row) in rows.enumerated() where isVisible(row) {
            if passed == position { return place }
            passed += 1
        }
        return rows.count
    }
}
