/// The permission to access a library, which can be read without accessing the library.
public protocol LibraryAuthorization: Sendable {
    /// The user's current permission.
    ///
    /// Called on the library executor before every access to the library, on the threads that call handlers, and on the
    /// threads of callers that request images, so it must be cheap, and must not prompt.
    func status(for level: AccessLevel) -> AuthorizationStatus

    /// Asks the user, and returns the resulting permission.
    ///
    /// Called only if the status is `.notDetermined`, for one prompt per level at a time, and off the library executor;
    /// the user may never answer.
    func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus

    /// Calls a handler, on any thread, whenever a status may have changed, for as long as the result is retained.
    ///
    /// The handler must be called after the status has changed. If an authorization cannot observe changes, reads check
    /// the status: a change takes effect once a read notices it.
    ///
    /// - Returns: the object that keeps the handler registered; nil if the handler is never called.
    func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation?

    /// Shows the picker in which the user selects more assets, and returns the newly selected ones.
    ///
    /// Called only if the status is `.limited`, off the library executor.
    func presentLimitedPicker() async -> [AssetID]

    /// Whether ``presentLimitedPicker()`` shows a picker; otherwise ``LimitedAccess/offers`` does not have it.
    var hasLimitedPicker: Bool { get }
}

extension LibraryAuthorization {
    /// Returns the status without asking.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus { status(for: level) }

    /// Returns nil: the status never changes.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? { nil }

    /// Shows no picker.
    public func presentLimitedPicker() async -> [AssetID] { [] }

    /// Returns true.
    public var hasLimitedPicker: Bool { true }
}

/// The authorization of libraries that need no permission, such as a folder.
public struct AlwaysAuthorized: LibraryAuthorization {
    /// Creates an authorization that always permits.
    public init() {}

    /// Always `.authorized`.
    public func status(for level: AccessLevel) -> AuthorizationStatus { .authorized }
}

/// Keeps a handler of ``LibraryAuthorization/observe(_:)`` registered; releasing it removes the handler.
public final class AuthorizationObservation: Sendable {
    private let onEnd: @Sendable () -> Void

    /// Creates an observation, for authorizations; ``AuthorizationHandlers`` also creates observations.
    ///
    /// - Parameter onEnd: removes the handler.
    public init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }
}

/// The handlers of an authorization whose status can change, for types that implement one.
public final class AuthorizationHandlers: Sendable {
    private let observers = ObserverList<Void>()

    /// Creates an empty list of handlers.
    public init() {}

    /// Registers a handler for as long as the result is retained.
    public func add(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation {
        let observation = observers.add { _ in handler() }
        return AuthorizationObservation { withExtendedLifetime(observation) {} }
    }

    /// Calls all handlers, in the order in which they were added, on the calling thread.
    ///
    /// Call this after the status has changed, without holding a lock.
    public func statusChanged() {
        observers.tell(())
    }
}
