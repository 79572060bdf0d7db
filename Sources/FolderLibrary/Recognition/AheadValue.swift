#if FolderLibrary || canImport(Darwin)
import CameraRoll
import Dispatch
import Synchronization

/// A value that is computed once: ahead of time on another thread, or else on the thread that needs it.
final class AheadValue<Value: Sendable>: Sendable {
    private let isClaimed = Atomic(false)
    private let value = Lock<Value?>(nil)
    private let end = DispatchSemaphore(value: 0)

    /// Computes the value, unless the thread that needs it has already begun.
    func computeAhead(_ compute: () -> Value) {
        guard claim() else { return }
        let new = compute()
        value.withLock { $0 = new }
        end.signal()
    }

    /// Computes the value, or waits for the thread that has begun; must be called once.
    func take(_ compute: () -> Value) -> Value {
        // A thread that discards the value afterward waits for the same semaphore, so it is signaled again.
        defer { end.signal() }
        if claim() { return compute() }
        end.wait()
        return value.withLock { $0.take() } ?? compute()
    }

    /// Gives the value up, whether it was taken or not; waits for the thread that has begun to compute it.
    func discard() {
        if !claim() { end.wait() }
        end.signal()
    }

    /// Returns true for the first thread.
    private func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
}
#endif
