import SyntheticLibrary
import Testing

@testable import benchmarks

/// What is kept of a distribution.
@Suite struct QuantilesTests {
    private func samples(_ values: [UInt64]) -> Samples {
        values.reduce(into: Samples()) { $0.add($1) }
    }

    @Test func `At most 200 values are kept, and they are percentiles of all`() {
        var numbers = SeededGenerator(seed: 1)
        let all = samples((0..<100_000).map { _ in UInt64.random(in: 1...1_000_000, using: &numbers) })
        let quantiles = Quantiles(all)
        #expect(quantiles.values.count <= 200 && quantiles.count == 100_000)
        #expect(Quantiles.probabilities == Quantiles.probabilities.sorted())
        for share in [0.1, 0.5, 0.9, 0.99, 1] {
            let kept = quantiles.value(at: share)
            #expect(kept == Double(all.percentile(share * 100)))
        }
    }

    @Test func `No sample, one, and equal ones have defined quantiles`() {
        #expect(Quantiles(Samples()).value(at: 0.5) == 0 && Quantiles(Samples()).steps.isEmpty)
        let one = Quantiles(samples([7]))
        #expect(one.value(at: 0) == 7 && one.value(at: 1) == 7 && one.steps.count == 1)
        let equal = Quantiles(samples([5, 5, 5, 5]))
        #expect(equal.steps.allSatisfy { $0.value == 5 && $0.share <= 0.75 })
    }

    @Test func `A curve ends where its samples end, so that ten samples show no thousandth`() {
        let ten = Quantiles(samples(Array(1...10)))
        #expect(abs((ten.steps.last?.share ?? 0) - 0.9) < 1e-9)
    }

    @Test func `Rounds are medians of consecutive pieces, all samples where there are few`() {
        #expect(samples([9, 1, 5]).rounds(atMost: 40) == [9, 1, 5])
        #expect(samples([1, 2, 3, 10, 20, 30]).rounds(atMost: 2) == [2, 20])
        #expect(Samples().rounds(atMost: 40).isEmpty)
        #expect(samples(Array(1...1_001)).rounds(atMost: 40).count == 40)
    }

    @Test func `The exponent of a growth is that of a power, and there is none without two sizes`() {
        let square = growthExponent([1, 10, 100, 1_000].map { ($0, 3 * $0 * $0) })
        #expect(abs((square ?? 0) - 2) < 1e-9)
        let level = growthExponent([4_000, 70_000, 7_000_000].map { ($0, 12) })
        #expect(abs(level ?? 1) < 1e-9)
        #expect(growthExponent([(10, 5)]) == nil && growthExponent([(10, 5), (10, 7)]) == nil)
        #expect(growthExponent([(10, 0), (100, -1)]) == nil)
    }
}
