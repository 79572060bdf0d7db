import CameraRoll
import CameraRollTesting
import Testing

@Suite struct AssetImageCacheTests {
    @Test func `What was inserted is found, and what replaced it later`() throws {
        let cache = try AssetImageCache()
        #expect(cache.image(for: cacheKey(0)) == nil)
        cache.insert(try cacheImage(cost: 4, mark: 1), for: cacheKey(0))
        #expect(cache.image(for: cacheKey(0))?.pixels.first == 1)
        cache.insert(try cacheImage(cost: 9, mark: 2), for: cacheKey(0))
        #expect(cache.image(for: cacheKey(0))?.pixels.first == 2)
        let statistics = cache.statistics
        #expect((statistics.hits, statistics.misses, statistics.insertions) == (2, 1, 2))
        #expect((statistics.cost, statistics.highestCost, statistics.count) == (9, 9, 1))
        #expect((statistics.evictions, statistics.wasted) == (0, 0))
    }

    @Test func `An image that costs more than its share is refused, and takes the one of its key along`() throws {
        let cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 100, entryShare: 0.1))
        cache.insert(try cacheImage(cost: 10), for: cacheKey(0))
        cache.insert(try cacheImage(cost: 11), for: cacheKey(1))
        #expect(cache.contains(cacheKey(0)) && !cache.contains(cacheKey(1)))
        cache.insert(try cacheImage(cost: 11), for: cacheKey(0))
        #expect((cache.statistics.count, cache.statistics.rejected, cache.statistics.wasted) == (0, 2, 1))
    }

    @Test func `There are never more images than the limit, however small`() throws {
        let cache = try AssetImageCache(limits: AssetImageCacheLimits(countLimit: 10))
        for number in 0..<100 { cache.insert(try cacheImage(cost: 4), for: cacheKey(number)) }
        #expect(cache.statistics.count == 10)
    }

    @Test func `The images of an asset leave together, and those of others stay`() throws {
        let cache = try AssetImageCache()
        let asset = MediaAsset(id: "asset-7")
        let sizes = [100, 200, 300].map { AssetImageRequest(for: asset, size: .pixels($0, $0)).key }
        for key in sizes + [cacheKey(1)] { cache.insert(try cacheImage(cost: 4), for: key) }
        cache.remove(assets: ["asset-7", "unknown"])
        #expect(!sizes.contains(where: cache.contains) && cache.contains(cacheKey(1)))
        cache.remove(cacheKey(1))
        cache.remove(cacheKey(1))
        #expect((cache.statistics.count, cache.statistics.cost, cache.statistics.wasted) == (0, 0, 4))
    }

    @Test(arguments: [0, -1, 99, 100, 400, 5_000])
    func `A trim leaves no more than its limit, and removes pinned images last`(cost: Int) throws {
        let cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 4_000))
        cache.pin([cacheKey(0)])
        for number in 0..<1_000 { cache.insert(try cacheImage(cost: 4), for: cacheKey(number)) }
        cache.trim(toCost: cost)
        #expect(cache.statistics.cost == max(0, min(cost - cost % 4, 4_000)))
        #expect(cache.contains(cacheKey(0)) == (cost > 0))
    }

    @Test func `Everything leaves at once, and pins protect what comes then`() throws {
        let cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 40))
        cache.pin([cacheKey(0)])
        cache.insert(try cacheImage(cost: 4), for: cacheKey(0))
        cache.removeAll()
        #expect((cache.statistics.count, cache.statistics.cost, cache.statistics.wasted) == (0, 0, 1))
        for number in 0..<100 { cache.insert(try cacheImage(cost: 4), for: cacheKey(number)) }
        #expect(cache.contains(cacheKey(0)))
    }

    @Test(arguments: [
        (AssetImageCacheLimits(costLimit: 0), "Invalid cost limit 0: expected at least 1."),
        (AssetImageCacheLimits(costLimit: -5), "Invalid cost limit -5: expected at least 1."),
        (AssetImageCacheLimits(countLimit: 0), "Invalid count limit 0: expected at least 1."),
        (AssetImageCacheLimits(entryShare: -0.1), "Invalid entry share -0.1: expected 0 to 1."),
        (AssetImageCacheLimits(pinnedShare: 1.5), "Invalid pinned share 1.5: expected 0 to 1."),
        (AssetImageCacheLimits(pinnedShare: .infinity), "Invalid pinned share inf: expected 0 to 1."),
        (AssetImageCacheLimits(timeToLive: .zero), "Invalid time to live 0.0 seconds: expected more than zero."),
        (
            AssetImageCacheLimits(timeToLive: .seconds(-1)),
            "Invalid time to live -1.0 seconds: expected more than zero."
        ),
    ])
    func `A limit that makes no sense is named`(limits: AssetImageCacheLimits, words: String) {
        let error = #expect(throws: ImageError.self) { try AssetImageCache(limits: limits) }
        #expect(error?.description == words)
    }

    @Test func `A share that is no number is refused`() {
        #expect(throws: ImageError.self) { try AssetImageCache(limits: AssetImageCacheLimits(entryShare: .nan)) }
    }

    @Test(arguments: [0, 0.5, 1.0.nextDown, 1])
    func `The largest limit does not overflow`(share: Double) throws {
        let cache = try AssetImageCache(
            limits: AssetImageCacheLimits(costLimit: .max, countLimit: .max, entryShare: share, pinnedShare: share))
        cache.pin([cacheKey(0)])
        cache.insert(try cacheImage(cost: 4), for: cacheKey(0))
        #expect(cache.contains(cacheKey(0)) == (share > 0))
    }
}
