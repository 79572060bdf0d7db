/// What one subscriber has to hear of: the shell of ``InboxState``.
final class ChangeInbox: Sendable {
    private let state: Lock<InboxState>

    /// An inbox with something to look at from the start, or with nothing.
    init(_ message: InboxState.Message? = InboxState.Message()) {
        state = Lock(InboxState(message))
    }

    /// The next message; nil where nothing comes any more.
    ///
    /// - Throws: `.cancelled` where the task was cancelled, or why nothing comes any more.
    func next() async throws(LibraryError) -> InboxState.Message? {
        let call = state.withLock { $0.newCall() }
        let step = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (step, outdone) = state.withLock { state in
                    // Looked at under the lock: a cancellation that comes later finds the waiter there.
                    state.next(call, continuation, isCancelled: Task.isCancelled)
                }
                if let step { continuation.resume(returning: step) }
                outdone?.resume(returning: .success(nil))
            }
        } onCancel: {
            if let (waiter, step) = state.withLock({ $0.cancel(call) }) { waiter.resume(returning: step) }
        }
        return try step.get()
    }

    func receive(_ message: InboxState.Message) {
        if let (waiter, step) = state.withLock({ $0.receive(message) }) { waiter.resume(returning: step) }
    }

    func end(_ error: LibraryError) {
        if let (waiter, step) = state.withLock({ $0.end(error) }) { waiter.resume(returning: step) }
    }
}
