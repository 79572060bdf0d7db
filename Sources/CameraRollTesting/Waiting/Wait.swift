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
