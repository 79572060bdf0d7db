import CameraRoll
import Dispatch

/// The library's lock: the first thread to arrive takes it, not the one that waited longest, as with
/// `os_unfair_lock`.
///
/// It is a plain mutex. Swift's `Mutex` on Linux hands the lock over in turn, and so hides how readers starve each
/// other: with four readers that hold it for 50 ms, the longest wait was 9.8 s with a plain pthread mutex and 0.19 s
/// with a `Mutex`.
final class BargingLock<State>: Sendable {
    private let lock: Lock<State>
    private let waiting: WaiterCounter

    /// Creates a lock around a state; threads that wait for it are counted in `waiting`.
    init(_ state: sending State, waiting: WaiterCounter) {
        lock = Lock(state)
        self.waiting = waiting
    }

    /// Runs `body` with the state exclusively; blocks the thread until then.
    func withLock<Value, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Value
    ) throws(Failure) -> sending Value {
        if let value = try lock.withLockIfAvailable(body) { return value }
        waiting.enter()
        return try lock.withLock { state throws(Failure) in
            waiting.leave()
            return try body(&state)
        }
    }
}

/// The library's lock, held by another thread on behalf of another process or app during this object's lifetime.
///
/// Created by ``SyntheticStore/hold()``. It ends with ``release()``, or when this object is released.
public final class LockHold: Sendable {
    let held = Completion<Void>()
    let end = DispatchSemaphore(value: 0)

    init() {}

    deinit {
        end.signal()
    }

    /// Releases the lock; further calls have no effect.
    public func release() {
        end.signal()
    }
}
