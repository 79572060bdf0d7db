import CameraRoll
import Foundation

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
