import Synchronization

// How callers wait
//
// Whatever waits in this package waits in `withCancellableContinuation`, and what resumes it is a
// `CallerContinuation`. The standard continuation would cost two more changes of threads for each wait of an actor:
//
// 1. The operation of `withTaskCancellationHandler` runs on the executor of an isolation that it captures. Without one
//    the caller leaves its executor before it waits, for a thread of the cooperative pool.
// 2. A task that a standard continuation resumes is enqueued on the cooperative pool, and from there on the executor
//    to which it returns.
//
// A `CallerContinuation` is the executor on which the task waits: the runtime hands it the suspended task as a job. The
// thread that resumes it runs this job, which does nothing but switch to the caller's executor. From the main actor to
// a library's thread and back that makes two changes of threads, as many as a call to an actor there.

/// Suspends the current task until its continuation is resumed; calls an action if the task is canceled before.
///
/// The task suspends on its own executor, and resumes there.
///
/// - Parameters:
///   - isolation: the caller's.
///   - register: keeps the continuation, or resumes it; called at once, on the caller's executor.
///   - cancel: called once at most, from any thread; before `register` if the task is already canceled.
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
///   - isolation: the caller's.
///   - register: keeps the continuation, or resumes it; called at once, on the caller's executor.
package func withCallerContinuation<Value: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ register: (CallerContinuation<Value>) -> Void
) async -> Value {
    let continuation = CallerContinuation<Value>()
    register(continuation)
    if let value = continuation.valueIfResumed { return value }
    return await continuation.value()
}

/// The continuation of one suspended task, to be resumed exactly once, from any thread.
///
/// An actor, so that its task can wait on it, and the executor of that actor, so that it receives the task.
package actor CallerContinuation<Value: Sendable>: SerialExecutor {
    private enum State: UInt8, AtomicRepresentable {
        case pending, suspended, resumed
    }

    private nonisolated let state = Atomic(State.pending)
    /// Written once, before `state` becomes `.resumed`, and read after it was; by one thread each.
    private nonisolated(unsafe) var resumedValue: Value?
    /// Written once, before `state` becomes `.suspended`, and read after it was; by one thread each.
    private nonisolated(unsafe) var task: UnownedJob?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

    fileprivate init() {}

    deinit {
        assert(state.load(ordering: .acquiring) == .resumed, "a continuation was released before it was resumed")
    }

    /// Resumes the task; the calling thread does no more for it than to enqueue it on the executor of its caller.
    package nonisolated func resume(returning value: Value) {
        resumedValue = value
        let earlier = state.exchange(.resumed, ordering: .acquiringAndReleasing)
        assert(earlier != .resumed, "a continuation was resumed twice")
        if earlier == .suspended { task?.runSynchronously(on: unownedExecutor) }
    }

    /// The value, if the continuation was resumed before the task suspends.
    fileprivate nonisolated var valueIfResumed: Value? {
        state.load(ordering: .acquiring) == .resumed ? resumedValue : nil
    }

    /// Receives the task that waits in ``value()``; called by the runtime.
    package nonisolated func enqueue(_ job: UnownedJob) {
        task = job
        let (isSuspended, _) = state.compareExchange(
            expected: .pending, desired: .suspended, ordering: .acquiringAndReleasing)
        // Resumed since the task began to suspend: it only passes through.
        if !isSuspended { job.runSynchronously(on: unownedExecutor) }
    }

    /// Waits for the value: a task that calls this function is enqueued here, and runs when it is resumed.
    fileprivate func value() -> Value {
        guard let resumedValue else { preconditionFailure("a task runs before its continuation is resumed") }
        return resumedValue
    }
}
