import CameraRoll

extension ScrollFigures {
    func judge(_ ours: ScrollResult, against none: ScrollResult, in report: Report) {
        let (share, bare) = (ours.finalAtOnce(in: ScrollScript.hold), none.finalAtOnce(in: ScrollScript.hold))
        report.goal("final when first shown, 20 rows a second", percent(share), asked: "≥ 99 %", isMet: share >= 0.99)
        report.goal("the same without windows", percent(bare), asked: "< 50 %", isMet: bare < 0.5)
        judgeDecodes(ours, in: report)
        let bytes = [flings, fast, drags].compactMap { result(of: .window, in: $0)?.highestBytes }.max() ?? 0
        report.goal(
            "peak decoded bytes", "\(grouped(bytes))", asked: "≤ the limit, \(grouped(ScrollScenario.cacheBytes))",
            isMet: bytes <= ScrollScenario.cacheBytes)
        judgeGap(in: report)
        for (variant, result) in flings where variant != .unordered {
            report.goal(
                "left when all was cancelled, \(variant.rawValue)", result.remains.description, asked: "nothing",
                isMet: result.remains.isNothing)
        }
    }

    private func judgeDecodes(_ ours: ScrollResult, in report: Report) {
        let all = ours.decodes(of: stage.assets).share
        if let steady = ours.steady.map({ ours.decodes(of: stage.assets, begun: $0).share }) {
            report.goal("decodes never shown, steady", percent(steady), asked: "≤ 5 %", isMet: steady <= 0.05)
        }
        report.goal("decodes never shown, whole fling", percent(all), asked: "≤ 15 %", isMet: all <= 0.15)
    }

    private func judgeGap(in report: Report) {
        let ours = [("20 rows/s", flings), ("60 rows/s", fast), ("drag", drags)].compactMap { name, runs in
            result(of: .window, in: runs).map { (name: name, result: $0) }
        }
        let gaps = ours.map { "\($0.name) \(time($0.result.pulse.gaps.max)) (idle \(time($0.result.pulse.idle.max)))" }
        let frame = ours.map(\.result.frames.max).max() ?? 0
        report.goal(
            "main-actor gap, CameraRoll", "\(gaps.joined(separator: ", ")); longest frame \(time(frame))",
            asked: "≤ 8.3 ms, or an idle thread's",
            isMet: ours.allSatisfy { $0.result.pulse.gaps.max <= max(8_300_000, $0.result.pulse.idle.max) })
    }

    func conclude(_ ours: ScrollResult, against none: ScrollResult, in report: Report) {
        let shares = [ours, none].map { percent($0.finalAtOnce(in: ScrollScript.hold)) }
        report.conclude(
            "At 20 rows a second \(shares[0]) of the cells have their final image when they are first shown, without "
                + "windows \(shares[1]). A window update costs the main actor \(time(ours.updates.median)), "
                + "\(time(ours.updates.percentile(99))) at p99.")
        let wasted = ours.neverShownByPhase(of: stage.assets).map { "\($0.phase) \($0.count)" }
        report.conclude(
            "One thread decoded \(grouped(Int(capacity))) a second before all. CameraRoll's decodes that were never shown, by "
                + "when they were begun: \(wasted.joined(separator: ", ")).")
        if let growth = residentGrowth {
            report.conclude("The process has \(mebibytes(growth)) more than before, once all was given up.")
        }
    }
}
