/// All results of the `images` scenario, and its conclusions.
struct ImagesFigures: Sendable {
    var hits = HitCosts()
    var misses = MissCosts()
    var coalescing = Coalescing(requests: 0, keys: 0)
    var moves = WindowMoves()
    var caches: [(name: String, figures: CacheThroughput.Figures)] = []
    var rates: [CacheContest.Rate] = []
    var leaks: [(part: String, leaks: ImageLeaks)] = []
    var heartbeat = Heartbeat()
    /// The threads of a manager that has just decoded.
    var threads: Int?
    /// The remaining threads once all managers are released.
    var threadsLeft: Int?
    /// The resident bytes before and after the run.
    var resident: (before: Int?, after: Int?) = (nil, nil)

    func publish(into report: inout Report) {
        record(into: &report)
        printCosts(in: report)
        printCaches(into: &report)
        show(in: report)
        judgeCosts(in: report)
        judgeRest(in: report)
        conclude(in: report)
    }

    private func record(into report: inout Report) {
        let times: [(String, String, Samples)] = [
            ("CameraRoll", "synchronous hit", hits.synchronous), ("CameraRoll", "hit by key", hits.byKey),
            ("least recently used", "hit", hits.listed),
            ("CameraRoll", "awaited hit", hits.awaited), ("library executor", "hop and back", hits.hop),
            ("one thread", "bare decode", misses.bare), ("CameraRoll", "awaited miss", misses.awaited),
            ("dispatch queue", "awaited miss", misses.queued),
            ("CameraRoll", "window move by 5,000, caller", moves.caller),
            ("CameraRoll", "window move by 5,000, settled, caller", moves.settled),
            ("CameraRoll", "window move by 5,000, settled, caller's processor time", moves.settledProcessor),
            ("CameraRoll", "window move by 5,000, manager", moves.manager),
        ]
        for (variant, metric, samples) in times {
            report.record(variant, "\(metric) p50", Double(samples.median), "ns", samples: samples)
            report.record(variant, "\(metric) p99", Double(samples.percentile(99)), "ns")
        }
        let inTurns: [(String, Samples, String?)] = [
            ("a hop", hits.hop, nil), ("CameraRoll, awaited hit", hits.awaited, "a hop"),
            ("CameraRoll, synchronous hit", hits.synchronous, "a hop"),
        ]
        for (variant, samples, rival) in inTurns {
            report.record(
                variant, "an image in memory, in turns", Double(samples.median), "ns", samples: samples, rival: rival)
        }
        report.record("CameraRoll", "decodes of 10,000 requests", Double(coalescing.ours.decodes), "")
        report.record("dispatch queue", "decodes of 10,000 requests", Double(coalescing.baseline.decodes), "")
        report.record("dictionary of tasks", "decodes of 10,000 requests", Double(coalescing.tasks.decodes), "")
        let crowds: [(String, Samples, String?)] = [
            ("CameraRoll", coalescing.ours.elapsed, "dictionary of tasks"),
            ("dictionary of tasks", coalescing.tasks.elapsed, nil),
        ]
        for (variant, samples, rival) in crowds {
            report.record(
                variant, "10,000 requests", Double(samples.median), "ns", samples: samples, rival: rival)
        }
        report.record("CameraRoll", "images held before a settled window move, least", Double(moves.held), "")
        report.record("CameraRoll", "main-actor gap max", Double(heartbeat.gaps.max), "ns")
        report.record("idle thread", "gap max", Double(heartbeat.idle.max), "ns")
    }
}

// MARK: - Tables

extension ImagesFigures {
    private static let movedAtOnce = "a window moved by 5,000 cells, its images still on the way, the caller's part"
    private static let movedSettled = "a window moved by 5,000 cells, its images there, the caller's part"
    private static let movedProcessor = "the same, the caller's processor time"

    private func printCosts(in report: Report) {
        report.table(
            ["an image", "p50", "p99"],
            [
                row("in memory, at once, by request", hits.synchronous), row("in memory, at once, by key", hits.byKey),
                row("the same images in a list, least recently used", hits.listed),
                row("in memory, awaited", hits.awaited), row("a hop to the library executor and back", hits.hop),
                row("the decode alone", misses.bare), row("to be decoded, awaited", misses.awaited),
                row("the same by a dispatch queue and a continuation", misses.queued),
                row(Self.movedAtOnce, moves.caller), row(Self.movedSettled, moves.settled),
                row(Self.movedProcessor, moves.settledProcessor),
                row("the same, the manager's part", moves.manager),
            ])
        report.table(
            ["\(grouped(coalescing.requests)) requests for \(coalescing.keys) pictures", "decodes", "p50", "p10"],
            [
                row("CameraRoll", coalescing.ours),
                row("LRU cache, dispatch queue and continuation", coalescing.baseline),
                row("an actor with a dictionary of tasks, which shares decodes", coalescing.tasks),
            ])
    }

    private func row(_ name: String, _ figures: Coalescing.Figures) -> [String] {
        [name, grouped(figures.decodes), time(figures.elapsed.median), time(figures.elapsed.fast)]
    }

    private func row(_ name: String, _ samples: Samples) -> [String] {
        [name, time(samples.median), time(samples.percentile(99))]
    }

    private func printCaches(into report: inout Report) {
        let rows = caches.map { name, figures -> [String] in
            let insertions = 1e9 / Double(max(figures.insertion.median, 1))
            report.record(name, "insertions into a full cache", insertions, "1/s")
            report.record(name, "cache hit", Double(figures.hit.median), "ns")
            return [name, grouped(Int(insertions)), time(figures.insertion.median), time(figures.hit.median)]
        }
        report.table(["a full cache", "insertions/s", "insertion", "lookup"], rows)
        let rates = rates.map { rate -> [String] in
            report.record(CacheContest.ours, "hit rate, \(rate.trace)", rate.ours, "")
            report.record(CacheContest.naive, "hit rate, \(rate.trace)", rate.naive, "")
            return [rate.trace, percent(rate.ours), percent(rate.naive)]
        }
        report.table(["lookups that found their image", CacheContest.ours, CacheContest.naive], rates)
    }
}

// MARK: - Pictures

extension ImagesFigures {
    private func show(in report: Report) {
        let costs: [(String, Bool, Samples)] = [
            ("in memory, at once", true, hits.synchronous), ("in memory, awaited", true, hits.awaited),
            ("a hop to an executor and back", false, hits.hop), ("the decode alone", false, misses.bare),
            ("to be decoded, awaited", true, misses.awaited),
            ("to be decoded, by a dispatch queue and a continuation", false, misses.queued),
        ]
        report.show(
            BarChart(
                "images", title: "Until one image is there",
                reading: "Medians, eight of ten values within the strokes; the axis grows by factors of ten.",
                .nanoseconds, isLogarithmic: true,
                bars: costs.map { .init(name: $0, isOwn: $1, value: Double($2.median), spread: $2.spread) },
                goal: GoalLine(value: 150, label: "goal of a hit 150 ns")))
        report.show(
            BarChart(
                "images-hits", title: "Lookups that found their image",
                reading:
                    "The same lookups by caches of the same size, also where the plain one wins. Longer is better.",
                .share,
                bars: rates.flatMap { rate -> [BarChart.Bar] in
                    let note = rate.ours < rate.naive ? "lost" : ""
                    return [
                        .init(name: "\(rate.trace): least recently used", value: rate.naive),
                        .init(name: "\(rate.trace): CameraRoll", isOwn: true, value: rate.ours, note: note),
                    ]
                }))
    }
}

// MARK: - Goals

extension ImagesFigures {
    private func judgeCosts(in report: Report) {
        report.goal(
            "synchronous hit", time(hits.synchronous.median), asked: "≤ 150 ns",
            isMet: hits.synchronous.median <= 150,
            bound: .atMost(150, found: Double(hits.synchronous.median)))
        judgeRatio(
            "synchronous hit against a list's, least recently used", Double(hits.synchronous.median),
            Double(hits.listed.median), most: 1.3, in: report)
        let bare = Double(misses.bare.median)
        judgeRatio(
            "above the decode, against a dispatch queue and a continuation", Double(misses.awaited.median) - bare,
            Double(misses.queued.median) - bare, most: 2, in: report)
        let allowed = hits.hop.median + 1_000
        report.goal(
            "awaited hit", time(hits.awaited.median), asked: "≤ one hop + 1 µs, \(time(allowed))",
            isMet: hits.awaited.median <= allowed,
            bound: .atMost(Double(allowed), found: Double(hits.awaited.median)))
        report.goal(
            "\(grouped(coalescing.requests)) requests for \(coalescing.keys) pictures",
            "\(grouped(coalescing.ours.decodes)) decodes", asked: "exactly \(coalescing.keys)",
            isMet: coalescing.ours.decodes == coalescing.keys)
        judgeMove(Self.movedAtOnce, moves.caller, in: report)
        judgeMove(Self.movedSettled, moves.settled, in: report)
        judgeMove("\(Self.movedSettled): its processor time", moves.settledProcessor, in: report)
    }

    private func judgeRatio(_ name: String, _ ours: Double, _ theirs: Double, most: Double, in report: Report) {
        let found = ours / max(theirs, 1)
        report.goal(
            name, "\(time(ours)), \(ratio(found))", asked: "≤ \(ratio(most))", isMet: found <= most,
            bound: .atMost(most, found: found))
    }

    private func judgeMove(_ name: String, _ samples: Samples, in report: Report) {
        report.goal(
            name, "p50 \(time(samples.median)), p99 \(time(samples.percentile(99))) of \(samples.count) calls",
            asked: "p50 ≤ 20 µs", isMet: samples.median <= 20_000,
            bound: .atMost(20_000, found: Double(samples.median))
        )
    }

    private func judgeRest(in report: Report) {
        let excuse = heartbeat.isExcused ? " (met only because an idle thread waited as long)" : ""
        report.goal(
            "main-actor gap during all of it", time(heartbeat.gaps.max) + excuse,
            asked: "≤ 8.3 ms, or an idle thread's \(time(heartbeat.idle.max))", isMet: heartbeat.isAllowed)
        for (part, leaks) in leaks {
            report.goal(
                "left when all was over, \(part)", leaks.description, asked: "none left", isMet: leaks.isNothing)
        }
        if let threads, let threadsLeft {
            report.goal(
                "decoding threads once no manager is left",
                "\(threadsLeft), after \(threads) while one was in use", asked: "none", isMet: threadsLeft == 0)
        }
    }

    private func conclude(in report: Report) {
        let above = Int(misses.awaited.median) - Int(misses.bare.median)
        let baseline = Int(misses.queued.median) - Int(misses.bare.median)
        report.conclude(
            "An image in memory takes \(time(hits.synchronous.median)); one to be decoded "
                + "\(timeAbove(Double(above))) than its decode, by a dispatch queue and a continuation "
                + "\(timeAbove(Double(baseline))).")
        report.conclude(
            "\(grouped(coalescing.requests)) requests for \(coalescing.keys) pictures take "
                + "\(time(coalescing.ours.elapsed.median)), by an actor with a dictionary of tasks "
                + "\(time(coalescing.tasks.elapsed.median)).")
        let won = rates.count { $0.ours >= $0.naive }
        report.conclude(
            "Of \(rates.count) ways to look through photos, the cache finds more than one that evicts the least "
                + "recently used in \(won).")
        if let before = resident.before, let after = resident.after {
            report.note("The process has \(mebibytesMore(after - before)) than before, once all was given up.")
        }
    }
}
