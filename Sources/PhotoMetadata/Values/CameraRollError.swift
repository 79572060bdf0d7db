package import Foundation

/// The requirements of every error of this package, so that an app can handle all of them in one place.
///
/// ```swift
/// func show(_ error: any CameraRollError) {
///     guard !error.isCancellation else { return }
///     switch error.recovery {
///     case .retry: offerToTryAgain(error.localizedDescription)
///     case .takeNewSnapshot: reload()
///     case .requestAuthorization: explainPermission()
///     case nil: alert(error.localizedDescription)
///     }
/// }
/// ```
public protocol CameraRollError: Error, Sendable {
    /// Whether the caller canceled the operation: its task, its request, or its indexing; no alert is needed then.
    ///
    /// True for `.cancelled` and `CancellationError`, also within another error, and for nothing else. A closed
    /// manager (`.shutDown`) and a user who declines (`EditError.refusedByUser`) are not cancellations.
    var isCancellation: Bool { get }

    /// The step that may help; nil if none of them does.
    ///
    /// - ``ErrorRecovery/retry``: a timeout or an overload; a failure of the library, a codec, a disk or the network; a
    ///   full disk; a volume that is not mounted.
    /// - ``ErrorRecovery/takeNewSnapshot``: an invalidated snapshot, a cursor or change token of another library.
    /// - ``ErrorRecovery/requestAuthorization``: reading or editing is not allowed, and the user can allow it.
    /// - nil: a cancellation, a closed manager, a user who declined, a missing object, a file that cannot be decoded,
    ///   an invalid argument.
    ///
    /// An error that wraps another one has the recovery of that one.
    var recovery: ErrorRecovery? { get }

    /// The error that caused this one: of the library, a codec, the system, or the caller's own closure.
    var underlyingError: (any Error)? { get }
}

extension CameraRollError {
    /// False: the operation cannot be canceled.
    public var isCancellation: Bool { false }

    /// Nil: no step is known to help.
    public var recovery: ErrorRecovery? { nil }

    /// Nil: no other error is known.
    public var underlyingError: (any Error)? { nil }
}

/// A step after which an operation that failed may succeed.
public enum ErrorRecovery: Hashable, Sendable, CaseIterable {
    /// Call the same function again: after a pause, or after the fault that the error names has been removed.
    case retry
    /// Take a new snapshot, or begin with the first page again: what the caller holds is out of date.
    case takeNewSnapshot
    /// Ask the user for permission: `MediaManager.requestAuthorization(for:)`, or the settings if the user denied it.
    case requestAuthorization
}

extension POSIXError {
    /// The system's error with a number; nil if Foundation has no name for it.
    package init?(number: Int32) {
        guard let code = POSIXErrorCode(rawValue: number) else { return nil }
        self.init(code)
    }
}
