/// What one subscriber has to hear of: the shell of ``LatestMessageState``.
final class ChangeInbox: Sendable {
    private let state: Lock<LatestMessageState>

    /// An inbox with something to look at from the start, or with nothing.
    init(_ message: LatestMessageState.Message? = LatestMessageState.Message()) {
        state = Lock(LatestMessageState(message))
    }

    /// The next message; nil where nothing comes any more.
    ///
    /// - Throws: `.cancelled` where the task was cancelled, or why nothing comes any more.
    func next() async throws(LibraryError) -> LatestMessageState.Message? {
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

    func receive(_ message: LatestMessageState.Message) {
        if let (waiter, step) = state.withLock({ $0.receive(message) }) { waiter.resume(returning: step) }
    }

    func end(_ error: LibraryError) {
        if let (waiter, step) = state.withLock({ $0.end(error) }) { waiter.resume(returning: step) }
    }
}

/// What one subscriber has to hear of: a pure state machine, which keeps one message however many come.
///
/// A new subscriber has something to look at: what happened between its snapshot and its subscription.
struct LatestMessageState {
    /// Something changed; `reload` says why everything is to be shown anew, if so.
    struct Message: Equatable, Sendable {
        var reload: ReloadReason?
    }

    /// A message, an end, or nil where nothing comes any more.
    typealias Step = Result<Message?, LibraryError>
    typealias Waiter = CheckedContinuation<Step, Never>

    private var message: Message?
    private var ending: LibraryError?
    private var isOver = false
    private var waiter: (call: Int, continuation: Waiter)?
    private var calls = 0

    init(_ message: Message? = Message()) {
        self.message = message
    }

    /// Names a call of `next`, so that its cancellation ends no other.
    mutating func newCall() -> Int {
        calls += 1
        return calls
    }

    /// The subscriber asks; `step` is nil where there is nothing yet and it waits.
    ///
    /// `outdone` waited already, by a copy of the iterator, and is to be told that nothing comes any more.
    mutating func next(
        _ call: Int, _ continuation: Waiter, isCancelled: Bool
    ) -> (step: Step?, outdone: Waiter?) {
        if isOver { return (.success(nil), nil) }
        if isCancelled { return (.failure(.cancelled), nil) }
        if let step = takeStep() { return (step, nil) }
        defer { waiter = (call, continuation) }
        return (nil, waiter?.continuation)
    }

    /// Something changed; returns the subscriber to be resumed, if it waits.
    mutating func receive(_ news: Message) -> (Waiter, Step)? {
        guard !isOver, ending == nil else { return nil }
        message = Message(reload: news.reload ?? message?.reload)
        return wake()
    }

    /// Nothing comes any more, for a reason that the subscriber is told.
    mutating func end(_ error: LibraryError) -> (Waiter, Step)? {
        guard !isOver, ending == nil else { return nil }
        ending = error
        return wake()
    }

    /// The task that waits was cancelled.
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
