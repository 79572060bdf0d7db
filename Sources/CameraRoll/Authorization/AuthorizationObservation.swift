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
    private struct Contents {
        var handlers: [Int: @Sendable () -> Void] = [:]
        var next = 0
    }

    private let contents = Lock(Contents())

    /// No handlers yet.
    public init() {}

    /// Keeps a handler for as long as the result is kept.
    public func add(_ handler: @escaping @Sendable () -> Void) -> AuthorizationObservation {
        let number = contents.withLock { contents in
            contents.next += 1
            contents.handlers[contents.next] = handler
            return contents.next
        }
        return AuthorizationObservation { [weak self] in self?.remove(number) }
    }

    /// Calls all handlers, in the order in which they were added, on the calling thread.
    ///
    /// To be called after the status has changed, with no lock held.
    public func statusChanged() {
        let handlers = contents.withLock(\.handlers)
        for (_, handler) in handlers.sorted(by: { $0.key < $1.key }) { handler() }
    }

    private func remove(_ number: Int) {
        let handler = contents.withLock { $0.handlers.removeValue(forKey: number) }
        withExtendedLifetime(handler) {}
    }
}
