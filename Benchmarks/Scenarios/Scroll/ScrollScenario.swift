import CameraRoll
import SyntheticLibrary

/// How many cells of a fast grid have their image when they are first shown, and the cost of that.
struct ScrollScenario: Scenario {
    let name = "scroll"
    let title = "A grid that is flung"
    let summary = "a grid of 4 columns, 28 cells on the screen, flung at 20 and 60 rows a second, and dragged across"
    let provenance = """
        Modeled: 3 ms of processor time a decode, burnt; 0.1 ms of library time for each asset that a window reads,
          asleep. Real: pictures of 133×100 pixels (4:3), threads, 60 frames a second on the main actor. The requests
          of all cells are made before the clock starts, so that variants differ in nothing but caching. A fling: open
          0.5 s, accelerate 1 s, hold 3 s, reverse 1.5 s, jump far and rest 1 s, and half of each at 60 rows a second;
          it begins at a quarter of the library.
          A cell that leaves without its image counts with the time that it waited. Never shown: decodes whose cell was
          not on the screen when they were done, nor later. Steady: those begun in the hold, but for its last second.
          Unordered tasks are what Apple's sample has, a task for each cell that comes or goes; this rival starts the
          cell a screen ahead as well, and decodes on a concurrent dispatch queue. The prefetcher is a model of Nuke's:
          one job for each image, visible ones first, canceled when not needed, on CameraRoll's number of threads and
          with a cache of the same limit. CameraRoll's cells request a degraded image before the final one, as is its
          default; the others have none. Main gap: how long the main actor lets a heartbeat of each millisecond wait,
          its frames included; idle: a thread that does nothing else, at the same time. Peak cached: what the
          cache or the rival's dictionary held, without what only cells hold.
        """

    let provenanceOfFolder = """
        All real: a decode takes what the photo's codec takes, without a store of thumbnails, and a window reads the
          index. A photo that no codec here can show leaves its cell empty with each of them. The script is that of the
          synthetic library, see 'scroll' without '--library'; nothing is asked of its figures.
        """

    /// The capacity of the image caches in bytes.
    static let cacheBytes = 32 << 20
    private static let jump = 7_500.0

    /// With fewer cells, the list ends before the fastest scroll does.
    private static let leastCells = 2_000

    let typicalSeconds = 56.0
    let quickSeconds = 10.0

    @MainActor func run(_ options: Options, into report: inout Report) async throws {
        if let path = options.library { return try await run(on: path, options, into: &report) }
        let stage = try ImageStage(
            assets: options.assets ?? 70_000, seed: options.seed, costs: .photoKit, decodeCost: .milliseconds(3))
        let figures = try await measure(stage, isReal: false, options, report)
        figures.publish(into: &report)
    }

    /// Runs on real photos, without a store of thumbnails: each variant decodes the images that it shows.
    @MainActor private func run(on path: String, _ options: Options, into report: inout Report) async throws {
        report.progress("indexing '\(path)'")
        let folder = try await IndexedFolder(at: path, keepsThumbnails: false)
        defer { folder.remove() }
        let stage = try await ImageStage(folder)
        guard stage.assets.count >= Self.leastCells else {
            throw UsageError(
                description: "A fling is longer than \(stage.assets.count) photos: 'scroll' takes a folder of "
                    + "\(grouped(Self.leastCells)) or more.")
        }
        let figures = try await measure(stage, isReal: true, options, report)
        figures.publish(into: &report)
    }

    @MainActor private func measure(
        _ stage: ImageStage, isReal: Bool, _ options: Options, _ report: Report
    ) async throws -> ScrollFigures {
        let bench = ScrollBench(
            stage: stage, isReal: isReal, requests: stage.assets.map(ImageStage.request),
            grid: ScrollGrid(count: stage.assets.count))
        let scale = options.seconds.map { $0 / 3 } ?? (options.isQuick ? 0.2 : 1)
        let bareRate = try await bench.decodesPerSecond()
        var figures = ScrollFigures(stage: stage, isReal: isReal, bareRate: bareRate)
        let before = residentBytes()
        try await scrollSlowly(bench, scale, &figures, report)
        try await scrollFast(bench, scale, &figures, report)
        figures.residentGrowth = before.flatMap { before in residentBytes().map { $0 - before } }
        return figures
    }

    @MainActor private func scrollSlowly(
        _ bench: ScrollBench, _ scale: Double, _ figures: inout ScrollFigures, _ report: Report
    ) async throws {
        let fling = bench.fling(speed: 20, jump: Self.jump, scale: scale)
        for variant in ScrollVariant.allCases {
            report.progress("20 rows a second, \(variant.rawValue)")
            figures.flings.append((variant, try await bench.run(variant, fling)))
        }
    }

    @MainActor private func scrollFast(
        _ bench: ScrollBench, _ scale: Double, _ figures: inout ScrollFigures, _ report: Report
    ) async throws {
        // The same phases at half the length, to show whether 60 rows per second are too fast.
        let fling = bench.fling(speed: 60, jump: Self.jump, scale: scale / 2)
        for variant in [ScrollVariant.unordered, .prefetcher, .window] {
            report.progress("60 rows a second, \(variant.rawValue)")
            figures.fast.append((variant, try await bench.run(variant, fling)))
        }
        for variant in [ScrollVariant.noWindows, .window] {
            report.progress("a drag, \(variant.rawValue)")
            figures.drags.append((variant, try await bench.run(variant, bench.drag(scale: scale))))
        }
    }
}

/// The subjects shared by all runs.
@MainActor struct ScrollBench {
    let stage: ImageStage
    /// Whether the photos are real, so that some may be undecodable.
    let isReal: Bool
    let requests: [AssetImageRequest]
    let grid: ScrollGrid

    func fling(speed: Double, jump: Double, scale: Double) -> ScrollScript {
        .fling(
            from: Double(grid.lastRow / 4), speed: speed, jump: min(jump, Double(grid.lastRow / 2)), scale: scale)
    }

    func drag(scale: Double) -> ScrollScript {
        .drag(over: Double(grid.lastRow), scale: scale)
    }

    func run(_ variant: ScrollVariant, _ script: ScrollScript) async throws -> ScrollResult {
        let subject = try await stage.makeSubject(cacheBytes: ScrollScenario.cacheBytes)
        let feed: any ImageFeed =
            switch variant {
            case .unordered: UnorderedFeed(stage, log: subject.log)
            case .prefetcher: PrefetchFeed(stage, log: subject.log)
            case .noWindows, .everything, .window:
                ManagerFeed(variant, subject, requests: requests, wantsDegraded: variant == .window)
            }
        return try await ScrollRun(script, grid, feed, subject.log, toleratesFailures: isReal).run()
    }

    /// The number of pictures that one otherwise idle thread decodes in a second.
    nonisolated func decodesPerSecond() async throws -> Double {
        let times = 100
        let assets = stage.assets.prefix(times)
        let elapsed = try await onThread {
            let start = uptime()
            for asset in assets {
                let image = Result { try stage.paint(asset) }
                if case .failure(let error) = image, !isReal { throw error }
                blackHole(image)
            }
            return uptime() - start
        }
        return Double(assets.count) / (Double(elapsed) / 1e9)
    }
}
