import CameraRoll
import SyntheticLibrary

/// A library of pictures and the requests of its cells, read before any clock starts.
struct ImageStage: Sendable {
    /// A new manager for one variant, and the log of its decodes.
    struct Subject: Sendable {
        let images: CachingImageManager
        let snapshot: AssetSnapshot
        let log: DecodeLog
    }

    /// Every asset, including hidden ones and whole bursts, so that there are as many cells as assets.
    private static let query = {
        var query = AssetQuery.all
        (query.hidden, query.bursts) = (.included, .all)
        return query
    }()

    /// Decodes a cell's picture on the calling thread.
    typealias Paint = @Sendable (MediaAsset) throws(ImageError) -> DecodedImage

    let assets: [MediaAsset]
    private let paintOne: Paint
    private let library: @Sendable () -> PhotoLibrarySource

    /// Creates the stage of a synthetic library; its assets are read from a copy without costs.
    init(assets: Int, seed: UInt64, costs: CostModel, decodeCost: Duration) throws {
        var configuration = SyntheticConfiguration(assets: assets, seed: seed, costs: costs)
        configuration.decodeCost = decodeCost
        let store = SyntheticStore(configuration)
        _ = store.contents
        let painter = SyntheticPainter(decodeCost: decodeCost)
        let copy = SyntheticStore(assets: assets, seed: seed)
        paintOne = { [contents = copy.contents] (asset) throws(ImageError) in
            // Like the library's own source: many pictures are stored rotated, and turned upright when they are
            // decoded.
            let orientation = contents.storedOrientation(of: asset.id) ?? 1
            return try painter.paint(
                asset, storedOrientation: orientation, size: .pixels(100, 100), contentMode: .fill)
        }
        library = { .synthetic(store) }
        self.assets = try copy.unsafeUnprotectedAccess.allAssets(Self.query)
    }

    /// Creates the stage of real photos; variants without a manager decode them with the same codecs.
    init(_ folder: IndexedFolder) async throws {
        let access = LibraryAccess(folder.library, executor: LibraryExecutor(label: "bench.stage"))
        let photos = PhotoRepository(access: access)
        let snapshot = try await photos.snapshot(of: Self.query)
        assets = try await photos.assets(in: snapshot.indices, of: snapshot)
        await access.close()
        let paths = try await folder.paths(of: assets)
        paintOne = { (asset) throws(ImageError) in
            guard let path = paths[asset.id] else { throw .noImage(asset.id) }
            return try IndexedFolder.paint(path, Self.request(for: asset))
        }
        library = { folder.library }
    }

    /// The image request of a cell.
    @Sendable static func request(for asset: MediaAsset) -> AssetImageRequest {
        AssetImageRequest(for: asset, size: .pixels(100, 100), contentMode: .fill, deliveryMode: .highQuality)
    }

    func makeSubject(cacheBytes: Int) async throws -> Subject {
        let log = DecodeLog()
        let factory = library().wrapping { CountingLibrary($0, log) }
        let access = LibraryAccess(factory, executor: LibraryExecutor(label: "bench.images"))
        let limits = CachingImageManager.Limits(cache: AssetImageCacheLimits(costLimit: cacheBytes))
        return Subject(
            images: try CachingImageManager(access: access, limits: limits),
            snapshot: try await PhotoRepository(access: access).snapshot(of: Self.query), log: log)
    }

    /// Decodes a cell's picture on the calling thread.
    func paint(_ asset: MediaAsset) throws(ImageError) -> DecodedImage {
        try paintOne(asset)
    }
}

/// The remains of an image manager after everything was canceled.
struct ImageLeaks: Sendable {
    var tasks = 0
    var jobs = 0
    var running = 0
    var waiting = 0
    var windowed = 0
    /// The bytes in the cache before memory was reclaimed: images that are kept on purpose.
    var cached = 0
    /// The bytes in the cache after memory was reclaimed.
    var bytes = 0

    /// Whether no work is left, regardless of the cache.
    var isIdle: Bool { [tasks, jobs, running, waiting, windowed].allSatisfy { $0 == 0 } }
    var isNothing: Bool { isIdle && bytes == 0 }

    var description: String {
        "\(tasks) tasks, \(waiting) continuations, \(running) requests at the source, \(jobs) jobs, "
            + "\(windowed) windowed; \(grouped(cached)) bytes cached, \(grouped(bytes)) once memory was reclaimed"
    }
}

extension CachingImageManager {
    /// Waits up to a second after everything was canceled, counts the remains, then reclaims memory and measures
    /// the cache.
    nonisolated func leaks() async -> ImageLeaks {
        var leaks = ImageLeaks()
        for _ in 0..<100 {
            let figures = await statistics
            (leaks.jobs, leaks.running, leaks.waiting) = (figures.jobs, figures.running, figures.waiting)
            leaks.windowed = figures.windowed
            if leaks.isIdle { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        leaks.cached = cache.statistics.cost
        reclaimMemory(.pressure)
        leaks.bytes = cache.statistics.cost
        return leaks
    }
}
