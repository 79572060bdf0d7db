import Foundation

/// The changes since a baseline as a table, the worst first.
struct ComparisonTable {
    private let comparison: Comparison
    private let baseline: SavedRun?

    init(_ comparison: Comparison, _ baseline: SavedRun?) {
        (self.comparison, self.baseline) = (comparison, baseline)
    }

    var markup: [Markup] {
        var parts: [Markup] = []
        let origin = baseline.map { run in
            let commit = run.facts.commit.map { "commit \($0), " } ?? ""
            return "The baseline is from \(commit)\(run.facts.date.formatted(.iso8601))"
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

    /// What the reader must know before trusting the changes.
    static func warnings(_ comparison: Comparison) -> [String] {
        var warnings: [String] = []
        if comparison.isUnlike { warnings.append("The two runs differ in their seed, kind of build or quick option.") }
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
