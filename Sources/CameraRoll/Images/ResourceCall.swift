/// A call that parties other than its caller can end, whatever the type of its value: one list has them all.
protocol EndableResourceCall: AnyObject, Sendable {
    /// The permission's generation under which it began.
    var generation: UInt64 { get }
    /// The stall timeout; nil for no limit.
    var timeout: Duration? { get }
    /// The time of its last event; nil while it is queued.
    var lastHeard: Duration? { get }
    /// Whether no caller waits for it, and it holds no thread, or was given up.
    var isDone: Bool { get }
    func fail(_ error: ImageError)
    /// Ends it after its stall timeout; returns true if its source holds a thread, for which a replacement was
    /// started.
    func giveUp(after time: Duration) -> Bool
}

/// One read of original data with its caller; it ends exactly once, by the first event that ends it.
final class ResourceCall<Value: Sendable>: EndableResourceCall {
    typealias Action = @Sendable () -> Void
    private typealias Waiter = CompletionState<Result<Value, ImageError>>.Waiter

    private struct State {
        var completion = CompletionState<Result<Value, ImageError>>()
        /// The error with which it ended, if any; thrown at a source that continues to read.
        var error: ImageError?
        /// The time of its last event; nil while it is queued.
        var lastHeard: Duration?
        var onEnd: Action?
        /// Ends the source's own wait, if the call ends first.
        var onCancel: Action?
        /// Starts a replacement for the thread that its source holds.
        var onHang: (@Sendable () -> Bool)?
        var isRunning = false
        /// Whether it timed out while its source held a thread.
        var isGivenUp = false

        var isDone: Bool { completion.hasEnded && !isRunning }
    }

    let generation: UInt64
    let timeout: Duration?
    private let clock: AnyClock
    private let deadlines: Deadlines<ObjectIdentifier>
    private let state = Lock(State())

    /// Creates a call without a waiting caller.
    ///
    /// - Parameter deadlines: contains its deadline, by its identity, which each event renews.
    init(clock: AnyClock, timeout: Duration?, generation: UInt64, deadlines: Deadlines<ObjectIdentifier>) {
        self.clock = clock
        self.deadlines = deadlines
        self.timeout = timeout
        self.generation = generation
    }

    var lastHeard: Duration? { state.withLock(\.lastHeard) }
    var isOver: Bool { state.withLock(\.completion.hasEnded) }
    var isDone: Bool { state.withLock(\.isDone) }

    /// Begins the call; returns false if it has already ended.
    func begin() -> Bool {
        let now = clock.now()
        let isWanted = state.withLock { state in
            state.lastHeard = now
            state.isRunning = !state.completion.hasEnded
            return state.isRunning
        }
        deadlines.renew(ObjectIdentifier(self))
        return isWanted
    }

    /// Marks the source as returned.
    func leave() {
        let onCancel = state.withLock { state in
            state.isRunning = false
            return state.onCancel.take()
        }
        withExtendedLifetime(onCancel) {}
    }

    /// Sets the action that ends the source's own wait; calls it at once if the call has ended.
    func setCancellation(_ action: @escaping Action) {
        let (isLate, replaced) = state.withLock { state in
            let replaced = state.onCancel.take()
            if !state.completion.hasEnded { state.onCancel = action }
            return (state.completion.hasEnded, replaced)
        }
        withExtendedLifetime(replaced) {}
        if isLate { action() }
    }

    /// Ends the call with the result of its source, which has returned.
    func endFromSource(_ result: Result<Value, ImageError>) {
        let onCancel = state.withLock { $0.onCancel.take() }
        withExtendedLifetime(onCancel) {}
        end(result)
    }

    func giveUp(after time: Duration) -> Bool {
        end(.failure(.timedOut(after: time)))
        let onHang = state.withLock { state in
            state.isGivenUp = state.isGivenUp || state.isRunning
            defer { state.isRunning = false }
            return state.isRunning ? state.onHang.take() : nil
        }
        return onHang?() ?? false
    }

    /// Records an event.
    ///
    /// - Throws: the error that ended the call.
    func note() throws(ImageError) {
        let now = clock.now()
        let error = state.withLock { state in
            state.lastHeard = now
            return state.error
        }
        deadlines.renew(ObjectIdentifier(self))
        if let error { throw error }
    }

    func end(_ result: Result<Value, ImageError>) {
        let (caller, onEnd, onCancel) = state.withLock { state in
            let (isFirst, caller) = state.completion.end(result)
            guard isFirst else { return (Waiter?.none, Action?.none, Action?.none) }
            if case .failure(let error) = result { state.error = error }
            return (caller, state.onEnd.take(), state.onCancel.take())
        }
        // The action first: a caller that receives the error must find that its source no longer waits.
        onCancel?()
        caller?.resume(returning: result)
        onEnd?()
    }

    /// Sets the actions for the end and for a source that hangs; calls at once those that are already due: the source
    /// may begin, and time out, before its submission returns.
    func onEnd(_ action: @escaping Action, onHang: @escaping @Sendable () -> Bool) {
        let (isLate, isGivenUp) = state.withLock { state in
            if !state.isGivenUp { state.onHang = onHang }
            if !state.completion.hasEnded { state.onEnd = action }
            return (state.completion.hasEnded, state.isGivenUp)
        }
        if isLate { action() }
        if isGivenUp { _ = onHang() }
    }

    func fail(_ error: ImageError) {
        end(.failure(error))
    }

    /// Waits for the end; may be called once; a canceled task ends the call.
    func value() async throws(ImageError) -> Value {
        let result = await withCancellableContinuation { continuation in
            let result = state.withLock { $0.completion.wait(continuation, otherwise: .failure(.cancelled)) }
            if let result { continuation.resume(returning: result) }
        } onCancel: {
            fail(.cancelled)
        }
        return try result.get()
    }
}
