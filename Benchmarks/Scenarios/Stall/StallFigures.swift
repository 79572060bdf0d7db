import CameraRoll

/// The pictures of the `stall` scenario.
struct StallFigures {
    /// The number of readers of the ablations and of the timeline.
    static let readers = 4

    let idle: StallResult
    let results: [(readers: Int, result: StallResult)]
    /// With four readers: the effects of slices, of one executor, and of a fair lock.
    let ablations: [StallResult]
    let panels: [StallTimeline.Panel]

    func show(in report: inout Report) {
        if !panels.isEmpty {
            report.show(
                StallTimeline(
                    name: "stall", title: "What the main actor waits for, with \(Self.readers) background readers",
                    allowed: Heartbeat.allowedGap, panels: panels))
        }
        showScreens(in: report)
        showAblations(in: &report)
    }

    private func showScreens(in report: Report) {
        let most = results.map(\.readers).max() ?? 0
        report.show(
            LatencyCurve(
                name: "stall-screens", title: "Until a screen of 28 photos is there, with \(most) background readers",
                series: results.filter { $0.readers == most }.map {
                    Series(name: $0.result.name, isOwn: Self.isOwn($0.result), values: Quantiles($0.result.screens))
                }, goal: GoalLine(value: 8.3e6, label: "goal 8.3 ms")))
    }

    private func showAblations(in report: inout Report) {
        for result in ablations {
            report.record(result.name + ", ablation", "screens in time", result.screensInTime, "")
            report.record(result.name + ", ablation", "main actor blocked", result.blockedShare, "")
            report.record(result.name + ", ablation", "main-actor gap max", Double(result.gaps.max), "ns")
        }
        report.table(
            ["\(Self.readers) readers", "screens in time", "of those due", "main actor blocked", "longest wait"],
            ablations.map { result in
                [
                    result.name, percent(result.screensInTime), grouped(result.due), percent(result.blockedShare),
                    time(result.gaps.max),
                ]
            })
        report.show(
            BarChart(
                "stall-in-time", title: "Screens shown in time, with \(Self.readers) background readers",
                reading: """
                    Of the screens that were due every 16 ms, how many were there within 16 ms; beside it the main \
                    actor's longest wait. Longer bars are better. A fair lock serves those who wait in turn.
                    """, .share,
                bars: ablations.map {
                    .init(
                        name: $0.name, isOwn: Self.isOwn($0), value: $0.screensInTime,
                        note: "longest wait \(time($0.gaps.max))")
                }))
        report.show(
            BarChart(
                "stall-blocked", title: "The main actor's blocked time, with \(Self.readers) background readers",
                reading: "The share of the time in which the main actor did not answer for a millisecond or longer.",
                .share, bars: ablations.map { .init(name: $0.name, isOwn: Self.isOwn($0), value: $0.blockedShare) }))
    }

    private static func isOwn(_ result: StallResult) -> Bool { result.name == CameraRollBaseline.title }
}
