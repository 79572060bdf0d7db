import Synchronization

// How callers wait
//
// Everything in this package that waits does so in one of the two functions below, so that the caller suspends on its
// own executor, and resumes there. The standard functions would cost the main actor two more changes of threads:
//
// 1. The operation of `withTaskCancellationHandler` runs on the executor of an isolation that it captures. Without one,
//    a caller on an actor first leaves it for a thread of the cooperative pool, and only waits there.
// 2. The runtime enqueues every task that a standard continuation resumes on the cooperative pool, and from there on
//    the executor to which it returns. A caller on the main actor is enqueued on that executor at once.
//
// With these functions, a call from the main actor to a library's thread and back changes threads twice, the minimum.

/// Suspends the current task until its continuation is resumed; calls an action if the task is canceled first.
///
/// - Parameters:
///   - isolation: the caller's isolation.
///   - register: keeps the continuation, or resumes it; called at once, on the caller's executor.
///   - cancel: called at most once, from any thread; before `register` if the task is already canceled.
/// - Returns: the value with which the continuation is resumed.
package func withCancellableContinuation<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ register: (CallerContinuation<Value>) -> Void,
    onCancel cancel: @Sendable () -> Void
) async -> Value {
    await withTaskCancellationHandler(
        operation: { await withCallerContinuation(isolation: isolation, register) },
        onCancel: cancel,
        isolation: isolation
    )
}

/// Suspends the current task until its continuation is resumed, however often the task is canceled.
///
/// - Parameters:
///   - isolation: the caller's isolation.
///   - register: keeps the continuation, or resumes it; called at once, on the caller's executor.
package func withCallerContinuation<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ register: (CallerContinuation<Value>) -> Void
) async -> Value {
    guard isolation === MainActor.shared else {
        return await withCheckedContinuation(isolation: isolation) { register(CallerContinuation(kind: .standard($0))) }
    }
    let pause = MainActorPause<Value>()
    register(CallerContinuation(kind: .mainActor(Resumption(pause))))
    // A result that is already there costs no turn of the main actor.
    if let result = pause.resultIfEnded { return result }
    return await pause.value()
}

/// The continuation of one suspended caller, to be resumed exactly once, from any thread.
///
/// The caller's task is enqueued, and does not run before `resume(returning:)` returns: a continuation may be resumed
/// by the cancellation of its own task, during which the runtime holds a lock of the task.
package struct CallerContinuation<Value: Sendable>: Sendable {
    fileprivate enum Kind: Sendable {
        case standard(CheckedContinuation<Value, Never>)
        case mainActor(Resumption<Value>)
    }

    fileprivate let kind: Kind

    /// Resumes the caller.
    package func resume(returning value: Value) {
        switch kind {
        case .standard(let continuation): continuation.resume(returning: value)
        case .mainActor(let resumption): resumption.end(returning: value)
        }
    }
}

/// The right to end a wait of the main actor, once; in debug builds, dropping it unused stops the program.
private final class Resumption<Value: Sendable>: Sendable {
    private let pause: MainActorPause<Value>
    private let isUsed = Atomic(false)

    init(_ pause: MainActorPause<Value>) {
        self.pause = pause
    }

    deinit {
        assert(isUsed.load(ordering: .relaxed), "a continuation was released before it was resumed")
    }

    func end(returning value: Value) {
        precondition(!isUsed.exchange(true, ordering: .relaxed), "a continuation was resumed twice")
        pause.end(returning: value)
    }
}

/// The wait of one task of the main actor, on an executor of its own: the runtime hands that executor the suspended
/// task as a job, and the end of the wait hands the job on to the main actor.
///
/// An actor, so that the task can wait on it, and the executor of that actor, so that it receives the task.
private actor MainActorPause<Value: Sendable>: SerialExecutor {
    private enum State: UInt8, AtomicRepresentable {
        case pending, suspended, ended
    }

    private nonisolated let state = Atomic(State.pending)
    // Written once, by the owner of the `Resumption`, before `state` becomes `.ended`; read only after that was
    // observed.
    private nonisolated(unsafe) var result: Value?
    // Written once, by one thread, before `state` becomes `.suspended`; read only after that was observed.
    private nonisolated(unsafe) var task: UnownedJob?

    nonisolated var unownedExecutor: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    /// The result, if the wait has ended before the task suspends.
    nonisolated var resultIfEnded: Value? { state.load(ordering: .acquiring) == .ended ? result : nil }

    /// Ends the wait, from any thread; called once.
    nonisolated func end(returning value: Value) {
        result = value
        let earlier = state.exchange(.ended, ordering: .acquiringAndReleasing)
        if earlier == .suspended, let task { MainActor.shared.enqueue(task) }
    }

    /// Receives the task that waits in ``value()``; called by the runtime, once.
    nonisolated func enqueue(_ job: UnownedJob) {
        task = job
        let (isSuspended, _) = state.compareExchange(
            expected: .pending, desired: .suspended, ordering: .acquiringAndReleasing)
        // Ended since the task began to suspend.
        if !isSuspended { MainActor.shared.enqueue(job) }
    }

    /// Waits for the result: a task that calls this function is enqueued here, and runs once the wait has ended.
    func value() -> Value {
        guard let result else { preconditionFailure("a task runs before its continuation is resumed") }
        return result
    }
}
