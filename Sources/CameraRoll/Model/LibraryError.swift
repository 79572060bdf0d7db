public import Foundation

/// An error that occurs when reading a library; each case carries the value that was wrong.
///
/// Later versions may add cases: end a `switch` with `default`, which shows the description.
public enum LibraryError: Error, Hashable, Sendable {
    // MARK: Cancellation and timeouts

    /// The waiting task was canceled.
    case cancelled
    /// The library did not answer in time.
    ///
    /// `behind` is the operation that kept the library busy; nil if it was this operation itself.
    case timedOut(LibraryOperation, after: Duration, behind: LibraryOperation?)
    /// The manager was closed or its executor shut down.
    case shutDown
    /// The limit of waiting calls is reached: the library hangs, or is overloaded.
    case tooManyCalls(limit: Int)

    // MARK: Failures of the library

    /// Reading is not allowed; the library was not accessed.
    case notAuthorized(AuthorizationStatus)
    /// The library could not be opened.
    case cannotOpen(reason: ErrorReason)
    /// The snapshot can no longer be read: take a new one.
    ///
    /// Since it was taken, the permission was revoked or narrowed, or the library went away; or, under limited access,
    /// one of the assets to read was deselected or deleted.
    case snapshotInvalidated(of: LibraryIdentity)
    /// The library reported its own error.
    case failed(LibraryOperation, reason: ErrorReason)

    // MARK: Missing objects

    /// The asset does not exist, or was deleted.
    case assetNotFound(AssetID)
    /// The album does not exist, or was deleted.
    case albumNotFound(AlbumID)
    /// The library has no album of this kind.
    case noAlbum(AlbumSubtype)
    /// No asset matches, although at least one was needed.
    case noAssets(AssetQuery)

    // MARK: Invalid requests

    /// A cursor or a change token cannot be used: it belongs to another library or query, or its text is damaged.
    ///
    /// Begin with the first page, or with a new snapshot.
    case invalidToken(reason: String)
    /// A programming error: a page size below 1, a range beyond the snapshot, a snapshot of another manager, a sort key
    /// that the library does not support.
    case invalidArgument(InvalidArgument)
}

extension LibraryError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        endDescription ?? answerDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The read was canceled."
        case .timedOut(let operation, let duration, let other?):
            "The library did not answer '\(operation)' within \(duration), being busy with another '\(other)'."
        case .timedOut(let operation, let duration, nil):
            "The library did not answer '\(operation)' within \(duration)."
        case .shutDown: "The library was closed."
        case .tooManyCalls(let limit): "\(limit) calls are waiting for the library, and no more may wait."
        default: nil
        }
    }

    private var answerDescription: String {
        switch self {
        case .notAuthorized(let status): "Reading the library is not allowed: the permission is '\(status)'."
        case .cannotOpen(let reason): "The library could not be opened: \(reason.ended)"
        case .snapshotInvalidated(let library):
            "The snapshot of library '\(library)' is invalid: access to the library or to some assets has ended."
        case .failed(let operation, let reason): "The library failed in '\(operation)': \(reason.ended)"
        case .assetNotFound(let id): "There is no asset '\(id)'."
        case .albumNotFound(let id): "There is no album '\(id)'."
        case .noAlbum(let kind): "The library has no album of kind '\(kind)'."
        case .noAssets(let query): "No asset matches: \(query)."
        case .invalidToken(let reason): reason.sentence
        case .invalidArgument(let argument): argument.description
        default: "The library failed."
        }
    }
}

extension LibraryError: LocalizedError {
    /// The description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }
}

extension LibraryError: InvalidArgumentError {
    /// Whether the caller canceled the read; no alert is needed then.
    public var isCancellation: Bool {
        switch self {
        case .cancelled: true
        case .cannotOpen(let reason), .failed(_, let reason): reason.isCancellation
        default: false
        }
    }

    /// The error that caused this one, if it is known.
    public var underlyingError: (any Error)? {
        switch self {
        case .cannotOpen(let reason), .failed(_, let reason): reason.error
        case .invalidArgument(let argument): argument
        default: nil
        }
    }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .timedOut, .tooManyCalls: .retry
        case .cannotOpen(let reason), .failed(_, let reason): reason.recovery(otherwise: .retry)
        case .notAuthorized(let status): status == .restricted ? nil : .requestAuthorization
        case .snapshotInvalidated, .invalidToken: .takeNewSnapshot
        case .cancelled, .shutDown, .assetNotFound, .albumNotFound, .noAlbum, .noAssets, .invalidArgument: nil
        }
    }
}

extension LibraryError {
    /// The error for a range that is not within a snapshot or a list.
    public static func rangeOutOfBounds(_ range: Range<Int>, count: Int) -> LibraryError {
        .invalidArgument(.range(range, count: count))
    }

    /// The error for a change token, or the place in it, that cannot be decoded.
    public static func malformedChangeToken(token: String, reason: String) -> LibraryError {
        .invalidToken(reason: "the change token '\(token.prefix(40))' cannot be read: \(reason)")
    }

    /// The error for a change token of another library.
    public static func foreignChangeToken(from: LibraryIdentity, usedIn used: LibraryIdentity) -> LibraryError {
        .invalidToken(reason: "the change token is of library '\(from)', and was used with library '\(used)'")
    }
}

/// The mistakes that the package itself detects, each with its wording.
extension LibraryError {
    package static func foreignCursor(from: LibraryIdentity, usedIn used: LibraryIdentity) -> LibraryError {
        .invalidToken(reason: "the cursor is of library '\(from)', and was used with library '\(used)'")
    }

    package static func cursorOfAnotherQuery(_ own: AssetQuery, asked: AssetQuery) -> LibraryError {
        .invalidToken(reason: "the cursor is a position in \(own), and was used with \(asked)")
    }

    package static func malformedCursor(token: String, reason: String) -> LibraryError {
        .invalidToken(reason: "the cursor '\(token.prefix(40))' cannot be read: \(reason)")
    }

    package static func foreignSnapshot(of library: LibraryIdentity) -> LibraryError {
        .invalidArgument(.foreignSnapshot(of: library))
    }

    package static func invalidPageSize(_ size: Int) -> LibraryError { .invalid("page size", size, "at least 1") }

    package static func invalidPageNumber(_ number: Int) -> LibraryError {
        .invalid("page number", number, "at least 0")
    }

    package static func invalidLimit(_ limit: Int) -> LibraryError {
        .invalid("limit of a query", limit, "at least 1, or nil for no limit")
    }

    package static func unservedSortKey(_ key: AssetSort.Key, served: Set<AssetSort.Key>) -> LibraryError {
        let names = served.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        return .invalid("sort key", "'\(key.rawValue)'", "a key by which the library sorts: \(names)")
    }

    package static func invalidPreload(_ count: Int) -> LibraryError {
        .invalid("number of assets to preload", count, "at least 0")
    }

    package static func invalidDates(_ dates: Range<Date>) -> LibraryError {
        .invalid("creation dates", dates, "two finite dates")
    }

    package static func changesDoNotFit(_ count: Int, expected: Int) -> LibraryError {
        .invalid(
            "list of \(count.counting("element"))", "for the changes",
            "the \(expected.counting("element")) of the old list")
    }

    package static func unorderedQuery(_ query: AssetQuery) -> LibraryError {
        .invalid("query", query, "a query with an order, which cursors need, or a snapshot")
    }
}

extension LibraryError {
    /// Converts a library's own error to a library error.
    init(_ error: any Error, in operation: LibraryOperation) {
        self = error as? LibraryError ?? .failed(operation, reason: ErrorReason(error))
    }
}

/// Identifies a library across launches; prevents a cursor from being used with another library.
public struct LibraryIdentity: TextIdentifier {
    /// The library's own text: the folder's index number, the synthetic library's seed.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a library operation, as used in statistics, stall reports, access logs and timeouts.
public struct LibraryOperation: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A static string, so that naming an operation allocates nothing.
    public let name: StaticString

    /// Creates an operation with a name.
    public init(_ name: StaticString) {
        self.name = name
    }

    /// Creates an operation from a literal.
    public init(stringLiteral value: StaticString) {
        name = value
    }

    /// The name.
    public var description: String { name.description }
}

extension LibraryOperation: Hashable {
    /// Whether the names of two operations are equal.
    public static func == (lhs: LibraryOperation, rhs: LibraryOperation) -> Bool {
        lhs.name.withUTF8Buffer { left in rhs.name.withUTF8Buffer { left.elementsEqual($0) } }
    }

    /// Hashes the name without creating a string.
    public func hash(into hasher: inout Hasher) {
        name.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// The text, ended with a period unless it already ends with punctuation.
    ///
    /// Reasons end the sentences of errors; a reason that is another error's sentence already has a period.
    package var ended: String {
        guard let last, ![".", "!", "?", "…"].contains(last) else { return self }
        return self + "."
    }

    /// The text as a sentence: capitalized, with a period.
    package var sentence: String { (prefix(1).uppercased() + dropFirst()).ended }
}

extension Int {
    /// The number with what it counts: `1 asset`, `2 assets`.
    package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
