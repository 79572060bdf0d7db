public import CameraRoll

/// What is in a ``FixedLibrary``: assets and albums written down by a test.
public struct FixedContents: Sendable {
    /// An album, and what is in it.
    public struct FixedAlbum: Sendable {
        /// What the library says of the album.
        public var album: Album
        /// Its assets in its own order, hidden ones and all pictures of bursts included.
        public var assets: [AssetID]
        /// What the library shows for it; nil where it shows nothing.
        public var keyAsset: AssetID?

        /// An album from its parts.
        public init(_ album: Album, assets: [AssetID], keyAsset: AssetID? = nil) {
            self.album = album
            self.assets = assets
            self.keyAsset = keyAsset
        }
    }

    /// Tells the library from others.
    public var identity: LibraryIdentity
    /// All assets, in the order in which they were added.
    public var assets: [MediaAsset]
    /// All albums.
    public var albums: [FixedAlbum]
    /// The top of the tree of folders.
    public var tree: [AlbumFolder.Item]
    /// What images are got from, such as ``SolidColorImages``; nil where there are none.
    public var imageSource: (any ImageSource)?
    /// What original data are read from; nil where there are none.
    public var resourceSource: (any ResourceSource)?

    /// Contents from their parts; each asset and each album has an identifier of its own.
    public init(
        identity: LibraryIdentity = LibraryIdentity(rawValue: "fixed"),
        assets: [MediaAsset] = [],
        albums: [FixedAlbum] = [],
        tree: [AlbumFolder.Item] = [],
        imageSource: (any ImageSource)? = nil,
        resourceSource: (any ResourceSource)? = nil
    ) {
        self.identity = identity
        self.assets = assets
        self.albums = albums
        self.tree = tree
        self.imageSource = imageSource
        self.resourceSource = resourceSource
    }
}

extension FixedContents {
    func album(_ id: AlbumID) throws(LibraryError) -> FixedAlbum {
        guard let album = albums.first(where: { $0.album.id == id }) else { throw .albumNotFound(id) }
        return album
    }

    /// What a query asks for, in its order; its limit does not count.
    func assets(of query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        let album = try query.scope.album.map { id throws(LibraryError) in try self.album(id) }
        let candidates = if let album { assets(in: album.assets) } else { assets(in: query.scope) }
        let isHiddenAlbum = album?.album.kind == .allHidden
        let matching = candidates.filter { query.matches($0, isHiddenAlbum: isHiddenAlbum) }
        return query.order.isEmpty ? matching : matching.sorted(by: query.areInOrder)
    }

    /// The assets of some identifiers, in that order.
    func assets(in identifiers: [AssetID]) -> [MediaAsset] {
        let byID = Dictionary(assets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return identifiers.compactMap { byID[$0] }
    }

    private func assets(in scope: AssetQuery.Scope) -> [MediaAsset] {
        guard case .identifiers(let identifiers) = scope else { return assets }
        let wanted = Set(identifiers)
        return assets.filter { wanted.contains($0.id) }
    }
}
