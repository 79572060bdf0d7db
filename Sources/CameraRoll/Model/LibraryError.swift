public import Foundation

/// An error of reading a library; each case carries the value that was wrong.
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
    case cannotOpen(reason: String)
    /// The permission was revoked or narrowed since the snapshot was taken: take a new one.
    ///
    /// Under limited access also if one of the assets to read was deselected or deleted since.
    case snapshotInvalidated(of: LibraryIdentity)
    /// The library reported its own error.
    case failed(LibraryOperation, reason: String)

    // MARK: Missing objects

    /// The asset does not exist, or was deleted.
    case assetNotFound(AssetID)
    /// The album does not exist, or was deleted.
    case albumNotFound(AlbumID)
    /// The library has no album of this kind.
    case noAlbum(AlbumKind)
    /// No asset matches, although at least one was needed.
    case noAssets(AssetQuery)

    // MARK: Invalid requests

    /// The page size is less than 1.
    case invalidPageSize(Int)
    /// The page number is negative.
    case invalidPageNumber(Int)
    /// The limit of a query is less than 1; nil means no limit.
    case invalidLimit(Int)
    /// The number of assets to preload is negative.
    case invalidPreload(Int)
    /// The deadline is not longer than zero.
    case invalidDeadline(Duration)
    /// The range is not within the snapshot.
    case rangeOutOfBounds(Range<Int>, count: Int)
    /// The date range does not have finite ends.
    case invalidDates(Range<Date>)
    /// The snapshot belongs to another manager, of the named library.
    case foreignSnapshot(of: LibraryIdentity)
    /// The cursor belongs to another library.
    case foreignCursor(from: LibraryIdentity, usedIn: LibraryIdentity)
    /// The cursor belongs to another query than the requested one.
    case cursorOfAnotherQuery(AssetQuery, asked: AssetQuery)
    /// The cursor's text cannot be decoded.
    case malformedCursor(token: String, reason: String)
    /// The change token belongs to another library.
    case foreignChangeToken(from: LibraryIdentity, usedIn: LibraryIdentity)
    /// The change token's text, or the place in it, cannot be decoded.
    case malformedChangeToken(token: String, reason: String)
    /// The list has another length than the one that the changes are for.
    case changesDoNotFit(Int, expected: Int)
    /// The library's own order has no cursors: give the query an order, or page a snapshot.
    case unorderedQuery(AssetQuery)
}

extension LibraryError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        endDescription ?? answerDescription ?? requestDescription
    }

    private var endDescription: String? {
        switch self {
        case .cancelled: "The read was cancelled."
        case .timedOut(let operation, let duration, let other?):
            "The library did not answer '\(operation)' within \(duration), being busy with another '\(other)'."
        case .timedOut(let operation, let duration, nil):
            "The library did not answer '\(operation)' within \(duration)."
        case .shutDown: "The library was closed."
        case .tooManyCalls(let limit): "\(limit) calls wait for the library already."
        default: nil
        }
    }

    private var answerDescription: String? {
        switch self {
        case .notAuthorized(let status): "Reading the library is not allowed: \(status)."
        case .cannotOpen(let reason): "The library could not be opened: \(reason.ended)"
        case .snapshotInvalidated(let library):
            "The permission to read library '\(library)' was withdrawn or narrowed since the snapshot was taken."
        case .failed(let operation, let reason): "The library failed in '\(operation)': \(reason.ended)"
        case .assetNotFound(let id): "There is no asset '\(id)'."
        case .albumNotFound(let id): "There is no album '\(id)'."
        case .noAlbum(let kind): "The library has no album of kind '\(kind)'."
        case .noAssets(let query): "No asset matches: \(query)."
        default: nil
        }
    }

    private var requestDescription: String {
        switch self {
        case .invalidPageSize(let size): "A page cannot hold \(size) assets; at least 1."
        case .invalidPageNumber(let number): "There is no page \(number); pages are counted from 0."
        case .invalidLimit(let limit): "A query cannot be limited to \(limit) assets; at least 1, or nil."
        case .invalidPreload(let count): "A preload cannot read \(count) assets; at least 0."
        case .invalidDeadline(let deadline): "A deadline of \(deadline) has passed already."
        case .rangeOutOfBounds(let range, let count): "Positions \(range) are not within 0..<\(count)."
        case .foreignSnapshot(let library): "The snapshot was taken through another door, of library '\(library)'."
        case .foreignCursor(let from, let used): "The cursor is from library '\(from)', not from '\(used)'."
        case .cursorOfAnotherQuery(let own, let asked): "The cursor is a place in \(own), not in \(asked)."
        case .malformedCursor(let token, let reason): "The cursor '\(token.prefix(40))' cannot be read: \(reason.ended)"
        case .foreignChangeToken(let from, let used): "The change token is from library '\(from)', not from '\(used)'."
        case .malformedChangeToken(let token, let reason):
            "The change token '\(token.prefix(40))' cannot be read: \(reason.ended)"
        case .changesDoNotFit(let count, let expected):
            "The changes are about a list of \(expected) elements, not of \(count)."
        case .unorderedQuery(let query): "No cursor can name a place in \(query): it has no order."
        case .invalidDates(let dates): "The dates \(dates) have no finite ends."
        default: "The library failed."
        }
    }
}

extension LibraryError: LocalizedError {
    /// The description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }
}

extension LibraryError: CameraRollError {
    /// Whether the caller canceled the read; no alert is needed then.
    public var isCancellation: Bool { self == .cancelled }

    /// The step that may help; nil if none does.
    public var recovery: ErrorRecovery? {
        switch self {
        case .timedOut, .tooManyCalls, .cannotOpen, .failed: .retry
        case .notAuthorized(let status): status == .restricted ? nil : .requestAuthorization
        case .snapshotInvalidated, .foreignCursor, .cursorOfAnotherQuery, .malformedCursor, .foreignChangeToken,
            .malformedChangeToken:
            .takeNewSnapshot
        case .cancelled, .shutDown, .assetNotFound, .albumNotFound, .noAlbum, .noAssets, .invalidPageSize,
            .invalidPageNumber, .invalidLimit, .invalidPreload, .invalidDeadline, .rangeOutOfBounds, .invalidDates,
            .foreignSnapshot, .changesDoNotFit, .unorderedQuery:
            nil
        }
    }
}

extension LibraryError {
    /// Converts a library's own error to a library error.
    init(_ error: any Error, in operation: LibraryOperation) {
        self = error as? LibraryError ?? .failed(operation, reason: Self.reason(of: error))
    }

    /// The error's own description.
    static func reason(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}

/// Identifies a library across launches; prevents a cursor from being used with another library.
public struct LibraryIdentity: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The library's own text: the folder's index number, the synthetic library's seed.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the library's own text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The library's own text.
    public var description: String { rawValue }
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
    /// The text with a full stop at its end, unless it already ends with punctuation.
    ///
    /// Reasons end the sentences of errors; a reason that is another error's sentence already has a full stop.
    package var ended: String {
        guard let last, ![".", "!", "?", "…"].contains(last) else { return self }
        return self + "."
    }

    /// The text as a sentence: capitalized, with a full stop.
    package var sentence: String { (prefix(1).uppercased() + dropFirst()).ended }
}
