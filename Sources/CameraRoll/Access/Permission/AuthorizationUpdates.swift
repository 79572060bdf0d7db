/// What the user allows, now and whenever it changes, as a sequence that is pulled.
///
/// Made by `MediaManager.authorizationUpdates(for:)`. Its first element is the status of that moment; who asks late
/// gets the last status only. It ends when its task is cancelled, and it touches no library.
public struct AuthorizationUpdates: AsyncSequence, Sendable {
    /// What it gives.
    public typealias Element = AuthorizationStatus
    /// It never fails.
    public typealias Failure = Never

    let permission: Permission
    let level: AccessLevel

    /// Starts with the status of now.
    public func makeAsyncIterator() -> Iterator {
        Iterator(permission, level)
    }

    /// Gives one status with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let permission: Permission
        private let level: AccessLevel
        private let inbox = ChangeInbox()
        private let observation: AuthorizationObservation?
        /// An authorization may tell nothing; then what a read notices is told.
        private let reading: ReadingPermission.Observation
        private var last: AuthorizationStatus?

        init(_ permission: Permission, _ level: AccessLevel) {
            self.permission = permission
            self.level = level
            observation = permission.authorization.observe { [inbox] in inbox.receive(LatestMessageState.Message()) }
            reading = permission.reading.observe { [inbox] _ in inbox.receive(LatestMessageState.Message()) }
        }

        /// The next status that is another than the last one; nil once the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> AuthorizationStatus? {
            while let _ = try? await inbox.next() {
                let status = permission.authorization.status(for: level)
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
