import CameraRoll

/// One task's wait: it ends once, whoever ends it first, also where that is before the task has come.
final class Wait: Sendable {
    private enum Phase {
        case expected
        case waiting(CheckedContinuation<Void, Never>)
        case ended
    }

    private let phase = Lock(Phase.expected)

    /// Waits for the end; a cancellation ends the wait too.
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

    /// Waits for the end, but no longer than a deadline; a cancellation ends the wait too.
    func untilEnd(within deadline: Duration) async {
        let timer = Task {
            try await Task.sleep(for: deadline)
            end()
        }
        defer { timer.cancel() }
        await untilEnd()
    }

    /// Ends the wait; has no effect the second time.
    func end() {
        let waiter: CheckedContinuation<Void, Never>? = phase.withLock { phase in
            defer { phase = .ended }
            return if case .waiting(let continuation) = phase { continuation } else { nil }
        }
        waiter?.resume()
    }
}
