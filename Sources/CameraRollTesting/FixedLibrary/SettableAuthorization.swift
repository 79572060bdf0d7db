public import CameraRoll

/// An authorization that a test sets, also while reads are on their way: given late, withdrawn between two slices.
///
/// Whoever asks for permission waits until the test answers:
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

    /// An authorization with a first status.
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

    /// How often the user was asked.
    public var prompts: Int { prompted.withLock(\.self) }

    /// Waits until the user was asked so often, or the task is cancelled.
    public func waitForPrompts(_ count: Int) async {
        await watchers.wait { self.prompts >= count }
    }

    /// What the test set.
    public func status(for level: AccessLevel) -> AuthorizationStatus { status }

    /// Asks the test: waits until it sets a status, or the task is cancelled.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus {
        prompted.withLock { $0 += 1 }
        watchers.check()
        await watchers.wait { self.status != .notDetermined }
        return status
    }

    /// Keeps a handler that is called whenever the test sets a status.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? {
        handlers.add(handler)
    }
}
