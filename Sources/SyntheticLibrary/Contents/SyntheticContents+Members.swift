import CameraRoll

extension SyntheticContents {
    /// The members of an album that keeps a list, to be edited.
    func members(of album: AlbumID) -> AlbumMembers {
        guard case .rows(let rows)? = albumRecords.first(where: { $0.id == album })?.members else {
            return AlbumMembers([]) { _ in true }
        }
        return AlbumMembers(rows.filter(table.exists), isVisible: isVisible)
    }

    /// Gives an album other members, and takes note of those that came, went or moved; not where all is as it was.
    mutating func setMembers(of album: AlbumID, to rows: [UInt32], changed: [UInt32]) {
        guard !changed.isEmpty, replaceMembers(of: album, by: rows) else { return }
        for row in changed { log.note(.member(row, of: album)) }
    }

    /// Puts the members of an album into another order.
    mutating func setOrder(of album: AlbumID, to rows: [UInt32]) {
        if replaceMembers(of: album, by: rows) { log.note(.collection(album, .reordered)) }
    }

    /// Returns whether anything is different, apart from members that were deleted before.
    private mutating func replaceMembers(of album: AlbumID, by rows: [UInt32]) -> Bool {
        guard let index = albumRecords.firstIndex(where: { $0.id == album }),
            case .rows(let before) = albumRecords[index].members, before.filter(table.exists) != rows
        else { return false }
        albumRecords[index].members = .rows(rows)
        return true
    }
}

/// The members of an album while it is edited, by positions among those that can be seen.
///
/// Under limited access there may be others between them, which nobody counts; they stay among their neighbours.
struct AlbumMembers {
    /// All of them, in the album's own order; deleted ones are gone.
    private(set) var rows: [UInt32]
    private var known: Set<UInt32>
    private let isVisible: (UInt32) -> Bool

    init(_ rows: [UInt32], isVisible: @escaping (UInt32) -> Bool) {
        self.rows = rows
        self.isVisible = isVisible
        known = Set(rows)
    }

    /// How many can be seen.
    var visibleCount: Int { rows.count(where: isVisible) }

    func contains(_ row: UInt32) -> Bool { known.contains(row) }

    /// How many of those that can be seen stand before a member.
    func visiblePosition(of row: UInt32) -> Int {
        rows.prefix { $0 != row }.count(where: isVisible)
    }

    /// Puts rows in before the one that is seen at a position, or at the very end.
    mutating func insert(_ new: [UInt32], at position: Int) {
        rows.insert(contentsOf: new, at: place(ofVisible: position))
        known.formUnion(new)
    }

    mutating func remove(_ gone: Set<UInt32>) {
        rows.removeAll { gone.contains($0) }
        known.subtract(gone)
    }

    /// Puts those that are seen into an order, which names each of them.
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
