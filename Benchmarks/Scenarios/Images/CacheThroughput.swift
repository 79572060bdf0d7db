import CameraRoll

/// The speed of caches at insertions with eviction, and at lookups.
struct CacheThroughput {
    struct Figures: Sendable {
        /// The time of an insertion into a full cache, in nanoseconds.
        var insertion = Samples()
        /// The time of a lookup that finds its image, in nanoseconds.
        var hit = Samples()
    }

    private static let held = 1_000

    /// Distinct keys, many more than a cache holds.
    let keys: [ImageKey]
    /// The pixels of all images, which are shared so that the cache is measured, not the allocator.
    let image: DecodedImage

    /// The capacity of a cache in bytes: a thousand images.
    var bytes: Int { Self.held * image.cost }

    func measure(_ cache: some BenchCache, rounds: Int) -> Figures {
        var figures = Figures()
        for key in keys { cache.insert(image, for: key) }
        for _ in 0..<rounds {
            let start = uptime()
            for key in keys { cache.insert(image, for: key) }
            figures.insertion.add((uptime() - start) / UInt64(keys.count))
            figures.hit.add(timeOfHits(cache))
        }
        return figures
    }

    /// The time per lookup among images that are known to be cached.
    private func timeOfHits(_ cache: some BenchCache) -> UInt64 {
        let held = keys.filter { cache.image(for: $0) != nil }.prefix(100)
        let times = 100
        let start = uptime()
        for _ in 0..<times { for key in held { blackHole(cache.image(for: key)?.cost) } }
        return (uptime() - start) / UInt64(max(times * held.count, 1))
    }
}
