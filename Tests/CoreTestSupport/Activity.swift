import CameraRoll
import Synchronization

/// Counts events, so that a test that waits for a condition checks it again after an event, and only then.
package final class Activity: Sendable {
    private let count = Atomic(0)
    private let watchers = Watchers()

    package init() {}

    /// Records an event; from any thread, without waiting.
    package func note() {
        count.add(1, ordering: .acquiringAndReleasing)
        watchers.check()
    }

    /// Waits until a condition holds, or the task is canceled: checks it at once, and after each event.
    package func wait(until isSo: () async -> Bool) async {
        while true {
            // Read before the check: an event during the check leads to another one.
            let seen = count.load(ordering: .acquiring)
            if await isSo() || Task.isCancelled { return }
            await watchers.wait { self.count.load(ordering: .acquiring) > seen }
        }
    }
}
