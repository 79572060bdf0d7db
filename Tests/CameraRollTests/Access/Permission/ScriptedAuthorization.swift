import CameraRollTesting

@testable import CameraRoll

/// An authorization whose every look at the status and whose every question a test decides.
final class ScriptedAuthorization: LibraryAuthorization {
    private let statuses: Lock<[AuthorizationStatus]>
    private let question: @Sendable (AccessLevel) async -> AuthorizationStatus
    private let handlers = AuthorizationHandlers()
    /// The questions put to the user.
    let asked = Notes<AccessLevel>()

    /// - Parameters:
    ///   - statuses: what it says at each look; the last one from then on.
    ///   - question: the user.
    init(
        _ statuses: [AuthorizationStatus],
        question: @escaping @Sendable (AccessLevel) async -> AuthorizationStatus = { _ in .authorized }
    ) {
        self.statuses = Lock(statuses)
        self.question = question
    }

    func status(for level: AccessLevel) -> AuthorizationStatus {
        statuses.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    /// Sets the status, and says so.
    func set(_ status: AuthorizationStatus) {
        statuses.withLock { $0 = [status] }
        handlers.statusChanged()
    }

    func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        asked.append(level)
        return await question(level)
    }

    func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}

/// A permission that is asked, and tells nothing by itself, as Photos'.
final class SilentAuthorization: LibraryAuthorization {
    private let current: Lock<AuthorizationStatus>

    init(_ status: AuthorizationStatus = .authorized) {
        current = Lock(status)
    }

    var status: AuthorizationStatus {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    func status(for level: AccessLevel) -> AuthorizationStatus { status }
}
