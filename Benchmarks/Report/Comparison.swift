import Foundation
import SyntheticLibrary

/// The change of one figure between two runs.
struct Change: Equatable, Sendable {
    enum Verdict: String, Sendable {
        case better, same, worse
        case cannotTell = "cannot tell"
    }

    var key: Measurement.Key
    var old: Double
    var new: Double
    /// The subject that both runs measured beside this one, as a baseline; nil without a baseline, in which case the
    /// ratio includes the machine's change.
    var rival: String?
    /// The new cost relative to the old one, each relative to its baseline: 1 is no change, 2 is twice as slow.
    var ratio: Double
    /// The interval that contains the ratio with a probability of 95 %.
    var interval: ClosedRange<Double>
    var verdict: Verdict
}

/// A run compared with an earlier one.
struct Comparison: Sendable {
    /// Changes of figures that cost time and were measured repeatedly, in both runs.
    var changes: [Change] = []
    /// The scenarios that only one of both runs has.
    var onlyInBaseline: [String] = []
    var onlyInRun: [String] = []
    /// Whether the seed, the kind of build or the quick option differ, so that the runs did not do the same.
    var isUnlike = false

    init(of new: SavedRun, with old: SavedRun, seed: UInt64 = 1) {
        let former = Dictionary(old.measurements.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let current = Dictionary(new.measurements.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var seen: Set<Measurement.Key> = []
        for measurement in new.measurements where measurement.unit == "ns" && measurement.rounds != nil {
            // Rivals are what others are measured against.
            guard seen.insert(measurement.key).inserted, let before = former[measurement.key] else { continue }
            guard measurement.rival != nil, before.rounds != nil else { continue }
            changes.append(
                Bootstrap(
                    new: measurement, newRival: measurement.rivalKey.flatMap { current[$0] }, old: before,
                    oldRival: measurement.rivalKey.flatMap { former[$0] }, seed: seed
                ).change)
        }
        let (mine, theirs) = (Self.scenarios(new), Self.scenarios(old))
        onlyInRun = mine.filter { !theirs.contains($0) }
        onlyInBaseline = theirs.filter { !mine.contains($0) }
        isUnlike =
            new.facts.isQuick != old.facts.isQuick || new.facts.seed != old.facts.seed
            || new.facts.build != old.facts.build
    }

    /// The changes for the worse by more than a percentage.
    func regressions(beyond percent: Double) -> [Change] {
        changes.filter { $0.verdict == .worse && $0.ratio > 1 + percent / 100 }
    }

    private static func scenarios(_ run: SavedRun) -> [String] {
        run.measurements.map(\.scenario).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

/// The ratio of two runs' median costs, each relative to its rival, with an interval from repeated resampling of
/// rounds.
///
/// A round and its rival's round were measured alternately, so both include the same slow moments of the machine, and
/// they are drawn together.
struct Bootstrap {
    /// Smaller changes do not count, since two runs of the same binary differ by as much.
    static let margin = 1.05
    /// The smallest change that is reported as one.
    static let least = 1.10
    private static let draws = 1_000
    /// With fewer rounds an interval means nothing.
    private static let leastRounds = 5

    let new: Measurement
    let newRival: Measurement?
    let old: Measurement
    let oldRival: Measurement?
    let seed: UInt64

    var change: Change {
        let runs = [pairs(new, newRival), pairs(old, oldRival)]
        let hasRival = newRival?.rounds != nil && oldRival?.rounds != nil
        let rounds = hasRival ? runs : runs.map { $0.map { ($0.own, 1) } }
        let estimate = Self.quotient(Self.relative(rounds[0]), Self.relative(rounds[1]))
        let interval = interval(of: rounds, around: estimate)
        var verdict = Self.verdict(estimate, interval)
        // Without a rival, or with few rounds, the machine alone may have made the difference.
        if !hasRival || rounds.contains(where: { $0.count < Self.leastRounds }) { verdict = .cannotTell }
        return Change(
            key: new.key, old: old.value, new: new.value, rival: hasRival ? new.rival : nil, ratio: estimate,
            interval: interval, verdict: verdict)
    }

    static func verdict(_ ratio: Double, _ interval: ClosedRange<Double>) -> Change.Verdict {
        if interval.lowerBound > margin, ratio > least { return .worse }
        if interval.upperBound < 1 / margin, ratio < 1 / least { return .better }
        if interval.lowerBound > 1 / least, interval.upperBound < least { return .same }
        return .cannotTell
    }

    private typealias Round = (own: Double, rival: Double)

    private func pairs(_ own: Measurement, _ rival: Measurement?) -> [Round] {
        guard let mine = own.rounds else { return [] }
        guard let theirs = rival?.rounds, !theirs.isEmpty else { return mine.map { ($0, 1) } }
        // If one has more rounds than the other, those at the same part of the run belong together.
        return mine.indices.map { (mine[$0], theirs[$0 * theirs.count / mine.count]) }
    }

    private func interval(of runs: [[Round]], around estimate: Double) -> ClosedRange<Double> {
        guard runs.allSatisfy({ !$0.isEmpty }) else { return estimate...estimate }
        var numbers = SeededGenerator(seed: seed)
        let ratios = (0..<Self.draws).map { _ in
            let drawn = runs.map { run in (0..<run.count).map { _ in run[Int.random(in: run.indices, using: &numbers)] }
            }
            return Self.quotient(Self.relative(drawn[0]), Self.relative(drawn[1]))
        }.sorted()
        let (low, high) = (ratios[Self.draws * 25 / 1_000], ratios[Self.draws * 975 / 1_000 - 1])
        return min(low, estimate)...max(high, estimate)
    }

    private static func relative(_ rounds: [Round]) -> Double {
        // Computed for each round by itself, since both of its times include the machine's speed at that moment.
        median(rounds.map { quotient($0.own, $0.rival) })
    }

    /// A quotient that is defined for all values: 1 if both are zero.
    private static func quotient(_ value: Double, _ other: Double) -> Double {
        if value <= 0, other <= 0 { return 1 }
        return max(value, 1e-9) / max(other, 1e-9)
    }
}
