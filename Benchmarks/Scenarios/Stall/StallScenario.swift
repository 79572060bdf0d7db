import CameraRoll
import SyntheticLibrary

/// What the main actor and a screen of photos go through while others read the same library.
struct StallScenario: Scenario {
    let name = "stall"
    let summary = "a screen of 28 photos every 16 ms while 1 to 8 readers read whole albums"
    let provenance = """
        Modelled: 0.1 ms of library time for each asset (R66), asleep, the library's lock held; unprotected readers hold
          it for 50 ms at a time. Real: the lock, the threads, all waiting. Albums are opened before the clock starts.
          Main gap: how long the main actor lets a pulse of each millisecond wait. Screen: from when it was due.
          Threads: of the whole process, the benchmark's own pulse and pools among them.
        """

    func run(_ options: Options, into report: inout Report) async throws {
        let readers = options.isQuick ? [4] : [1, 2, 4, 8]
        let seconds = options.seconds ?? (options.isQuick ? 0.5 : 3)
        let store = SyntheticStore(assets: options.assets ?? 70_000, seed: options.seed, costs: .photoKit)
        _ = store.contents  // generated before the clock starts
        let idle = try await StallRun(of: IdleRival(), readers: 0, seconds: seconds).run()
        var results: [(readers: Int, result: StallResult)] = []
        for count in readers {
            for rival in try await makeRivals(store) {
                report.progress("\(count) readers, \(rival.name)")
                results.append((count, try await StallRun(of: rival, readers: count, seconds: seconds).run()))
            }
        }
        publish(idle, results, into: &report)
    }

    private func makeRivals(_ store: SyntheticStore) async throws -> [any Rival] {
        [
            DirectRival(library: store.unsafeUnprotectedAccess),
            DispatchRival(library: store.unsafeUnprotectedAccess),
            PlainActorRival(library: store.unsafeUnprotectedAccess),
            try await CameraRollRival(store),
        ]
    }

    private func publish(
        _ idle: StallResult, _ results: [(readers: Int, result: StallResult)], into report: inout Report
    ) {
        let rows = [row("–", idle, into: &report)] + results.map { row("\($0.readers)", $0.result, into: &report) }
        report.table(
            [
                "readers, and who reads", "main gap p50", "p99", "max", "screen p50", "p99", "max", "screens",
                "assets/s",
                "threads",
            ], rows)
        conclude(idle, results, into: &report)
    }

    private func row(_ readers: String, _ result: StallResult, into report: inout Report) -> [String] {
        let variant = "\(result.name), \(readers) readers"
        for (metric, samples) in [("main-actor gap", result.gaps), ("screen latency", result.screens)] {
            report.record(variant, "\(metric) p50", Double(samples.median), "ns")
            report.record(variant, "\(metric) p99", Double(samples.percentile(99)), "ns")
            report.record(variant, "\(metric) max", Double(samples.max), "ns")
        }
        report.record(variant, "assets a second", result.assetsPerSecond, "1/s")
        report.record(variant, "screens", Double(result.screens.count), "")
        report.record(variant, "threads", Double(result.threads), "")
        let times = [result.gaps, result.screens].flatMap { [$0.median, $0.percentile(99), $0.max] }
        return ["\(readers)  \(result.name)"] + times.map { time($0) }
            + [grouped(result.screens.count), grouped(Int(result.assetsPerSecond)), grouped(result.threads)]
    }

    private func conclude(
        _ idle: StallResult, _ results: [(readers: Int, result: StallResult)], into report: inout Report
    ) {
        let ours = results.filter { $0.result.name == CameraRollRival.title }.map(\.result)
        let direct = results.filter { $0.result.name == DirectRival.title }.map(\.result)
        let shares = zip(ours, direct).map { $0.assetsPerSecond / max($1.assetsPerSecond, 1) }
        judge(
            idle, ours, direct: results.first { $0.readers == 4 && $0.result.name == DirectRival.title }?.result,
            in: report)
        report.conclude(
            "At the lock the main actor waits up to \(time(direct.map(\.gaps.max).max() ?? 0)); with CameraRoll up to "
                + "\(time(ours.map(\.gaps.max).max() ?? 0)) (idle: \(time(idle.gaps.max))), and a screen takes at most "
                + "\(time(ours.map { $0.screens.percentile(99) }.max() ?? 0)) at p99, at "
                + "\(Int((shares.min() ?? 0) * 100)) % or more of the direct lock's assets a second.")
    }

    private func judge(_ idle: StallResult, _ ours: [StallResult], direct: StallResult?, in report: Report) {
        let second: UInt64 = 1_000_000_000
        if let direct {
            let gap = direct.gaps.max
            report.goal(
                "main gap at the lock, 4 readers", time(gap), asked: "≥ 1 s (reproduced)", isMet: gap >= second)
        }
        let gap = ours.map(\.gaps.max).max() ?? 0
        report.goal(
            "main gap, CameraRoll", time(gap), asked: "≤ 8.3 ms or idle's",
            isMet: gap <= max(8_300_000, idle.gaps.max))
        let screen = ours.map { $0.screens.percentile(99) }.max() ?? 0
        report.goal("screen p99, CameraRoll", time(screen), asked: "≤ 8.3 ms", isMet: screen <= 8_300_000)
    }
}
