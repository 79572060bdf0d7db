/// Those who wait for the user's answer to one question: a pure state machine, which asks once however many wait (R61).
struct PromptState {
    /// The answer; nil where the wait ends without one.
    typealias Waiter = CheckedContinuation<AuthorizationStatus?, Never>

    enum Step {
        /// Ask the user.
        case ask
        /// Somebody has asked already.
        case wait
        /// The task is cancelled: resume it at once.
        case giveUp
    }

    private var waiters: [Int: Waiter] = [:]
    private var isAsking = false
    private var calls = 0

    /// Whether somebody waits.
    var isWaitedFor: Bool { !waiters.isEmpty }

    /// Names somebody who is about to wait.
    mutating func newCall() -> Int {
        calls += 1
        return calls
    }

    mutating func join(_ call: Int, _ waiter: Waiter, isCancelled: Bool) -> Step {
        if isCancelled { return .giveUp }
        waiters[call] = waiter
        defer { isAsking = true }
        return isAsking ? .wait : .ask
    }

    /// Somebody waits no longer; the question stays on the screen.
    mutating func leave(_ call: Int) -> Waiter? {
        waiters.removeValue(forKey: call)
    }

    /// The user has answered, or the status has changed by other means: all who wait are to be resumed, the first
    /// first.
    mutating func answer() -> [Waiter] {
        defer { waiters = [:] }
        isAsking = false
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
}
