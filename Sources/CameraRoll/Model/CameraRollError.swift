package import Foundation
public import PhotoMetadataEditing

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
    /// manager (`.shutDown`) and a user who declines (``EditError/refusedByUser``) are not cancellations.
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
    /// Ask the user for permission: ``MediaManager/requestAuthorization(for:)``, or the settings if the user denied it.
    case requestAuthorization
}

extension MetadataError: CameraRollError {
    /// `.retry` if bytes of an open file cannot be read; nil for a file that cannot be opened or understood.
    public var recovery: ErrorRecovery? {
        switch self {
        case .cannotRead: .retry
        case .cannotOpen, .empty, .unknownFormat: nil
        }
    }

    /// The system's error when it opened or read the file, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .cannotOpen(_, let code), .cannotRead(_, let code): POSIXError(number: code)
        case .empty, .unknownFormat: nil
        }
    }
}

extension MetadataEditError: CameraRollError {
    /// `.retry` if another program changed the file meanwhile, or the disk is full.
    public var recovery: ErrorRecovery? {
        switch self {
        case .unreadable(let error): error.recovery
        case .changedMeanwhile, .cannotWrite(_, ENOSPC), .cannotWrite(_, EDQUOT): .retry
        case .unsupported, .invalidText, .invalidKeyword, .invalidRating, .invalidPlace, .invalidAltitude,
            .invalidTimeZone, .unencodable, .damaged, .overlapping, .tooLong, .tooMany, .unknownTrailer, .unknownData,
            .cannotWrite:
            nil
        }
    }

    /// The error when the metadata was read, or the system's error when the file was written, if there was one.
    public var underlyingError: (any Error)? {
        switch self {
        case .unreadable(let error): error
        case .cannotWrite(_, let code): POSIXError(number: code)
        default: nil
        }
    }
}

extension POSIXError {
    /// The system's error with a number; nil if Foundation has no name for it.
    package init?(number: Int32) {
        guard let code = POSIXErrorCode(rawValue: number) else { return nil }
        self.init(code)
    }
}

/// Why something failed: another error, which is kept, or a text.
///
/// A text can be written as a literal: `LibraryError.cannotOpen(reason: "the disk is gone")`.
public struct ErrorReason: Sendable {
    /// The error that caused the failure, of a library, a codec or the system; nil if only a text is known.
    public let error: (any Error)?
    private let text: String

    /// Wraps an error, with its description as the text.
    public init(_ error: any Error) {
        self.error = error
        text = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }

    /// Wraps an error in a text that says more than its own description.
    public init(_ text: String, causedBy error: (any Error)? = nil) {
        self.error = error
        self.text = text
    }
}

extension ErrorReason: CustomStringConvertible {
    /// The reason as the end of a sentence.
    public var description: String { text }

    /// The reason, ended with a period.
    package var ended: String { text.ended }
}

extension ErrorReason: Hashable {
    /// Whether the texts are equal: errors of unknown types cannot be compared, and a test can state the text only.
    public static func == (lhs: ErrorReason, rhs: ErrorReason) -> Bool { lhs.text == rhs.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ErrorReason: ExpressibleByStringInterpolation {
    /// Creates a reason from a literal.
    public init(stringLiteral value: String) { self.init(value) }
}

extension ErrorReason {
    /// Whether the kept error is one that the caller caused by canceling.
    var isCancellation: Bool {
        error is CancellationError || (error as? any CameraRollError)?.isCancellation == true
    }

    /// The kept error's recovery if it is one of this package; otherwise `other`.
    package func recovery(otherwise other: ErrorRecovery?) -> ErrorRecovery? {
        guard let error = error as? any CameraRollError else { return other }
        return error.recovery
    }
}
