import CameraRoll

/// The tasks that wait until something is so: that jobs wait, that tasks sleep, that a gate is open.
///
/// What they wait for belongs to somebody else and is looked at under the lock of this list. So a change is never
/// missed: it comes either before the watcher looks, who then sees it, or after, and then `check` finds the watcher in
/// the list.
package final class Watchers: Sendable {
    private struct Watcher {
        let isSo: @Sendable () -> Bool
        let wait: Wait
    }

    private let watchers = Lock<[Watcher]>([])

    package init() {}

    /// Waits until something is so, or the task is cancelled.
    package func wait(until isSo: @escaping @Sendable () -> Bool) async {
        let wait = Wait()
        let mustWait = watchers.withLock { watchers in
            guard !isSo() else { return false }
            watchers.append(Watcher(isSo: isSo, wait: wait))
            return true
        }
        guard mustWait else { return }
        await wait.untilEnd()
        // A cancelled wait ends without `check`, which would have taken it off the list.
        watchers.withLock { $0.removeAll { $0.wait === wait } }
    }

    /// Ends the waits for what is so now; to be called after each change that somebody may wait for.
    package func check() {
        let ended = watchers.withLock { watchers -> [Wait] in
            let ended = watchers.filter { $0.isSo() }.map(\.wait)
            if !ended.isEmpty { watchers.removeAll { watcher in ended.contains { $0 === watcher.wait } } }
            return ended
        }
        ended.forEach { $0.end() }
    }
}
