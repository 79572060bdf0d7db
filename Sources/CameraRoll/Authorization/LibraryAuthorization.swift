/// Whom to ask whether a library may be touched: it can be asked without touching the library (R55).
public protocol LibraryAuthorization: Sendable {
    /// What the user allows now.
    ///
    /// Called on the library executor before every touch of the library (R54), so it must be cheap, and it must not
    /// prompt.
    func status(for level: AccessLevel) -> AuthorizationStatus
}

/// For libraries that need nobody's permission, such as a folder.
public struct AlwaysAuthorized: LibraryAuthorization {
    /// Permission without asking.
    public init() {}

    /// Always `.authorized`.
    public func status(for level: AccessLevel) -> AuthorizationStatus { .authorized }
}
