import CameraRoll

/// The cost of an image in memory, by the way to get it.
struct HitCosts: Sendable {
    /// By request, synchronously.
    var synchronous = Samples()
    /// By a stored key, synchronously.
    var byKey = Samples()
    /// By the same requests, in a list that evicts the least recently used image.
    var listed = Samples()
    /// By request, with `await`.
    var awaited = Samples()
    /// A hop to an executor and back, in the same run.
    var hop = Samples()

    private static let pictures = 256
    private static let calls = 1_000

    @concurrent static func measure(
        _ subject: ImageStage.Subject, _ stage: ImageStage, rounds: Int
    ) async throws -> HitCosts {
        let requests = stage.assets.prefix(pictures).map(ImageStage.request)
        let list = LRUCache(bytes: ImagesScenario.cacheBytes)
        for request in requests { list.insert(try await subject.images.image(for: request), for: request.key) }
        let target = HopTarget(LibraryExecutor(label: "bench.hop"))
        var costs = HitCosts()
        for _ in 0..<rounds {
            costs.listed.add(perCall { list.image(for: requests[$0].key)?.cost })
            costs.synchronous.add(perCall { subject.images.cachedImage(for: requests[$0])?.cost })
            costs.byKey.add(byKey(subject.images.cache, requests.map(\.key)))
            costs.awaited.add(try await awaited(subject.images, requests))
            costs.hop.add(await hop(to: target))
        }
        return costs
    }

    private static func byKey(_ cache: AssetImageCache, _ keys: [ImageKey]) -> UInt64 {
        perCall { cache.image(for: keys[$0])?.cost }
    }

    private static func perCall(_ body: (Int) -> Int?) -> UInt64 {
        // Each variant runs once before it is measured, since the first of a round would find the processor's cache
        // empty.
        for call in 0..<pictures { blackHole(body(call)) }
        let start = uptime()
        for call in 0..<calls { blackHole(body(call % pictures)) }
        return (uptime() - start) / UInt64(calls)
    }

    private static func awaited(_ images: CachingImageManager, _ requests: [AssetImageRequest]) async throws -> UInt64 {
        let start = uptime()
        for call in 0..<calls { blackHole(try await images.image(for: requests[call % pictures]).cost) }
        return (uptime() - start) / UInt64(calls)
    }

    /// The median of single hops: without work in between, the compiler would remove the hop back.
    private static func hop(to target: HopTarget) async -> UInt64 {
        var samples = Samples()
        for _ in 0..<100 { samples.add(await timed { await target.touch() }) }
        return samples.median
    }
}

/// An actor with its own executor.
private actor HopTarget {
    private let executor: LibraryExecutor
    private var touches = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ executor: LibraryExecutor) {
        self.executor = executor
    }

    func touch() { touches += 1 }
}
