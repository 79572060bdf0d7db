import Foundation

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
