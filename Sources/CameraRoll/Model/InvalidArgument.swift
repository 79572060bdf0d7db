public import Foundation

/// A programming error: the argument, its value, and what is allowed.
///
/// All errors of the package share it as their case `invalidArgument`. It is not for users: the call has to be
/// corrected, and the same call fails again.
public struct InvalidArgument: Error, Hashable, Sendable {
    /// The name of the argument, in words: `page size`.
    public let name: String
    /// The value as text: `0`.
    public let value: String
    /// The allowed values: `at least 1`.
    public let allowed: String

    /// Creates a description of a mistake.
    ///
    /// - Parameters:
    ///   - name: the name of the argument, in words.
    ///   - value: its value.
    ///   - allowed: the allowed values, which end the sentence "Invalid page size 0: expected …".
    public init(_ name: String, _ value: some Any, allowed: String) {
        self.name = name
        self.value = "\(value)"
        self.allowed = allowed
    }
}

extension InvalidArgument: CustomStringConvertible {
    /// The mistake as a sentence, such as `Invalid page size 0: expected at least 1.`.
    public var description: String { "Invalid \(name) \(value): expected \(allowed.ended)" }
}

extension InvalidArgument: LocalizedError {
    /// The description: English, for developers.
    public var errorDescription: String? { description }
}

extension InvalidArgument: CameraRollError {}

/// An error that has a case for programming errors, whose wording is defined in one place.
package protocol InvalidArgumentError: CameraRollError {
    /// The error for a mistake.
    static func invalidArgument(_ argument: InvalidArgument) -> Self
}

extension InvalidArgumentError {
    /// The error for an argument with its value and what is allowed.
    package static func invalid(_ name: String, _ value: some Any, _ allowed: String) -> Self {
        .invalidArgument(InvalidArgument(name, value, allowed: allowed))
    }

    /// The error for a deadline of zero or less.
    package static func invalidDeadline(_ deadline: Duration) -> Self { .invalidArgument(.time("deadline", deadline)) }

    /// Requires a number that is in a range.
    package static func check(_ name: String, _ value: Int, in range: ClosedRange<Int>) throws(Self) {
        do throws(InvalidArgument) {
            try InvalidArgument.check(name, value, in: range)
        } catch {
            throw .invalidArgument(error)
        }
    }

    /// Requires a time that is more than zero, or nil.
    package static func check(_ name: String, _ time: Duration?) throws(Self) {
        if let time, time <= .zero { throw .invalidArgument(.time(name, time)) }
    }
}

extension InvalidArgument {
    /// Requires a number that is in a range.
    package static func check(_ name: String, _ value: Int, in range: ClosedRange<Int>) throws(InvalidArgument) {
        guard !range.contains(value) else { return }
        let allowed =
            range.upperBound == .max ? "at least \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
        throw InvalidArgument(name, value, allowed: allowed)
    }

    /// The mistake of a range that is not within a list.
    package static func range(_ range: Range<Int>, count: Int) -> InvalidArgument {
        InvalidArgument("range", range, allowed: "positions within 0..<\(count)")
    }

    /// The mistake of a snapshot that another manager took.
    package static func foreignSnapshot(of library: LibraryIdentity) -> InvalidArgument {
        InvalidArgument("snapshot", "of library '\(library)'", allowed: "a snapshot of the same manager")
    }

    /// The mistake of a time that is zero or less.
    package static func time(_ name: String, _ time: Duration) -> InvalidArgument {
        InvalidArgument(name, time, allowed: "more than zero")
    }
}
