package import CameraRoll
import CameraRollTesting

/// An authorization whose statuses and prompts a test determines.
package final class ScriptedAuthorization: LibraryAuthorization {
    private let statuses: Lock<[AuthorizationStatus]>
    private let question: @Sendable (AccessLevel) async -> AuthorizationStatus
    private let handlers = AuthorizationHandlers()
    /// The prompts shown to the user.
    package let asked = Notes<AccessLevel>()

    /// - Parameters:
    ///   - statuses: the statuses of successive checks; the last one from then on.
    ///   - question: the user's answer.
    package init(
        _ statuses: [AuthorizationStatus],
        question: @escaping @Sendable (AccessLevel) async -> AuthorizationStatus = { _ in .authorized }
    ) {
        self.statuses = Lock(statuses)
        self.question = question
    }

    package func status(for level: AccessLevel) -> AuthorizationStatus {
        statuses.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    /// Sets the status, and reports it.
    package func set(_ status: AuthorizationStatus) {
        statuses.withLock { $0 = [status] }
        handlers.statusChanged()
    }

    package func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        asked.append(level)
        return await question(level)
    }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}

/// A permission that can be checked, but reports no changes, like that of Photos.
package final class SilentAuthorization: LibraryAuthorization {
    private let current: Lock<AuthorizationStatus>

    package init(_ status: AuthorizationStatus = .authorized) {
        current = Lock(status)
    }

    package var status: AuthorizationStatus {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    package func status(for level: AccessLevel) -> AuthorizationStatus { status }
}
