import CameraRoll
import Synchronization

/// Counts waiters, such as the threads at a lock, so that a test can detect their arrival without a clock.
final class WaiterCounter: Sendable {
    private let total = Atomic<Int>(0)
    private let watchers = Watchers()

    var count: Int { total.load(ordering: .sequentiallyConsistent) }

    func enter() {
        leave(-1)
    }

    func leave(_ count: Int = 1) {
        // A task also sees those that have left again by the time it runs.
        watchers.check { _ = total.subtract(count, ordering: .sequentiallyConsistent) }
    }

    /// Returns once at least this many have arrived, or the task is canceled.
    func reaches(_ count: Int) async {
        await watchers.wait { self.count >= count }
    }

    /// Returns at most once this many are left, or the task is canceled.
    func falls(to count: Int) async {
        await watchers.wait { self.count <= count }
    }
}
