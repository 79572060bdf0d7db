import CameraRoll
import SyntheticLibrary

/// The models of a screen: opening to the first visible cells, the cost of calls on the main actor, and of observation.
struct BrowseScenario: Scenario {
    let name = "browse"
    let title = "The models of a screen"
    let section = "timeline"
    let summary =
        "a grid's models: opening, scroll events, cells, drag-selection; against observing everything"
    let provenance = """
        All real, without a view: the calls that a view makes on the main actor. Opening: the synthetic library with the
          modeled costs of Photos, from the query, or a browser's start, to the assets of 28 cells. A gap is work, which
          is the processor time of the main actor's turns between two heartbeats, or a wait for a processor, as an idle
          thread's is. Albums: the same with 100,000 albums, and one more. The rest: a library without costs, whose
          images are painted; scroll events come 120 times a second. 'Observes everything' is one observed dictionary
          of pages, as most models of lists are.
        """

    let quickSeconds = 1.0

    func run(_ options: Options, into report: inout Report) async throws {
        report.progress("opening")
        try await openings(options, into: &report)
        try await albums(options, into: &report)
        let assets = options.assets ?? (options.isQuick ? 10_000 : 1_000_000)
        report.progress("calls over \(grouped(assets)) assets")
        let grid = try await BrowsedGrid(.synthetic(assets: assets, seed: options.seed))
        try await grid.open()
        try await calls(of: grid, options, into: &report)
        try await observation(into: &report)
    }

    // MARK: - Calls

    private func calls(of grid: BrowsedGrid, _ options: Options, into report: inout Report) async throws {
        let number = options.isQuick ? 10_000 : 1_000_000
        let asset = await grid.costOfAsset(calls: number)
        let known = await grid.costOfKnownCell(calls: number)
        let new = await grid.costOfNewCell(calls: number / 100)
        let drag = await grid.drag(over: options.isQuick ? 5_000 : 100_000)
        let scroll = await grid.scroll(events: options.isQuick ? 100 : 1_000)
        report.table(
            ["a call on the main actor", "median", "99 %", "slowest"],
            [
                ["asset(at:)", time(asset), "", ""], ["cell(at:), a cell that exists", time(known), "", ""],
                ["cell(at:), a new one with its image", time(new), "", ""],
                row("scrolled(to:), 28 visible cells, 16 more each time", scroll.elapsed),
                row("likewise, in processor time", scroll.work),
                row("drag(to:), \(grouped(options.isQuick ? 5_000 : 100_000)) selected", drag),
            ])
        if let waits = scroll.waits, let losses = scroll.losses {
            report.conclude(
                "Of \(grouped(scroll.elapsed.count)) scroll events the main thread waited in \(grouped(waits)), as at "
                    + "a lock, and lost its processor to another thread in \(grouped(losses)). On Linux a thread that "
                    + "is woken may take the processor of the one that wakes it; 'chrt -b 0' before the command ends "
                    + "that.")
            report.record("grid", "scroll events that wait", Double(waits), "count")
            report.record("grid", "scroll events that lose the processor", Double(losses), "count")
            report.goal(
                "scroll events that wait at a lock", "\(waits)", asked: "0", isMet: waits == 0,
                bound: .atMost(0, found: Double(waits)))
        }
        report.show(
            LatencyCurve(
                name: "browse-scroll", title: "A scroll event and a move of a drag, on the main actor",
                series: [
                    Series(name: "scrolled(to:)", isOwn: true, values: Quantiles(scroll.elapsed)),
                    Series(name: "drag(to:)", isOwn: true, values: Quantiles(drag)),
                ], goal: GoalLine(value: 100_000, label: "goal of a scroll event 100 µs")))
        for (metric, value) in [
            ("asset(at:)", asset), ("cell(at:)", known), ("cell(at:), new", new),
            ("scrolled(to:)", Double(scroll.elapsed.median)),
            ("scrolled(to:), 99 %", Double(scroll.elapsed.percentile(99))),
            ("scrolled(to:), processor time", Double(scroll.work.median)),
            ("scrolled(to:), processor time, 99 %", Double(scroll.work.percentile(99))),
            ("drag(to:)", Double(drag.median)),
        ] { report.record("grid", metric, value, "ns") }
        judge("asset(at:)", asset, limit: 200, asked: "≤ 200 ns", in: report)
        judge("cell(at:)", max(known, new), limit: 2_000, asked: "≤ 2 µs", in: report)
        judge("a scroll event, 99 %", scroll.elapsed.percentile(99), limit: 100_000, asked: "≤ 100 µs", in: report)
        let (work, slowWork) = (scroll.work.median, scroll.work.percentile(99))
        judge("a scroll event's processor time, median", work, limit: 25_000, asked: "≤ 25 µs", in: report)
        judge("a scroll event's processor time, 99 %", slowWork, limit: 60_000, asked: "≤ 60 µs", in: report)
        judge("a move of a drag-selection", drag.median, limit: 10_000, asked: "≤ 10 µs", in: report)
    }

    private func judge(_ name: String, _ found: UInt64, limit: UInt64, asked: String, in report: Report) {
        judge(name, Double(found), limit: Double(limit), asked: asked, in: report)
    }

    /// Judges a time; its limit is in nanoseconds, and in words.
    private func judge(_ name: String, _ found: Double, limit: Double, asked: String, in report: Report) {
        report.goal(
            name, time(found), asked: asked, isMet: found <= limit, bound: .atMost(limit, found: found))
    }

    private func row(_ name: String, _ samples: Samples) -> [String] {
        [name, time(samples.median), time(samples.percentile(99)), time(samples.max)]
    }

    // MARK: - Observation

    private func observation(into report: inout Report) async throws {
        let grid = try await BrowsedGrid(.synthetic(assets: 10_000))
        try await grid.open()
        let (ours, theirs) = (try await grid.cellsWrittenByFarPage(), await ObservedPages.cellsNotifiedOfFarPage())
        report.table(
            ["a page arrives that is not on screen", "of 28 visible cells, drawn again"],
            [["a grid", "\(ours)"], ["observes everything", "\(theirs)"]])
        report.record("grid", "cells drawn again by a page", Double(ours), "count")
        report.record("observes everything", "cells drawn again by a page", Double(theirs), "count")
        report.conclude(
            "A page that arrives off the screen makes \(ours) of 28 visible cells draw again, and \(theirs) where one "
                + "dictionary of pages is observed.")
    }
}
