// How callers wait
//
// Whatever waits in this package waits in one of the two functions below, so that the caller suspends on its own
// executor. The operation of `withTaskCancellationHandler` runs on the executor of an isolation that it captures;
// without one, a caller on an actor first leaves it for a thread of the cooperative pool, and only waits there. A read
// from the main actor changes threads three times in this way, and not four: to the library's thread, from there to
// the cooperative pool, on which the runtime enqueues every task that a continuation resumes, and to the main actor.

/// The continuation of one suspended caller, to be resumed exactly once, from any thread.
package typealias CallerContinuation<Value> = CheckedContinuation<Value, Never>

/// Suspends the current task until its continuation is resumed; calls an action if the task is canceled before.
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
    await withCheckedContinuation(isolation: isolation) { register($0) }
}
