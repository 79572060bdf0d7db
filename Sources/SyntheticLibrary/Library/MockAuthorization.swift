public import CameraRoll

/// A permission that a test or a demo grants and revokes, even between two slices of a read.
///
/// It serves every library, not only the synthetic one. A caller that requests permission waits for ``answer(_:)``,
/// unless the answer was passed to the initializer:
///
/// ```swift
/// let authorization = MockAuthorization(.notDetermined)
/// async let status = manager.requestAuthorization()
/// await authorization.waitUntilPrompted()
/// authorization.answer(.limited)
/// ```
public final class MockAuthorization: LibraryAuthorization {
    private struct Contents {
        var statuses: [AccessLevel: AuthorizationStatus]
        var prompts: [Prompt] = []
        weak var store: SyntheticStore?
    }

    /// An unanswered question to the user.
    private struct Prompt {
        let level: AccessLevel
        let end: Completion<Void>
    }

    private let contents: Lock<Contents>
    private let handlers = AuthorizationHandlers()
    private let prompted = WaiterCounter()
    private let instantAnswer: AuthorizationStatus?

    /// Creates a permission with the same status for all levels.
    ///
    /// - Parameters:
    ///   - status: the initial status.
    ///   - answer: the user's immediate answer to requests; nil makes callers wait.
    public init(_ status: AuthorizationStatus = .authorized, answering answer: AuthorizationStatus? = nil) {
        contents = Lock(Contents(statuses: [.addOnly: status, .readWrite: status]))
        instantAnswer = answer
    }

    /// The status for reading and editing; setting it changes all levels.
    public var status: AuthorizationStatus {
        get { status(for: .readWrite) }
        set { set(newValue, for: AccessLevel.allCases) }
    }

    /// The current status for a level.
    public func status(for level: AccessLevel) -> AuthorizationStatus {
        contents.withLock { $0.statuses[level] ?? .notDetermined }
    }

    /// Changes the status, as the user does in the settings; for reading and editing unless another level is given.
    ///
    /// Callers that wait for this level are resumed, unless it is still not determined.
    public func set(_ status: AuthorizationStatus, for level: AccessLevel = .readWrite) {
        set(status, for: [level])
    }

    private func set(_ status: AuthorizationStatus, for levels: [AccessLevel]) {
        let ended = contents.withLock { contents in
            for level in levels { contents.statuses[level] = status }
            guard status != .notDetermined else { return [Prompt]() }
            defer { contents.prompts.removeAll { levels.contains($0.level) } }
            return contents.prompts.filter { levels.contains($0.level) }
        }
        handlers.statusChanged()
        for prompt in ended { prompt.end.end() }
    }

    /// Registers a handler that is called whenever a status is set, on the thread that sets it.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}

// MARK: - Prompts

extension MockAuthorization {
    /// The number of times the user was asked.
    public var prompts: Int { prompted.count }

    /// Returns once the user has been asked at least this many times.
    public func waitUntilPrompted(_ count: Int = 1) async {
        await prompted.reaches(count)
    }

    /// Answers all waiting callers; does nothing if no caller waits.
    public func answer(_ status: AuthorizationStatus) {
        let levels = contents.withLock { Set($0.prompts.map(\.level)) }
        for level in levels { set(status, for: level) }
    }

    /// Requests permission: waits for an answer, or until the task is canceled.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        let end = Completion<Void>()
        contents.withLock { $0.prompts.append(Prompt(level: level, end: end)) }
        prompted.enter()
        if let instantAnswer { set(instantAnswer, for: level) }
        // Decided meanwhile, or earlier: the system does not ask twice.
        if self.status(for: level) != .notDetermined { end.end() }
        await end.wait()
        contents.withLock { $0.prompts.removeAll { $0.end === end } }
        return status(for: level)
    }
}

// MARK: - Limited access

extension MockAuthorization {
    /// Shows the picker of the store for which the library source was created; see ``SyntheticStore/pickNext(_:)``.
    public func presentLimitedPicker() async -> [AssetID] {
        let store = contents.withLock(\.store)
        return store?.presentPicker() ?? []
    }

    /// Sets the store whose assets the picker selects.
    func attach(_ store: SyntheticStore) {
        contents.withLock { $0.store = store }
    }
}
