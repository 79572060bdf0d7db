import CameraRollTesting

@testable import CameraRoll

/// An image source that keeps what it was asked for, and says what a test tells it to.
final class ScriptedSource: ImageSource {
    struct Asked: Sendable {
        let request: ImageRequest
        let sink: ImageSink
    }

    private struct Contents {
        var asked: [Asked] = []
        var cancelled: [AssetID] = []
    }

    let lane = ImageLane.library
    let requestLimit = 10
    private let contents = Lock(Contents())
    private let onStart: @Sendable (Asked) -> Void

    init(onStart: @escaping @Sendable (Asked) -> Void = { _ in }) {
        self.onStart = onStart
    }

    var asked: [Asked] { contents.withLock(\.asked) }
    var cancelled: [AssetID] { contents.withLock(\.cancelled) }

    func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        let asked = Asked(request: request, sink: sink)
        contents.withLock { $0.asked.append(asked) }
        onStart(asked)
        return { [self] in contents.withLock { $0.cancelled.append(request.asset) } }
    }
}

/// A library with a scripted source, on a manual executor, and a manager of its images.
struct ImageSubject {
    let manual = ManualExecutor()
    let source: ScriptedSource
    let images: CachingImageManager
    let authorization = SettableAuthorization(.authorized)

    init(requests: Int = 10, onStart: @escaping @Sendable (ScriptedSource.Asked) -> Void = { _ in }) throws {
        let source = ScriptedSource(onStart: onStart)
        self.source = source
        let factory = LibraryFactory.fixed(FixedContents(), authorization: authorization).wrapping {
            IllustratedLibrary($0, source: source)
        }
        let limits = LibraryAccess.Limits(deadline: nil)
        images = try CachingImageManager(
            access: LibraryAccess(factory, executor: manual.executor, limits: limits),
            limits: CachingImageManager.Limits(requests: requests))
    }

    /// Lets a request get to its source.
    func letNextStart() async {
        await manual.waitForJobs(1)
        manual.runAll()
    }

    static func request(
        _ id: AssetID = "a", side: Int = 100, mode: ImageDeliveryMode = .opportunistic, network: Bool = false,
        priority: ImagePriority = .visible
    ) -> ImageRequest {
        ImageRequest(
            for: MediaAsset(id: id), size: .pixels(side, side), deliveryMode: mode, isNetworkAllowed: network,
            priority: priority)
    }

    /// A picture of one pixel that can be told from others.
    static func picture(_ number: UInt8) throws(ImageError) -> DecodedImage {
        try DecodedImage(size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [number, 0, 0, 255])
    }
}

extension DecodedImage {
    /// What tells a test picture from others.
    var number: UInt8 { pixels[0] }
}

/// A library with images from a scripted source.
private final class IllustratedLibrary: PhotoLibrary {
    private let library: any PhotoLibrary
    private let source: ScriptedSource

    init(_ library: any PhotoLibrary, source: ScriptedSource) {
        self.library = library
        self.source = source
    }

    var identity: LibraryIdentity { library.identity }

    func imageSource() throws(LibraryError) -> (any ImageSource)? { source }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try library.fetchAssets(query)
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try library.assets(after: position, of: query, count: count)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] { [] }
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { [] }
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { [] }
    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int { 0 }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? { nil }
}
