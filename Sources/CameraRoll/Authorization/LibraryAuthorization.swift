/// Whom to ask whether a library may be touched: it can be asked without touching the library (R55).
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

    /// Shows the picker in which the user selects more assets, and returns those that were newly selected (K55).
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
