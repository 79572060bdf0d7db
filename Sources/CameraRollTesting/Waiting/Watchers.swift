import CameraRoll

/// The tasks that wait until a number has grown enough: jobs that wait, tasks that sleep, whether a gate is open.
///
/// The number belongs to somebody else and is read under the lock of this list. So a growth is never missed: it comes
/// either before the watcher looks, who then sees it, or after, and then `check` finds the watcher in the list.
final class Watchers: Sendable {
    private struct Watcher {
        let least: Int
        let wait: Wait
    }

    private let watchers = Lock<[Watcher]>([])

    /// Waits until a number is at least `least`, or the task is cancelled.
    func wait(for least: Int, of number: () -> Int) async {
        let wait = Wait()
        let mustWait = watchers.withLock { watchers in
            guard number() < least else { return false }
            watchers.append(Watcher(least: least, wait: wait))
            return true
        }
        guard mustWait else { return }
        await wait.untilEnd()
        // A cancelled wait ends without `check`, which would have taken it off the list.
        watchers.withLock { $0.removeAll { $0.wait === wait } }
    }

    /// Ends the waits for numbers that are reached; to be called after each growth.
    func check(_ number: () -> Int) {
        let reached = watchers.withLock { watchers -> [Watcher] in
            guard !watchers.isEmpty else { return [] }
            let number = number()
            defer { watchers.removeAll { $0.least <= number } }
            return watchers.filter { $0.least <= number }
        }
        reached.forEach { $0.wait.end() }
    }
}
