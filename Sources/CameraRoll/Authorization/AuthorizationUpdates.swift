/// What the user allows, now and whenever it changes, as a sequence that is pulled.
///
/// Made by `MediaManager.authorizationUpdates(for:)`. Its first element is the status of that moment; who asks late
/// gets the last status only. It ends when its task is cancelled, and it touches no library.
public struct AuthorizationUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AuthorizationStatus
    /// It never fails.
    public typealias Failure = Never

    let authorization: any LibraryAuthorization
    let level: AccessLevel

    /// Starts with the status of now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(authorization, level)
    }

    /// Gives one status with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let authorization: any LibraryAuthorization
        private let level: AccessLevel
        private let inbox = ChangeInbox()
        private let observation: AuthorizationObservation?
        private var last: AuthorizationStatus?

        init(_ authorization: any LibraryAuthorization, _ level: AccessLevel) {
            self.authorization = authorization
            self.level = level
            observation = authorization.observe { [inbox] in inbox.receive(InboxState.Message()) }
        }

        /// The next status that is another than the last one; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> AuthorizationStatus? {
            while let _ = try? await inbox.next() {
                let status = authorization.status(for: level)
                guard status != last else { continue }
                last = status
                return status
            }
            return nil
        }
    }
}

@available(*, unavailable)
extension AuthorizationUpdates.Iterator: Sendable {}
