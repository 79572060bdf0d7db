public import CameraRoll

/// The contents of a ``FixedLibrary``: assets and albums listed by a test.
///
/// The library sorts them as all libraries do. By default the newest come first; assets without a date come last, and
/// for equal dates, the greater identifier comes first. So assets `a` and `b` without dates are read as `b`, `a`: give
/// them dates, or ask with `inLibraryOrder()`, which keeps the order of ``assets``.
public struct FixedContents: Sendable {
    /// An album with its assets.
    public struct FixedAlbum: Sendable {
        /// The album's data.
        public var album: Album
        /// Its assets in its own order, including hidden ones and all pictures of bursts.
        public var assets: [AssetID]
        /// Its cover asset; nil if it has none.
        public var keyAsset: AssetID?

        /// Creates an album from its parts.
        public init(_ album: Album, assets: [AssetID], keyAsset: AssetID? = nil) {
            self.album = album
            self.assets = assets
            self.keyAsset = keyAsset
        }
    }

    /// The identity of the library.
    public var identity: LibraryIdentity
    /// All assets, in the order in which they were added: the order of a query only with `inLibraryOrder()`.
    public var assets: [MediaAsset]
    /// All albums.
    public var albums: [FixedAlbum]
    /// The top level of the tree of folders.
    public var tree: [AlbumFolder.Item]
    /// The source of images, such as ``SolidColorImages``; nil for a library without images.
    public var imageSource: (any ImageSource)?
    /// The source of original data; nil for a library without originals.
    public var resourceSource: (any ResourceSource)?
    /// The texts by which assets are found; nil for a library that cannot be searched.
    public var texts: [AssetID: [String]]?

    /// Creates contents from their parts; identifiers of assets and albums must be unique.
    public init(
        identity: LibraryIdentity = LibraryIdentity(rawValue: "fixed"),
        assets: [MediaAsset] = [],
        albums: [FixedAlbum] = [],
        tree: [AlbumFolder.Item] = [],
        imageSource: (any ImageSource)? = nil,
        resourceSource: (any ResourceSource)? = nil,
        texts: [AssetID: [String]]? = nil
    ) {
        self.identity = identity
        self.assets = assets
        self.albums = albums
        self.tree = tree
        self.imageSource = imageSource
        self.resourceSource = resourceSource
        self.texts = texts
    }
}

extension FixedContents {
    func album(_ id: AlbumID) throws(LibraryError) -> FixedAlbum {
        guard let album = albums.first(where: { $0.album.id == id }) else { throw .albumNotFound(id) }
        return album
    }

    /// The assets of a query, in its order; ignores its limit.
    func assets(of query: AssetQuery) throws(LibraryError) -> [MediaAsset] {
        let album = try query.scope.album.map { id throws(LibraryError) in try self.album(id) }
        let candidates = if let album { assets(in: album.assets) } else { assets(in: query.scope) }
        let isHiddenAlbum = album?.album.subtype == .allHidden
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
