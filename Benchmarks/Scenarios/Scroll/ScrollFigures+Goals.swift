import CameraRoll

// MARK: - Goals

extension ScrollFigures {
    func judge(_ ours: ScrollResult, against none: ScrollResult, in report: Report) {
        let (share, bare) = (ours.finalAtOnce(in: ScrollScript.hold), none.finalAtOnce(in: ScrollScript.hold))
        report.goal(
            "final when first shown, 20 rows a second, in the hold", percent(share), asked: "≥ 99 %",
            isMet: share >= 0.99, bound: .atLeast(0.99, found: share))
        report.control(
            "the same without windows", percent(bare), expected: "< 50 %", isSeen: bare < 0.5,
            bound: .atMost(0.5, found: bare))
        judgeDecodes(ours, in: report)
        let bytes = allOurs.map(\.highestBytes).max() ?? 0
        report.goal(
            "peak decoded bytes in the cache", grouped(bytes),
            asked: "≤ the limit, \(grouped(ScrollScenario.cacheBytes))",
            isMet: bytes <= ScrollScenario.cacheBytes,
            bound: .atMost(Double(ScrollScenario.cacheBytes), found: Double(bytes)))
        judgeGap(in: report)
        for (variant, result) in flings where variant.isManaged {
            report.goal(
                "left when all was canceled, \(variant.rawValue)", result.leaks.description, asked: "none left",
                isMet: result.leaks.isNothing)
        }
    }

    private func judgeDecodes(_ ours: ScrollResult, in report: Report) {
        let all = ours.decodes(of: stage.assets).share
        if let steady = ours.steady.map({ ours.decodes(of: stage.assets, begun: $0).share }) {
            report.goal(
                "decodes never shown, steady", percent(steady), asked: "≤ 5 %", isMet: steady <= 0.05,
                bound: .atMost(0.05, found: steady))
        }
        report.goal(
            "decodes never shown, whole fling", percent(all), asked: "≤ 15 %", isMet: all <= 0.15,
            bound: .atMost(0.15, found: all))
    }

    private func judgeGap(in report: Report) {
        let ours = [("20 rows/s", flings), ("60 rows/s", fast), ("drag", drags)].compactMap { name, runs in
            result(of: .window, in: runs).map { (name: name, heartbeat: $0.heartbeat) }
        }
        let gaps = ours.map { "\($0.name) \(time($0.heartbeat.gaps.max)) (idle \(time($0.heartbeat.idle.max)))" }
        let excused = ours.filter(\.heartbeat.isExcused).map(\.name).joined(separator: ", ")
        let excuse = excused.isEmpty ? "" : " (\(excused): met only because an idle thread waited as long)"
        let frame = allOurs.map(\.frames.max).max() ?? 0
        report.goal(
            "main-actor gap, CameraRoll", "\(gaps.joined(separator: ", ")); longest frame \(time(frame))\(excuse)",
            asked: "≤ 8.3 ms, or an idle thread's", isMet: ours.allSatisfy(\.heartbeat.isAllowed))
    }

    /// CameraRoll's runs.
    private var allOurs: [ScrollResult] {
        [flings, fast, drags].compactMap { result(of: .window, in: $0) }
    }
}

// MARK: - Conclusions

extension ScrollFigures {
    /// Prints the properties specific to this run.
    func describeRun(in report: Report) {
        let jumps = [flings, fast].compactMap(\.first).map { grouped(jumpedCells($0.result.script)) }
        let threads = decodeThreads == 1 ? "1 thread" : "\(decodeThreads) threads"
        report.note(
            "This run: \(grouped(stage.assets.count)) cells, jumps by \(jumps.joined(separator: " and ")) cells at 20 "
                + "and 60 rows a second.")
        let atOnce = [ScrollVariant.unordered, .window].map { variant in
            [flings, fast].compactMap { result(of: variant, in: $0)?.mostDecodesAtOnce }.max() ?? 0
        }
        report.note(
            "The unordered tasks decode up to \(atOnce[0]) pictures at the same time, CameraRoll up to \(atOnce[1]): "
                + "it may have \(threads) for it here.")
        report.note(
            "Capacity: \(grouped(Int(capacity))) decodes a second on as many threads as CameraRoll has, measured on "
                + "one; needed at 20 rows a second: 80, at 60: 240.")
        for need in [80, 240] where capacity < Double(need) * 1.2 {
            report.note("That was not sufficient: \(need) a second with a fifth to spare are \(need * 6 / 5).")
        }
    }

    /// The number of cells that a fast scroll jumps by, limited by the list's ends.
    private func jumpedCells(_ script: ScrollScript) -> Int {
        let grid = ScrollGrid(count: stage.assets.count)
        let after = script.moment(at: script.seconds).row
        let before = after - (script.phases.last?.jump ?? 0)
        return grid.visible(at: after).lowerBound - grid.visible(at: before).lowerBound
    }

    func conclude(_ ours: ScrollResult, against none: ScrollResult, in report: Report) {
        let (share, bare) = (ours.finalAtOnce(in: ScrollScript.hold), none.finalAtOnce(in: ScrollScript.hold))
        let wasted = ours.decodes(of: stage.assets).share
        report.conclude(
            "At 20 rows a second \(percent(share)) of the cells have their image when they are first shown, without "
                + "windows \(percent(bare)); \(percent(wasted)) of the decodes in the whole fling were never shown.")
        report.conclude(
            "To say what is on the screen costs the main actor \(time(ours.updates.median)), and "
                + "\(time(ours.updates.percentile(99))) at p99 of the \(grouped(ours.updates.count)) calls.")
        concludeDrag(in: report)
        let phases = ours.neverShownByPhase(of: stage.assets).map { "\($0.phase) \($0.count)" }
        report.note(
            "CameraRoll's decodes that were never shown, by when they were begun: "
                + "\(phases.isEmpty ? "none" : phases.joined(separator: ", ")).")
        let shown = allOurs.map(\.highestShownBytes).max() ?? 0
        report.note(
            "The cells on the screen held images of \(grouped(shown)) bytes at most, whether cached as well or not.")
        if let growth = residentGrowth {
            report.note("The process has \(mebibytesMore(growth)) than before, once all was given up.")
        }
    }

    private func concludeDrag(in report: Report) {
        guard let ours = result(of: .window, in: drags), let none = result(of: .noWindows, in: drags) else { return }
        report.conclude(
            "After a drag across the library the screen's images are there \(time(ours.waitsAtRest.median)) after it "
                + "rests (\(time(ours.waitsAtRest.max)) at most), without windows after "
                + "\(time(none.waitsAtRest.median)).")
    }
}
