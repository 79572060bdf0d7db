import CameraRoll
import SyntheticLibrary

/// The cost of an image in addition to its decode.
struct ImagesScenario: Scenario {
    let name = "images"
    let title = "One image"
    let section = "scroll"
    let summary = "an image in memory, one to be decoded, many requests for few, a window's move, what a cache keeps"
    let provenance = """
        All real: pictures of 133×100 pixels (4:3), painted as fast as they can be, 0.2 ms of processor time each where
          requests are shared; no library costs. Hits: medians of rounds of 1,000 calls, on a thread of the pool.
          Misses: medians, one after the other; each variant keeps its images. Caches: a thousand images that share
          their pixels, on a thread; lookups of what is held. Hit rates: a cache of 600 images, the pictures' sequence
          made from the seed. At least 20,000 assets.
        """

    static let cacheBytes = 256 << 20

    let quickSeconds = 3.0

    func run(_ options: Options, into report: inout Report) async throws {
        let size = max(options.assets ?? 70_000, 20_000)
        let stage = try ImageStage(assets: size, seed: options.seed, costs: .free, decodeCost: .zero)
        let slow = try ImageStage(assets: 1_000, seed: options.seed, costs: .free, decodeCost: .microseconds(200))
        let bench = ImageBench(stage: stage, slow: slow, isQuick: options.isQuick, seed: options.seed)
        let before = residentBytes()
        var (figures, heartbeat) = try await MainActorHeartbeat.during { try await bench.measure(report) }
        figures.heartbeat = heartbeat
        figures.threadsLeft = await Self.threadsLeft()
        figures.resident = (before, residentBytes())
        figures.publish(into: &report)
    }

    /// The threads for decoding and reading originals once all managers are released, after at most a second.
    private static func threadsLeft() async -> Int? {
        for _ in 0..<100 {
            guard let now = threadCount(named: "cameraroll"), now > 0 else { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return threadCount(named: "cameraroll")
    }
}

/// The subjects shared by all parts of the `images` scenario.
struct ImageBench: Sendable {
    let stage: ImageStage
    /// A small library whose pictures take long to decode.
    let slow: ImageStage
    let isQuick: Bool
    let seed: UInt64

    /// Runs all parts off the main actor, except the moves of the window.
    @concurrent func measure(_ report: Report) async throws -> ImagesFigures {
        var figures = ImagesFigures()
        report.progress("hits and misses")
        let subject = try await stage.makeSubject(cacheBytes: ImagesScenario.cacheBytes)
        figures.hits = try await HitCosts.measure(subject, stage, rounds: isQuick ? 20 : 500)
        let missed = Array(stage.assets.dropFirst(500).prefix(isQuick ? 50 : 500))
        figures.misses = try await MissCosts.measure(subject, stage, assets: missed)
        figures.threads = threadCount(named: "cameraroll")
        figures.leaks.append(("hits and misses", await subject.images.leaks()))
        try await measureCrowds(&figures, report)
        report.progress("caches")
        try await measureCaches(&figures)
        return figures
    }

    private func measureCrowds(_ figures: inout ImagesFigures, _ report: Report) async throws {
        report.progress("many requests for few")
        figures.coalescing = try await Coalescing.measure(
            slow, requests: 10_000, keys: 100, rounds: isQuick ? 2 : 15)
        figures.leaks.append(("10,000 requests", figures.coalescing.leaks))
        report.progress("moves of a window")
        let subject = try await stage.makeSubject(cacheBytes: ImagesScenario.cacheBytes)
        figures.moves = try await WindowMoves.measure(
            subject, moves: isQuick ? 20 : 300, settledMoves: isQuick ? 2 : 21)
        figures.leaks.append(("window moves", await subject.images.leaks()))
    }

    private func measureCaches(_ figures: inout ImagesFigures) async throws {
        let (isQuick, seed) = (isQuick, seed)
        let keys = stage.assets.prefix(20_000).map { ImageStage.request(for: $0).key }
        let image = try stage.paint(stage.assets[0])
        (figures.caches, figures.rates) = try await onThread {
            (
                try CacheContest.throughput(keys, image, rounds: isQuick ? 2 : 20),
                try CacheContest.hitRates(keys, image, isQuick: isQuick, seed: seed)
            )
        }
    }
}
