/// Whom to ask whether a library may be touched: it can be asked without touching the library.
public protocol LibraryAuthorization: Sendable {
    /// What the user allows now.
    ///
    /// Called on the library executor before every touch of the library, and on the thread of a handler that was
    /// called, so it must be cheap, and it must not prompt.
    func status(for level: AccessLevel) -> AuthorizationStatus

    /// Asks the user, and returns what they allow then.
    ///
    /// Called where the status is `.notDetermined` only, for one question of a level at a time, off the library
    /// executor; it may take for ever.
    func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus

    /// Has a handler called, on any thread, whenever a status may have changed, for as long as the result is kept.
    ///
    /// To be called after the status has changed. An authorization that cannot tell is asked by the reads: a change
    /// counts once a read has noticed it.
    ///
    /// - Returns: what keeps the handler; nil if nothing is ever told.
    func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation?

    /// Shows the picker in which the user selects more assets, and returns those that were newly selected.
    ///
    /// Called where the status is `.limited` only, off the library executor.
    func presentLimitedPicker() async -> [AssetID]
}

extension LibraryAuthorization {
    /// Asks nobody.
    public func requestAuthorization(for level: AccessLevel) async -> AuthorizationStatus { status(for: level) }

    /// A status that never changes.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation? { nil }

    /// No picker.
    public func presentLimitedPicker() async -> [AssetID] { [] }
}

/// For libraries that need nobody's permission, such as a folder.
public struct AlwaysAuthorized: LibraryAuthorization {
    /// Permission without asking.
    public init() {}

    /// Always `.authorized`.
    public func status(for level: AccessLevel) -> AuthorizationStatus { .authorized }
}

/// Keeps a handler of ``LibraryAuthorization/observe(_:)`` called; it is called no more once this is let go.
public final class AuthorizationObservation: Sendable {
    private let onEnd: @Sendable () -> Void

    /// An observation; authorizations make one, ``AuthorizationHandlers`` does it for them.
    ///
    /// - Parameter onEnd: takes the handler away.
    public init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit {
        onEnd()
    }
}

/// The handlers of an authorization whose status can change: what most authorizations keep them in.
public final class AuthorizationHandlers: Sendable {
    private let observers = ObserverList<Void>()

    /// No handlers yet.
    public init() {}

    /// Keeps a handler for as long as the result is kept.
    public func add(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation {
        let observation = observers.add { _ in handler() }
        return AuthorizationObservation { withExtendedLifetime(observation) {} }
    }

    /// Calls all handlers, in the order in which they were added, on the calling thread.
    ///
    /// To be called after the status has changed, with no lock held.
    public func statusChanged() {
        observers.tell(())
    }
}
