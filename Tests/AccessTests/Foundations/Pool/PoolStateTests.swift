import CoreTestSupport
import Dispatch
import Testing

@testable import CameraRoll

/// Two threads of a pool, in every order of their steps and of other events.
@Suite struct PoolStateTests {
    private enum Step {
        case submit, first, second, firstTimesOut, secondTimesOut, shutDown, firstHangs

        /// The steps of a pool whose work always returns.
        static let returning: [Step] = [.submit, .first, .second, .firstTimesOut, .shutDown]
    }

    private enum Phase: Equatable {
        case none, atWork(PoolTicket), starting, waiting, takingSignal
    }

    private struct Thread {
        var phase = Phase.none
        var signal = DispatchSemaphore(value: 0)
        /// The signals sent and not yet taken.
        var sent = 0
    }

    /// The part of the concurrent wrapper, done manually.
    private struct Run {
        let limits: PoolLimits
        var state: PoolState
        var threads = [Thread(), Thread()]
        var hung: [PoolTicket] = []
        var submitted = 0
        var ended = 0
        /// Threads beyond the limit, or started for no work.
        var surplus = 0

        init(limits: PoolLimits) {
            self.limits = limits
            state = PoolState(limits: limits)
        }

        mutating func take(_ step: Step) {
            switch step {
            case .submit: submit()
            case .first: go(0)
            case .second: go(1)
            case .firstTimesOut: timeOut(0)
            case .secondTimesOut: timeOut(1)
            case .shutDown:
                let (work, threads) = state.shutDown()
                ended += work.count
                threads.forEach { send($0) }
            case .firstHangs: hang(0)
            }
            let most = limits.threads + min(hung.count, limits.replacements)
            if state.statistics.threads > most { surplus += 1 }
        }

        mutating func hang(_ index: Int) {
            let isNeeded = state.statistics.waiting > 0
            guard case .atWork(let ticket) = threads[index].phase, let change = state.giveUp(ticket) else { return }
            if case .none = change.action {} else if !isNeeded { surplus += 1 }
            hung.append(ticket)
            ended += change.refused.count
            carryOut(change.action)
        }

        mutating func submit() {
            guard let (_, action) = try? state.submit(NotingWork(0, SharedNotes()), priority: .visible) else { return }
            submitted += 1
            carryOut(action)
        }

        /// Lets a thread take its next step; returns false if it has none.
        @discardableResult mutating func go(_ index: Int) -> Bool {
            switch threads[index].phase {
            case .none: return false
            case .starting: ask(index, .started)
            case .atWork(let ticket):
                ended += 1
                hung.removeAll { $0 == ticket }
                ask(index, .finished(ticket))
            case .waiting, .takingSignal:
                guard threads[index].sent > 0 else { return false }
                threads[index].sent -= 1
                ask(index, .woken)
            }
            return true
        }

        /// Ends a thread's idle time, also when its signal has been sent already.
        mutating func timeOut(_ index: Int) {
            if threads[index].phase == .waiting { ask(index, .timedOut) }
        }

        mutating func ask(_ index: Int, _ event: PoolState.ThreadEvent) {
            switch state.next(after: event, of: threads[index].signal) {
            case .run(_, let ticket): threads[index].phase = .atWork(ticket)
            case .wait: threads[index].phase = .waiting
            case .takeSignal: threads[index].phase = .takingSignal
            case .exit: threads[index].phase = .none
            }
        }

        mutating func carryOut(_ action: PoolState.WakeAction) {
            switch action {
            case .none: break
            case .signal(let thread): send(thread)
            case .startThread:
                guard let index = threads.firstIndex(where: { $0.phase == .none }) else {
                    Issue.record("A third thread.")
                    return
                }
                if threads[index].sent > 0 { Issue.record("A signal that its thread did not take.") }
                threads[index] = Thread(phase: .starting)
            }
        }

        mutating func send(_ signal: DispatchSemaphore) {
            guard let index = threads.firstIndex(where: { $0.signal === signal && $0.phase != .none }) else {
                Issue.record("A signal for a thread that has ended.")
                return
            }
            threads[index].sent += 1
        }

        /// Lets the threads continue until none can, one after the other in an order, and returns the error then, if
        /// any.
        func complaint(in order: [Int]) -> String? {
            var run = self
            for index in order + order { while run.go(index) {} }
            return run.complaintAtRest() ?? run.complaintAfterIdleTime()
        }

        private func complaintAtRest() -> String? {
            if ended != submitted { return "\(ended) of \(submitted) ended" }
            if surplus > 0 { return "more threads than are allowed, or than there is work for" }
            if state.statistics.hung != 0 { return "\(state.statistics.hung) threads hang that returned" }
            if threads.contains(where: { $0.sent > 0 }) { return "a signal that nobody takes" }
            let left = threads.count { $0.phase != .none }
            if left > limits.threads { return "the surplus stays" }
            if state.statistics.threads != left { return "\(left) threads, not \(state.statistics.threads)" }
            return state.isShutDown && left > 0 ? "\(left) threads after the shutdown" : nil
        }

        private mutating func complaintAfterIdleTime() -> String? {
            for index in threads.indices { timeOut(index) }
            if state.statistics.threads > 0 { return "a thread stays without work" }
            submit()
            for index in threads.indices { while go(index) {} }
            return ended == submitted ? nil : "work after the idle time does not end"
        }

        /// The error, if any, whichever thread continues first.
        func complaint() -> String? { complaint(in: [0, 1]) ?? complaint(in: [1, 0]) }
    }

    // Asynchronous only so that it runs beside others: synchronous tests share the main thread.
    @Test func `In every order of steps all work ends, and no thread or signal is left over`() async {
        // Seven are needed for a thread that times out while another one is busy, and its signal is sent.
        let orders =
            sequences(of: Step.returning, count: 7) + sequences(of: Step.returning + [.secondTimesOut], count: 6)
        for steps in orders {
            var run = Run(limits: PoolLimits(threads: 2))
            steps.forEach { run.take($0) }
            if let complaint = run.complaint() { Issue.record("\(steps): \(complaint)") }
        }
    }

    @Test func `Whenever work hangs and returns, all other work ends, and the thread that stood in goes`() {
        for steps in sequences(of: Step.returning + [.firstHangs], count: 6) {
            var run = Run(limits: PoolLimits(threads: 1, replacements: 1))
            steps.forEach { run.take($0) }
            if let complaint = run.complaint() { Issue.record("\(steps): \(complaint)") }
        }
    }
}
