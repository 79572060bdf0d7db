import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import benchmarks

/// Runs compared with a baseline.
@Suite struct ComparisonTests {
    private static let seeds = Effort.seeds(0...24 as ClosedRange<UInt64>)

    private static let facts = RunFacts(
        commit: "abc", date: Date(timeIntervalSince1970: 1_800_000_000), swift: "6.3", build: "release build", cores: 2,
        seed: 1, isQuick: false)

    /// A run on a noisy machine: its speed drifts, for the rival as much as for us, and each sample has its own noise.
    private func run(seed: UInt64, slowdown: Double = 1) -> SavedRun {
        var numbers = SeededGenerator(seed: seed)
        var speed = Double.random(in: 0.7...1.6, using: &numbers)
        var (own, rival) = (Samples(), Samples())
        for _ in 0..<200 {
            speed *= Double.random(in: 0.96...1.0417, using: &numbers)
            func noise() -> Double { 1 + pow(Double.random(in: 0..<1, using: &numbers), 4) * 0.5 }
            rival.add(UInt64(10_000 * speed * noise()))
            own.add(UInt64(7_000 * slowdown * speed * noise()))
        }
        return saved([("CameraRoll", own, "rival"), ("rival", rival, nil)])
    }

    private func saved(_ figures: [(String, Samples, String?)], scenario: String = "page") -> SavedRun {
        var report = Report()
        report.begin(PageScenario())
        for (variant, samples, rival) in figures {
            report.record(variant, "walk", Double(samples.median), "ns", samples: samples, rival: rival)
        }
        return SavedRun(facts: Self.facts, measurements: report.measurements, goals: [])
    }

    private func samples(_ values: [UInt64]) -> Samples {
        values.reduce(into: Samples()) { $0.add($1) }
    }

    // Asynchronous, as some below, only so that it runs beside others: synchronous tests share the main thread.
    @Test(arguments: seeds)
    func `Two runs of the same speed are never called worse or better`(seed: UInt64) async throws {
        let change = try #require(Comparison(of: run(seed: seed), with: run(seed: seed + 100)).changes.first)
        #expect([.same, .cannotTell].contains(change.verdict))
    }

    @Test(arguments: seeds) func `A slowdown of 20 % is always called worse`(seed: UInt64) async throws {
        let comparison = Comparison(of: run(seed: seed, slowdown: 1.2), with: run(seed: seed + 100))
        #expect(comparison.changes.first?.verdict == .worse)
        #expect(comparison.regressions(beyond: 5).count == 1 && comparison.regressions(beyond: 50).isEmpty)
    }

    @Test(arguments: seeds) func `A slowdown of 5 % is never called better, a speedup of 20 % is`(seed: UInt64) async {
        let old = run(seed: seed + 100)
        let slower = Comparison(of: run(seed: seed, slowdown: 1.05), with: old)
        #expect(slower.changes.first?.verdict != .better)
        #expect(Comparison(of: run(seed: seed, slowdown: 0.8), with: old).changes.first?.verdict == .better)
    }

    @Test func `Of a hop, which the placement of threads decides, no verdict is told`() {
        let runs = [[100, 140], [500, 540]].map { range in
            saved([("CameraRoll", samples(Array(range[0]...range[1])), Measurement.placementOfThreads)])
        }
        #expect(Comparison(of: runs[1], with: runs[0]).changes.map(\.verdict) == [.cannotTell])
    }

    @Test func `A machine of half the speed changes nothing, since the rival is as slow`() {
        let old = saved([("CameraRoll", samples(Array(100...140)), "rival"), ("rival", samples(Array(200...240)), nil)])
        let doubled: (ClosedRange<UInt64>) -> Samples = { self.samples($0.map { $0 * 2 }) }
        let new = saved([("CameraRoll", doubled(100...140), "rival"), ("rival", doubled(200...240), nil)])
        let change = Comparison(of: new, with: old).changes.first
        #expect(change?.verdict == .same && change?.rival == "rival")
        #expect(abs((change?.ratio ?? 0) - 1) < 0.02)
    }

    @Test func `The same runs give the same interval each time`() {
        let changes = (0..<2).map { _ in Comparison(of: run(seed: 1), with: run(seed: 2)).changes }
        #expect(changes[0] == changes[1])
    }

    @Test func `One sample, equal samples and zeros have a defined result`() {
        let one = saved([("CameraRoll", samples([5]), "rival"), ("rival", samples([5]), nil)])
        #expect(Comparison(of: one, with: one).changes.first?.verdict == .cannotTell)
        let equal = [UInt64](repeating: 9, count: 50)
        let flat = saved([("CameraRoll", samples(equal), "rival"), ("rival", samples(equal), nil)])
        let change = Comparison(of: flat, with: flat).changes.first
        #expect(change?.verdict == .same && change?.interval == 1...1)
        let zeros = [UInt64](repeating: 0, count: 50)
        let none = saved([("CameraRoll", samples(zeros), "rival"), ("rival", samples(zeros), nil)])
        #expect(Comparison(of: none, with: none).changes.first?.verdict == .same)
        #expect(Comparison(of: flat, with: none).changes.first?.interval.upperBound.isFinite == true)
    }

    @Test func `Without its rival a figure cannot be told from the machine`() {
        let new = saved([("CameraRoll", samples(Array(100...140)), "rival")])
        let old = saved([("CameraRoll", samples(Array(10...50)), "rival")])
        #expect(Comparison(of: new, with: old).changes.first?.verdict == .cannotTell)
    }

    @Test func `Scenarios that one run lacks are named, and figures that one lacks are left out`() {
        var other = run(seed: 1)
        other.measurements = other.measurements.map { one in
            var one = one
            one.scenario = "open"
            return one
        }
        let comparison = Comparison(of: run(seed: 1), with: other)
        #expect(comparison.changes.isEmpty)
        #expect(comparison.onlyInRun == ["page"] && comparison.onlyInBaseline == ["open"])
        #expect(ComparisonTable.warnings(comparison).count == 2)
    }

    @Test func `A quick run and a whole one are not alike`() {
        var quick = run(seed: 1)
        quick.facts.isQuick = true
        #expect(Comparison(of: quick, with: run(seed: 1)).isUnlike)
        #expect(!Comparison(of: run(seed: 1), with: run(seed: 1)).isUnlike)
    }
}
