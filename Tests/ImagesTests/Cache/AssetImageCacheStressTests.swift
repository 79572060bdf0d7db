import CameraRoll
import TestSupport
import Testing

@Suite struct AssetImageCacheStressTests {
    @Test func `From many tasks at once the limit holds, and the books add up`() async throws {
        let cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 2_000))
        let images = try (4...60).map { try cacheImage(cost: $0) }
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<8 as Range<UInt64> {
                group.addTask { use(cache, images: images, seed: seed) }
            }
        }
        let statistics = cache.statistics
        #expect(statistics.highestCost <= 2_000 && statistics.pinnedCost <= 1_000)
        #expect(statistics.hits + statistics.misses == 8 * 500)
        cache.removeAll()
        #expect((cache.statistics.cost, cache.statistics.count, cache.statistics.pinnedCost) == (0, 0, 0))
    }

    private func use(_ cache: AssetImageCache, images: [DecodedImage], seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for round in 0..<500 {
            let keys = (0..<4).map { _ in cacheKey(.random(in: 0..<200, using: &numbers)) }
            cache.pin(keys)
            cache.insert(images[.random(in: 0..<images.count, using: &numbers)], for: keys[0])
            _ = cache.image(for: keys[1])
            cache.remove(keys[2])
            if round % 100 == 99 { cache.trim(toCost: 500) }
            cache.unpin(keys)
        }
    }
}
