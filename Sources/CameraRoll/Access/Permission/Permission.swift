/// The user's permission, and the prompts for it: the concurrent wrapper of one ``PromptState`` per access level.
package final class Permission: Sendable {
    private struct Contents {
        var prompts: [AccessLevel: PromptState] = [:]
        var questions: [AccessLevel: Task<Void, Never>] = [:]
        /// Numbers the prompts of a level: an answer to an earlier one is ignored.
        var numbers: [AccessLevel: Int] = [:]
        var observation: AuthorizationObservation?
    }

    let authorization: any LibraryAuthorization
    /// The permission to read, as checked before each delivery.
    package let reading: ReadingPermission
    private let contents = Lock(Contents())

    init(_ authorization: any LibraryAuthorization) {
        self.authorization = authorization
        reading = ReadingPermission(authorization)
    }

    deinit {
        let questions = contents.withLock { $0.questions }
        for question in questions.values { question.cancel() }
    }

    /// Observes the authorization, if it reports changes, until this object is released.
    func follow() {
        let observation = authorization.observe { [weak self] in
            self?.reading.look(isReported: true)
            self?.statusChanged()
        }
        contents.withLock { $0.observation = observation }
    }

    /// Prompts the user if the status is not determined, and returns the status; at once if the task is canceled.
    func request(_ level: AccessLevel) async -> AuthorizationStatus {
        let status = authorization.status(for: level)
        guard status == .notDetermined else { return status }
        let call = contents.withLock { $0.prompts[level, default: PromptState()].newCall() }
        let answer = await withCancellableContinuation { waiter in
            join(level, call, waiter)
        } onCancel: {
            contents.withLock { $0.prompts[level]?.leave(call) }?.resume(returning: nil)
        }
        return answer ?? authorization.status(for: level)
    }

    private func join(_ level: AccessLevel, _ call: Int, _ waiter: PromptState.Waiter) {
        let step = contents.withLock { contents in
            contents.prompts[level, default: PromptState()].join(call, waiter, isCancelled: Task.isCancelled)
        }
        switch step {
        case .wait: statusChanged()
        case .giveUp: waiter.resume(returning: nil)
        case .ask: ask(level)
        }
    }

    /// Prompts in a separate task: the first caller may be canceled while others continue to wait.
    private func ask(_ level: AccessLevel) {
        let number = contents.withLock { contents in
            contents.numbers[level, default: 0] += 1
            return contents.numbers[level]
        }
        let question = Task.detached(priority: .userInitiated) { [weak self, authorization] in
            // The user may have decided since the caller checked the status: then no prompt is shown.
            var status = authorization.status(for: level)
            if status == .notDetermined { status = await authorization.requestAuthorization(for: level) }
            self?.answer(level, status, to: number)
        }
        contents.withLock { $0.questions[level] = question }
        // The user may have decided in the settings, directly before a caller began to wait.
        statusChanged()
    }

    private func statusChanged() {
        for level in AccessLevel.allCases where contents.withLock({ $0.prompts[level]?.isWaitedFor ?? false }) {
            let status = authorization.status(for: level)
            if status != .notDetermined { answer(level, status) }
        }
    }

    /// - Parameter number: the prompt that was answered; nil if the status changed by other means.
    func answer(_ level: AccessLevel, _ status: AuthorizationStatus, to number: Int? = nil) {
        let waiters = contents.withLock { contents in
            if let number, number != contents.numbers[level] { return [PromptState.Waiter]() }
            // The answer to a prompt that is still on screen is ignored from now on.
            contents.numbers[level, default: 0] += 1
            return contents.prompts[level]?.answer() ?? []
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }
}

/// The callers that wait for the user's answer: a pure state machine, which prompts once however many wait.
struct PromptState {
    /// The answer; nil if the wait ends without one.
    typealias Waiter = CallerContinuation<AuthorizationStatus?>

    enum Step {
        /// Prompt the user.
        case ask
        /// A prompt is already shown.
        case wait
        /// The task is canceled: resume it at once.
        case giveUp
    }

    private var waiters: [Int: Waiter] = [:]
    private var isAsking = false
    private var calls = 0

    /// Whether a caller waits.
    var isWaitedFor: Bool { !waiters.isEmpty }

    /// Numbers a caller that is about to wait.
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

    /// Removes a caller; the prompt stays on screen.
    mutating func leave(_ call: Int) -> Waiter? {
        waiters.removeValue(forKey: call)
    }

    /// Handles the user's answer, or another change of the status: returns all waiters to be resumed, in order.
    mutating func answer() -> [Waiter] {
        defer { waiters = [:] }
        isAsking = false
        return waiters.sorted { $0.key < $1.key }.map(\.value)
    }
}
