import CameraRoll

/// What was decoded, and when.
final class DecodeLog: Sendable {
    struct Entry: Sendable {
        let asset: AssetID
        let began: UInt64
        let ended: UInt64
    }

    private let contents = Lock<[Entry]>([])

    var entries: [Entry] { contents.withLock(\.self) }
    var count: Int { contents.withLock(\.count) }

    /// Decodes, and takes note of it.
    func decode<Value>(_ asset: AssetID, _ body: () -> Value) -> Value {
        let began = uptime()
        let value = body()
        let entry = Entry(asset: asset, began: began, ended: uptime())
        contents.withLock { $0.append(entry) }
        return value
    }
}

/// A library whose image source writes down what it is asked for.
///
/// The source behind it decodes before `start` returns, as the synthetic one does.
final class CountingLibrary: PhotoLibrary {
    private struct Source: ImageSource {
        let source: any ImageSource
        let log: DecodeLog

        var lane: ImageLane { source.lane }
        var requestLimit: Int { source.requestLimit }

        func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
            log.decode(request.asset) { source.start(request, sink: sink) }
        }
    }

    private let library: any PhotoLibrary
    private let log: DecodeLog

    init(_ library: any PhotoLibrary, _ log: DecodeLog) {
        self.library = library
        self.log = log
    }

    var identity: LibraryIdentity { library.identity }

    func imageSource() throws(LibraryError) -> (any ImageSource)? {
        try library.imageSource().map { Source(source: $0, log: log) }
    }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try library.fetchAssets(query)
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try library.assets(after: position, of: query, count: count)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try library.assets(withIdentifiers: identifiers)
    }

    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { try library.albums(query) }
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { try library.albumTree() }

    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try library.assetCount(of: album, mediaTypes: mediaTypes)
    }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        try library.cover(of: album, mediaTypes: mediaTypes, policy: policy)
    }
}
