import CameraRoll

/// Work in a separate task, awaited until a deadline.
final class TaskedWork<Value: Sendable>: Sendable {
    private let result = Lock<Value?>(nil)
    private let ended = Wait()
    private let task = Lock<Task<Void, Never>?>(nil)

    /// Starts the work immediately.
    init(_ body: @escaping @Sendable () async -> Value) {
        let task = Task { [result, ended] in
            let value = await body()
            result.withLock { $0 = value }
            ended.end()
        }
        self.task.withLock { $0 = task }
    }

    /// Cancels the work's task.
    func cancel() {
        task.withLock(\.self)?.cancel()
    }

    /// The result of the work; nil if it has not come by the deadline, or the task is cancelled: then so is the
    /// work.
    func value(within deadline: Duration) async -> Value? {
        await ended.untilEnd(within: deadline)
        let value = result.withLock(\.self)
        if value == nil { cancel() }
        return value
    }
}
