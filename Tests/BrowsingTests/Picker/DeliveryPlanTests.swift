import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

@Suite(.timeLimit(.hang)) struct DeliveryPlanTests {
    @Test @MainActor func `Loads that are canceled while they wait for their turn leave nothing behind`() async throws {
        let gate = LoadGate(1)
        try await gate.enter()
        for _ in 0..<3 {
            let load = Task { try? await gate.enter() }
            load.cancel()
            _ = await load.value
        }
        #expect(gate.waiters.isEmpty)
        gate.leave()
        try await gate.enter()
    }

    /// A course of reads and deliveries, in which a number chooses what happens next.
    private struct Course {
        var plan: DeliveryPlan
        let inCloud: Set<Int>
        var running: [DeliveryPlan.Start] = []
        var delivered: [Int] = []
        var mostInFlight = 0
        var starts = 0

        init(_ plan: DeliveryPlan, inCloud: Set<Int>) {
            (self.plan, self.inCloud) = (plan, inCloud)
        }

        mutating func startAll() {
            while let start = plan.start() {
                running.append(start)
                starts += 1
            }
            mostInFlight = max(mostInFlight, plan.inFlight)
        }

        mutating func take() -> Bool {
            guard let index = plan.take() else { return false }
            delivered.append(index)
            startAll()
            return true
        }

        /// Ends one of the running reads, as a number says; false if none runs.
        mutating func end(_ choice: Int) -> Bool {
            guard !running.isEmpty else { return false }
            let start = running.remove(at: choice % running.count)
            let isInCloud = inCloud.contains(start.index) && !start.isNetworkAccessAllowed
            _ = plan.end(start, isInCloud: isInCloud)
            startAll()
            return true
        }

        /// Runs to the end; false if it stands still before every result was delivered.
        mutating func run(_ choose: (Int) -> Int) -> Bool {
            startAll()
            while !plan.isOver {
                let choice = choose(running.count + 1)
                let hasMoved = choice == running.count ? take() || end(choice) : end(choice) || take()
                if !hasMoved { return false }
            }
            return true
        }
    }

    /// Calls `body` with each combination of a policy, a limit, a number of results and those in the cloud.
    private func forEachCase(
        _ body: (PickerConfiguration.CloudPolicy, _ limit: Int, _ count: Int, _ inCloud: Set<Int>) -> Void
    ) {
        for policy in PickerConfiguration.CloudPolicy.allCases {
            for limit in 1...3 {
                for count in 0...5 {
                    for bits in 0..<(1 << count) {
                        body(policy, limit, count, Set((0..<count).filter { bits >> $0 & 1 == 1 }))
                    }
                }
            }
        }
    }

    @Test func `Each result is delivered once, never more than the limit are in memory, and nothing stands still`() {
        var wrong = 0
        forEachCase { policy, limit, count, inCloud in
            for seed in 0..<8 {
                var random = SeededGenerator(seed: seed)
                var course = Course(DeliveryPlan(count: count, policy: policy, limit: limit), inCloud: inCloud)
                let hasEnded = course.run { Int.random(in: 0..<$0, using: &random) }
                let isComplete = hasEnded && course.delivered.sorted() == Array(0..<count)
                if !isComplete || course.mostInFlight > limit { wrong += 1 }
            }
        }
        #expect(wrong == 0)
    }

    @Test func `Results that wait for their downloads, and references, come in the order of selection`() {
        var wrong = 0
        forEachCase { policy, limit, count, inCloud in
            guard policy != .deliverAsTheyCome else { return }
            var random = SeededGenerator(seed: count)
            var course = Course(DeliveryPlan(count: count, policy: policy, limit: limit), inCloud: inCloud)
            _ = course.run { Int.random(in: 0..<$0, using: &random) }
            if course.delivered != Array(0..<count) || course.starts != count { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test func `A download that never ends holds up no result on the device if two may be read at a time`() {
        // 0 and 1 are in the cloud, and their downloads hang; 2 to 9 are on the device.
        var plan = DeliveryPlan(count: 10, policy: .deliverAsTheyCome, limit: 2)
        var delivered: [Int] = []
        while true {
            var hasMoved = false
            while let start = plan.start() {
                hasMoved = true
                guard !start.isNetworkAccessAllowed else { continue }
                _ = plan.end(start, isInCloud: start.index < 2)
            }
            while let index = plan.take() { delivered.append(index) }
            if !hasMoved { break }
        }
        #expect(delivered == Array(2...9))
    }

    @Test func `References are read without the network, waiting results with it`() {
        let access = PickerConfiguration.CloudPolicy.allCases.map { policy in
            var plan = DeliveryPlan(count: 1, policy: policy, limit: 1)
            return plan.start()?.isNetworkAccessAllowed
        }
        #expect(access == [true, false, false])
    }

    @Test func `An end that is reported twice counts once`() {
        var plan = DeliveryPlan(count: 2, policy: .wait, limit: 2)
        let start = plan.start()
        let ends = start.map { start in (0..<3).map { _ in plan.end(start, isInCloud: false) } }
        #expect(ends == [true, false, false])
    }
}
