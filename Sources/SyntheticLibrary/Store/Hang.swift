import CameraRoll
import Dispatch

/// Reads that hang, one at a time since they hold the library's lock.
final class Hang: Sendable {
    private enum State {
        case armed
        case hung
        /// The next hang has been ended before it began.
        case calledOff
    }

    private let state = Lock(State.armed)
    private let hung = WaiterCounter()
    private let turnstile = DispatchSemaphore(value: 0)

    /// Blocks the thread until the hang is ended.
    func block() {
        let hangs = state.withLock { state in
            defer { state = state == .armed ? .hung : .armed }
            return state == .armed
        }
        guard hangs else { return }
        hung.enter()
        turnstile.wait()
    }

    /// Ends the hang, or keeps the next one from beginning.
    func end() {
        let isHung = state.withLock { state in
            defer { state = state == .hung ? .armed : .calledOff }
            return state == .hung
        }
        guard isHung else { return }
        hung.leave()
        turnstile.signal()
    }

    /// Lets the next hang begin even if it was called off.
    func rearm() {
        state.withLock { if $0 == .calledOff { $0 = .armed } }
    }

    /// Returns once a read hangs, or the task is canceled.
    func waitUntilHung() async {
        await hung.reaches(1)
    }
}
