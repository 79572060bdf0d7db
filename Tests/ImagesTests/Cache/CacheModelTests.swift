import TestSupport
import Testing

@testable import CameraRoll

/// The cache's contents compared with ``NaiveCache``: the same results, the same images, at every step.
@Suite struct CacheModelTests {
    private enum Step {
        case look(Int)
        case insert(Int, cost: Int)
        case remove(Int)
        case pin(Int)
        case unpin(Int)
        case trim(Int)
        case removeAll
    }

    private struct Run {
        var model: NaiveCache
        var contents: CacheContents
        let keys: [ImageKey]
        var peak = 0

        init(limits: AssetImageCacheLimits, keys: Int) {
            model = NaiveCache(limits: limits)
            contents = CacheContents(limits: limits)
            self.keys = (0..<keys).map(cacheKey)
        }

        /// Applies a step to both; returns the difference, if any.
        mutating func complaint(after step: Step) throws -> String? {
            switch step {
            case .look(let key):
                if model.isHit(key) != contents.isHit(keys[key]) { return "different answers" }
            case .insert(let key, let cost):
                model.insert(key, cost: cost)
                _ = contents.insert(try cacheImage(cost: cost), for: keys[key], now: nil)
            case .remove(let key):
                model.remove(key)
                _ = contents.remove(keys[key])
            case .pin(let key):
                model.pin(key)
                contents.pin([keys[key]])
            case .unpin(let key):
                model.unpin(key)
                contents.unpin([keys[key]])
            case .trim(let cost):
                model.trim(cost)
                _ = contents.trim(toCost: cost, atMost: .max)
            case .removeAll:
                model.removeAll()
                _ = contents.removeAll()
            }
            return difference
        }

        private var difference: String? {
            let statistics = contents.statistics
            let keysHeld = Set(keys.indices.filter { contents.uncountedImage(for: keys[$0], now: nil) != nil })
            if keysHeld != Set(model.held.map(\.key)) { return "holds \(keysHeld), not \(model.held.map(\.key))" }
            if statistics.cost != model.cost { return "costs \(statistics.cost), not \(model.cost)" }
            if statistics.highestCost > contents.limits.costLimit { return "was at \(statistics.highestCost)" }
            if statistics.wasted != model.wasted { return "wasted \(statistics.wasted), not \(model.wasted)" }
            if statistics.evictions != model.evictions { return "evicted \(statistics.evictions)" }
            let pinned = model.pinned.map(\.cost).reduce(0, +)
            return statistics.pinnedCost == pinned ? nil : "pinned \(statistics.pinnedCost), not \(pinned)"
        }
    }

    private func check(_ steps: [Step], limits: AssetImageCacheLimits, keys: Int) throws {
        var run = Run(limits: limits, keys: keys)
        for (index, step) in steps.enumerated() {
            guard let complaint = try run.complaint(after: step) else { continue }
            Issue.record("\(complaint) after \(steps[...index].suffix(30))")
            return
        }
    }

    @Test func `Every sequence of five steps with three keys, in a cache of two images`() throws {
        let inserts = (0..<3).map { Step.insert($0, cost: 4) }
        let steps = inserts + [.look(0), .pin(0), .unpin(0)]
        try explore(
            steps, from: Run(limits: AssetImageCacheLimits(costLimit: 8, entryShare: 1), keys: 3), after: [], left: 5)
    }

    /// Applies every step to this run, and every step to the results: common prefixes are run once.
    private func explore(_ steps: [Step], from run: Run, after taken: [Step], left: Int) throws {
        guard left > 0 else { return }
        for step in steps {
            var run = run
            if let complaint = try run.complaint(after: step) {
                Issue.record("\(complaint) after \(taken + [step])")
            } else {
                try explore(steps, from: run, after: taken + [step], left: left - 1)
            }
        }
    }

    @Test(arguments: Effort.seeds(0..<20 as Range<UInt64>))
    func `Random steps, with images of all sizes, too large ones among them`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        let limits = AssetImageCacheLimits(
            costLimit: .random(in: 20...400, using: &numbers), countLimit: .random(in: 1...30, using: &numbers),
            entryShare: .random(in: 0...1, using: &numbers), pinnedShare: .random(in: 0...1, using: &numbers))
        let steps = (0..<1_000).map { _ in step(&numbers) }
        try check(steps, limits: limits, keys: 40)
    }

    private func step(_ numbers: inout SeededNumbers) -> Step {
        // The smaller of two random keys: some keys are requested more often than others.
        let key = min(Int.random(in: 0..<40, using: &numbers), .random(in: 0..<40, using: &numbers))
        switch Int.random(in: 0..<100, using: &numbers) {
        case ..<40: return .look(key)
        case ..<80: return .insert(key, cost: .random(in: 4...60, using: &numbers))
        case ..<85: return .remove(key)
        case ..<91: return .pin(key)
        case ..<97: return .unpin(key)
        case ..<99: return .trim(.random(in: 0...400, using: &numbers))
        default: return .removeAll
        }
    }
}
