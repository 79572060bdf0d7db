import CameraRoll
import SyntheticLibrary

/// The time until an app shows its first photos.
struct OpenScenario: Scenario {
    let name = "open"
    let title = "Opening a library"
    let summary = "the count and the first 100 photos, against all materialized first, and a bare lazy fetch"
    let provenance = """
        Modeled: 0.1 ms of library time for each asset materialized. Real: everything else. The lazy fetch: a
          thread opens the library, counts the result and reads its first 100 assets; it and CameraRoll take turns.
        """
    let provenanceOfFolder = "All real; the folder was indexed before. All at once: all pages are read, then one shown."

    let typicalSeconds = 9.0
    let quickSeconds = 1.0

    func run(_ options: Options, into report: inout Report) async throws {
        if let path = options.library { return try await run(on: path, options, into: &report) }
        let sizes = options.assets.map { [$0] } ?? (options.isQuick ? [4_000] : [4_000, 10_000, 70_000])
        var rows: [[String]] = []
        var last: (eager: UInt64, turns: Turns) = (0, Turns())
        for size in sizes {
            report.progress("\(grouped(size)) assets")
            let store = SyntheticStore(assets: size, seed: options.seed, costs: .photoKit)
            _ = store.contents  // generated before the clock starts
            last = (
                try await openEagerly(store), try await openInTurns(.synthetic(store), times: options.isQuick ? 3 : 20)
            )
            rows.append(publish(size, last.eager, last.turns, into: &report))
        }
        report.table(Self.headers, rows)
        let size = sizes.last ?? 0
        let free = SyntheticStore(assets: size, seed: options.seed)
        _ = free.contents
        let bare = try await openInTurns(.synthetic(free), times: options.isQuick ? 5 : 100)
        judge(size, last.eager, last.turns, bare, into: &report)
        show(size, last.eager, last.turns, in: report)
    }

    private func judge(_ size: Int, _ eager: UInt64, _ turns: Turns, _ bare: Turns, into report: inout Report) {
        let own = turns.own.median
        let gain = Double(eager) / Double(max(own, 1))
        report.goal(
            "first 100", time(own), asked: "≤ 16 ms", isMet: own <= 16_000_000,
            bound: .atMost(16e6, found: Double(own)))
        if size == 70_000 {
            report.goal(
                "gain over all at once", ratio(gain), asked: "≥ 100×", isMet: gain >= 100,
                bound: .atLeast(100, found: gain))
        }
        let share = turns.overhead / Double(max(turns.direct.median, 1))
        report.goal(
            "above the lazy fetch, with costs", percent(share), asked: "≤ 5 %", isMet: share <= 0.05,
            bound: .atMost(0.05, found: share))
        report.goal(
            "above the lazy fetch, without costs", timeAbove(bare.overhead), asked: "≤ 60 µs",
            isMet: bare.overhead <= 60_000,
            bound: .atMost(60_000, found: bare.overhead))
        report.record("lazy fetch", "first 100, without costs", Double(bare.direct.median), "ns", samples: bare.direct)
        report.record("CameraRoll", "first 100, without costs", Double(bare.own.median), "ns", samples: bare.own)
        report.record(
            "CameraRoll, one call", "first 100, without costs", Double(bare.inOneCall.median), "ns",
            samples: bare.inOneCall)
        report.headline(
            "The first 100 of \(grouped(size)) photos", own: own, rival: eager, instead: "where all are read first")
        report.conclude(
            "With \(grouped(size)) photos the count and the first 100 are there after \(time(own)) instead of "
                + "\(time(eager)): \(ratio(gain)) faster than reading all first.")
        report.conclude(
            "A lazy fetch without CameraRoll takes \(time(turns.direct.median)); ours takes "
                + "\(timeAbove(turns.overhead))."
        )
        report.conclude(
            "Where the library costs nothing, ours takes \(timeAbove(bare.overhead)), and "
                + "\(timeAbove(bare.overheadInOneCall)) if the count is taken from the first page.")
    }

    private func show(_ size: Int, _ eager: UInt64, _ turns: Turns, in report: Report) {
        report.show(
            BarChart(
                "open", title: "Until the first 100 of \(grouped(size)) photos are there",
                reading: """
                    Medians; the axis grows by factors of ten. All at once is what many apps do, the lazy fetch what a \
                    careful engineer writes: CameraRoll should be as short as that one.
                    """, .nanoseconds, isLogarithmic: true,
                bars: [
                    .init(name: "all at once", value: Double(eager)),
                    .init(
                        name: "lazy fetch, without CameraRoll", value: Double(turns.direct.median),
                        spread: turns.direct.spread),
                    .init(
                        name: "CameraRoll", isOwn: true, value: Double(turns.own.median), spread: turns.own.spread),
                ], goal: GoalLine(value: 16e6, label: "goal 16 ms")))
    }

    private static let headers = ["assets", "all at once", "lazy fetch", "CameraRoll", "at worst", "ratio"]

    /// The times of a lazy fetch and of CameraRoll, measured alternately.
    private struct Turns {
        var direct = Samples()
        /// The count, and then the first page.
        var own = Samples()
        /// The first page, which includes the count.
        var inOneCall = Samples()
        /// The time that CameraRoll adds, in nanoseconds; negative if it was faster.
        var overhead: Double { Double(own.median) - Double(direct.median) }
        var overheadInOneCall: Double { Double(inOneCall.median) - Double(direct.median) }
    }

    /// Runs on real photos; the eager variant reads every page before the first is shown.
    private func run(on path: String, _ options: Options, into report: inout Report) async throws {
        report.progress("indexing '\(path)'")
        let folder = try await IndexedFolder(at: path)
        defer { folder.remove() }
        let photos = PhotoRepository(
            access: LibraryAccess(folder.library, executor: LibraryExecutor(label: "bench.eager")))
        var count = 0
        let eager = try await timed {
            for try await page in photos.pages(of: .all, size: 1_000) { count += page.assets.count }
        }
        let turns = try await openInTurns(folder.library, times: options.isQuick ? 3 : 20)
        report.table(Self.headers, [publish(count, eager, turns, into: &report)])
        show(count, eager, turns, in: report)
    }

    private func openEagerly(_ store: SyntheticStore) async throws -> UInt64 {
        try await timed { blackHole(try store.unsafeUnprotectedAccess.allAssets().prefix(100).count) }
    }

    private func openInTurns(_ library: @autoclosure () -> PhotoLibrarySource, times: Int) async throws -> Turns {
        var turns = Turns()
        for _ in 0..<times {
            turns.direct.add(try await openDirectly(library()))
            turns.own.add(
                try await open(library()) { manager in
                    blackHole(try await manager.loadLibrary())
                    blackHole(try await manager.page(PageRequest(size: 100)).assets.count)
                })
            turns.inOneCall.add(
                try await open(library()) { manager in
                    let page = try await manager.page(PageRequest(size: 100))
                    blackHole((page.totalCount, page.assets.count))
                })
        }
        return turns
    }

    /// Reads with a new manager, whose thread starts with the first read.
    private func open(
        _ library: PhotoLibrarySource, _ read: (MediaManager) async throws -> Void
    ) async throws -> UInt64 {
        let executor = LibraryExecutor(label: "bench.open")
        let manager = MediaManager(library, executor: executor)
        let elapsed = try await timed { try await read(manager) }
        // Its thread ends before the next turn, with which it would share the cores.
        await manager.close()
        await executor.shutdown()
        return elapsed
    }

    /// Opens the library on a thread of its own, whose start counts, as CameraRoll's does.
    private func openDirectly(_ source: PhotoLibrarySource) async throws -> UInt64 {
        try await timed {
            let shown = try await onThread {
                let context = LibraryContext(executor: LibraryExecutor(label: "bench.direct"))
                let result = try source.open(context).fetchAssets(.all)
                return (result.count, try result.assets(in: 0..<min(100, result.count)))
            }
            blackHole(shown)
        }
    }

    private func publish(_ size: Int, _ eager: UInt64, _ turns: Turns, into report: inout Report) -> [String] {
        let own = turns.own
        report.record("all at once", "first 100 of \(size)", Double(eager), "ns")
        report.record("CameraRoll", "first 100 of \(size), median", Double(own.median), "ns")
        report.record("CameraRoll", "first 100 of \(size), longest", Double(own.max), "ns")
        let metric = "first 100 of \(size), in turns"
        report.record("lazy fetch", metric, Double(turns.direct.median), "ns", samples: turns.direct)
        report.record("CameraRoll", metric, Double(own.median), "ns", samples: own, rival: "lazy fetch")
        let gain = Double(eager) / Double(max(own.median, 1))
        return [
            grouped(size), time(eager), time(turns.direct.median), time(own.median), time(own.max), ratio(gain),
        ]
    }
}
