/// A call that others than its caller can end.
protocol EndableResourceCall: AnyObject, Sendable {
    func fail(_ error: ImageError)
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

        var error: ImageError? {
            if case .failure(let error) = result { error } else { nil }
        }
    }

    private let clock: ElapsedClock
    private let state = Lock(State())

    init(clock: ElapsedClock) {
        self.clock = clock
    }

    var lastHeard: Duration? { state.withLock(\.lastHeard) }
    var isOver: Bool { state.withLock { $0.result != nil } }

    /// Whether it is worth beginning.
    func begin() -> Bool {
        let now = clock.now()
        return state.withLock { state in
            state.lastHeard = now
            return state.result == nil
        }
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
        let (caller, onEnd) = state.withLock { state in
            guard state.result == nil else { return (Caller?.none, Action?.none) }
            state.result = result
            return (state.continuation.take(), state.onEnd.take())
        }
        caller?.resume(returning: result)
        onEnd?()
    }

    /// Has something done at the end; at once where that has been.
    func onEnd(_ action: @escaping Action) {
        let isLate = state.withLock { state in
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
