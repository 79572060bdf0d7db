import CameraRoll
import SyntheticLibrary

/// The cost of keeping a list up to date while the library changes.
struct ChangesScenario: Scenario {
    let name = "changes"
    let title = "A library that changes"
    let summary = "index changes of a snapshot after batches of changes, and a burst with fast and slow subscribers"
    let provenance = """
        All real: the synthetic library without costs. Of ten changes, scattered over the library, four are favorites,
          two new dates, two deletions and two new assets. An update is a whole call of `next`: hop, fetch, index
          changes, hop, without the delay of 30 ms by which an app's updates wait for more by default. Rivals: the
          standard library's `difference(from:)` of the identifiers, a difference by a hash table of their positions,
          both without reading them again, and reading all assets again to compare them with those that were shown. Each
          is measured by itself; their outputs are checked to be the same list.
        """

    let typicalSeconds = 7.0
    let quickSeconds = 0.5

    func run(_ options: Options, into report: inout Report) async throws {
        let size = options.assets ?? (options.isQuick ? 4_000 : 70_000)
        let thousand = try await measureBatches(size, options, into: &report)
        if !options.isQuick { try await measureGrowth(size, from: thousand, options, into: &report) }
        try await measureShown(size, options, into: &report)
        try await measureBurst(size, options, into: &report)
    }

    // MARK: The list on the screen

    private func measureShown(_ size: Int, _ options: Options, into report: inout Report) async throws {
        report.progress("the list on the screen, \(grouped(size))")
        let figures = try await ShownRun(assets: size, seed: options.seed).measure(rounds: options.isQuick ? 5 : 30)
        report.table(
            ["one asset inserted in \(grouped(size))", "median", "at worst"],
            [
                ["on the screen's actor", time(figures.turns.median), time(figures.turns.max)],
                ["three copies on that actor", time(figures.copies.median), time(figures.copies.max)],
                ["until the list is there", time(figures.calls.median), time(figures.calls.max)],
            ])
        let metric = "1 inserted in \(size), on the caller's actor"
        report.record("assets(applying:to:)", metric, Double(figures.turns.median), "ns")
        report.record("three copies", metric, Double(figures.copies.median), "ns")
        report.record("assets(applying:to:)", "1 inserted in \(size)", Double(figures.calls.median), "ns")
        let median = figures.turns.median
        report.goal(
            "on the screen's actor", time(median), asked: "< 1 ms", isMet: median < 1_000_000,
            bound: .atMost(1e6, found: Double(median)))
    }

    // MARK: Batches

    /// The figures of 1,000 changes; none in a quick run.
    private func measureBatches(
        _ size: Int, _ options: Options, into report: inout Report
    ) async throws -> ChangeRun.Figures {
        var rows: [[String]] = []
        var thousand = ChangeRun.Figures()
        var found: [(batch: Int, figures: ChangeRun.Figures)] = []
        for batch in options.isQuick ? [1, 100] : [1, 100, 1_000, 10_000] {
            report.progress("\(grouped(batch)) change\(batch == 1 ? "" : "s") in \(grouped(size))")
            let figures = try await ChangeRun(assets: size, seed: options.seed).measure(
                batch, rounds: batch < 10_000 ? 30 : 10, withBaselines: true)
            rows.append(row(batch, figures))
            found.append((batch, figures))
            record(batch, size, figures, into: &report)
            guard batch == 1_000 else { continue }
            thousand = figures
            report.headline(
                "What 1,000 changes did to a list of \(grouped(size))", own: figures.update.median,
                rival: figures.comparison.median, instead: "to read it again and compare")
            report.conclude(
                "What 1,000 changes did to a list of \(grouped(size)) is known after \(time(figures.update.median)): "
                    + "\(ratio(figures.gain(over: figures.difference))) faster than difference(from:), "
                    + "\(ratio(figures.gain(over: figures.comparison))) than reading again.")
            judge(figures, into: &report)
        }
        report.table(
            [
                "changes", "update", "at worst", "difference(from:)", "ratio", "by hash", "ratio",
                "read again, compare",
                "ratio",
            ], rows)
        show(found, size, in: report)
        return thousand
    }

    private func row(_ batch: Int, _ figures: ChangeRun.Figures) -> [String] {
        let baseline = figures.difference
        let myers =
            baseline.count > 0 ? [time(baseline.median), ratio(figures.gain(over: baseline))] : ["not run", ""]
        return [grouped(batch), time(figures.update.median), time(figures.update.max)] + myers
            + [time(figures.hashed.median), ratio(figures.gain(over: figures.hashed))]
            + [time(figures.comparison.median), ratio(figures.gain(over: figures.comparison))]
    }

    private func record(_ batch: Int, _ size: Int, _ figures: ChangeRun.Figures, into report: inout Report) {
        let metric = "\(batch) changes in \(size)"
        report.record("update", metric, Double(figures.update.median), "ns", samples: figures.update)
        report.record("read again and compare", metric, Double(figures.comparison.median), "ns")
        report.record("difference by hash", metric, Double(figures.hashed.median), "ns")
        guard figures.difference.count > 0 else { return }
        report.record("difference(from:)", metric, Double(figures.difference.median), "ns")
    }

    private func show(_ found: [(batch: Int, figures: ChangeRun.Figures)], _ size: Int, in report: Report) {
        let lines: [(String, (ChangeRun.Figures) -> Samples)] = [
            ("an update", \.update), ("difference(from:)", \.difference), ("difference by hash", \.hashed),
            ("read again and compare", \.comparison),
        ]
        report.show(
            ScalingPlot(
                name: "changes",
                title: "Until it is known what changed in a list of "
                    + "\(grouped(size))", sizes: "changes",
                quantity: .nanoseconds,
                series: lines.enumerated().map { index, line in
                    Series(
                        name: line.0, isOwn: index == 0,
                        values: found.filter { line.1($0.figures).count > 0 }.map {
                            .init($0.batch, line.1($0.figures))
                        })
                }, goal: GoalLine(value: 6e5, label: "goal of 1,000 changes 0.6 ms")))
    }

    private func judge(_ figures: ChangeRun.Figures, into report: inout Report) {
        let update = figures.update.median
        report.goal(
            "1,000 changes", time(update), asked: "≤ 0.6 ms", isMet: update <= 600_000,
            bound: .atMost(6e5, found: Double(update)))
        let (myers, again) = (figures.gain(over: figures.difference), figures.gain(over: figures.comparison))
        report.goal(
            "against difference(from:)", ratio(myers), asked: "≥ 100×", isMet: myers >= 100,
            bound: .atLeast(100, found: myers))
        report.goal(
            "against reading again", ratio(again), asked: "≥ 20×", isMet: again >= 20,
            bound: .atLeast(20, found: again))
    }

    private func measureGrowth(
        _ size: Int, from small: ChangeRun.Figures, _ options: Options, into report: inout Report
    ) async throws {
        report.progress("1,000 changes in \(grouped(size * 10))")
        let large = try await ChangeRun(assets: size * 10, seed: options.seed)
            .measure(1_000, rounds: 30, withBaselines: false)
        let growth = large.update.over(small.update)
        report.record("update", "1000 changes in \(size * 10)", Double(large.update.median), "ns")
        report.note("1,000 changes in \(grouped(size * 10)) assets: \(time(large.update.median))")
        report.note(PlainDates.comparison(of: large.searches, in: size * 10, with: small.searches, in: size))
        report.goal(
            "ten times the assets", ratio(growth), asked: "≤ 1.2×", isMet: growth <= 1.2,
            bound: .atMost(1.2, found: growth))
    }

    // MARK: The change burst

    private func measureBurst(_ size: Int, _ options: Options, into report: inout Report) async throws {
        let notifications = options.isQuick ? 1_000 : 10_000
        report.progress("a burst of \(grouped(notifications))")
        let burst = try await BurstRun(assets: size, seed: options.seed).run(notifications)
        var rows: [[String]] = []
        for subscriber in burst.subscribers {
            report.record(subscriber.name, "updates in a burst", Double(subscriber.updates), "updates")
            rows.append([
                subscriber.name, "\(subscriber.asked)", "\(subscriber.updates)", subscriber.isTrue ? "equal" : "WRONG",
            ])
        }
        let title = "burst of \(grouped(notifications)) changes in \(time(burst.elapsed))"
        report.table([title, "calls of next", "updates", "list at the end"], rows)
        report.note("Updates come every 30 to 250 ms at most, however fast a subscriber asks.")
        report.show(burst.chart)
        judge(burst, into: &report)
        report.conclude("A subscriber that asks seldom gets one update of all that happened; nothing queues for it.")
    }

    private func judge(_ burst: BurstRun.Outcome, into report: inout Report) {
        let isTrue = burst.subscribers.allSatisfy(\.isTrue)
        report.goal("lists at the end", isTrue ? "all true" : "not true", asked: "all true", isMet: isTrue)
        let asked = burst.subscribers.reduce(0) { $0 + $1.asked }
        report.goal(
            "reads of the library for updates", "\(burst.reads)", asked: "at most the calls, \(asked), and a few",
            isMet: burst.reads <= asked + 20)
        guard let growth = burst.growth else { return }
        report.record("burst", "memory", Double(growth), "bytes")
        let found = "\(growth / 1_048_576) MiB more than before"
        report.goal(
            "memory after the burst", found, asked: "flat: ≤ 32 MiB", isMet: growth <= 32 << 20,
            bound: .atMost(Double(32 << 20), found: Double(growth)))
    }
}
