import CameraRoll
import Foundation
import SyntheticLibrary

/// The cost of preloading the first assets, and its effect on a concurrent reader.
struct PreloadScenario: Scenario {
    let name = "preload"
    let title = "Reading ahead"
    let summary = "the first 10,000 and 70,000 assets read ahead, without costs and with, beside a reader of screens"
    let provenance = """
        With costs, 0.1 ms an asset is modeled, asleep, while the library's lock is held; lock, threads and waiting are
          real. The reader asks for a screen of 28 assets at a random place every 20 ms, and overtakes.
        """

    let typicalSeconds = 12.0
    let quickSeconds = 1.0

    func run(_ options: Options, into report: inout Report) async throws {
        let sizes = options.assets.map { [$0] } ?? (options.isQuick ? [2_000] : [10_000, 70_000])
        try await measureAlone(sizes, rounds: options.isQuick ? 2 : 30, options, into: &report)
        try await measureBeside(sizes, options, into: &report)
    }

    // MARK: Alone

    private func measureAlone(
        _ sizes: [Int], rounds: Int, _ options: Options, into report: inout Report
    ) async throws {
        var rows: [[String]] = []
        for size in sizes {
            report.progress("\(grouped(size)) assets without costs")
            let store = SyntheticStore(assets: size, seed: options.seed)
            var (ahead, eager) = (Samples(), Samples())
            for _ in 0..<rounds {
                ahead.add(try await preload(store, assets: size))
                eager.add(try await timed { try await eagerly(store, assets: size) })
            }
            let (metric, rival) = ("\(size) assets without costs", "one array in one read")
            report.record("preload", metric, Double(ahead.median), "ns", samples: ahead, rival: rival)
            report.record(rival, metric, Double(eager.median), "ns", samples: eager)
            rows.append([grouped(size), time(eager.median), time(ahead.median), ratio(ahead.over(eager))])
            guard size == 10_000 else { continue }
            let isMet = ahead.median <= 5_000_000
            report.goal(
                "10,000 without costs", time(ahead.median), asked: "≤ 5 ms", isMet: isMet,
                bound: .atMost(5e6, found: Double(ahead.median)))
        }
        report.table(["assets, no costs", "one array, in one turn", "preload", "preload / array"], rows)
    }

    private func preload(_ store: SyntheticStore, assets: Int) async throws -> UInt64 {
        let manager = MediaManager(.synthetic(store), executor: LibraryExecutor(label: "bench.preload"))
        try await manager.loadLibrary()
        let options = PreloadOptions(assetCount: assets, albums: nil)
        let elapsed = try await timed { blackHole(try await manager.preload(options)) }
        await manager.close()
        return elapsed
    }

    /// A cache without slices: one job reads everything while other calls wait.
    private func eagerly(_ store: SyntheticStore, assets: Int) async throws {
        let access = LibraryAccess(.synthetic(store), executor: LibraryExecutor(label: "bench.eager"))
        let read = try await access.read("preload by hand") { library in
            let result = try library.fetchAssets(.all)
            return try result.assets(in: 0..<min(assets, result.count))
        }
        blackHole(read.count)
        await access.close()
    }

    // MARK: Beside a reader

    private func measureBeside(_ sizes: [Int], _ options: Options, into report: inout Report) async throws {
        var rows: [[String]] = []
        var curves: [Series<Quantiles>] = []
        for size in sizes {
            for way in Way.allCases where way == .preload || size == sizes.first {
                report.progress("\(grouped(size)) assets with costs, \(way.rawValue)")
                let outcome = try await beside(way, assets: size, options)
                report.record(way.rawValue, "\(size) assets with costs", Double(outcome.elapsed), "ns")
                report.record(way.rawValue, "screen beside \(size), p99", Double(outcome.screens.percentile(99)), "ns")
                if size == sizes.first {
                    curves.append(
                        Series(name: way.rawValue, isOwn: way == .preload, values: Quantiles(outcome.screens)))
                }
                rows.append([
                    way.rawValue, grouped(size), time(outcome.elapsed), "\(outcome.screens.count)",
                    time(outcome.screens.median), time(outcome.screens.percentile(99)), outcome.readTwice,
                ])
                guard way == .preload else { continue }
                let slowest = outcome.screens.percentile(99)
                report.goal(
                    "a screen of 28 beside \(grouped(size)), p99", time(slowest), asked: "≤ 8.3 ms",
                    isMet: slowest <= 8_300_000, bound: .atMost(8.3e6, found: Double(slowest)))
            }
        }
        report.table(
            ["with costs", "assets", "in all", "screens", "median", "p99", "read twice"], rows)
        report.show(
            LatencyCurve(
                name: "preload",
                title: "Until a screen of 28 is there, while \(grouped(sizes.first ?? 0)) photos "
                    + "are read ahead",
                series: curves, goal: GoalLine(value: 8.3e6, label: "goal 8.3 ms")))
        report.note(
            "Read twice is what a screen read before the preload had begun. Screens: how many were read beside it.")
        report.conclude(
            "While \(grouped(sizes.first ?? 0)) photos are read ahead, 99 of 100 screens are there within "
                + "\(time(curves.first { $0.isOwn }?.values.value(at: 0.99) ?? 0)); one read of all makes them wait "
                + "for \(time(curves.first { $0.name == Way.byHand.rawValue }?.values.value(at: 0.99) ?? 0)).")
        report.conclude("A preload reads nothing that a screen has read meanwhile.")
    }

    private enum Way: String, CaseIterable {
        case preload = "preload"
        case byHand = "one read of all"
        case atTheLock = "batches of 500 at the lock"
    }

    private struct Outcome {
        var elapsed: UInt64
        var screens: Samples
        var readTwice: String
    }

    private func beside(_ way: Way, assets: Int, _ options: Options) async throws -> Outcome {
        let store = SyntheticStore(assets: assets, seed: options.seed, costs: .photoKit)
        let manager = MediaManager(.synthetic(store), executor: LibraryExecutor(label: "bench.beside"))
        let snapshot = try await manager.snapshot()
        let work = Task(priority: .utility) {
            try await timed { try await readAhead(way, manager, store, assets) }
        }
        let reader = Task(priority: .userInitiated) {
            try await readScreens(snapshot, way, store, manager.photos, seed: options.seed)
        }
        let elapsed = try await work.value
        reader.cancel()
        let screens = try await reader.value
        let extra = store.statistics.assetsMaterialised - snapshot.count
        await manager.close()
        return Outcome(elapsed: elapsed, screens: screens, readTwice: grouped(max(extra, 0)))
    }

    private func readAhead(_ way: Way, _ manager: MediaManager, _ store: SyntheticStore, _ assets: Int) async throws {
        switch way {
        case .preload: blackHole(try await manager.preload(PreloadOptions(assetCount: assets, albums: nil)))
        case .byHand:
            try await manager.photos.access.read("preload by hand") { library in
                let result = try library.fetchAssets(.all)
                blackHole(try result.assets(in: 0..<result.count).count)
            }
        case .atTheLock:
            try await onThread { blackHole(try store.unsafeUnprotectedAccess.allAssets().count) }
        }
    }

    /// Reads screens at random positions until canceled.
    private func readScreens(
        _ snapshot: AssetSnapshot, _ way: Way, _ store: SyntheticStore, _ photos: PhotoRepository, seed: UInt64
    ) async throws -> Samples {
        var samples = Samples()
        var numbers = SeededGenerator(seed: seed)
        while !Task.isCancelled {
            let start = Int.random(in: 0..<max(1, snapshot.count - 28), using: &numbers)
            let range = start..<min(start + 28, snapshot.count)
            // A screen that is being read when the work ends is completed.
            let screen = Task { try await timed { try await read(range, snapshot, way, store, photos) } }
            samples.add(try await screen.value)
            try? await Task.sleep(for: .milliseconds(20))
        }
        return samples
    }

    private func read(
        _ range: Range<Int>, _ snapshot: AssetSnapshot, _ way: Way, _ store: SyntheticStore, _ photos: PhotoRepository
    ) async throws {
        guard way == .atTheLock else { return blackHole(try await photos.assets(in: range, of: snapshot).count) }
        try await onThread { blackHole(try store.unsafeUnprotectedAccess.assets(in: range).count) }
    }
}
