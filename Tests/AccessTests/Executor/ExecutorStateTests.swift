import CoreTestSupport
import Testing

@testable import CameraRoll

@Suite struct ExecutorStateTests {
    private enum Event: CaseIterable {
        case append, next, shutDown
    }

    @Test func `In every order of events work has a running thread, and no thread ends or sleeps on it`() {
        for events in sequences(of: Event.allCases, count: 8) {
            var run = StateRun()
            for event in events {
                apply(event, to: &run)
            }
            if let complaint = run.complaint { Issue.record("\(events): \(complaint)") }
        }
    }

    private func apply(_ event: Event, to run: inout StateRun) {
        switch event {
        case .append: run.append()
        case .next: run.next()
        case .shutDown: run.shutDown()
        }
    }

    // the thread               others
    // ----------               ------
    // finds nothing: sleeps
    //                          append: wakes it
    // finds the job
    @Test func `A thread that finds nothing sleeps, and the next job wakes it`() {
        var state = ExecutorState()
        #expect(state.append(.turn(NotingTurn()), to: .standard, now: 0) == .startThread)
        #expect(state.next(now: 1).isRun)
        #expect(state.append(.turn(NotingTurn()), to: .standard, now: 2) == .none)
        #expect(state.next(now: 3).isRun)
        #expect(!state.next(now: 4).isRun)
        #expect(state.append(.turn(NotingTurn()), to: .standard, now: 5) == .wakeThread)
        #expect(state.next(now: 6).isRun)
    }

    @Test func `A caller that waits for the end is resumed when the thread ends, and not stored if it has ended`() async
    {
        var state = ExecutorState()
        await withCheckedContinuation { continuation in
            let isKeptWithoutThread = state.awaitExit(continuation)
            #expect(!isKeptWithoutThread)
            _ = state.append(.turn(NotingTurn()), to: .standard, now: 0)
            _ = state.shutDown()
            let isKept = state.awaitExit(continuation)
            #expect(isKept)
            _ = state.next(now: 1)
            #expect(waiting(for: state.next(now: 2)) == 1)
        }
        #expect(state.thread == .none)
    }

    @Test func `What ran is forgotten when the thread ends`() {
        var state = ExecutorState()
        for _ in 0..<2 {
            _ = state.append(.turn(NotingTurn()), to: .standard, now: 0)
            _ = state.next(now: 0)
            _ = state.next(now: 1_000_000)
        }
        #expect(state.activities(from: 0, to: .max).count == 2)
        _ = state.shutDown()
        _ = state.next(now: 2_000_000)
        #expect(state.activities(from: 0, to: .max).isEmpty)
    }

    @Test(arguments: [false, true])
    func `A released executor forgets its figures with its thread, and still runs what comes`(isAsleep: Bool) {
        var state = ExecutorState()
        _ = state.append(.turn(NotingTurn()), to: .utility, now: 0)
        #expect(state.next(now: 0).isRun && !state.next(now: 1).isRun)
        if !isAsleep {
            _ = state.shutDown()
            _ = state.next(now: 2)
        }
        #expect(state.statistics.jobs == 1)
        #expect(state.retire() == (isAsleep ? .wakeThread : .none))
        if isAsleep { _ = state.next(now: 3) }
        #expect(state.thread == .none && state.statistics.jobs == 0)
        #expect(state.append(.turn(NotingTurn()), to: .background, now: 4) == .startThread)
        #expect(state.next(now: 5).isRun && state.statistics.lanes[.background]?.totalWait == 1)
        _ = state.next(now: 6)
        #expect(state.thread == .none && state.statistics.jobs == 0)
    }

    /// Resumes the callers that wait for the end, and returns their number.
    private func waiting(for action: ExecutorState.NextAction) -> Int {
        guard case .exit(let waiting) = action else { return 0 }
        waiting.forEach { $0.resume() }
        return waiting.count
    }

    @Test func `The figures of each lane are counted`() {
        var state = ExecutorState()
        _ = state.append(.turn(NotingTurn("a")), to: .utility, now: 100)
        _ = state.append(.turn(NotingTurn("b")), to: .utility, now: 200)
        #expect(state.statistics.lanes[.utility]?.depth == 2)
        _ = state.next(now: 300)
        #expect(state.currentActivity == ExecutorActivity(operation: "a", start: 300, end: nil))
        _ = state.next(now: 350)
        _ = state.next(now: 500)
        let expected = ExecutorStatistics.Lane(
            jobs: 2, longestWait: 200, totalWait: 350, longestRun: 150, totalRun: 200, depth: 0)
        #expect(state.statistics.lanes[.utility] == expected)
        #expect(state.statistics.jobs == 2)
        #expect(state.statistics.greatestDepth == 2)
        #expect(state.currentActivity == nil)
    }

    @Test func `What runs now is among the activities`() {
        var state = ExecutorState()
        for name in ["past", "present"] as [LibraryOperation] {
            _ = state.append(.turn(NotingTurn(name)), to: .standard, now: 0)
        }
        _ = state.next(now: 0)
        _ = state.next(now: 1_000_000)
        #expect(state.activities(from: 0, to: .max).map(\.operation) == ["past", "present"])
        #expect(state.activities(from: 1_000_001, to: .max).map(\.operation) == ["present"])
        #expect(state.activities(from: 0, to: 999_999).map(\.operation) == ["past"])
    }

    @Test func `A clock that goes back harms no figure`() {
        var state = ExecutorState()
        _ = state.append(.turn(NotingTurn()), to: .standard, now: 500)
        _ = state.next(now: 400)
        _ = state.next(now: 300)
        #expect(state.statistics.lanes[.standard]?.totalWait == 0)
        #expect(state.statistics.lanes[.standard]?.totalRun == 0)
    }
}

/// A state with a thread that performs its actions, and the invariants of both.
private struct StateRun {
    private var state = ExecutorState()
    private var waiting = 0
    private var threads = 0
    private var isShutDown = false
    private(set) var complaint: String?

    mutating func append() {
        let before = state.thread
        let action = state.append(.turn(NotingTurn()), to: .standard, now: 0)
        waiting += 1
        threads += action == .startThread ? 1 : 0
        expect((action == .startThread) == (before == .none), "a thread is started where there is none")
        expect((action == .wakeThread) == (before == .asleep), "a thread is woken where it sleeps")
    }

    /// Only a running thread takes work.
    mutating func next() {
        guard state.thread == .running else { return }
        let action = state.next(now: 0)
        let hadWork = waiting > 0
        waiting -= action.isRun ? 1 : 0
        threads -= action.isExit ? 1 : 0
        expect(action.isRun == hadWork, "there is work where work waits")
        expect(action.isExit == (isShutDown && !hadWork), "a thread ends after a shutdown, and only then")
    }

    mutating func shutDown() {
        let before = state.thread
        let action = state.shutDown()
        isShutDown = true
        expect(action == (before == .asleep ? .wakeThread : .none), "a shutdown wakes a thread that sleeps")
    }

    private mutating func expect(_ holds: Bool, _ rule: String) {
        if !holds { complaint = rule }
        if waiting > 0, state.thread != .running { complaint = "work that waits has a running thread" }
        if threads != (state.thread == .none ? 0 : 1) { complaint = "there is one thread at most" }
        if state.depth != waiting { complaint = "nothing is lost" }
    }
}

extension ExecutorState.NextAction {
    fileprivate var isRun: Bool {
        if case .run = self { true } else { false }
    }

    fileprivate var isExit: Bool {
        if case .exit = self { true } else { false }
    }
}
