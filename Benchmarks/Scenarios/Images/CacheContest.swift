import CameraRoll

/// Compares CameraRoll's cache with others of the same size.
enum CacheContest {
    static let ours = "CameraRoll (S3-FIFO)"
    static let naive = "least recently used"
    static let foundation = "NSCache"

    /// The capacity of the caches whose hit rates are compared, in images.
    private static let held = 600

    /// The fraction of a trace's lookups that found their image.
    struct Rate: Sendable {
        let trace: String
        let ours: Double
        let naive: Double
    }

    static func throughput(
        _ keys: [ImageKey], _ image: DecodedImage, rounds: Int
    ) throws -> [(name: String, figures: CacheThroughput.Figures)] {
        let throughput = CacheThroughput(keys: keys, image: image)
        let bytes = throughput.bytes
        return [
            (ours, throughput.measure(try makeCache(bytes: bytes), rounds: rounds)),
            (naive, throughput.measure(LRUCache(bytes: bytes), rounds: rounds)),
            (foundation, throughput.measure(FoundationCache(bytes: bytes), rounds: max(rounds / 10, 1))),
        ]
    }

    static func hitRates(_ keys: [ImageKey], _ image: DecodedImage, isQuick: Bool, seed: UInt64) throws -> [Rate] {
        let (pictures, bytes) = (keys.count, held * image.cost)
        let traces = [
            CacheTrace.returning(held: held, pictures: pictures, rounds: isQuick ? 5 : 50, seed: seed),
            CacheTrace.upAndDown(held: held, pictures: pictures, steps: isQuick ? 100 : 2_000, seed: seed),
            CacheTrace.popular(pictures: pictures, count: isQuick ? 10_000 : 200_000, seed: seed),
            CacheTrace.zipf(pictures: pictures, count: isQuick ? 10_000 : 200_000, seed: seed),
        ]
        return try traces.map { trace in
            Rate(
                trace: trace.name, ours: trace.hitRate(try makeCache(bytes: bytes), keys: keys, image: image),
                naive: trace.hitRate(LRUCache(bytes: bytes), keys: keys, image: image))
        }
    }

    private static func makeCache(bytes: Int) throws(ImageError) -> AssetImageCache {
        try AssetImageCache(limits: AssetImageCacheLimits(costLimit: bytes))
    }
}
