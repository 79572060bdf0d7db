import CameraRoll
import Foundation

/// Work that may block, on a thread of its own, which is waited for no longer than a deadline.
final class ThreadedWork<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let ended = Wait()

    /// Starts the work at once.
    init(_ body: @escaping @Sendable () -> Value) {
        Thread.detachNewThread {
            let result = body()
            self.value.withLock { $0 = result }
            self.ended.end()
        }
    }

    /// What the work gives; nil where it has not come by the deadline, or the task is cancelled.
    func value(within deadline: Duration) async -> Value? {
        await ended.untilEnd(within: deadline)
        return value.withLock(\.self)
    }
}
