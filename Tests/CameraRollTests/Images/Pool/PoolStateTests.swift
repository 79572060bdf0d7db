import Testing

@testable import CameraRoll

/// Two threads of a pool, in every order of their steps and of what others do.
@Suite struct PoolStateTests {
    private enum Step: CaseIterable {
        case submit, first, second, firstTimesOut, shutDown
    }

    private enum Phase {
        case none, atWork, starting, waiting, takingSignal
    }

    /// The shell's part, by hand.
    private struct Run {
        var state = PoolState(limits: PoolLimits(threads: 2))
        var threads = [Phase.none, .none]
        var signals = 0
        var submitted = 0
        var ended = 0

        mutating func take(_ step: Step) {
            switch step {
            case .submit: submit()
            case .first: go(0)
            case .second: go(1)
            case .firstTimesOut: if threads[0] == .waiting { ask(0, .timedOut) }
            case .shutDown:
                let (work, action) = state.shutDown()
                ended += work.count
                carryOut(action)
            }
        }

        mutating func submit() {
            guard let (_, action) = try? state.submit(NotingWork(0, SharedNotes()), priority: .visible) else { return }
            submitted += 1
            carryOut(action)
        }

        mutating func go(_ index: Int) {
            switch threads[index] {
            case .none: break
            case .starting: ask(index, .started)
            case .atWork:
                ended += 1
                ask(index, .finished)
            case .waiting, .takingSignal:
                guard signals > 0 else { return }
                signals -= 1
                ask(index, .woken)
            }
        }

        mutating func ask(_ index: Int, _ event: PoolState.ThreadEvent) {
            switch state.next(after: event) {
            case .run: threads[index] = .atWork
            case .wait: threads[index] = .waiting
            case .takeSignal: threads[index] = .takingSignal
            case .exit: threads[index] = .none
            }
        }

        mutating func carryOut(_ action: PoolState.WakeAction) {
            switch action {
            case .none: break
            case .signal(let count): signals += count
            case .startThread:
                guard let index = threads.firstIndex(of: .none) else {
                    Issue.record("A third thread.")
                    return
                }
                threads[index] = .starting
            }
        }

        /// Lets the threads go on until none can, and says what is wrong then.
        mutating func complaint() -> String? {
            for _ in 0..<30 { for index in threads.indices { go(index) } }
            if ended != submitted { return "\(ended) of \(submitted) ended" }
            if threads.contains(.takingSignal) { return "a thread waits for a signal that never comes" }
            if signals != 0 { return "\(signals) signals for nobody" }
            let left = threads.count { $0 != .none }
            if state.statistics.threads != left { return "\(left) threads, not \(state.statistics.threads)" }
            return state.isShutDown && left > 0 ? "\(left) threads after the shutdown" : nil
        }
    }

    @Test func `In every order of steps all work ends, and no thread or signal is left over`() {
        for steps in sequences(of: Step.allCases, count: 7) {
            var run = Run()
            steps.forEach { run.take($0) }
            if let complaint = run.complaint() { Issue.record("\(steps): \(complaint)") }
        }
    }
}
