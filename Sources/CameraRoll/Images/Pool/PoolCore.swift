import Dispatch

/// The working part of a pool: its state under a lock, and its threads.
///
/// The threads hold the core and not the pool: so a pool that nobody uses any more is released although its threads
/// wait, and its release ends them.
final class PoolCore: Sendable {
    private let label: String
    private let idleTime: DispatchTimeInterval
    private let state: Lock<PoolState>
    private let signals = DispatchSemaphore(value: 0)

    init(label: String, limits: PoolLimits) {
        self.label = label
        idleTime = .milliseconds(limits.idleMilliseconds)
        state = Lock(PoolState(limits: limits))
    }

    var statistics: PoolStatistics { state.withLock(\.statistics) }

    func submit(_ work: any PoolWork, priority: ImagePriority) throws(ImageError) -> PoolTicket {
        let (ticket, action) = try state.withLock { state throws(ImageError) in
            try state.submit(work, priority: priority)
        }
        carryOut(action)
        return ticket
    }

    func setPriority(_ priority: ImagePriority, of ticket: PoolTicket) -> Bool {
        state.withLock { $0.setPriority(priority, of: ticket) }
    }

    func cancel(_ ticket: PoolTicket) -> Bool {
        guard let work = state.withLock({ $0.cancel(ticket) }) else { return false }
        work.cancel()
        return true
    }

    /// True where the work ran.
    func giveUp(_ ticket: PoolTicket) -> Bool {
        guard let (refused, error, action) = state.withLock({ $0.giveUp(ticket) }) else { return false }
        carryOut(action)
        refused.forEach { $0.refuse(error) }
        return true
    }

    /// Cancels what waits and lets the threads end, each after the work that it has begun.
    func shutDown() {
        let (work, action) = state.withLock { $0.shutDown() }
        carryOut(action)
        work.forEach { $0.cancel() }
    }

    /// Waits until there is no thread.
    func awaitExit() async {
        await withCheckedContinuation { continuation in
            if !state.withLock({ $0.awaitExit(continuation) }) { continuation.resume() }
        }
    }

    private func carryOut(_ action: PoolState.WakeAction) {
        switch action {
        case .none: break
        case .startThread: PoolThread.start(label) { self.runUntilExit() }
        case .signal(let count): for _ in 0..<count { signals.signal() }
        }
    }
}

// MARK: - The threads

extension PoolCore {
    private func runUntilExit() {
        var event = PoolState.ThreadEvent.started
        while let next = carryOut(state.withLock({ $0.next(after: event) })) { event = next }
    }

    /// Returns what the thread comes from then; nil where it ends.
    private func carryOut(_ action: PoolState.NextAction) -> PoolState.ThreadEvent? {
        switch action {
        case .run(let work, let priority, let ticket):
            PoolThread.run(work, priority)
            return .finished(ticket)
        case .wait:
            return signals.wait(timeout: .now() + idleTime) == .success ? .woken : .timedOut
        case .takeSignal:
            signals.wait()
            return .woken
        case .exit(let waiting):
            waiting.forEach { $0.resume() }
            return nil
        }
    }
}
