public import CameraRoll
import LibraryEditing

extension SyntheticContents {
    /// Adds assets at the end of the library's own order, generated from the seed and changed by `edit`.
    ///
    /// - Parameters:
    ///   - count: the number of assets; none if it is negative.
    ///   - edit: changes each asset; the identifier stays the same.
    /// - Returns: the new assets.
    /// - Complexity: O(log n + n / 1000) for each asset.
    @discardableResult
    public mutating func insert(_ count: Int = 1, _ edit: ((inout MediaAsset) -> Void)? = nil) -> [AssetID] {
        (0..<max(count, 0)).compactMap { _ in
            guard let row = table.append() else { return nil }
            if let edit {
                var asset = table.asset(row)
                edit(&asset)
                table.replace(row, with: asset)
            }
            indexes.insert(row, of: table)
            log.note(.inserted(row))
            return RowName.asset(row)
        }
    }

    /// Deletes assets; unknown ones are ignored.
    public mutating func delete(_ ids: some Sequence<AssetID>) {
        for id in ids {
            if let row = table.row(of: id) { delete(rows: CollectionOfOne(row)) }
        }
    }

    mutating func delete(rows: some Sequence<UInt32>) {
        for row in rows where table.exists(row) {
            indexes.remove(row, of: table)
            table.delete(row)
            log.note(.deleted(row))
        }
    }

    /// Changes an asset, but never its identifier; does nothing if it does not exist.
    public mutating func edit(_ id: AssetID, _ edit: (inout MediaAsset) -> Void) {
        if let row = table.row(of: id) { self.edit(row: row, edit) }
    }

    mutating func edit(row: UInt32, _ edit: (inout MediaAsset) -> Void) {
        let before = table.asset(row)
        var asset = before
        edit(&asset)
        asset.id = before.id
        guard asset != before else { return }
        log.note(.updated(row, before: RowTraits(flags: table.flags(of: row), mediaSubtypes: before.mediaSubtypes)))
        let staysInPlace = table.staysInPlace(row, as: asset)
        if !staysInPlace { indexes.remove(row, of: table) }
        table.replace(row, with: asset)
        if !staysInPlace { indexes.insert(row, of: table) }
    }
}

extension SyntheticContents {
    /// The existing members of an album with a list, in order.
    func members(of album: AlbumID) -> [UInt32] {
        guard case .rows(let rows)? = albumRecords.first(where: { $0.id == album })?.members else { return [] }
        return rows.filter(table.exists)
    }

    /// Replaces the members of an album that has a list, and logs the change if there is one.
    ///
    /// - Parameter changed: the members that were added, removed or moved; nil if all may have moved.
    mutating func setMembers(_ rows: [UInt32], of album: AlbumID, changed: [UInt32]?) {
        guard rows != members(of: album), let index = albumRecords.firstIndex(where: { $0.id == album }) else { return }
        albumRecords[index].members = .rows(rows)
        guard let changed else { return log.note(.collection(album, .reordered)) }
        for row in changed { log.note(.member(row, of: album)) }
    }
}

extension AssetTable {
    /// Whether the resident indexes keep an asset at its place if its row becomes another asset.
    fileprivate func staysInPlace(_ row: UInt32, as asset: MediaAsset) -> Bool {
        let (old, new) = (flags(of: row), AssetFlags(of: asset))
        return old.isVisible == new.isVisible && creationDate(of: row) == CreationDates.stored(asset.creationDate)
            && AssetIndexes.Media.allCases.allSatisfy { $0.contains(old) == $0.contains(new) }
    }
}
