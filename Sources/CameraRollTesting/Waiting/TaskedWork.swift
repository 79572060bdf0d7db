import CameraRoll
import Foundation

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

/// Work that may block, on its own thread, awaited until a deadline.
final class ThreadedWork<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let ended = Wait()

    /// Starts the work immediately.
    init(_ body: @escaping @Sendable () -> Value) {
        Thread.detachNewThread {
            let result = body()
            self.value.withLock { $0 = result }
            self.ended.end()
        }
    }

    /// The result of the work; nil if it has not come by the deadline, or the task is cancelled.
    func value(within deadline: Duration) async -> Value? {
        await ended.untilEnd(within: deadline)
        return value.withLock(\.self)
    }
}
