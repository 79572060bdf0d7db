import CameraRoll

extension ConformanceCheck {
    static var albumEdits: [ConformanceCheck] {
        [
            creatingAlbums, renaming, deletingAlbums, nesting, movingAlbums, deletingFolders, deletingNewFolders,
            leavingFolders, placeholders,
        ]
    }

    private static let creatingAlbums = ConformanceCheck(living: "A new album of the user's is empty and listed once") {
        library, expect in
        let before = try await library.albums()
        let album = try await library.makeAlbum("Conformance: new")
        let after = try await library.albums()
        try expect.equal(Set(after.map(\.id)), Set(before.map(\.id) + [album]), "the albums after one was created")
        try expect.equal(after.count, before.count + 1, "the number of albums after one was created")
        let new = after.first { $0.id == album }
        try expect.equal(new?.title, "Conformance: new", "the title of a new album")
        try expect.equal(new?.type, .album, "the type of a new album")
        try expect.equal(try await library.members(of: album), [], "the assets of a new album")
    }

    private static let renaming = ConformanceCheck(living: "A renamed album has its new title, and is else the same") {
        library, expect in
        let album = try await library.makeAlbum("Old name", of: try await library.samples(3))
        let (before, members) = (try await library.albums(), try await library.members(of: album))
        try await library.edit { $0.rename(album, to: "New name") }
        let titles = before.titles.merging([album: "New name"]) { _, new in new }
        let found = try await library.albums().titles
        try expect.equal(found, titles, "the titles of the albums after one was renamed")
        try expect.equal(try await library.members(of: album), members, "the assets of a renamed album")
    }

    private static let deletingAlbums = ConformanceCheck(living: "A deleted album is gone, and its assets stay") {
        library, expect in
        let before = try await library.trace()
        let album = try await library.makeAlbum("Deleted", of: try await library.samples(3))
        try await library.edit { $0.deleteCollections([album]) }
        let after = try await library.trace()
        try expect.equal(after.albums, before.albums, "the albums after one came and went")
        try expect.equal(after.tree, before.tree, "the tree of folders after an album came and went")
        try expect.equal(after.assets, before.assets, "the assets after an album came and went")
    }

    private static let nesting = ConformanceCheck(
        living: "Folders and albums stand in the folders that they are created in"
    ) {
        library, expect in
        let tree = try await FolderFixture(in: library)
        let items = try await library.read { try $0.albumTree() }
        let folder = items.folders.first { $0.id == tree.outer }
        try expect.equal(folder?.title, "Outer", "the title of a new folder")
        try expect.equal(folder?.items.ids, [tree.inner], "what stands in a new folder")
        try expect.equal(folder?.items.folders.first?.items.ids, [tree.album], "what stands in a folder of a folder")
    }

    private static let movingAlbums = ConformanceCheck(
        living: "Albums and folders are moved into folders, and to the top"
    ) {
        library, expect in
        let tree = try await FolderFixture(in: library)
        let top = try await library.makeAlbum("Top")
        try await library.edit { edits in
            edits.move(top, into: tree.outer)
            edits.move(tree.inner, into: nil)
        }
        let items = try await library.read { try $0.albumTree() }
        try expect.equal(
            items.folders.first { $0.id == tree.outer }?.items.ids, [top], "what stands in the outer folder")
        let inner = items.folders.first { $0.id == tree.inner }
        try expect.equal(inner?.items.ids, [tree.album], "what stands in the folder at the top")
        try expect.equal(items.ids.contains(top), false, "whether the album still stands at the top")
    }

    private static let deletingFolders = ConformanceCheck(living: "A deleted folder is gone with all that is in it") {
        library, expect in
        let before = try await library.trace()
        let tree = try await FolderFixture(in: library)
        try await library.edit { $0.deleteCollections([tree.outer, tree.inner]) }
        let after = try await library.trace()
        try expect.equal(after.tree, before.tree, "the tree after a folder came and went")
        try expect.equal(after.albums, before.albums, "the albums after a folder came and went")
        try expect.equal(after.assets, before.assets, "the assets after a folder came and went")
    }

    private static let deletingNewFolders = ConformanceCheck(
        living: "A folder that is deleted again is gone with all that the transaction put into it"
    ) {
        library, expect in
        let before = try await library.trace()
        let album = try await library.makeAlbum("Moved")
        let tree = try await FolderFixture(in: library)
        let outcome = try await library.edit { edits in
            let folder = edits.createFolder("Passing")
            let inner = edits.createFolder("Passing in it", in: folder)
            edits.createAlbum("New in it", in: inner)
            edits.move(album, into: inner)
            edits.move(tree.outer, into: inner)
            edits.createAlbum("New in what was moved", in: tree.inner)
            edits.deleteCollections([folder])
        }
        try expect.equal(outcome.createdAlbums, [], "what a transaction created and deleted")
        let after = try await library.trace()
        try expect.equal(after.tree, before.tree, "the tree after a folder came and went in a transaction")
        try expect.equal(after.albums, before.albums, "the albums after a folder came and went in a transaction")
    }

    private static let leavingFolders = ConformanceCheck(
        living: "What leaves a folder before the folder is deleted stays"
    ) {
        library, expect in
        let tree = try await FolderFixture(in: library)
        let outcome = try await library.edit { edits in
            let folder = edits.createFolder("Passing")
            let new = edits.createAlbum("Kept", in: folder)
            edits.move(tree.album, into: folder)
            edits.deleteCollections([tree.inner])
            edits.move(new, into: tree.outer)
            edits.move(tree.album, into: nil)
            edits.deleteCollections([folder])
            return new
        }
        let new = try library.id(of: outcome.value, in: outcome)
        try expect.equal(outcome.createdAlbums, [new], "what a transaction created and did not delete")
        let items = try await library.read { try $0.albumTree() }
        try expect.equal(items.ids.contains(tree.album), true, "whether the album that left stands at the top")
        let outer = items.folders.first { $0.id == tree.outer }
        try expect.equal(outer?.items.ids, [new], "what stands in the folder into which the new album was moved")
    }

    private static let placeholders = ConformanceCheck(living: "Placeholders stand for what was created, in its order")
    {
        library, expect in
        let samples = try await library.samples(2)
        let titles = ["Third", "First", "Second"]
        let outcome = try await library.edit { edits in
            let albums = titles.map { edits.createAlbum($0) }
            let passing = edits.createAlbum("Passing")
            edits.deleteCollections([passing])
            edits.append(samples, to: albums[1])
            edits.rename(albums[2], to: "Renamed")
            return albums
        }
        let ids = try outcome.value.map { try library.id(of: $0, in: outcome) }
        try expect.equal(outcome.createdAlbums, ids, "the albums created, without one that was deleted again")
        let albums = try await library.albums()
        let found = ids.map { id in albums.first { $0.id == id }?.title }
        try expect.equal(found, ["Third", "First", "Renamed"], "the titles of what placeholders stand for")
        try expect.equal(try await library.members(of: ids[1]), samples.map(\.id), "the assets of a new album")
    }
}

/// An album in a folder within another folder.
struct FolderFixture: Sendable {
    let outer: AlbumID
    let inner: AlbumID
    let album: AlbumID

    /// Creates it in one transaction.
    init(in library: LivingProbe) async throws {
        let outcome = try await library.edit { edits in
            let outer = edits.createFolder("Outer")
            let inner = edits.createFolder("Inner", in: outer)
            return (outer, inner, edits.createAlbum("In it", in: inner))
        }
        outer = try library.id(of: outcome.value.0, in: outcome)
        inner = try library.id(of: outcome.value.1, in: outcome)
        album = try library.id(of: outcome.value.2, in: outcome)
    }
}

extension LivingProbe {
    /// Every album.
    func albums() async throws -> [Album] {
        try await read { try $0.albums(.all) }
    }

    /// Returns `count` visible assets spread over the library; all of them if there are fewer.
    func samples(_ count: Int) async throws -> [MediaAsset] {
        try await read { try $0.all(.all) }.spread(count)
    }
}

extension [Album] {
    /// The titles by identifier; a library may list an album twice.
    fileprivate var titles: [AlbumID: String?] {
        Dictionary(map { ($0.id, $0.title) }, uniquingKeysWith: { first, _ in first })
    }
}

extension [AlbumFolder.Item] {
    fileprivate var folders: [AlbumFolder] {
        compactMap { item in if case .folder(let folder) = item { folder } else { nil } }
    }

    fileprivate var ids: [AlbumID] {
        map { item in
            switch item {
            case .album(let album): album.id
            case .folder(let folder): folder.id
            }
        }
    }
}
