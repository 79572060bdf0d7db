/// Times in nanoseconds, with their percentiles.
struct Samples: Sendable {
    private var values: [UInt64] = []

    mutating func add(_ nanoseconds: UInt64) {
        values.append(nanoseconds)
    }

    /// The values in the order of measurement.
    var inOrder: [UInt64] { values }
    var count: Int { values.count }
    var max: UInt64 { values.max() ?? 0 }
    var median: UInt64 { percentile(50) }

    /// The tenth percentile.
    var fast: UInt64 { percentile(10) }

    /// The tenth and the ninetieth percentile.
    var spread: ClosedRange<Double> { Double(fast)...Double(percentile(90)) }

    /// The ratio of the medians.
    func over(_ other: Samples) -> Double {
        Double(median) / Double(Swift.max(other.median, 1))
    }

    /// The ratio of the tenth percentiles.
    func fastOver(_ other: Samples) -> Double {
        Double(fast) / Double(Swift.max(other.fast, 1))
    }

    /// The medians of consecutive parts, at most a given number of them; each value by itself if there are few.
    func rounds(atMost most: Int) -> [Double] {
        let pieces = min(values.count, Swift.max(most, 1))
        return (0..<pieces).map { piece in
            let range = piece * values.count / pieces..<(piece + 1) * values.count / pieces
            return benchmarks.median(values[range].map { Double($0) })
        }
    }

    /// The smallest value that a percentage of the values do not exceed; 0 without values.
    func percentile(_ percent: Double) -> UInt64 {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(Swift.max(Int(rank) - 1, 0), sorted.count - 1)]
    }
}
