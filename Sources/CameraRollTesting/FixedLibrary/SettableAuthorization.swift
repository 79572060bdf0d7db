public import CameraRoll

/// An authorization that a test sets, also while reads are on their way: given late, withdrawn between two slices.
public final class SettableAuthorization: LibraryAuthorization {
    private let current: Lock<AuthorizationStatus>

    /// An authorization with a first status.
    public init(_ status: AuthorizationStatus = .notDetermined) {
        current = Lock(status)
    }

    /// The status, for both access levels.
    public var status: AuthorizationStatus {
        get { current.withLock(\.self) }
        set { current.withLock { $0 = newValue } }
    }

    /// What the test set.
    public func status(for level: AccessLevel) -> AuthorizationStatus { status }
}
