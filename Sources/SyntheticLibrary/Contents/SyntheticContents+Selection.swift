public import CameraRoll

extension SyntheticContents {
    /// The assets that an app with limited access sees; initially none.
    public var selection: Set<AssetID> {
        Set(selectedRows.lazy.filter(table.exists).map(RowName.asset))
    }

    /// Selects exactly these assets for apps with limited access; unknown ones are ignored.
    public mutating func select(_ ids: some Sequence<AssetID>) {
        select(ids, keepingOthers: false)
    }

    /// Selects assets, and returns those that were not selected before.
    @discardableResult
    mutating func select(_ ids: some Sequence<AssetID>, keepingOthers: Bool) -> [AssetID] {
        let rows = ids.compactMap(table.row(of:))
        if !keepingOthers {
            // Deleted assets stay: the history uses them to find which assets were visible before.
            let gone = selectedRows.subtracting(rows).filter(table.exists)
            selectedRows.subtract(gone)
            for row in gone.sorted() { log.note(.deselected(row)) }
        }
        let new = rows.filter { selectedRows.insert($0).inserted }
        for row in new { log.note(.selected(row)) }
        return new.map(RowName.asset)
    }
}

// MARK: - The view of limited access

extension SyntheticContents {
    /// The same contents as seen by an app with limited access.
    func limited(_ limits: SyntheticLimitedAccess) -> SyntheticContents {
        var contents = self
        contents.limits = limits
        return contents
    }

    func isVisible(_ row: UInt32) -> Bool { limits == nil || selectedRows.contains(row) }

    /// The row of an existing and visible asset.
    func row(of id: AssetID) -> UInt32? {
        table.row(of: id).flatMap { isVisible($0) ? $0 : nil }
    }

    /// The visible rows, in the library's own order; nil if all are.
    var visibleRows: [UInt32]? {
        limits == nil ? nil : selectedRows.sorted()
    }

    /// The visible albums.
    var visibleAlbums: [AlbumRecord] {
        showsUserAlbums ? albumRecords : albumRecords.filter { $0.type == .smartAlbum }
    }

    /// Whether there is a visible album or folder with this identifier.
    func canSeeCollection(_ id: AlbumID) -> Bool {
        visibleAlbums.contains { $0.id == id } || showsUserAlbums && isFolder(id)
    }

    var showsUserAlbums: Bool { limits?.showsUserAlbums ?? true }
}
