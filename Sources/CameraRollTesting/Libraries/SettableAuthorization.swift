public import CameraRoll

/// An authorization that a test sets, even during reads: granted late, or revoked between two slices.
///
/// A caller that requests permission waits until the test answers:
///
/// ```swift
/// let authorization = SettableAuthorization(.notDetermined)
/// async let answer = manager.requestAuthorization()
/// await authorization.waitForPrompts(1)
/// authorization.status = .limited          // the user has decided
/// ```
public final class SettableAuthorization: LibraryAuthorization {
    private let current: Lock<AuthorizationStatus>
    private let handlers = AuthorizationHandlers()
    private let watchers = Watchers()
    private let prompted = Lock(0)

    /// Creates an authorization with an initial status.
    public init(_ status: AuthorizationStatus = .notDetermined) {
        current = Lock(status)
    }

    /// The status, for both access levels.
    public var status: AuthorizationStatus {
        get { current.withLock(\.self) }
        set {
            current.withLock { $0 = newValue }
            watchers.check()
            handlers.statusChanged()
        }
    }

    /// The number of requests to the user.
    public var prompts: Int { prompted.withLock(\.self) }

    /// Waits until the user was asked so often, or the task is cancelled.
    public func waitForPrompts(_ count: Int) async {
        await watchers.wait { self.prompts >= count }
    }

    /// The status that the test has set.
    public func status(for level: AccessLevel) -> AuthorizationStatus { status }

    /// Requests permission: waits until the test sets a status, or the task is cancelled.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        prompted.withLock { $0 += 1 }
        watchers.check()
        await watchers.wait { self.status != .notDetermined }
        return status
    }

    /// Registers a handler that is called whenever the test sets a status.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}
