#if FolderLibrary || canImport(Darwin)
import CameraRoll

extension FolderBackend {
    /// Lists the albums: smart albums, those of the folders of the tree, and the user's.
    ///
    /// Counts are exact and free only for the user's albums.
    ///
    /// - Throws: `LibraryError.failed`.
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        try read("list albums") {
            try connection.reading { try SmartAlbums.all + directoryAlbums() + userAlbums().map(\.album) }
                .filter(query.contains)
        }
    }

    private func directoryAlbums() throws(SQLiteError) -> [Album] {
        try connection.rows("SELECT id, name FROM folder WHERE is_listed = 1 ORDER BY id") { row in
            directoryAlbum(FolderID(row: row.integer(0)), row.blob(1) ?? [])
        }
    }

    private func directoryAlbum(_ folder: FolderID, _ name: [UInt8]) -> Album {
        Album(
            id: AlbumName.directory(folder).id, title: title(of: folder, name), type: .album, subtype: .folder)
    }

    private func title(of folder: FolderID, _ name: [UInt8]) -> String? {
        guard folder == .root else { return FolderPath.text(of: name) }
        return store.index.root.split(separator: "/").last.map(String.init)
    }

    private func userAlbums() throws(SQLiteError) -> [(album: Album, parent: Int64?)] {
        try connection.rows(
            "SELECT id, title, parent FROM album WHERE is_folder = 0 ORDER BY id"
        ) { row in
            let album = Album(id: AlbumName.album(row.integer(0)).id, title: row.text(1))
            return (album, row.isNull(2) ? nil : row.integer(2))
        }
    }
}

// MARK: - The tree

extension FolderBackend {
    /// The folders of the tree, with an album for each that directly contains or has contained photos, followed by
    /// the user's folders and albums.
    ///
    /// - Throws: `LibraryError.failed`.
    /// - Complexity: O(n log n) in folders and albums.
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        try read("read album tree") {
            try connection.reading { try directoryItems() + userItems() }
        }
    }

    private func directoryItems() throws(SQLiteError) -> [AlbumFolder.Item] {
        var children: [FolderID: [(id: FolderID, name: [UInt8], isListed: Bool)]] = [:]
        var root: [AlbumFolder.Item] = []
        let rows = try connection.rows("SELECT id, parent, name, is_listed FROM folder ORDER BY parent, name") { row in
            (
                id: FolderID(row: row.integer(0)), parent: FolderID(row: row.integer(1)), name: row.blob(2) ?? [],
                isListed: row.integer(3) != 0
            )
        }
        for row in rows {
            if row.id == .root {
                root.append(.album(directoryAlbum(row.id, row.name)))
            } else {
                children[row.parent, default: []].append((row.id, row.name, row.isListed))
            }
        }
        func items(in folder: FolderID, depth: Int) -> [AlbumFolder.Item] {
            // A damaged index may contain a cycle.
            guard depth <= TreeDepth.limit else { return [] }
            return (children[folder] ?? []).flatMap { child in
                let inner = items(in: child.id, depth: depth + 1)
                let own = child.isListed ? [AlbumFolder.Item.album(directoryAlbum(child.id, child.name))] : []
                if inner.isEmpty { return own }
                let title = FolderPath.text(of: child.name)
                return [.folder(AlbumFolder(id: AlbumName.tree(child.id).id, title: title, items: own + inner))]
            }
        }
        return root + items(in: .root, depth: 0)
    }

    private func userItems() throws(SQLiteError) -> [AlbumFolder.Item] {
        let folders = try connection.rows("SELECT id, title, parent FROM album WHERE is_folder = 1 ORDER BY id") {
            (id: $0.integer(0), title: $0.text(1), parent: $0.isNull(2) ? nil : $0.integer(2))
        }
        let albums = Dictionary(grouping: try userAlbums(), by: \.parent)
        let inner = Dictionary(grouping: folders, by: \.parent)
        func items(in folder: Int64?, depth: Int) -> [AlbumFolder.Item] {
            guard depth <= TreeDepth.limit else { return [] }
            let folders = (inner[folder] ?? []).map { child in
                AlbumFolder.Item.folder(
                    AlbumFolder(
                        id: AlbumName.album(child.id).id, title: child.title,
                        items: items(in: child.id, depth: depth + 1)))
            }
            return folders + (albums[folder] ?? []).map { .album($0.album) }
        }
        return items(in: nil, depth: 0)
    }
}

// MARK: - One album

extension FolderBackend {
    /// Counts an album's assets of some media types.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or `.failed`.
    /// - Complexity: O(1) for all types, O(m) in the album's assets otherwise.
    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try read("count album") {
            var query = AssetQuery.album(album).inLibraryOrder()
            query.mediaTypes = mediaTypes
            let scope = try scope(of: album)
            return try connection.count(of: query, in: scope, AssetSQL(query, in: scope))
        }
    }

    /// The cover asset of an album: the newest, or the first in the album's own order.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or `.failed`.
    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        try read("read cover") {
            var query = AssetQuery.album(album)
            query.mediaTypes = mediaTypes
            if policy == .first { query.order = [] }
            let sql = AssetSQL(query, in: try scope(of: album)).assets(1)
            return try connection.first(sql.sql, sql.values, read: AssetColumns.asset)
        }
    }
}
#endif
