import CameraRollTesting
import Synchronization

/// Takes note that something happened, so that a test that waits for what comes of it looks again then, and only then.
final class Activity: Sendable {
    private let count = Atomic(0)
    private let watchers = Watchers()

    /// Something happened; from any thread, without waiting.
    func note() {
        count.add(1, ordering: .acquiringAndReleasing)
        watchers.check()
    }

    /// Waits until something is so, or the task is cancelled: looks at once, and after whatever happens.
    func wait(until isSo: () async -> Bool) async {
        while true {
            // From before the look: what happens in the midst of it has the next one follow.
            let seen = count.load(ordering: .acquiring)
            if await isSo() || Task.isCancelled { return }
            await watchers.wait { self.count.load(ordering: .acquiring) > seen }
        }
    }
}
