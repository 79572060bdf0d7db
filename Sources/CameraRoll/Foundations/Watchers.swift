/// The tasks that wait for a condition: that jobs wait, that tasks sleep, that a gate is open, that threads block.
///
/// The state of the condition is owned elsewhere and is checked under the lock of this list. So no change is
/// missed: it comes either before the watcher checks, and is seen, or after, and then `check` finds the watcher in
/// the list.
package final class Watchers: Sendable {
    private struct Watcher {
        let isSo: @Sendable () -> Bool
        let wait: Completion<Bool>
    }

    private let watchers = Lock<[Watcher]>([])

    package init() {}

    /// Waits until a condition is true, or the task is canceled.
    package func wait(until isSo: @escaping @Sendable () -> Bool) async {
        _ = await hasComeTrue(isSo)
    }

    /// Waits in the same way; returns false if a cancellation ended the wait.
    package func hasComeTrue(_ isSo: @escaping @Sendable () -> Bool) async -> Bool {
        let wait = Completion<Bool>()
        let mustWait = watchers.withLock { watchers in
            guard !isSo() else { return false }
            watchers.append(Watcher(isSo: isSo, wait: wait))
            return true
        }
        guard mustWait else { return true }
        let hasComeTrue = await wait.value(ifCancelled: false)
        // A canceled wait ends without `check`, which would have removed it from the list.
        watchers.withLock { $0.removeAll { $0.wait === wait } }
        return hasComeTrue
    }

    /// Ends the waits whose condition is true; must be called after each change that a task may wait for.
    ///
    /// - Parameter change: the change, if it may be undone at once: made under the lock, it is seen by all conditions.
    package func check(after change: () -> Void = {}) {
        let ended = watchers.withLock { watchers -> [Completion<Bool>] in
            change()
            let ended = watchers.filter { $0.isSo() }.map(\.wait)
            if !ended.isEmpty { watchers.removeAll { watcher in ended.contains { $0 === watcher.wait } } }
            return ended
        }
        ended.forEach { $0.end(true) }
    }
}
