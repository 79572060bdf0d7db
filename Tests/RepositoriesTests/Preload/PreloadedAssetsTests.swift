import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Preloaded assets, compared with a simple list of the stored ones.
@Suite struct PreloadedAssetsTests {
    private enum Step: Hashable {
        case fill(Range<Int>)
        case grow(Int)
        case ask(Int)
    }

    /// The stored assets, regardless of which reader read them.
    private struct Model {
        var slots: [AssetID?]

        mutating func fill(_ assets: [MediaAsset], at start: Int) {
            for (offset, asset) in assets.enumerated() where start + offset < slots.count {
                slots[start + offset] = asset.id
            }
        }

        /// The first missing positions in a range, contiguous and at most `limit`.
        func missing(in range: Range<Int>, limit: Int = .max) -> [Int] {
            let rest = range.clamped(to: slots.indices).drop { slots[$0] != nil }
            return Array(rest.prefix { slots[$0] == nil }.prefix(limit))
        }
    }

    private struct Run {
        var preloaded: PreloadedAssets
        var model: Model
        var number = 0

        init(count: Int) {
            preloaded = PreloadedAssets(SnapshotID(number: 1), count: count)
            model = Model(slots: Array(repeating: nil, count: count))
        }

        /// The error after a step, if any.
        mutating func complaint(after step: Step) -> String? {
            number += 1
            switch step {
            case .fill(let range):
                let assets = range.map { MediaAsset(id: AssetID("\(number).\($0)")) }
                preloaded.fill(assets, at: range.lowerBound)
                model.fill(assets, at: range.lowerBound)
            case .grow(let count):
                preloaded.grow(to: count)
                model.slots += Array(repeating: nil, count: max(0, count - model.slots.count))
            case .ask(let limit):
                let (asked, expected) = (
                    preloaded.nextMissing(limit), model.missing(in: model.slots.indices, limit: limit)
                )
                if Array(asked) != expected { return "next missing \(asked), not \(expected)" }
            }
            return difference
        }

        private var difference: String? {
            if preloaded.count != model.slots.count { return "room for \(preloaded.count)" }
            if preloaded.filled != model.slots.count(where: { $0 != nil }) { return "\(preloaded.filled) are there" }
            for range in ranges(upTo: 5) {
                let missing = preloaded.firstMissing(in: range)
                if Array(missing) != model.missing(in: range) { return "\(missing) is missing in \(range)" }
                guard missing.isEmpty, range.upperBound <= model.slots.count else { continue }
                if preloaded.assets(in: range).map(\.id) != model.slots[range].map({ $0 }) {
                    return "others in \(range)"
                }
            }
            return nil
        }
    }

    @Test func `Every sequence of three fills, looks and growths, in rooms for up to three assets`() {
        let steps =
            ranges(upTo: 4).filter { 1..<4 ~= $0.count }.map(Step.fill) + [
                .fill(2..<2), .grow(1), .grow(4), .ask(1), .ask(9),
            ]
        for count in 0...3 { explore(steps, from: Run(count: count), after: [], left: 3) }
    }

    /// Applies every step to this run, and every step to the results: common prefixes are run once.
    private func explore(_ steps: [Step], from run: Run, after taken: [Step], left: Int) {
        guard left > 0 else { return }
        for step in steps {
            var run = run
            if let complaint = run.complaint(after: step) {
                Issue.record("\(complaint) after \(taken + [step])")
            } else {
                explore(steps, from: run, after: taken + [step], left: left - 1)
            }
        }
    }

    @Test(arguments: Effort.seeds(0..<20 as Range<UInt64>))
    func `Concurrent readers that fill in what is missing read nothing twice`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var preloaded = PreloadedAssets(SnapshotID(number: 1), count: 100)
        var reads = [Int](repeating: 0, count: 100)
        func read(_ range: Range<Int>) {
            for position in range { reads[position] += 1 }
            preloaded.fill(range.map { MediaAsset(id: AssetID("\($0)")) }, at: range.lowerBound)
        }
        while preloaded.filled < 100 {
            if Bool.random(using: &numbers) { read(preloaded.nextMissing(.random(in: 1...9, using: &numbers))) }
            let start = Int.random(in: 0..<100, using: &numbers)
            let wanted = start..<min(100, start + 5)
            while case let missing = preloaded.firstMissing(in: wanted), !missing.isEmpty { read(missing) }
        }
        #expect(reads.allSatisfy { $0 == 1 } && preloaded.nextMissing(9).isEmpty)
        #expect(preloaded.assets(in: 0..<100).map(\.id) == (0..<100).map { AssetID("\($0)") })
    }
}
