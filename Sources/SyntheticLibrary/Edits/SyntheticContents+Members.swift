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
