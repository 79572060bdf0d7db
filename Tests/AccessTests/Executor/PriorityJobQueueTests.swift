import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite struct PriorityJobQueueTests {
    @Test func `The most urgent lane goes first, each lane in the order of arrival`() {
        var lanes = PriorityJobQueue<String>()
        lanes.append("background 1", to: .background)
        lanes.append("standard 1", to: .standard)
        lanes.append("interactive 1", to: .interactive)
        lanes.append("utility 1", to: .utility)
        lanes.append("interactive 2", to: .interactive)
        lanes.append("standard 2", to: .standard)
        #expect(lanes.count == 6)
        #expect(lanes.count(in: .standard) == 2)
        let order = (0..<6).map { _ in lanes.popNext()?.job }
        #expect(
            order == ["interactive 1", "interactive 2", "standard 1", "standard 2", "utility 1", "background 1"])
        let nothing = lanes.popNext()
        #expect(nothing == nil)
        #expect(lanes.count == 0)
    }

    @Test func `In every short interleaving the first job of the most urgent lane goes next`() {
        // Nil pops. The sequences are too short for aging, so the model needs none.
        let steps: [ExecutorLane?] = ExecutorLane.allCases + [nil]
        for sequence in sequences(of: steps, count: 6) {
            var lanes = PriorityJobQueue<Int>()
            var model: [(lane: ExecutorLane, job: Int)] = []
            for (job, lane) in sequence.enumerated() {
                if let lane {
                    lanes.append(job, to: lane)
                    model.append((lane, job))
                } else {
                    let next = model.indices.min { (model[$0].lane, $0) < (model[$1].lane, $1) }
                    let expected = next.map { model.remove(at: $0).job }
                    let popped = lanes.popNext()?.job
                    if popped != expected { Issue.record("\(sequence): not \(expected ?? -1)") }
                }
            }
            if lanes.count != model.count { Issue.record("\(sequence): \(lanes.count) wait, not \(model.count)") }
        }
    }

    @Test(arguments: [ExecutorLane.standard, .utility, .background])
    func `A job waits while at most 32 others go before it`(lane: ExecutorLane) {
        var lanes = PriorityJobQueue<String>()
        lanes.append("patient", to: lane)
        var overtakers = 0
        lanes.append("urgent", to: .interactive)
        while overtakers < 1_000, let next = lanes.popNext(), next.job == "urgent" {
            overtakers += 1
            lanes.append("urgent", to: .interactive)
        }
        #expect(overtakers == PriorityJobQueue<String>.patience)
    }

    // Three lanes that age at the same time: without the rule, four indivisible library calls would precede an urgent
    // one.
    @Test func `An urgent job waits for one aged job at most`() {
        var lanes = PriorityJobQueue<ExecutorLane>()
        for lane in ExecutorLane.allCases {
            for _ in 0..<40 { lanes.append(lane, to: lane) }
        }
        let order = (0..<40).compactMap { _ in lanes.popNext()?.job }
        #expect(order[..<32].allSatisfy { $0 == .interactive })
        #expect(
            order[32...] == [
                .standard, .interactive, .utility, .interactive, .background, .interactive, .interactive, .interactive,
            ])
    }

    @Test func `An urgent job that comes while an aged one runs goes next`() {
        var lanes = PriorityJobQueue<ExecutorLane>()
        for lane in [ExecutorLane.standard, .utility, .background] {
            for _ in 0..<40 { lanes.append(lane, to: lane) }
        }
        // 32 jobs of the middle lane, and then those that they have overtaken.
        var last = lanes.popNext()?.lane
        while last == .standard { last = lanes.popNext()?.lane }
        #expect(last == .utility)
        lanes.append(.interactive, to: .interactive)
        #expect(lanes.popNext()?.lane == .interactive)
        #expect(lanes.popNext()?.lane == .background)
    }

    @Test func `With all lanes always full none is starved`() throws {
        var lanes = PriorityJobQueue<Int>()
        for lane in ExecutorLane.allCases { lanes.append(0, to: lane) }
        var last = Dictionary(uniqueKeysWithValues: ExecutorLane.allCases.map { ($0, 0) })
        var longest = last
        for turn in 1...2_000 {
            let next = lanes.popNext()
            let lane = try #require(next).lane
            longest[lane] = max(longest[lane] ?? 0, turn - (last[lane] ?? 0))
            last[lane] = turn
            lanes.append(turn, to: lane)
        }
        // Lanes that age at the same time are served one after the other, with an urgent job between two of them.
        let bound = PriorityJobQueue<Int>.patience + 2 * ExecutorLane.allCases.count
        #expect(longest.values.allSatisfy { $0 <= bound })
        #expect(last.values.allSatisfy { $0 > 2_000 - bound })
    }

    @Test(arguments: Effort.seeds(5...7 as ClosedRange<UInt64>))
    func `The same jobs always run in the same order, and each lane in the order of arrival`(seed: UInt64) {
        let first = run(seed: seed)
        #expect(run(seed: seed).map(\.job) == first.map(\.job))
        for lane in ExecutorLane.allCases {
            let jobs = first.filter { $0.lane == lane }.map(\.job)
            #expect(jobs == jobs.sorted())
        }
        #expect(Set(first.map(\.job)).count == first.count)
    }

    private func run(seed: UInt64) -> [(job: Int, lane: ExecutorLane)] {
        var numbers = SeededNumbers(seed: seed)
        var lanes = PriorityJobQueue<Int>()
        var popped: [(job: Int, lane: ExecutorLane)] = []
        for job in 0..<2_000 {
            lanes.append(job, to: ExecutorLane(rawValue: Int.random(in: 0..<4, using: &numbers)) ?? .standard)
            if Bool.random(using: &numbers), let next = lanes.popNext() { popped.append(next) }
        }
        while let next = lanes.popNext() { popped.append(next) }
        return popped
    }
}
