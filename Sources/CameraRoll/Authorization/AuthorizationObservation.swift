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
