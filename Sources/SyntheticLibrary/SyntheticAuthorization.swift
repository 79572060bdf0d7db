public import CameraRoll

/// A permission that a test or a demo gives and takes away.
public final class SyntheticAuthorization: LibraryAuthorization {
    private let statuses: Lock<[AccessLevel: AuthorizationStatus]>

    /// A permission with the same status for all levels.
    public init(_ status: AuthorizationStatus = .authorized) {
        statuses = Lock([.addOnly: status, .readWrite: status])
    }

    /// What the user allows now.
    public func status(for level: AccessLevel) -> AuthorizationStatus {
        statuses.withLock { $0[level] ?? .notDetermined }
    }

    /// Decides otherwise, as the user does in the settings; for reading and editing unless another level is given.
    public func set(_ status: AuthorizationStatus, for level: AccessLevel = .readWrite) {
        statuses.withLock { $0[level] = status }
    }
}
