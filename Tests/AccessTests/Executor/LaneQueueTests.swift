import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite struct LaneQueueTests {
    // Nil pops. With such little patience, the sequences are long enough for aging.
    @Test(arguments: 0...2)
    func `Every short sequence of jobs leaves in the order of the model`(patience: Int) {
        for steps in sequences(of: [1, 2, 3, nil], count: 7) {
            let complaint = difference(patience: patience, after: steps + Array(repeating: nil, count: 7))
            if let complaint { Issue.record("\(steps): \(complaint)") }
        }
    }

    @Test(arguments: Effort.seeds(2, of: 1...20 as ClosedRange<UInt64>))
    func `A long sequence of jobs leaves in the order of the model`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        let steps = (0..<20_000).map { step -> Int? in
            // Grows and shrinks in turns, to a few hundred jobs.
            let isAppended = Int.random(in: 0..<10, using: &numbers) < (step / 1_000 % 2 == 0 ? 6 : 4)
            return isAppended ? Int.random(in: 1...Int.random(in: 1...1_000, using: &numbers), using: &numbers) : nil
        }
        #expect(difference(patience: LaneQueue<Int>.patience, after: steps) == nil)
    }

    /// The first difference to the model; nil if there is none.
    private func difference(patience: Int, after steps: [Int?]) -> String? {
        var (queue, model) = (LaneQueue<Int>(patience: patience), NaiveLane(patience: patience))
        for (job, items) in steps.enumerated() {
            if let items {
                queue.append(job, items: items)
                model.append(job, items: items)
            } else {
                let (found, expected) = (queue.popNext(), model.popNext())
                if found != expected { return "\(found ?? -1), not \(expected ?? -1), at step \(job)" }
            }
            if queue.count != model.count { return "\(queue.count) wait, not \(model.count)" }
        }
        return queue.all == model.all ? nil : "\(queue.all) wait, not \(model.all)"
    }

    @Test func `Equal calls are served to their end, in the order of their arrival`() {
        let run = LaneRun(of: Array(repeating: 50, count: 50), slice: 20)
        #expect(run.ends.map(\.call) == Array(0..<50))
        // Three turns each, and the first of another call once in a while.
        #expect(run.ends[0].turn == 3)
        #expect(run.ends.enumerated().allSatisfy { $1.turn <= 3 * $0 + 6 })
        #expect(run.ends[49].turn == 150)
    }

    @Test func `Half of equal long calls end in little more than half of the time`() {
        let run = LaneRun(of: Array(repeating: 1_000, count: 50), slice: 20)
        #expect(run.ends[0].turn <= 50 * 3 / 2)
        #expect(run.ends[24].turn <= 2_500 * 6 / 10)
        #expect(run.ends[49].turn == 2_500)
    }

    @Test func `A short call passes long ones after one slice, and at most one that has waited longest`() {
        var run = LaneRun(of: Array(repeating: 70_000, count: 16), slice: 20)
        for arrival in 1...200 {
            run.takeTurns(arrival)
            let call = run.append(50)
            let turn = run.turns
            run.takeTurns(4)
            #expect(run.hasEnded(call), "after \(run.turns - turn) turns")
        }
    }

    @Test func `A long call goes on beside short ones without end`() {
        var run = LaneRun(of: [1_000], slice: 20)
        for _ in 0..<4 { run.append(50) }
        while !run.hasEnded(0), run.turns < 2_000 {
            let ended = run.ends.count
            run.takeTurns(1)
            if run.ends.count > ended { run.append(50) }
        }
        // In turns with four others it would take 250.
        #expect(run.turns <= 250 * 5 / 2)
    }

    @Test(arguments: Effort.seeds(1...10 as ClosedRange<UInt64>))
    func `In random mixes no call waits longer than is guaranteed, and each ends`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        for mix in 0..<1_000 {
            var run = LaneRun(of: [], slice: Int.random(in: 1...64, using: &numbers))
            for _ in 0..<Int.random(in: 1...40, using: &numbers) {
                let most = [1, 50, 200, 1_000].randomElement(using: &numbers) ?? 1
                run.append(Int.random(in: 0...most, using: &numbers), growing: Int.random(in: 0...9, using: &numbers))
                run.takeTurns(Int.random(in: 0...4, using: &numbers))
            }
            run.takeTurns(.max)
            if run.waiting > 0 || run.excess > 0 { Issue.record("mix \(mix): \(run.excess) turns too late") }
        }
    }

    // A slice that only looks, as before a fetch, or a call that never says how much is left.
    @Test func `Equal calls whose slices handle nothing take turns`() {
        var queue = LaneQueue<Int>()
        for call in 0..<3 { queue.append(call, items: 0) }
        let order = (0..<9).compactMap { _ in
            let call = queue.popNext()
            if let call { queue.append(call, items: 0) }
            return call
        }
        #expect(order == [0, 1, 2, 0, 1, 2, 0, 1, 2])
    }

    @Test func `Any number of items is allowed, and fewer than one count as one`() {
        var queue = LaneQueue<Int>()
        for (job, items) in [Int.max, 1, .min, 0, -1, .max].enumerated() { queue.append(job, items: items) }
        #expect((0..<7).map { _ in queue.popNext() } == [1, 2, 3, 4, 0, 5, nil])
    }

    @Test func `A burst of equal calls leaves in order, and its storage is released`() {
        var queue = LaneQueue<Int>()
        for call in 0..<65_536 { queue.append(call, items: 50) }
        let order = (0..<65_536).compactMap { _ in queue.popNext() }
        #expect(order == Array(0..<65_536))
        #expect(queue.isEmpty && queue.capacity <= 1_024)
    }

    @Test func `What has waited longest leaves nothing behind that grows`() {
        var queue = LaneQueue<Int>()
        queue.append(0, items: 1_000_000)
        for turn in 0..<10_000 {
            queue.append(1, items: 1)
            queue.append(1, items: 1)
            for _ in 0..<2 {
                if queue.popNext() == 0 { queue.append(0, items: 1_000_000 - turn) }
            }
            while queue.count > 8 { _ = queue.popNext() }
        }
        #expect(queue.capacity <= 256)
    }
}

/// The rule of a lane, by looking at all that waits.
private struct NaiveLane {
    let patience: Int
    private var jobs: [(job: Int, items: Int)] = []
    private var taken = 0

    init(patience: Int) {
        self.patience = patience
    }

    var count: Int { jobs.count }
    var all: [Int] { jobs.map(\.job) }

    mutating func append(_ job: Int, items: Int) {
        jobs.append((job, items))
    }

    mutating func popNext() -> Int? {
        guard let least = jobs.indices.min(by: { (jobs[$0].items, $0) < (jobs[$1].items, $1) }) else { return nil }
        taken += 1
        let next = taken % (patience + 1) == 0 ? 0 : least
        return jobs.remove(at: next).job
    }
}

/// Calls that take turns in a lane, with slices of equally many items.
private struct LaneRun {
    private struct Call {
        var left: Int
        /// The number of turns after each of which the call finds more to read.
        var growths: Int
        /// The last turn by which its next one must come.
        var limit = 0
    }

    let slice: Int
    private var queue = LaneQueue<Int>()
    private var calls: [Call] = []
    private(set) var turns = 0
    private(set) var ends: [(call: Int, turn: Int)] = []
    /// By how many turns a call waited longer than guaranteed.
    private(set) var excess = 0

    /// Enqueues calls of some items, and runs them to their ends if they are not mixed with others.
    init(of items: [Int], slice: Int) {
        self.slice = slice
        for items in items { append(items) }
        if items.allSatisfy({ $0 == items.first }), items.count == 50 { takeTurns(.max) }
    }

    var waiting: Int { queue.count }

    func hasEnded(_ call: Int) -> Bool { ends.contains { $0.call == call } }

    @discardableResult mutating func append(_ items: Int, growing growths: Int = 0) -> Int {
        calls.append(Call(left: items, growths: growths))
        enqueue(calls.count - 1)
        return calls.count - 1
    }

    mutating func takeTurns(_ count: Int) {
        var taken = 0
        while taken < count, let call = queue.popNext() {
            (taken, turns) = (taken + 1, turns + 1)
            excess = max(excess, turns - calls[call].limit)
            calls[call].left -= slice
            if calls[call].growths > 0 {
                calls[call].growths -= 1
                calls[call].left += 2 * slice
            }
            if calls[call].left > 0 { enqueue(call) } else { ends.append((call, turns)) }
        }
    }

    private mutating func enqueue(_ call: Int) {
        queue.append(call, items: calls[call].left)
        calls[call].limit = turns + queue.count * (LaneQueue<Int>.patience + 1)
    }
}
