/// What libraries still do after they were released: away from the executor, and waited for by `LibraryAccess.close()`.
///
/// A library is released on its executor, where it must not wait for a disk. One that has something to write then does
/// it on a thread of its own, and says here how to hear of its end.
package final class LibraryClosing: Sendable {
    /// Calls what it is given when the work has ended, or at once if there is none: once, on any thread.
    package typealias Completion = @Sendable (_ hasEnded: @escaping @Sendable () -> Void) -> Void

    private let completions = Lock<[Completion]>([])

    package init() {}

    /// Has `close()` wait for the work of a library that is being opened.
    package func add(_ completion: @escaping Completion) {
        completions.withLock { $0.append(completion) }
    }

    /// Forgets the libraries that were opened before.
    func reset() {
        let before = completions.withLock { completions in
            defer { completions = [] }
            return completions
        }
        withExtendedLifetime(before) {}
    }

    /// Waits until the work has ended, its time is over, or the task is cancelled.
    func wait(in calls: CallsInFlight, _ deadline: ReadDeadline) async {
        for completion in completions.withLock(\.self) {
            let call = ClosingCall()
            guard (try? calls.admit(call, deadline: deadline)) != nil else { return }
            completion { call.end() }
            await call.ended()
            calls.leave(call)
        }
    }
}

/// The wait for the end of some work, as a call that a deadline can end.
private final class ClosingCall: EndableCall {
    private enum State {
        case pending(CheckedContinuation<Void, Never>?)
        case ended
    }

    let operation: LibraryOperation = "close"
    private let state = Lock(State.pending(nil))

    func end(_ error: LibraryError) {
        end()
    }

    func end() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard case .pending(let waiter) = state else { return nil }
            state = .ended
            return waiter
        }
        waiter?.resume()
    }

    /// Waits for the end, once.
    func ended() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasEnded = state.withLock { state in
                    if case .ended = state { return true }
                    state = .pending(continuation)
                    return false
                }
                if hasEnded { continuation.resume() }
            }
        } onCancel: {
            end()
        }
    }
}
