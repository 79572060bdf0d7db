/// The pending message of one subscriber: the concurrent wrapper of ``LatestMessageState``.
final class ChangeInbox: Sendable {
    private let state: Lock<LatestMessageState>

    /// Creates an inbox with an initial message, or an empty one.
    init(_ message: LatestMessageState.Message? = LatestMessageState.Message()) {
        state = Lock(LatestMessageState(message))
    }

    /// Waits for the next message; returns nil after the end.
    ///
    /// - Throws: `.cancelled` if the task was canceled, or the error that ended the subscription.
    func next() async throws(LibraryError) -> LatestMessageState.Message? {
        let call = state.withLock { $0.newCall() }
        let step = await withCancellableContinuation { continuation in
            let (step, displaced) = state.withLock { state in
                // Checked under the lock: a later cancellation finds the waiter there.
                state.next(call, continuation, isCancelled: Task.isCancelled)
            }
            if let step { continuation.resume(returning: step) }
            displaced?.resume(returning: .success(nil))
        } onCancel: {
            if let (waiter, step) = state.withLock({ $0.cancel(call) }) { waiter.resume(returning: step) }
        }
        return try step.get()
    }

    func receive(_ message: LatestMessageState.Message) {
        if let (waiter, step) = state.withLock({ $0.receive(message) }) { waiter.resume(returning: step) }
    }

    func end(_ error: LibraryError) {
        if let (waiter, step) = state.withLock({ $0.end(error) }) { waiter.resume(returning: step) }
    }
}

/// The pending message of one subscriber: a pure state machine, which keeps one message however many arrive.
///
/// It is asked again and again, unlike a ``CompletionState``; and a cancellation ends one call only, whose message the
/// next call receives, where it ends an ``ImageWaiterState``.
///
/// A new subscriber starts with a message, because changes may have happened between its snapshot and its
/// subscription.
package struct LatestMessageState {
    /// A change; `reload` is the reason for a complete reload, if one is needed.
    package struct Message: Equatable, Sendable {
        var reload: ReloadReason?
    }

    /// A message, an error, or nil after the end.
    typealias Step = Result<Message?, LibraryError>
    typealias Waiter = CallerContinuation<Step>

    private var message: Message?
    private var ending: LibraryError?
    private var isOver = false
    private var waiter: (call: Int, continuation: Waiter)?
    private var calls = 0

    init(_ message: Message? = Message()) {
        self.message = message
    }

    /// Numbers a call of `next`, so that its cancellation affects no other call.
    mutating func newCall() -> Int {
        calls += 1
        return calls
    }

    /// Requests the next message; `step` is nil if the subscriber has to wait.
    ///
    /// `displaced` is a waiter that a copy of the iterator registered earlier; it must be resumed with the end.
    mutating func next(
        _ call: Int, _ continuation: Waiter, isCancelled: Bool
    ) -> (step: Step?, displaced: Waiter?) {
        if isOver { return (.success(nil), nil) }
        if isCancelled { return (.failure(.cancelled), nil) }
        if let step = takeStep() { return (step, nil) }
        defer { waiter = (call, continuation) }
        return (nil, waiter?.continuation)
    }

    /// Records a change; returns the subscriber to be resumed, if it waits.
    mutating func receive(_ news: Message) -> (Waiter, Step)? {
        guard !isOver, ending == nil else { return nil }
        message = Message(reload: news.reload ?? message?.reload)
        return wake()
    }

    /// Ends the subscription with an error.
    mutating func end(_ error: LibraryError) -> (Waiter, Step)? {
        guard !isOver, ending == nil else { return nil }
        ending = error
        return wake()
    }

    /// Handles the cancellation of the waiting task.
    mutating func cancel(_ call: Int) -> (Waiter, Step)? {
        guard let waiting = waiter, waiting.call == call else { return nil }
        waiter = nil
        return (waiting.continuation, .failure(.cancelled))
    }

    private mutating func wake() -> (Waiter, Step)? {
        guard let waiting = waiter, let step = takeStep() else { return nil }
        waiter = nil
        return (waiting.continuation, step)
    }

    private mutating func takeStep() -> Step? {
        if let ending {
            isOver = true
            return .failure(ending)
        }
        return message.take().map { .success($0) }
    }
}
