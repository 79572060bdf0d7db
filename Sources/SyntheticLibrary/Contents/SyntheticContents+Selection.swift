public import CameraRoll

extension SyntheticContents {
    /// The assets that an app with limited access sees; none at first.
    public var selection: Set<AssetID> {
        Set(selectedRows.lazy.filter(table.exists).map(RowName.asset))
    }

    /// Has an app with limited access see just these assets; unknown ones are passed over.
    public mutating func select(_ ids: some Sequence<AssetID>) {
        select(ids, keepingOthers: false)
    }

    /// Selects assets, and returns those that were not selected before.
    @discardableResult
    mutating func select(_ ids: some Sequence<AssetID>, keepingOthers: Bool) -> [AssetID] {
        let rows = ids.compactMap(table.row(of:))
        if !keepingOthers {
            // Deleted assets stay: the history looks here who could be seen before.
            let gone = selectedRows.subtracting(rows).filter(table.exists)
            selectedRows.subtract(gone)
            for row in gone.sorted() { log.note(.deselected(row)) }
        }
        let new = rows.filter { selectedRows.insert($0).inserted }
        for row in new { log.note(.selected(row)) }
        return new.map(RowName.asset)
    }
}

// MARK: - What limited access leaves

extension SyntheticContents {
    /// The same contents as an app with limited access sees them.
    func limited(_ limits: SyntheticLimitedAccess) -> SyntheticContents {
        var contents = self
        contents.limits = limits
        return contents
    }

    func isVisible(_ row: UInt32) -> Bool { limits == nil || selectedRows.contains(row) }

    /// The row of an asset that exists and can be seen.
    func row(of id: AssetID) -> UInt32? {
        table.row(of: id).flatMap { isVisible($0) ? $0 : nil }
    }

    /// The rows that can be seen, in the library's own order; nil where all can.
    var visibleRows: [UInt32]? {
        limits == nil ? nil : selectedRows.sorted()
    }

    /// The albums that can be seen.
    var visibleAlbums: [AlbumRecord] {
        showsUserAlbums ? albumRecords : albumRecords.filter { $0.type == .smart }
    }

    /// Whether there is an album or a folder of this name to be seen.
    func canSeeCollection(_ id: AlbumID) -> Bool {
        visibleAlbums.contains { $0.id == id } || showsUserAlbums && isFolder(id)
    }

    var showsUserAlbums: Bool { limits?.showsUserAlbums ?? true }
}
