public import CameraRoll

/// A library of a few assets that a test wrote down: the plainest reading of what `PhotoLibrary` asks for.
///
/// It never changes and every call scans all assets, so it suits exact expectations; for size and change take the
/// synthetic library.
///
/// ```swift
/// let access = LibraryAccess(.fixed(FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b")])))
/// ```
public final class FixedLibrary: PhotoLibrary {
    private let contents: FixedContents

    /// Opens a library of these contents; only where a library executor lends its context.
    public init(_ contents: FixedContents, context: borrowing LibraryContext) {
        self.contents = contents
    }

    /// What the contents say.
    public var identity: LibraryIdentity { contents.identity }

    /// Fetches what a query asks for.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    /// - Complexity: O(n log n) in the assets of the library.
    public func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        let assets = try contents.assets(of: query)
        return FixedFetchResult(assets: Array(assets.prefix(query.limit ?? .max)))
    }

    /// Reads the assets that follow a position in a query's order.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    public func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        let following = try contents.assets(of: query).filter { asset in
            position?.precedes(SortPosition(of: asset, in: query.order), in: query.order) ?? true
        }
        return (Array(following.prefix(count)), following.count > count)
    }

    /// Reads assets by identifier, in the order asked; unknown ones are left out.
    public func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        contents.assets(in: identifiers)
    }
}

// MARK: - Images

extension FixedLibrary {
    /// The source that was written down.
    public func imageSource() throws(LibraryError) -> (any ImageSource)? { contents.imageSource }

    /// The source that was written down.
    public func resourceSource() throws(LibraryError) -> (any ResourceSource)? { contents.resourceSource }
}

// MARK: - Albums

extension FixedLibrary {
    /// Lists the albums that a query asks for, as they were written down.
    public func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        contents.albums.map(\.album).filter(query.contains)
    }

    /// The tree that was written down.
    public func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        contents.tree
    }

    /// Counts an album's assets of some media types.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    public func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try assets(of: album, mediaTypes: mediaTypes, order: []).count
    }

    /// The asset that stands for an album.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    public func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        let key = try contents.album(album).keyAsset
        let newest = try assets(of: album, mediaTypes: mediaTypes, order: [.newestFirst])
        return switch policy {
        case .newest: newest.first
        case .first: try assets(of: album, mediaTypes: mediaTypes, order: []).first
        case .keyAsset: newest.first { $0.id == key } ?? newest.first
        }
    }

    private func assets(
        of album: AlbumID, mediaTypes: Set<MediaType>, order: [AssetSort]
    ) throws(LibraryError) -> [MediaAsset] {
        var query = AssetQuery.album(album)
        query.mediaTypes = mediaTypes
        query.order = order
        return try contents.assets(of: query)
    }
}

/// What a fetch of a ``FixedLibrary`` found.
final class FixedFetchResult: AssetFetchResult {
    private let assets: [MediaAsset]

    init(assets: [MediaAsset]) {
        self.assets = assets
    }

    var count: Int { assets.count }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        Array(assets[range])
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        assets.firstIndex { $0.id == id }
    }
}
