import CameraRoll

extension SyntheticContents {
    /// The members of an album with a list, for editing.
    func members(of album: AlbumID) -> AlbumMembers {
        guard case .rows(let rows)? = albumRecords.first(where: { $0.id == album })?.members else {
            return AlbumMembers([]) { _ in true }
        }
        return AlbumMembers(rows.filter(table.exists), isVisible: isVisible)
    }

    /// Replaces an album's members, and logs those that were added, removed or moved; logs nothing if none was.
    mutating func setMembers(of album: AlbumID, to rows: [UInt32], changed: [UInt32]) {
        guard !changed.isEmpty, replaceMembers(of: album, by: rows) else { return }
        for row in changed { log.note(.member(row, of: album)) }
    }

    /// Changes the order of an album's members.
    mutating func setOrder(of album: AlbumID, to rows: [UInt32]) {
        if replaceMembers(of: album, by: rows) { log.note(.collection(album, .reordered)) }
    }

    /// Returns whether anything has changed, apart from members that were deleted before.
    private mutating func replaceMembers(of album: AlbumID, by rows: [UInt32]) -> Bool {
        guard let index = albumRecords.firstIndex(where: { $0.id == album }),
            case .rows(let before) = albumRecords[index].members, before.filter(table.exists) != rows
        else { return false }
        albumRecords[index].members = .rows(rows)
        return true
    }
}

/// The members of an album during an edit, by positions among the visible ones.
///
/// Under limited access there may be invisible members between them, which do not count; they stay with their
/// neighbors.
struct AlbumMembers {
    /// All members, in the album's own order, without deleted ones.
    private(set) var rows: [UInt32]
    private var known: Set<UInt32>
    private let isVisible: (UInt32) -> Bool

    init(_ rows: [UInt32], isVisible: @escaping (UInt32) -> Bool) {
        self.rows = rows
        self.isVisible = isVisible
        known = Set(rows)
    }

    /// The number of visible members.
    var visibleCount: Int { rows.count(where: isVisible) }

    func contains(_ row: UInt32) -> Bool { known.contains(row) }

    /// The number of visible members before a member.
    func visiblePosition(of row: UInt32) -> Int {
        rows.prefix { $0 != row }.count(where: isVisible)
    }

    /// Inserts rows before the visible member at a position, or at the end.
    mutating func insert(_ new: [UInt32], at position: Int) {
        rows.insert(contentsOf: new, at: place(ofVisible: position))
        known.formUnion(new)
    }

    mutating func remove(_ gone: Set<UInt32>) {
        rows.removeAll { gone.contains($0) }
        known.subtract(gone)
    }

    /// Puts the visible members into an order, which must contain each of them.
    mutating func reorder(_ order: [UInt32]) {
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
