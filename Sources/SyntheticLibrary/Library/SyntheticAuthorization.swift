public import CameraRoll

/// A permission that a test or a demo gives and takes away.
///
/// Whoever asks for it waits for ``answer(_:)``, unless the answer was given to the initialiser:
///
/// ```swift
/// let authorization = SyntheticAuthorization(.notDetermined)
/// async let status = manager.requestAuthorization()
/// await authorization.untilPrompted()
/// authorization.answer(.limited)
/// ```
public final class SyntheticAuthorization: LibraryAuthorization {
    private struct Contents {
        var statuses: [AccessLevel: AuthorizationStatus]
        var prompts: [Prompt] = []
        weak var store: SyntheticStore?
    }

    /// A question to the user that nobody has answered yet.
    private struct Prompt {
        let level: AccessLevel
        let end: Signal
    }

    private let contents: Lock<Contents>
    private let handlers = AuthorizationHandlers()
    private let prompted = WaiterCounter()
    private let instantAnswer: AuthorizationStatus?

    /// A permission with the same status for all levels.
    ///
    /// - Parameters:
    ///   - status: what the user allows at first.
    ///   - answer: what the user will answer, at once; nil has whoever asks wait.
    public init(_ status: AuthorizationStatus = .authorized, answering answer: AuthorizationStatus? = nil) {
        contents = Lock(Contents(statuses: [.addOnly: status, .readWrite: status]))
        instantAnswer = answer
    }

    /// What the user allows now.
    public func status(for level: AccessLevel) -> AuthorizationStatus {
        contents.withLock { $0.statuses[level] ?? .notDetermined }
    }

    /// Decides otherwise, as the user does in the settings; for reading and editing unless another level is given.
    ///
    /// Whoever was asking for this level waits no longer, unless it is still not determined.
    public func set(_ status: AuthorizationStatus, for level: AccessLevel = .readWrite) {
        let ended = contents.withLock { contents in
            contents.statuses[level] = status
            guard status != .notDetermined else { return [Prompt]() }
            defer { contents.prompts.removeAll { $0.level == level } }
            return contents.prompts.filter { $0.level == level }
        }
        handlers.statusChanged()
        for prompt in ended { prompt.end.set() }
    }

    /// Has a handler called whenever a status is set, on the thread that sets it.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}

// MARK: - Prompts

extension SyntheticAuthorization {
    /// How often the user was asked.
    public var prompts: Int { prompted.count }

    /// Returns once the user was asked at least so often.
    public func untilPrompted(_ count: Int = 1) async {
        await prompted.reaches(count)
    }

    /// Answers all that ask now; nothing happens where nobody does.
    public func answer(_ status: AuthorizationStatus) {
        let levels = contents.withLock { Set($0.prompts.map(\.level)) }
        for level in levels { set(status, for: level) }
    }

    /// Asks the user: waits for an answer, or until the task is cancelled.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        let end = Signal()
        contents.withLock { $0.prompts.append(Prompt(level: level, end: end)) }
        prompted.enter()
        if let instantAnswer { set(instantAnswer, for: level) }
        // Decided meanwhile, or long ago: the system does not ask twice.
        if self.status(for: level) != .notDetermined { end.set() }
        await withTaskCancellationHandler {
            await end.wait()
        } onCancel: {
            end.set()
        }
        contents.withLock { $0.prompts.removeAll { $0.end === end } }
        return status(for: level)
    }
}

// MARK: - Limited access

extension SyntheticAuthorization {
    /// Shows the picker of the store that the factory was made for; see ``SyntheticStore/pickNext(_:)``.
    public func presentLimitedPicker() async -> [AssetID] {
        let store = contents.withLock(\.store)
        return store?.presentPicker() ?? []
    }

    /// Says whose assets are selected in the picker.
    func attach(_ store: SyntheticStore) {
        contents.withLock { $0.store = store }
    }
}
