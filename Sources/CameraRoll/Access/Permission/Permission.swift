/// What the user allows, and the questions put to them: the shell of one ``PromptState`` for each access level.
final class Permission: Sendable {
    private struct Contents {
        var prompts: [AccessLevel: PromptState] = [:]
        var questions: [AccessLevel: Task<Void, Never>] = [:]
        /// Numbers the questions of a level: an answer to one that is over concerns nobody.
        var numbers: [AccessLevel: Int] = [:]
        var observation: AuthorizationObservation?
    }

    let authorization: any LibraryAuthorization
    /// Whether the library may be read, as all that deliver know it.
    let reading: ReadingPermission
    private let contents = Lock(Contents())

    init(_ authorization: any LibraryAuthorization) {
        self.authorization = authorization
        reading = ReadingPermission(authorization)
    }

    deinit {
        let questions = contents.withLock { $0.questions }
        for question in questions.values { question.cancel() }
    }

    /// Follows the authorization, where it tells of changes, until this goes.
    func follow() {
        let observation = authorization.observe { [weak self] in
            self?.reading.look(isTold: true)
            self?.statusChanged()
        }
        contents.withLock { $0.observation = observation }
    }

    /// Asks the user where they have not decided, and returns what they allow; at once where the task is cancelled.
    func request(_ level: AccessLevel) async -> AuthorizationStatus {
        let status = authorization.status(for: level)
        guard status == .notDetermined else { return status }
        let call = contents.withLock { $0.prompts[level, default: PromptState()].newCall() }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in join(level, call, waiter) }
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

    /// A task of its own: whoever asked first may give up, while others wait on.
    private func ask(_ level: AccessLevel) {
        let number = contents.withLock { contents in
            contents.numbers[level, default: 0] += 1
            return contents.numbers[level]
        }
        let question = Task.detached(priority: .userInitiated) { [weak self, authorization] in
            // They may have decided between the caller's look and this one: then they are not asked.
            var status = authorization.status(for: level)
            if status == .notDetermined { status = await authorization.requestAuthorization(for: level) }
            self?.answer(level, status, to: number)
        }
        contents.withLock { $0.questions[level] = question }
        // The user may have decided in the settings, right before somebody came to wait.
        statusChanged()
    }

    private func statusChanged() {
        for level in AccessLevel.allCases where contents.withLock({ $0.prompts[level]?.isWaitedFor ?? false }) {
            let status = authorization.status(for: level)
            if status != .notDetermined { answer(level, status) }
        }
    }

    /// - Parameter number: which question was answered; nil where the status changed by other means.
    func answer(_ level: AccessLevel, _ status: AuthorizationStatus, to number: Int? = nil) {
        let waiters = contents.withLock { contents in
            if let number, number != contents.numbers[level] { return [PromptState.Waiter]() }
            // Whatever the question that is still on the screen brings, it concerns nobody any more.
            contents.numbers[level, default: 0] += 1
            return contents.prompts[level]?.answer() ?? []
        }
        for waiter in waiters { waiter.resume(returning: status) }
    }
}

/// Those who wait for the user's answer to one question: a pure state machine, which asks once however many wait.
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
