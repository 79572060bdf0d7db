import Foundation

/// A distribution, reduced to values at fixed probabilities, which are denser toward the slowest.
struct Quantiles: Equatable, Sendable {
    /// Hundredths and, above 99 %, tenths of the remainder, three times.
    static let probabilities: [Double] = {
        let hundredths = (0...99).map { Double($0) / 100 }
        let tail = [1e-3, 1e-4, 1e-5].flatMap { step -> [Double] in
            (1...9).map { number in 1 - step * Double(10 - number) }
        }
        return hundredths + tail + [1]
    }()

    let count: Int
    /// The values at ``probabilities``, ascending; empty without samples.
    let values: [Double]

    init(_ samples: Samples) {
        self.init(of: samples.inOrder.map { Double($0) })
    }

    init(of values: [Double]) {
        count = values.count
        let sorted = values.sorted()
        self.values = sorted.isEmpty ? [] : Self.probabilities.map { Self.value(in: sorted, at: $0) }
    }

    /// The value at a probability; 0 without samples.
    func value(at probability: Double) -> Double {
        guard let index = Self.probabilities.firstIndex(where: { $0 >= probability - 1e-9 }), !values.isEmpty else {
            return values.last ?? 0
        }
        return values[index]
    }

    /// The steps of the distribution: the fraction of the samples that do not exceed a value.
    ///
    /// They end where a fraction would be finer than the number of samples can show.
    var steps: [(value: Double, share: Double)] {
        let finest = 1 - 1 / Double(max(count, 1))
        return zip(values, Self.probabilities).filter { $0.1 <= finest + 1e-9 }.map { ($0.0, $0.1) }
    }

    private static func value(in sorted: [Double], at probability: Double) -> Double {
        // A product that is whole except for rounding counts as whole.
        let rank = Int((probability * Double(sorted.count) - 1e-6).rounded(.up))
        return sorted[min(max(rank - 1, 0), sorted.count - 1)]
    }
}

/// The median of some values, the lower one if their number is even; 0 without values.
func median(_ values: some Collection<Double>) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[(sorted.count - 1) / 2]
}

/// The exponent with which `y` grows with `x`: the slope of the regression line through the logarithms.
///
/// - Returns: the exponent; nil with fewer than two different positive `x`.
func growthExponent(_ points: [(x: Double, y: Double)]) -> Double? {
    let logs = points.filter { $0.x > 0 && $0.y > 0 }.map { (x: log10($0.x), y: log10($0.y)) }
    guard logs.count > 1 else { return nil }
    let meanX = logs.reduce(0) { $0 + $1.x } / Double(logs.count)
    let meanY = logs.reduce(0) { $0 + $1.y } / Double(logs.count)
    let spread = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    guard spread > 1e-12 else { return nil }
    return logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread
}
