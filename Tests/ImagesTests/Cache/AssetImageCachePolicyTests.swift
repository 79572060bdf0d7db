import CameraRoll
import Testing

@Suite struct AssetImageCachePolicyTests {
    private let cache: AssetImageCache

    init() throws {
        cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 400, pinnedShare: 0.5))
    }

    private func insert(_ numbers: Range<Int>) throws {
        for number in numbers { cache.insert(try cacheImage(cost: 4), for: cacheKey(number)) }
    }

    private func show(_ numbers: Range<Int>) {
        for number in numbers { _ = cache.image(for: cacheKey(number)) }
    }

    private func found(_ numbers: Range<Int>) -> Int {
        numbers.count { cache.contains(cacheKey($0)) }
    }

    @Test func `Ten thousand images that are shown once each do not push out those that are used`() throws {
        try insert(0..<80)
        show(0..<80)
        show(0..<80)
        for number in 1_000..<11_000 {
            try insert(number..<number + 1)
            show(number..<number + 1)
        }
        #expect(found(0..<80) == 80)
        #expect(cache.statistics.highestCost == 400)
    }

    @Test func `Without use, the cache is first in, first out, and as large as its limit`() throws {
        try insert(0..<300)
        #expect(found(0..<200) == 0 && found(200..<300) == 100)
        #expect((cache.statistics.evictions, cache.statistics.wasted) == (200, 200))
    }

    @Test func `An image that is asked for again soon after it left is kept from then on`() throws {
        try insert(0..<150)
        #expect(!cache.contains(cacheKey(0)))
        try insert(49..<50)
        try insert(200..<290)
        #expect(cache.contains(cacheKey(49)))
    }

    @Test func `Images that are used no more make room for those that are`() throws {
        try insert(0..<80)
        for _ in 0..<3 { show(0..<80) }
        for _ in 0..<10 {
            try insert(500..<580)
            for _ in 0..<3 { show(500..<580) }
        }
        #expect(found(500..<580) >= 70)
    }

    @Test func `Pinned images stay, pinned before they came or after`() throws {
        cache.pin((0..<20).map(cacheKey))
        try insert(0..<40)
        cache.pin((20..<40).map(cacheKey))
        try insert(1_000..<2_000)
        #expect(found(0..<40) == 40)
        #expect(cache.statistics.pinnedCost == 160)
        cache.unpin((0..<40).map(cacheKey))
        try insert(2_000..<3_000)
        #expect(found(0..<40) == 0 && cache.statistics.pinnedCost == 0)
    }

    @Test func `Pins beyond their share protect nothing until there is room`() throws {
        cache.pin((0..<100).map(cacheKey))
        try insert(0..<100)
        #expect(cache.statistics.pinnedCost == 200)
        try insert(1_000..<1_001)
        #expect(found(0..<50) == 50 && found(50..<100) == 49)
        cache.unpin((0..<30).map(cacheKey))
        try insert(1_001..<2_000)
        #expect(found(0..<30) == 0 && found(30..<100) == 50)
        #expect(cache.statistics.pinnedCost == 200)
    }

    @Test func `Each pin is taken off once, and one too many does no harm`() throws {
        try insert(0..<1)
        cache.pin([cacheKey(0), cacheKey(0)])
        cache.unpin([cacheKey(0), cacheKey(5)])
        #expect(cache.statistics.pinnedCost == 4)
        cache.unpin([cacheKey(0), cacheKey(0)])
        #expect(cache.statistics.pinnedCost == 0)
        cache.pin([cacheKey(0)])
        #expect(cache.statistics.pinnedCost == 4)
    }
}
