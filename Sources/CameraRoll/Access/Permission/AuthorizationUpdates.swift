/// The user's permission, now and whenever it changes, as an asynchronous sequence.
///
/// Created by `MediaManager.authorizationUpdates(for:)`. Its first element is the current status; a slow consumer
/// receives only the latest status. It ends when its task is canceled, and it does not access the library.
public struct AuthorizationUpdates: AsyncSequence, Sendable {
    let permission: Permission
    let level: AccessLevel

    /// Creates an iterator, which starts with the current status.
    public func makeAsyncIterator() -> Iterator {
        Iterator(permission, level)
    }

    /// Returns one status with each call of `next`.
    public struct Iterator: AsyncIteratorProtocol {
        private let permission: Permission
        private let level: AccessLevel
        private let inbox = ChangeInbox()
        private let observation: AuthorizationObservation?
        /// An authorization may report no changes; then changes noticed by reads are reported.
        private let reading: ReadingPermission.Observation
        private var last: AuthorizationStatus?

        init(_ permission: Permission, _ level: AccessLevel) {
            self.permission = permission
            self.level = level
            observation = permission.authorization.observe { [inbox] in inbox.receive(LatestMessageState.Message()) }
            reading = permission.reading.observe { [inbox] _ in inbox.receive(LatestMessageState.Message()) }
        }

        /// Waits for the next status that differs from the last one; returns nil once the task is canceled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> AuthorizationStatus? {
            while let _ = try? await inbox.next() {
                // Recorded, so that a read that finds another status reports the change.
                let current = permission.reading.look().status
                let status = level == .readWrite ? current : permission.authorization.status(for: level)
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
