import CameraRoll

/// All results of the `scroll` scenario, and its conclusions.
struct ScrollFigures {
    typealias Run = (variant: ScrollVariant, result: ScrollResult)

    let stage: ImageStage
    /// Whether the photos are real; the goals are for the modeled costs.
    let isReal: Bool
    /// The number of decodes per second on one otherwise idle thread.
    let bareRate: Double
    /// The maximum number of CameraRoll's decoding threads.
    let decodeThreads = CachingImageManager.Limits.suggestedDecodes
    /// The number of decodes per second on all of CameraRoll's threads, if each had its own core.
    var capacity: Double { bareRate * Double(decodeThreads) }
    var flings: [Run] = []
    var fast: [Run] = []
    var drags: [Run] = []
    /// The process's additional memory since before the runs, in bytes.
    var residentGrowth: Int?

    func publish(into report: inout Report) {
        report.record("one thread", "bare decodes a second", bareRate, "1/s")
        describeRun(in: report)
        printTables(into: &report)
        show(in: report)
        if let ours = result(of: .window, in: flings), let none = result(of: .noWindows, in: flings) {
            if !isReal { judge(ours, against: none, in: report) }
            conclude(ours, against: none, in: report)
        }
    }

    func result(of variant: ScrollVariant, in runs: [Run]) -> ScrollResult? {
        runs.first { $0.variant == variant }?.result
    }
}

// MARK: - Tables

extension ScrollFigures {
    private static let headers = [
        "final at once: hold", "all", "to final p50", "p99", "decodes", "never shown", "steady", "one took",
        "peak cached", "threads", "frame p99", "main gap max", "idle",
    ]

    /// What a person sees of each variant, in a few columns.
    private func printSummary(in report: Report) {
        report.table(
            [
                "20 rows a second", "image there when first shown, steady", "whole fling", "99 % have it after",
                "decodes never shown", "main actor waits at most",
            ],
            flings.map { variant, result in
                [
                    variant.rawValue, percent(result.finalAtOnce(in: ScrollScript.hold)),
                    percent(result.finalAtOnce()), time(result.waits.percentile(99)),
                    percent(result.decodes(of: stage.assets).share), time(result.heartbeat.gaps.max),
                ]
            })
    }

    private func printTables(into report: inout Report) {
        printSummary(in: report)
        let slow = flings.map { row("20 rows/s", $0, into: &report) }
        let fast = fast.map { row("60 rows/s", $0, into: &report) }
        report.table(["20 rows a second (80 cells)"] + Self.headers, slow)
        report.table(["60 rows a second (240 cells)"] + Self.headers, fast)
        report.table(
            [
                "dragged across the library", "at rest: to final p50", "max", "decodes", "never shown", "peak cached",
                "main gap max", "idle",
            ], drags.map { dragRow($0, into: &report) })
    }

    private func row(_ speed: String, _ run: Run, into report: inout Report) -> [String] {
        let result = run.result
        let all = result.decodes(of: stage.assets)
        let steady = result.steady.map { result.decodes(of: stage.assets, begun: $0) }
        let variant = "\(run.variant.rawValue), \(speed)"
        recordCells(variant, result, into: &report)
        recordDecodes(variant, result, all, steady, into: &report)
        return [
            run.variant.rawValue, percent(result.finalAtOnce(in: ScrollScript.hold)), percent(result.finalAtOnce()),
            time(result.waits.median), time(result.waits.percentile(99)), grouped(all.count), percent(all.share),
            steady.map { percent($0.share) } ?? "–", time(result.decodeTimes.median), mebibytes(result.highestBytes),
            grouped(result.heartbeat.threads), time(result.frames.percentile(99)), time(result.heartbeat.gaps.max),
            time(result.heartbeat.idle.max),
        ]
    }

    private func recordCells(_ variant: String, _ result: ScrollResult, into report: inout Report) {
        report.record(variant, "final when first shown, hold", result.finalAtOnce(in: ScrollScript.hold), "")
        report.record(variant, "final when first shown, all", result.finalAtOnce(), "")
        report.record(variant, "to final p50", Double(result.waits.median), "ns")
        report.record(variant, "to final p99", Double(result.waits.percentile(99)), "ns")
        report.record(variant, "left without final", Double(result.neverFinal), "")
        report.record(variant, "window update p50", Double(result.updates.median), "ns")
        report.record(variant, "window update p99", Double(result.updates.percentile(99)), "ns")
    }

    private func recordDecodes(
        _ variant: String, _ result: ScrollResult, _ all: ScrollResult.Decodes, _ steady: ScrollResult.Decodes? = nil,
        into report: inout Report
    ) {
        report.record(variant, "decodes", Double(all.count), "")
        report.record(variant, "decodes never shown", all.share, "")
        if let steady { report.record(variant, "decodes never shown, steady", steady.share, "") }
        report.record(variant, "a decode p50", Double(result.decodeTimes.median), "ns")
        report.record(variant, "peak decoded bytes in the cache", Double(result.highestBytes), "B")
        report.record(variant, "peak decoded bytes on the screen", Double(result.highestShownBytes), "B")
        report.record(variant, "decodes at once", Double(result.mostDecodesAtOnce), "")
        report.record(variant, "threads", Double(result.heartbeat.threads), "")
        report.record(variant, "main-actor gap p99", Double(result.heartbeat.gaps.percentile(99)), "ns")
        report.record(variant, "main-actor gap max", Double(result.heartbeat.gaps.max), "ns")
        report.record(variant, "idle thread's gap max", Double(result.heartbeat.idle.max), "ns")
        report.record(variant, "frame p99", Double(result.frames.percentile(99)), "ns")
        report.record(variant, "frame max", Double(result.frames.max), "ns")
    }

    private func dragRow(_ run: Run, into report: inout Report) -> [String] {
        let (variant, result) = ("\(run.variant.rawValue), drag", run.result)
        let (waits, decodes) = (result.waitsAtRest, result.decodes(of: stage.assets))
        report.record(variant, "to final at rest p50", Double(waits.median), "ns")
        report.record(variant, "to final at rest max", Double(waits.max), "ns")
        recordDecodes(variant, result, decodes, into: &report)
        return [
            run.variant.rawValue, time(waits.median), time(waits.max), grouped(decodes.count), percent(decodes.share),
            mebibytes(result.highestBytes), time(result.heartbeat.gaps.max), time(result.heartbeat.idle.max),
        ]
    }
}
