import CameraRoll
import SyntheticLibrary

/// What it costs to keep a list true while the library changes.
struct ChangesScenario: Scenario {
    let name = "changes"
    let summary = "index changes of a snapshot after batches of changes, and a storm with fast and slow subscribers"
    let provenance = """
        All real: the synthetic library without costs. A batch is favourites, new dates, deletions and new assets, two
          of ten each but for favourites, four. An update is a whole call of `next`: hop, fetch, index changes, hop.
          Rivals: the standard library's `difference(from:)` of the identifiers, and reading all assets again to
          compare them with those that were shown. The storm's delay is the default: 30 ms of quiet, 250 ms at most.
        """

    func run(_ options: Options, into report: inout Report) async throws {
        let size = options.assets ?? (options.isQuick ? 4_000 : 70_000)
        let thousand = try await measureBatches(size, options, into: &report)
        if !options.isQuick { try await measureGrowth(size, from: thousand, options, into: &report) }
        try await measureStorm(size, options, into: &report)
    }

    // MARK: Batches

    /// The median update of 1,000 changes, in nanoseconds.
    private func measureBatches(_ size: Int, _ options: Options, into report: inout Report) async throws -> UInt64 {
        var rows: [[String]] = []
        var thousand: UInt64 = 0
        for batch in options.isQuick ? [1, 100] : [1, 100, 1_000, 10_000] {
            report.progress("\(grouped(batch)) changes in \(grouped(size))")
            let figures = try await ChangeRun(assets: size, seed: options.seed).measure(
                batch, rounds: batch < 10_000 ? 30 : 10, withRivals: true)
            rows.append(row(batch, figures))
            record(batch, size, figures, into: &report)
            guard batch == 1_000 else { continue }
            thousand = figures.update.median
            judge(figures, into: &report)
        }
        report.table(["changes", "update", "at worst", "difference(from:)", "", "read again, compare", ""], rows)
        return thousand
    }

    private func row(_ batch: Int, _ figures: ChangeRun.Figures) -> [String] {
        let rival = figures.difference
        let myers = rival.count > 0 ? [time(rival.median), ratio(figures.gain(over: rival))] : ["not run", ""]
        return [grouped(batch), time(figures.update.median), time(figures.update.max)] + myers
            + [time(figures.comparison.median), ratio(figures.gain(over: figures.comparison))]
    }

    private func record(_ batch: Int, _ size: Int, _ figures: ChangeRun.Figures, into report: inout Report) {
        let metric = "\(batch) changes in \(size)"
        report.record("update", metric, Double(figures.update.median), "ns")
        report.record("read again and compare", metric, Double(figures.comparison.median), "ns")
        guard figures.difference.count > 0 else { return }
        report.record("difference(from:)", metric, Double(figures.difference.median), "ns")
    }

    private func judge(_ figures: ChangeRun.Figures, into report: inout Report) {
        let update = figures.update.median
        report.goal("1,000 changes", time(update), asked: "≤ 1 ms", isMet: update <= 1_000_000)
        let (myers, again) = (figures.gain(over: figures.difference), figures.gain(over: figures.comparison))
        report.goal("against difference(from:)", ratio(myers), asked: "≥ 100×", isMet: myers >= 100)
        report.goal("against reading again", ratio(again), asked: "≥ 20×", isMet: again >= 20)
    }

    private func measureGrowth(
        _ size: Int, from small: UInt64, _ options: Options, into report: inout Report
    ) async throws {
        report.progress("1,000 changes in \(grouped(size * 10))")
        let large = try await ChangeRun(assets: size * 10, seed: options.seed)
            .measure(1_000, rounds: 30, withRivals: false).update.median
        let growth = Double(large) / Double(max(small, 1))
        report.record("update", "1000 changes in \(size * 10)", Double(large), "ns")
        report.note("1,000 changes in \(grouped(size * 10)) assets: \(time(large))")
        report.goal("ten times the assets", ratio(growth), asked: "≤ 1.5×", isMet: growth <= 1.5)
    }

    // MARK: The storm

    private func measureStorm(_ size: Int, _ options: Options, into report: inout Report) async throws {
        let notifications = options.isQuick ? 1_000 : 10_000
        report.progress("a storm of \(grouped(notifications))")
        let storm = try await StormRun(assets: size, seed: options.seed).run(notifications)
        var rows: [[String]] = []
        for subscriber in storm.subscribers {
            report.record(subscriber.name, "updates in a storm", Double(subscriber.updates), "updates")
            rows.append([
                subscriber.name, "\(subscriber.asked)", "\(subscriber.updates)", subscriber.isTrue ? "equal" : "WRONG",
            ])
        }
        report.table(
            ["storm of \(grouped(notifications)) in \(time(storm.elapsed))", "asked", "updates", "list"], rows)
        if let growth = storm.growth {
            report.record("storm", "memory", Double(growth), "bytes")
            report.note("memory after the storm: \(growth / 1_048_576) MiB more than before it")
        }
        let isMet = storm.subscribers.allSatisfy { $0.isTrue && $0.updates <= $0.asked }
        report.goal(
            "lists at the end, updates for each request", isMet ? "equal, at most one" : "not so",
            asked: "equal, at most one", isMet: isMet)
        report.conclude(
            "Whoever asks seldom gets one update of all that happened, and nothing waits for him meanwhile.")
    }
}
