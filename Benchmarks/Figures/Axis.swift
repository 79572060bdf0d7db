import Foundation

/// What the values of an axis measure, and how they are formatted.
enum Quantity: String, Sendable {
    case nanoseconds, seconds, share, count, perSecond, ratio, bytes

    /// A value as a table shows it.
    func text(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        return switch self {
        case .nanoseconds: time(value)
        case .seconds: String(format: "%.2f s", value)
        case .share: percent(value)
        case .count: Self.number(value)
        case .perSecond: "\(Self.number(value)) a second"
        case .ratio: benchmarks.ratio(value)
        case .bytes: value < 1_048_576 ? "\(Self.number(value)) B" : mebibytes(Int(value))
        }
    }

    /// A round value as an axis shows it.
    func tick(_ value: Double) -> String {
        if value == 0 { return self == .share ? "0 %" : "0" }
        return switch self {
        case .nanoseconds: Self.roundTime(value)
        case .seconds: "\(Self.short(value)) s"
        case .share: "\(Self.short(value * 100)) %"
        case .ratio: "\(Self.short(value))×"
        case .count, .perSecond, .bytes: Self.large(value)
        }
    }

    private static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "–" }
        return value == value.rounded() || abs(value) >= 1_000 ? grouped(Int(value.rounded())) : short(value)
    }

    private static func short(_ value: Double) -> String { String(format: "%.4g", value) }

    private static func roundTime(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: "\(short(nanoseconds)) ns"
        case ..<1_000_000: "\(short(nanoseconds / 1_000)) µs"
        case ..<1_000_000_000: "\(short(nanoseconds / 1_000_000)) ms"
        default: "\(short(nanoseconds / 1_000_000_000)) s"
        }
    }

    private static func large(_ value: Double) -> String {
        switch abs(value) {
        case 1_000_000...: "\(short(value / 1_000_000)) M"
        case 10_000...: "\(short(value / 1_000)) k"
        default: short(value)
        }
    }
}

/// A scale from values to positions along one side of a plot.
///
/// Every value has a position: values beyond an end, and those without a logarithm, are placed at that end.
struct Axis: Sendable {
    enum Scale: Sendable {
        case linear, logarithmic
        /// Fractions of 0, 90, 99, 99.9 % and so on at equal distances, so that the slowest of many can be seen.
        case nines
    }

    struct Tick: Equatable, Sendable {
        var value: Double
        var label: String
    }

    let scale: Scale
    let quantity: Quantity
    /// The values at both ends, the lower one first.
    let range: ClosedRange<Double>

    /// A linear axis that begins at zero and ends at a round value.
    static func linear(_ quantity: Quantity, to values: [Double]) -> Axis {
        let most = values.filter(\.isFinite).max() ?? 0
        let end = most > 0 ? most : 1
        let step = roundStep(end / 4)
        return Axis(scale: .linear, quantity: quantity, range: 0...(end / step).rounded(.up) * step)
    }

    /// A linear axis between two values.
    static func linear(_ quantity: Quantity, from start: Double, through end: Double) -> Axis {
        Axis(scale: .linear, quantity: quantity, range: start...max(end, start + 1e-9))
    }

    /// A logarithmic axis around all positive values; others are placed at its start.
    static func logarithmic(_ quantity: Quantity, around values: [Double]) -> Axis {
        let logs = values.filter { $0 > 0 && $0.isFinite }.map { log10($0) }
        guard let least = logs.min(), let most = logs.max() else {
            return Axis(scale: .logarithmic, quantity: quantity, range: 1...10)
        }
        // Whole decades, and at least one.
        // Counts have no tenths, and their ends are round numbers that were chosen.
        let margin = quantity == .count ? -1e-9 : 0.02
        let start = max((least - margin).rounded(.down), quantity == .count ? 0 : -.infinity)
        let end = max((most + margin).rounded(.up), start + 1)
        return Axis(scale: .logarithmic, quantity: quantity, range: pow(10, start)...pow(10, end))
    }

    /// An axis of nines that is fine enough for a number of samples.
    static func nines(for count: Int) -> Axis {
        let nines = min(max(log10(Double(max(count, 1))).rounded(.up), 2), 5)
        return Axis(scale: .nines, quantity: .share, range: 0...(1 - pow(10, -nines)))
    }

    /// The position of a value: 0 at the start, 1 at the end.
    func position(of value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        let held = min(max(value, range.lowerBound), range.upperBound)
        let (start, end) = (transformed(range.lowerBound), transformed(range.upperBound))
        return end > start ? (transformed(held) - start) / (end - start) : 0
    }

    private func transformed(_ value: Double) -> Double {
        switch scale {
        case .linear: value
        case .logarithmic: log10(value)
        case .nines: -log10(1 - value)
        }
    }

    /// Round values along the axis, at most a given number.
    func ticks(atMost most: Int) -> [Tick] {
        let values =
            switch scale {
            case .linear: linearTicks(most)
            case .logarithmic: decades(most)
            case .nines: [0, 0.5, 0.9, 0.99, 0.999, 0.9999, 0.99999].filter { $0 <= range.upperBound + 1e-9 }
            }
        return values.map { Tick(value: $0, label: quantity.tick($0)) }
    }

    private func linearTicks(_ most: Int) -> [Double] {
        let step = Self.roundStep((range.upperBound - range.lowerBound) / Double(max(most - 1, 1)))
        let first = (range.lowerBound / step).rounded(.up)
        let last = (range.upperBound / step + 1e-9).rounded(.down)
        guard last >= first, last - first < 1_000 else { return [range.lowerBound] }
        return (0...Int(last - first)).map { (first + Double($0)) * step }
    }

    private func decades(_ most: Int) -> [Double] {
        let first = Int(log10(range.lowerBound).rounded())
        let last = Int(log10(range.upperBound).rounded())
        let step = max((last - first + most - 1) / max(most, 1), 1)
        return stride(from: first, through: last, by: step).map { pow(10, Double($0)) }
    }

    /// The next of 1, 2, 5, 10, … that is at least as large.
    private static func roundStep(_ step: Double) -> Double {
        guard step > 0, step.isFinite else { return 1 }
        let decade = pow(10, log10(step).rounded(.down))
        return [1, 2, 5, 10].map { $0 * decade }.first { $0 >= step * (1 - 1e-9) } ?? 10 * decade
    }
}
