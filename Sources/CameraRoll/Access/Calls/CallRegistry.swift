/// A call that can be ended by others than its caller.
protocol EndableCall: AnyObject, Sendable {
    var operation: LibraryOperation { get }
    func end(_ error: LibraryError)
}

/// The registry of a library's queued and running calls, with their number limit and their deadlines.
///
/// A call that was canceled or timed out counts until the executor has dequeued it. Callers that retry again and
/// again while the library hangs therefore reach the limit, and do not exhaust the memory.
final class CallRegistry: Sendable {
    private let limit: Int
    private let executor: LibraryExecutor
    private let deadlines: Deadlines<ObjectIdentifier>
    /// The registered calls; the value is true if progress renews the deadline.
    private let calls = Lock<[ObjectIdentifier: Bool]>([:])

    init(limit: Int, clock: AnyClock, executor: LibraryExecutor) {
        self.limit = limit
        self.executor = executor
        deadlines = Deadlines(clock: clock)
    }

    /// Registers a call.
    ///
    /// - Throws: `.invalidArgument`, `.tooManyCalls`.
    func admit(_ call: any EndableCall, deadline: ReadDeadline) throws(LibraryError) {
        if let duration = deadline.duration, duration <= .zero { throw .invalidDeadline(duration) }
        let isAdmitted = calls.withLock { calls in
            guard calls.count < limit else { return false }
            calls[ObjectIdentifier(call)] = deadline.isRenewedByProgress
            return true
        }
        guard isAdmitted else { throw .tooManyCalls(limit: limit) }
        guard let duration = deadline.duration else { return }
        deadlines.start(ObjectIdentifier(call), after: duration) { [executor] in
            let other = executor.isRunning(call) ? nil : executor.currentActivity?.operation
            call.end(.timedOut(call.operation, after: duration, behind: other))
        }
    }

    /// Gives a call that made progress its full time again, if progress renews its deadline.
    func renew(_ call: any EndableCall) {
        guard calls.withLock({ $0[ObjectIdentifier(call)] }) == true else { return }
        deadlines.renew(ObjectIdentifier(call))
    }

    /// Removes a call that has left its queue for good; its last turn retains it meanwhile.
    func leave(_ call: any EndableCall) {
        deadlines.end(ObjectIdentifier(call))
        calls.withLock { calls in
            calls[ObjectIdentifier(call)] = nil
            // After a burst, the storage is released too.
            if calls.isEmpty, calls.capacity > 256 { calls = [:] }
        }
    }
}

// MARK: - Work of released libraries

extension LibraryClosing {
    /// Waits until the work has ended, the deadline has expired, or the task is canceled.
    func wait(in calls: CallRegistry, _ deadline: ReadDeadline) async {
        for completion in all {
            let call = ClosingCall()
            guard (try? calls.admit(call, deadline: deadline)) != nil else { return }
            completion { call.completion.end() }
            await call.completion.wait()
            calls.leave(call)
        }
    }
}

/// The wait for some work to end, as a call that a deadline can end.
private final class ClosingCall: EndableCall {
    let operation: LibraryOperation = "close"
    let completion = Completion<Void>()

    func end(_ error: LibraryError) { completion.end() }
}
