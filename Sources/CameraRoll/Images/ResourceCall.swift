/// A call that others than its caller can end.
protocol EndableResourceCall: AnyObject, Sendable {
    /// The generation of the permission under which it began.
    var generation: UInt64 { get }
    /// How long nothing may be heard of it; for ever where nil.
    var timeout: Duration? { get }
    /// When it was last heard of; nil while it waits in line.
    var lastHeard: Duration? { get }
    /// Whether nobody waits for it, and it holds no thread, or was given up.
    var isDone: Bool { get }
    func fail(_ error: ImageError)
    /// Ends it because it was silent for too long; true where its source holds a thread, for which another stands in.
    func giveUp(after time: Duration) -> Bool
}

/// One caller who waits for original data; ends exactly once, whoever comes first.
final class ResourceCall<Value: Sendable>: EndableResourceCall {
    typealias Action = @Sendable () -> Void
    private typealias Caller = CheckedContinuation<Result<Value, ImageError>, Never>

    private struct State {
        var result: Result<Value, ImageError>?
        var continuation: Caller?
        /// When it was last heard of; nil while it waits in line.
        var lastHeard: Duration?
        var onEnd: Action?
        /// Has another thread stand in for the one that its source holds.
        var onHang: (@Sendable () -> Bool)?
        var isRunning = false

        var isDone: Bool { result != nil && !isRunning }
        var error: ImageError? {
            if case .failure(let error) = result { error } else { nil }
        }
    }

    let generation: UInt64
    let timeout: Duration?
    private let clock: AnyClock
    private let deadlines: Deadlines<ObjectIdentifier>
    private let state = Lock(State())

    /// A call that nobody waits for yet.
    ///
    /// - Parameter deadlines: where its deadline is, by its identity, to be renewed by each sign of life.
    init(clock: AnyClock, timeout: Duration?, generation: UInt64, deadlines: Deadlines<ObjectIdentifier>) {
        self.clock = clock
        self.deadlines = deadlines
        self.timeout = timeout
        self.generation = generation
    }

    var lastHeard: Duration? { state.withLock(\.lastHeard) }
    var isOver: Bool { state.withLock { $0.result != nil } }
    var isDone: Bool { state.withLock(\.isDone) }

    /// Whether it is worth beginning.
    func begin() -> Bool {
        let now = clock.now()
        let isWanted = state.withLock { state in
            state.lastHeard = now
            state.isRunning = state.result == nil
            return state.isRunning
        }
        deadlines.renew(ObjectIdentifier(self))
        return isWanted
    }

    /// Its source has come back.
    func leave() {
        state.withLock { $0.isRunning = false }
    }

    func giveUp(after time: Duration) -> Bool {
        end(.failure(.timedOut(after: time)))
        let onHang = state.withLock { state in
            defer { state.isRunning = false }
            return state.isRunning ? state.onHang.take() : nil
        }
        return onHang?() ?? false
    }

    /// Takes a sign of life.
    ///
    /// - Throws: why nobody waits any more.
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
        let (caller, onEnd) = state.withLock { state in
            guard state.result == nil else { return (Caller?.none, Action?.none) }
            state.result = result
            return (state.continuation.take(), state.onEnd.take())
        }
        caller?.resume(returning: result)
        onEnd?()
    }

    /// Has something done at the end, at once where that has been, and something else where its source hangs.
    func onEnd(_ action: @escaping Action, onHang: @escaping @Sendable () -> Bool) {
        let isLate = state.withLock { state in
            state.onHang = onHang
            if state.result == nil { state.onEnd = action }
            return state.result != nil
        }
        if isLate { action() }
    }

    func fail(_ error: ImageError) {
        end(.failure(error))
    }

    /// Waits for the end; a task that is cancelled ends it.
    func value() async throws(ImageError) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let result = state.withLock { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result
                }
                if let result { continuation.resume(returning: result) }
            }
        } onCancel: {
            fail(.cancelled)
        }
        return try result.get()
    }
}
