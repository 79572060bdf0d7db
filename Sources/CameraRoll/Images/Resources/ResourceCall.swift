/// A call that others than its caller can end.
protocol EndableResourceCall: AnyObject, Sendable {
    /// The generation of the permission under which it began.
    var generation: UInt64 { get }
    /// How long nothing may be heard of it; for ever where nil.
    var timeout: Duration? { get }
    /// When it was last heard of; nil while it waits in line.
    var lastHeard: Duration? { get }
    /// When its time began anew, since the process had been stopped.
    var restarted: Duration? { get }
    /// Whether nobody waits for it, and it holds no thread, or was given up.
    var isDone: Bool { get }
    func fail(_ error: ImageError)
    /// Has its time begin anew, unless it has before and nothing was heard of it since.
    ///
    /// - Parameter lastSign: when any read was heard of, which counts while it waits in line.
    func restart(now: Duration, lastSign: Duration)
    /// Keeps the task that watches over it until it is over and its source has come back.
    func setWatch(_ watch: Task<Void, Never>)
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
        var restarted: Duration?
        var onEnd: Action?
        /// Has another thread stand in for the one that its source holds.
        var onHang: (@Sendable () -> Bool)?
        var isRunning = false
        var watch: Task<Void, Never>?

        var isDone: Bool { result != nil && !isRunning }
        /// What watches over it, once that has nothing more to do.
        mutating func takeWatchIfDone() -> Task<Void, Never>? { isDone ? watch.take() : nil }
        var error: ImageError? {
            if case .failure(let error) = result { error } else { nil }
        }
    }

    let generation: UInt64
    let timeout: Duration?
    private let clock: ElapsedClock
    private let state = Lock(State())

    init(clock: ElapsedClock, timeout: Duration?, generation: UInt64) {
        self.clock = clock
        self.timeout = timeout
        self.generation = generation
    }

    var lastHeard: Duration? { state.withLock(\.lastHeard) }
    var restarted: Duration? { state.withLock(\.restarted) }
    var isOver: Bool { state.withLock { $0.result != nil } }
    var isDone: Bool { state.withLock(\.isDone) }

    /// Whether it is worth beginning.
    func begin() -> Bool {
        let now = clock.now()
        return state.withLock { state in
            state.lastHeard = now
            state.isRunning = state.result == nil
            return state.isRunning
        }
    }

    /// Its source has come back.
    func leave() {
        let watch = state.withLock { state in
            state.isRunning = false
            return state.takeWatchIfDone()
        }
        watch?.cancel()
    }

    func setWatch(_ watch: Task<Void, Never>) {
        let isLate = state.withLock { state in
            if !state.isDone { state.watch = watch }
            return state.isDone
        }
        if isLate { watch.cancel() }
    }

    func restart(now: Duration, lastSign: Duration) {
        state.withLock { state in
            if let restarted = state.restarted, restarted >= state.lastHeard ?? lastSign { return }
            state.restarted = now
        }
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
        if let error { throw error }
    }

    func end(_ result: Result<Value, ImageError>) {
        let (caller, onEnd, watch) = state.withLock { state in
            guard state.result == nil else { return (Caller?.none, Action?.none, Task<Void, Never>?.none) }
            state.result = result
            return (state.continuation.take(), state.onEnd.take(), state.takeWatchIfDone())
        }
        caller?.resume(returning: result)
        onEnd?()
        watch?.cancel()
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
