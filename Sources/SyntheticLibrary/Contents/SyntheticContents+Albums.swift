public import CameraRoll

extension SyntheticContents {
    /// Makes an album of the user's, with these assets in this order.
    ///
    /// - Parameters:
    ///   - title: its title; nil where it has none.
    ///   - assets: what it holds, each once; unknown assets are passed over.
    ///   - folder: the folder that it stands in; at the top where nil.
    @discardableResult
    public mutating func makeAlbum(
        _ title: String?, _ assets: some Sequence<AssetID> = EmptyCollection(), in folder: AlbumID? = nil
    ) -> AlbumID {
        madeCollections += 1
        let id = AlbumID("N\(madeCollections)")
        albumRecords.append(
            AlbumRecord(
                id: id, title: title, type: .user, kind: .regular, members: .rows([]), estimate: .off(by: 0),
                folder: folder
            )
        )
        log.note(.collection(id, .inserted))
        add(assets, to: id)
        return id
    }

    /// Makes a folder, in another folder or at the top.
    @discardableResult
    public mutating func makeFolder(_ title: String?, in parent: AlbumID? = nil) -> AlbumID {
        madeCollections += 1
        let id = AlbumID("G\(madeCollections)")
        folderRecords.append(FolderRecord(id: id, title: title, parent: parent))
        log.note(.collection(id, .inserted))
        return id
    }

    /// Gives an album or a folder another title; nothing happens where there is neither.
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

    /// Puts assets at the end of an album of the user's; those that it holds already stay where they are.
    public mutating func add(_ assets: some Sequence<AssetID>, to album: AlbumID) {
        let added = assets.compactMap(table.row(of:))
        changeMembers(of: album) { rows in
            var known = Set(rows)
            let new = added.filter { known.insert($0).inserted }
            rows += new
            return new
        }
    }

    /// Takes assets out of an album of the user's.
    public mutating func remove(_ assets: some Sequence<AssetID>, from album: AlbumID) {
        let removed = Set(assets.compactMap(table.row(of:)))
        changeMembers(of: album) { rows in
            let gone = rows.filter(removed.contains)
            if !gone.isEmpty { rows.removeAll { removed.contains($0) } }
            return gone
        }
    }

    /// Says which asset Photos would show for an album; none where nil.
    public mutating func setKeyAsset(_ asset: AssetID?, of album: AlbumID) {
        let row = asset.flatMap(table.row(of:))
        update(album) { $0.keyAsset = row }
    }

    /// Changes something of an album apart from its members, and takes note of it.
    private mutating func update(_ id: AlbumID, _ body: (inout AlbumRecord) -> Void) {
        guard let index = albumRecords.firstIndex(where: { $0.id == id }) else { return }
        let before = albumRecords[index]
        body(&albumRecords[index])
        let after = albumRecords[index]
        if (before.title, before.keyAsset, before.folder) != (after.title, after.keyAsset, after.folder) {
            log.note(.collection(id, .updated))
        }
    }

    /// Changes the members of an album that keeps a list, and takes note of those that `body` returns.
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
    /// The albums that a query asks for, with what is known of them without counting.
    public func albums(_ query: AlbumQuery = .all) -> [Album] {
        visibleAlbums.filter { query.contains(unlisted($0)) }.map(listed)
    }

    /// The top of the tree of folders, with the user's albums in them.
    ///
    /// - Complexity: O(f × (f + a)) in folders and albums.
    public var albumTree: [AlbumFolder.Item] { showsUserAlbums ? items(in: nil) : [] }

    private func items(in folder: AlbumID?) -> [AlbumFolder.Item] {
        let folders = folderRecords.filter { $0.parent == folder }.map { record in
            AlbumFolder.Item.folder(AlbumFolder(id: record.id, title: record.title, items: items(in: record.id)))
        }
        let albums = albumRecords.filter { $0.type == .user && $0.folder == folder }
        return folders + albums.map { .album(listed($0)) }
    }

    /// An album without what would have to be looked up; its dates are not known without reading its assets.
    private func unlisted(_ record: AlbumRecord) -> Album {
        Album(id: record.id, title: record.title, type: record.type, kind: record.kind)
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
    /// Deletes a folder with all albums and folders in it; nothing happens where there is no such folder.
    public mutating func deleteFolder(_ folder: AlbumID) {
        guard let index = folderRecords.firstIndex(where: { $0.id == folder }) else { return }
        folderRecords.remove(at: index)
        log.note(.collection(folder, .deleted))
        for album in albumRecords where album.folder == folder { deleteAlbum(album.id) }
        for child in folderRecords where child.parent == folder { deleteFolder(child.id) }
    }

    /// Puts an album or a folder of the user's into a folder, or at the top where nil.
    ///
    /// Nothing happens where a folder would stand in itself, or where there is no such folder.
    public mutating func move(_ id: AlbumID, into folder: AlbumID?) {
        if let folder, !isFolder(folder) || foldersAbove(folder).contains(id) { return }
        if let index = folderRecords.firstIndex(where: { $0.id == id }) {
            guard folderRecords[index].parent != folder else { return }
            folderRecords[index].parent = folder
        } else if let index = albumRecords.firstIndex(where: { $0.id == id && $0.type == .user }) {
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

    /// A folder, the one it stands in, and so on to the top.
    func foldersAbove(_ folder: AlbumID) -> Set<AlbumID> {
        var above: Set<AlbumID> = []
        var next: AlbumID? = folder
        while let id = next, above.insert(id).inserted {
            next = folderRecords.first { $0.id == id }?.parent
        }
        return above
    }
}
