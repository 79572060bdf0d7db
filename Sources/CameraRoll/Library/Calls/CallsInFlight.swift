import Synchronization

/// A call that others than its caller can end.
protocol EndableCall: AnyObject, Sendable {
    var operation: LibraryOperation { get }
    func end(_ error: LibraryError)
}

/// The calls that wait for a library: how many there may be, and when each has waited long enough.
///
/// One timer serves them all. It is armed for the earliest deadline, so a call whose deadline is no earlier than those
/// before it, which is the rule, costs an entry in a table and no task.
final class CallsInFlight: Sendable {
    private let limit: Int
    private let clock: ElapsedClock
    private let executor: LibraryExecutor
    private let table = Mutex(CallTable())
    private let timer = Mutex<Task<Void, Never>?>(nil)

    init(limit: Int, clock: ElapsedClock, executor: LibraryExecutor) {
        self.limit = limit
        self.executor = executor
        self.clock = clock
    }

    deinit {
        timer.withLock { $0?.cancel() }
    }

    /// Takes a call on.
    func admit(_ call: any EndableCall, deadline: Duration?) throws(LibraryError) -> CallTable.Ticket {
        if let deadline, deadline <= .zero { throw .invalidDeadline(deadline) }
        let now = clock.now()
        let admission = table.withLock { $0.admit(call, deadline: deadline, now: now, limit: limit) }
        guard let admission else { throw .tooManyCalls(limit: limit) }
        if let time = admission.timer { armTimer(for: time) }
        return admission.ticket
    }

    /// Forgets a call that has ended.
    func leave(_ ticket: CallTable.Ticket) {
        table.withLock { $0.leave(ticket) }
    }

    private func armTimer(for time: Duration) {
        let task = Task { [weak self, clock] in
            guard (try? await clock.sleep(time)) != nil else { return }
            self?.expire()
        }
        timer.withLock { timer in
            timer?.cancel()
            timer = task
        }
    }

    private func expire() {
        let now = clock.now()
        let expiry = table.withLock { $0.expire(now: now) }
        if let time = expiry.timer { armTimer(for: time) }
        let running = executor.currentActivity?.operation
        for entry in expiry.expired {
            let deadline = entry.deadline ?? .zero
            entry.call.end(.timedOut(entry.call.operation, after: deadline, runningThen: running))
        }
    }
}
