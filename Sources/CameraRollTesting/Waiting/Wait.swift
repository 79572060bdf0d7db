import CameraRoll

/// A one-shot wait for a single task; completing it before the task waits is allowed.
final class Wait: Sendable {
    private enum Phase {
        case expected
        case waiting(CheckedContinuation<Void, Never>)
        case ended
    }

    private let phase = Lock(Phase.expected)

    /// Waits for completion; a cancellation ends the wait too.
    func untilEnd() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasEnded = phase.withLock { phase in
                    if case .ended = phase { return true }
                    phase = .waiting(continuation)
                    return false
                }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }

    /// Waits for completion or a deadline; a cancellation ends the wait too.
    func untilEnd(within deadline: Duration) async {
        let timer = Task {
            try await Task.sleep(for: deadline)
            end()
        }
        defer { timer.cancel() }
        await untilEnd()
    }

    /// Completes the wait; further calls have no effect.
    func end() {
        let waiter: CheckedContinuation<Void, Never>? = phase.withLock { phase in
            defer { phase = .ended }
            return if case .waiting(let continuation) = phase { continuation } else { nil }
        }
        waiter?.resume()
    }
}

/// The tasks that wait for a condition: that jobs wait, that tasks sleep, that a gate is open.
///
/// The state of the condition is owned elsewhere and is checked under the lock of this list. So no change is
/// missed: it comes either before the watcher checks, and is seen, or after, and then `check` finds the watcher in
/// the list.
package final class Watchers: Sendable {
    private struct Watcher {
        let isSo: @Sendable () -> Bool
        let wait: Wait
    }

    private let watchers = Lock<[Watcher]>([])

    package init() {}

    /// Waits until a condition is true, or the task is cancelled.
    package func wait(until isSo: @escaping @Sendable () -> Bool) async {
        let wait = Wait()
        let mustWait = watchers.withLock { watchers in
            guard !isSo() else { return false }
            watchers.append(Watcher(isSo: isSo, wait: wait))
            return true
        }
        guard mustWait else { return }
        await wait.untilEnd()
        // A cancelled wait ends without `check`, which would have removed it from the list.
        watchers.withLock { $0.removeAll { $0.wait === wait } }
    }

    /// Ends the waits whose condition is true; must be called after each change that a task may wait for.
    package func check() {
        let ended = watchers.withLock { watchers -> [Wait] in
            let ended = watchers.filter { $0.isSo() }.map(\.wait)
            if !ended.isEmpty { watchers.removeAll { watcher in ended.contains { $0 === watcher.wait } } }
            return ended
        }
        ended.forEach { $0.end() }
    }
}
