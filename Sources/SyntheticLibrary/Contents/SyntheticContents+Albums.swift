public import CameraRoll
import LibraryEditing

extension SyntheticContents {
    /// Creates a user's album with these assets in this order.
    ///
    /// - Parameters:
    ///   - title: its title; nil if it has none.
    ///   - assets: its assets, each once; unknown assets are ignored.
    ///   - folder: the folder that contains it; nil for the top level.
    @discardableResult
    public mutating func makeAlbum(
        _ title: String?, _ assets: some Sequence<AssetID> = EmptyCollection(), in folder: AlbumID? = nil
    ) -> AlbumID {
        madeCollections += 1
        let id = AlbumID("N\(madeCollections)")
        albumRecords.append(
            AlbumRecord(
                id: id, title: title, type: .album, subtype: .regular, members: .rows([]), estimate: .off(by: 0),
                folder: folder
            )
        )
        log.note(.collection(id, .inserted))
        add(assets, to: id)
        return id
    }

    /// Creates a folder, in another folder or at the top level.
    @discardableResult
    public mutating func makeFolder(_ title: String?, in parent: AlbumID? = nil) -> AlbumID {
        madeCollections += 1
        let id = AlbumID("G\(madeCollections)")
        folderRecords.append(FolderRecord(id: id, title: title, parent: parent))
        log.note(.collection(id, .inserted))
        return id
    }

    /// Changes the title of an album or a folder; does nothing if there is neither.
    public mutating func rename(_ album: AlbumID, to title: String?) {
        guard let index = folderRecords.firstIndex(where: { $0.id == album }) else {
            return update(album) { $0.title = title }
        }
        guard folderRecords[index].title != title else { return }
        folderRecords[index].title = title
        log.note(.collection(album, .updated))
    }

    /// Deletes an album, not its assets.
    public mutating func deleteAlbum(_ album: AlbumID) {
        guard let index = albumRecords.firstIndex(where: { $0.id == album }) else { return }
        albumRecords.remove(at: index)
        log.note(.collection(album, .deleted))
    }

    /// Appends assets to a user's album; those that it already contains keep their place.
    public mutating func add(_ assets: some Sequence<AssetID>, to album: AlbumID) {
        let added = assets.compactMap(table.row(of:))
        changeMembers(of: album) { rows in
            var known = Set(rows)
            let new = added.filter { known.insert($0).inserted }
            rows += new
            return new
        }
    }

    /// Removes assets from a user's album.
    public mutating func remove(_ assets: some Sequence<AssetID>, from album: AlbumID) {
        let removed = Set(assets.compactMap(table.row(of:)))
        changeMembers(of: album) { rows in
            let gone = rows.filter(removed.contains)
            if !gone.isEmpty { rows.removeAll { removed.contains($0) } }
            return gone
        }
    }

    /// Sets the asset that Photos would show for an album; nil for none.
    public mutating func setKeyAsset(_ asset: AssetID?, of album: AlbumID) {
        let row = asset.flatMap(table.row(of:))
        update(album) { $0.keyAsset = row }
    }

    /// Changes an album's properties other than its members, and logs the change.
    private mutating func update(_ id: AlbumID, _ body: (inout AlbumRecord) -> Void) {
        guard let index = albumRecords.firstIndex(where: { $0.id == id }) else { return }
        let before = albumRecords[index]
        body(&albumRecords[index])
        let after = albumRecords[index]
        if (before.title, before.keyAsset, before.folder) != (after.title, after.keyAsset, after.folder) {
            log.note(.collection(id, .updated))
        }
    }

    /// Changes the members of an album with a list, and logs those that `body` returns.
    private mutating func changeMembers(of album: AlbumID, _ body: (inout [UInt32]) -> [UInt32]) {
        guard let index = albumRecords.firstIndex(where: { $0.id == album }),
            case .rows(var rows) = albumRecords[index].members
        else { return }
        // The list must not be shared while it is changed.
        albumRecords[index].members = .rows([])
        let changed = body(&rows)
        albumRecords[index].members = .rows(rows)
        for row in changed { log.note(.member(row, of: album)) }
    }
}

// MARK: - Listing

extension SyntheticContents {
    /// The albums of a query, with what is known about them without counting.
    public func albums(_ query: AlbumQuery = .all) -> [Album] {
        visibleAlbums.filter { query.contains(unlisted($0)) }.map(listed)
    }

    /// The top level of the tree of folders, with the user's albums in them.
    ///
    /// - Complexity: O(f × (f + a)) in folders and albums.
    public var albumTree: [AlbumFolder.Item] { showsUserAlbums ? items(in: nil) : [] }

    private func items(in folder: AlbumID?) -> [AlbumFolder.Item] {
        let folders = folderRecords.filter { $0.parent == folder }.map { record in
            AlbumFolder.Item.folder(AlbumFolder(id: record.id, title: record.title, items: items(in: record.id)))
        }
        let albums = albumRecords.filter { $0.type == .album && $0.folder == folder }
        return folders + albums.map { .album(listed($0)) }
    }

    /// An album without values that need a lookup; its dates are unknown without reading its assets.
    private func unlisted(_ record: AlbumRecord) -> Album {
        Album(id: record.id, title: record.title, type: record.type, subtype: record.subtype)
    }

    private func listed(_ record: AlbumRecord) -> Album {
        var album = unlisted(record)
        album.count = estimate(of: record)
        return album
    }

    private func estimate(of record: AlbumRecord) -> AlbumCount {
        guard case .off(let error) = record.estimate else { return .unknown }
        return switch record.members {
        case .rows(let rows): .estimated(max(0, (limits == nil ? rows.count : rows.count(where: isVisible)) + error))
        case .rule where limits != nil: .unknown
        case .rule(.everything): .estimated(indexes[.added, .all].count)
        case .rule(.videos): .estimated(indexes[.added, .videos].count)
        case .rule: .unknown
        }
    }
}

extension SyntheticContents {
    /// Deletes a folder with all albums and folders in it; does nothing if there is no such folder.
    public mutating func deleteFolder(_ folder: AlbumID) {
        guard let index = folderRecords.firstIndex(where: { $0.id == folder }) else { return }
        folderRecords.remove(at: index)
        log.note(.collection(folder, .deleted))
        for album in albumRecords where album.folder == folder { deleteAlbum(album.id) }
        for child in folderRecords where child.parent == folder { deleteFolder(child.id) }
    }

    /// Moves a user's album or folder into a folder, or to the top level if nil.
    ///
    /// Does nothing if a folder would contain itself, or if there is no such folder.
    public mutating func move(_ id: AlbumID, into folder: AlbumID?) {
        if let folder, !isFolder(folder) || foldersAbove(folder).contains(id) { return }
        if let index = folderRecords.firstIndex(where: { $0.id == id }) {
            guard folderRecords[index].parent != folder else { return }
            folderRecords[index].parent = folder
        } else if let index = albumRecords.firstIndex(where: { $0.id == id && $0.type == .album }) {
            guard albumRecords[index].folder != folder else { return }
            albumRecords[index].folder = folder
        } else {
            return
        }
        log.note(.collection(id, .updated))
    }

    func isFolder(_ id: AlbumID) -> Bool { folderRecords.contains { $0.id == id } }

    /// Whether there is such an album or folder.
    func hasCollection(_ id: AlbumID) -> Bool { isFolder(id) || albumRecords.contains { $0.id == id } }

    /// A folder and all folders that contain it.
    func foldersAbove(_ folder: AlbumID) -> Set<AlbumID> {
        var above: Set<AlbumID> = []
        var next: AlbumID? = folder
        while let id = next, above.insert(id).inserted {
            next = folderRecords.first { $0.id == id }?.parent
        }
        return above
    }
}
