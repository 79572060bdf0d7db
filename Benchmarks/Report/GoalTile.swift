import Foundation

/// A goal as a tile: what was found, what was asked, how far one is from the other, and the change since a baseline.
struct GoalTile {
    let goal: Goal
    /// The same goal in the baseline.
    var before: Goal?

    var markup: Markup {
        var style = "tile \(goal.verdict == .notJudged ? "unjudged" : goal.verdict.rawValue)"
        if goal.found.count > 40 { style += " long" }
        var parts: [Markup] = [
            .tag("p", [("class", "quiet")], text: "\(goal.scenario): \(goal.name)"),
            .tag("p", [("class", "found")], text: goal.found),
        ]
        parts += goal.bound.map { [bullet($0)] } ?? []
        parts.append(
            .tag(
                "p", [],
                [
                    .tag("span", [("class", "verdict")], text: goal.verdict.rawValue),
                    .text(", asked \(goal.asked)\(change.map { "; \($0)" } ?? "")"),
                ]))
        return .tag("div", [("class", style)], parts)
    }

    /// A bar whose limit is two thirds along.
    private func bullet(_ bound: Bound) -> Markup {
        .tag(
            "div", [("class", "bullet")],
            [
                .tag("span", [("style", "width:\(pixels(Self.share(bound) * 100))%")]), .tag("i"),
            ])
    }

    /// How much of the bar is full: two thirds at the limit, and all of it at half as much again.
    static func share(_ bound: Bound) -> Double {
        guard bound.limit > 0, bound.found.isFinite, bound.limit.isFinite else { return bound.found > 0 ? 1 : 0 }
        return min(max(bound.found / bound.limit * 2 / 3, 0), 1)
    }

    /// The change of what was found, in words.
    private var change: String? {
        guard let before else { return nil }
        guard let old = before.bound?.found, let new = goal.bound?.found, old > 0, new > 0 else {
            return "before: \(before.found)"
        }
        return "before: \(before.found), now \(ratio(new / old))"
    }
}

/// The changes since a baseline as a table, the worst first.
struct ComparisonTable {
    private let comparison: Comparison
    private let baseline: SavedRun?

    init(_ comparison: Comparison, _ baseline: SavedRun?) {
        (self.comparison, self.baseline) = (comparison, baseline)
    }

    var markup: [Markup] {
        var parts = [Markup.tag("h2", text: "Against the baseline")]
        let origin = baseline.map { run in
            let commit = run.facts.commit.map { "commit \($0), " } ?? ""
            return "The baseline is of \(commit)\(run.facts.date.formatted(.iso8601))"
                + (run.isInterrupted ? ", and was interrupted." : ".")
        }
        parts += (origin.map { [$0] } ?? []).map { .tag("p", text: $0) }
        parts += Self.warnings(comparison).map { .tag("p", [("class", "banner")], text: $0) }
        parts.append(
            .tag(
                "p", [("class", "quiet")],
                text: "Each cost is taken relative to its rival of the same run, since machines are noisy: 1.00× is "
                    + "no change, 2.00× twice as slow. In brackets: where it lies with a probability of 95 %."))
        parts.append(Page.element(table))
        return parts
    }

    /// What the reader must know before he trusts the changes.
    static func warnings(_ comparison: Comparison) -> [String] {
        var warnings: [String] = []
        if comparison.isUnlike { warnings.append("Seed, kind of build or quickness of the two runs differ.") }
        if !comparison.onlyInBaseline.isEmpty {
            warnings.append("Only in the baseline: \(comparison.onlyInBaseline.joined(separator: ", ")).")
        }
        if !comparison.onlyInRun.isEmpty {
            warnings.append("Only in this run: \(comparison.onlyInRun.joined(separator: ", ")).")
        }
        return warnings
    }

    var table: TextTable {
        let order: [Change.Verdict] = [.worse, .better, .cannotTell, .same]
        let sorted = comparison.changes.enumerated().sorted { left, right in
            let ranks = [left, right].map { order.firstIndex(of: $0.element.verdict) ?? 0 }
            return (ranks[0], left.offset) < (ranks[1], right.offset)
        }
        return TextTable(
            headers: ["figure", "before", "now", "change", "verdict"],
            rows: sorted.map { _, change in
                let rival = change.rival.map { ", against '\($0)'" } ?? ""
                let range = "\(ratio(change.interval.lowerBound)) to \(ratio(change.interval.upperBound))"
                return [
                    "\(change.key.scenario): \(change.key.variant), \(change.key.metric)\(rival)", time(change.old),
                    time(change.new), "\(ratio(change.ratio)) (\(range))", change.verdict.rawValue,
                ]
            })
    }
}
