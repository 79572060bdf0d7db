public import CameraRoll

/// A library of a few assets listed by a test: the simplest implementation of `PhotoLibraryBackend`.
///
/// It never changes and every call scans all assets, so it suits exact expectations; for large or changing libraries,
/// use the synthetic library.
///
/// ```swift
/// let access = LibraryAccess(.fixed(FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b")])))
/// ```
public final class FixedLibrary: PhotoLibraryBackend {
    private let contents: FixedContents

    /// Opens a library of these contents; requires the context that a library executor lends.
    public init(_ contents: FixedContents, context: borrowing LibraryContext) {
        self.contents = contents
    }

    /// The identity in the contents.
    public var identity: LibraryIdentity { contents.identity }

    /// Fetches the assets of a query.
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

    /// Reads assets by identifier, in the given order; unknown ones are left out.
    public func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        contents.assets(in: identifiers)
    }
}

// MARK: - Search

extension FixedLibrary {
    /// The search over the texts in the contents; nil if there are none.
    public func searcher() throws(LibraryError) -> (any AssetSearcher)? {
        contents.texts.map { FixedSearcher(assets: contents.assets, texts: $0) }
    }
}

private final class FixedSearcher: AssetSearcher {
    private let assets: [MediaAsset]
    private let texts: [AssetID: [String]]

    init(assets: [MediaAsset], texts: [AssetID: [String]]) {
        self.assets = assets
        self.texts = texts
    }

    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?) {
        let start = Int(place ?? 0)
        let slice = assets.dropFirst(start).prefix(items)
        let found = slice.filter { search.matches(texts[$0.id] ?? [], takenAt: $0.place) }
        let end = start + slice.count
        return (found.map(\.id), end < assets.count ? Int64(end) : nil)
    }
}

// MARK: - Images

extension FixedLibrary {
    /// The source in the contents.
    public func imageSource() throws(LibraryError) -> (any ImageSource)? { contents.imageSource }

    /// The source in the contents.
    public func resourceSource() throws(LibraryError) -> (any ResourceSource)? { contents.resourceSource }
}

// MARK: - Albums

extension FixedLibrary {
    /// Lists the albums of a query.
    public func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        contents.albums.map(\.album).filter(query.contains)
    }

    /// The tree in the contents.
    public func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        contents.tree
    }

    /// Counts an album's assets of some media types.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    public func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try assets(of: album, mediaTypes: mediaTypes, order: []).count
    }

    /// The cover asset of an album.
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

/// The result of a fetch of a ``FixedLibrary``.
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

extension PhotoLibrarySource {
    /// A library of assets listed by a test.
    ///
    /// - Parameters:
    ///   - contents: the contents of the library.
    ///   - authorization: the authorization that is checked before every access.
    public static func fixed(
        _ contents: FixedContents, authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: authorization) { context in FixedLibrary(contents, context: context) }
    }
}
