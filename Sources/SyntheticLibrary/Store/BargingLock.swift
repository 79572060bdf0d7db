import CameraRoll
import Dispatch

/// The library's lock: whoever comes first takes it, not whoever waited longest, as with `os_unfair_lock`.
///
/// It is a plain mutex underneath. Swift's `Mutex` on Linux hands over in turn, and so hides how readers starve each
/// other: with four readers that hold for 50 ms, the longest wait was 9.8 s at a plain pthread mutex and 0.19 s at a
/// `Mutex`.
final class BargingLock<State>: Sendable {
    private let lock: Lock<State>
    private let waiting: WaiterCounter

    /// A lock around a state, which reports the threads that wait at it to `waiting`.
    init(_ state: sending State, waiting: WaiterCounter) {
        lock = Lock(state)
        self.waiting = waiting
    }

    /// Runs `body` with the state, alone; blocks the thread until it may.
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

/// The library's lock, held by somebody else: the other process, or another app, for as long as this lives.
///
/// Made by ``SyntheticStore/hold()``. It ends with ``release()``, or when nobody refers to it any more.
public final class LockHold: Sendable {
    let held = Signal()
    let end = DispatchSemaphore(value: 0)

    init() {}

    deinit {
        end.signal()
    }

    /// Lets the lock go; calling it again does nothing.
    public func release() {
        end.signal()
    }
}
