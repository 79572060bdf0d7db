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
    private let contents = Lock(Contents())

    private struct Contents {
        var table = CallTable()
        var timer: Task<Void, Never>?
    }

    init(limit: Int, clock: ElapsedClock, executor: LibraryExecutor) {
        self.limit = limit
        self.executor = executor
        self.clock = clock
    }

    deinit {
        contents.withLock { $0.timer.take() }?.cancel()
    }

    /// Takes a call on.
    func admit(_ call: any EndableCall, deadline: Duration?) throws(LibraryError) -> CallTable.Ticket {
        if let deadline, deadline <= .zero { throw .invalidDeadline(deadline) }
        let now = clock.now()
        let (ticket, replaced) = contents.withLock { contents -> (CallTable.Ticket?, Task<Void, Never>?) in
            let admission = contents.table.admit(call, deadline: deadline, now: now, limit: limit)
            return (admission?.ticket, setTimer(to: admission?.timer, in: &contents))
        }
        replaced?.cancel()
        guard let ticket else { throw .tooManyCalls(limit: limit) }
        return ticket
    }

    /// Forgets a call that has ended.
    func leave(_ ticket: CallTable.Ticket) {
        let entry = contents.withLock { $0.table.leave(ticket) }
        // Outside of the lock: with the call may go the last handle of a snapshot.
        withExtendedLifetime(entry) {}
    }

    /// Sets the timer, under the lock, so that the last one set is the one the table asked for last.
    ///
    /// Returns the timer that it replaces, to be cancelled outside of the lock, since that resumes a continuation.
    private func setTimer(to time: Duration?, in contents: inout Contents) -> Task<Void, Never>? {
        guard let time else { return nil }
        let replaced = contents.timer
        contents.timer = Task(priority: .medium) { [weak self, clock] in
            guard (try? await clock.sleep(time)) != nil else { return }
            self?.expire()
        }
        return replaced
    }

    private func expire() {
        let now = clock.now()
        let (expired, _) = contents.withLock { contents in
            let expiry = contents.table.expire(now: now)
            return (expiry.expired, setTimer(to: expiry.timer, in: &contents))
        }
        let running = executor.currentActivity?.operation
        for entry in expired {
            let deadline = entry.deadline ?? .zero
            entry.call.end(.timedOut(entry.call.operation, after: deadline, runningThen: running))
        }
    }
}
