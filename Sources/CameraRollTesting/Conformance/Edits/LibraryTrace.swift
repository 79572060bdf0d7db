import CameraRoll

/// The visible state of a library, which must be the same before and after a transaction that fails.
struct LibraryTrace: Equatable, Sendable {
    let assets: [MediaAsset]
    let albums: [Album]
    let tree: [AlbumFolder.Item]
    let members: [AlbumID: [AssetID]]
    let token: ChangeToken?

    init(of library: any PhotoLibraryBackend) throws(LibraryError) {
        assets = try library.everything(order: [])
        albums = try library.albums(.all)
        tree = try library.albumTree()
        token = try library.changeToken()
        var members: [AlbumID: [AssetID]] = [:]
        for album in albums { members[album.id] = try library.members(of: album.id) }
        self.members = members
    }

    /// Checks that another trace is equal; the message names the difference.
    func check(_ now: LibraryTrace, after subject: String, _ expect: Expectation) throws {
        try expect.equal(now.assets, assets, "the assets after \(subject)")
        try expect.equal(now.albums, albums, "the albums after \(subject)")
        try expect.equal(now.tree, tree, "the tree of folders after \(subject)")
        try expect.equal(now.members, members, "the assets of the albums after \(subject)")
        try expect.equal(now.token, token, "the place in the history after \(subject)")
    }
}

extension LivingProbe {
    /// The current visible state.
    func trace() async throws -> LibraryTrace {
        try await read { try LibraryTrace(of: $0) }
    }

    /// The current state of an asset; nil if the asset does not exist.
    func asset(_ id: AssetID) async throws -> MediaAsset? {
        try await read { try $0.assets(withIdentifiers: [id]).first }
    }

    /// An album's assets in its own order.
    func members(of album: AlbumID) async throws -> [AssetID] {
        try await read { try $0.members(of: album) }
    }
}
