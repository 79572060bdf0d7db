import CameraRoll
import CameraRollTesting
import Testing

@Suite struct ImageCacheAgeTests {
    private let clock = ManualClock()
    private let cache: AssetImageCache

    init() throws {
        cache = try AssetImageCache(limits: AssetImageCacheLimits(timeToLive: .seconds(60)), clock: clock)
    }

    @Test func `An image is good until its time is over, counted from when it was stored`() throws {
        cache.insert(try cacheImage(cost: 4), for: cacheKey(0))
        clock.advance(by: .seconds(59))
        #expect(cache.contains(cacheKey(0)) && cache.image(for: cacheKey(0)) != nil)
        clock.advance(by: .seconds(1))
        #expect(!cache.contains(cacheKey(0)) && cache.image(for: cacheKey(0)) == nil)
        let statistics = cache.statistics
        #expect((statistics.hits, statistics.misses, statistics.expirations, statistics.wasted) == (1, 1, 1, 0))
        #expect((statistics.count, statistics.cost) == (0, 0))
    }

    @Test func `An image that is stored again is young again`() throws {
        cache.insert(try cacheImage(cost: 4), for: cacheKey(0))
        clock.advance(by: .seconds(59))
        cache.insert(try cacheImage(cost: 4), for: cacheKey(0))
        clock.advance(by: .seconds(59))
        #expect(cache.contains(cacheKey(0)))
    }

    @Test func `Those that are too old leave on demand, used, pinned or neither`() throws {
        for number in 0..<30 { cache.insert(try cacheImage(cost: 4), for: cacheKey(number)) }
        cache.pin((0..<10).map(cacheKey))
        _ = cache.image(for: cacheKey(10))
        clock.advance(by: .seconds(30))
        cache.insert(try cacheImage(cost: 4), for: cacheKey(30))
        cache.removeExpired()
        #expect(cache.statistics.count == 31)
        clock.advance(by: .seconds(30))
        cache.removeExpired()
        let statistics = cache.statistics
        #expect((statistics.count, statistics.expirations, statistics.wasted) == (1, 30, 29))
    }

    @Test func `Without a time to live the clock is not read`() throws {
        let unread = try AssetImageCache(clock: UnreadableClock())
        unread.insert(try cacheImage(cost: 4), for: cacheKey(0))
        unread.removeExpired()
        #expect(unread.image(for: cacheKey(0)) != nil)
    }
}

/// A clock that records an issue when it is read.
private struct UnreadableClock: Clock {
    var now: ManualClock.Instant {
        Issue.record("The clock was read.")
        return ManualClock.Instant(offset: .zero)
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {}
}
