/// A call that others than its caller can end.
protocol EndableCall: AnyObject, Sendable {
    var operation: LibraryOperation { get }
    func end(_ error: LibraryError)
}

/// The calls in a library's lanes: how many there may be, and when each has waited long enough.
///
/// A call that was cancelled or timed out counts until its turn has passed it by, so that callers who try again and
/// again at a library that is wedged come to the limit, and not to the end of memory.
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
    ///
    /// - Throws: `.invalidDeadline`, `.tooManyCalls`.
    func admit(_ call: any EndableCall, deadline: ReadDeadline) throws(LibraryError) {
        if let duration = deadline.duration, duration <= .zero { throw .invalidDeadline(duration) }
        let now = clock.now()
        let (isAdmitted, replaced) = contents.withLock { contents in
            let admission = contents.table.admit(call, deadline: deadline, now: now, limit: limit)
            return (admission.isAdmitted, setTimer(to: admission.timer, in: &contents))
        }
        replaced?.cancel()
        guard isAdmitted else { throw .tooManyCalls(limit: limit) }
    }

    /// Gives a call that has come further its time anew, where its deadline is of that kind.
    func renew(_ call: any EndableCall) {
        let now = clock.now()
        contents.withLock { $0.table.renew(call, now: now) }
    }

    /// Forgets a call that has left its lane for good; its last turn keeps it alive meanwhile.
    func leave(_ call: any EndableCall) {
        contents.withLock { $0.table.leave(call) }
    }

    /// Sets the timer, under the lock, so that the last one set is the one the table asked for last.
    ///
    /// Returns the timer that it replaces, to be cancelled outside of the lock, since that resumes a continuation.
    private func setTimer(to time: Duration?, in contents: inout Contents) -> Task<Void, Never>? {
        guard let time else { return nil }
        let replaced = contents.timer
        // Detached: it serves all calls, and must not keep the task-local values of the first.
        contents.timer = Task.detached(priority: .medium) { [weak self, clock] in
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
        for late in expired {
            let other = executor.isRunning(late.call) ? nil : executor.currentActivity?.operation
            late.call.end(.timedOut(late.call.operation, after: late.deadline, behind: other))
        }
    }
}
