public import Foundation

/// Everything that reading a library can fail with; each case carries the value that was wrong.
public enum LibraryError: Error, Hashable, Sendable {
    // MARK: Ends that are nobody's fault

    /// The task that waited was cancelled.
    case cancelled
    /// The library did not answer in time.
    ///
    /// `behind` is what kept it busy meanwhile; nil where it was this operation itself that did not return.
    case timedOut(LibraryOperation, after: Duration, behind: LibraryOperation?)
    /// The manager was closed or its executor shut down.
    case shutDown
    /// So many calls wait already that no more are taken on: the library is wedged, or asked for too much.
    case tooManyCalls(limit: Int)

    // MARK: The library's answer

    /// Reading is not allowed; nothing was touched.
    case notAuthorized(AuthorizationStatus)
    /// The library could not be opened.
    case cannotOpen(reason: String)
    /// The permission was withdrawn or narrowed since the snapshot was taken: take a new one.
    ///
    /// Under limited access so is a read of assets one of which the user has deselected or deleted since.
    case snapshotWithdrawn(of: LibraryIdentity)
    /// The library answered with an error of its own.
    case failed(LibraryOperation, reason: String)

    // MARK: What was asked for is not there

    /// No such asset, or it was deleted.
    case assetNotFound(AssetID)
    /// No such album, or it was deleted.
    case albumNotFound(AlbumID)
    /// The library has no album of this kind.
    case noAlbum(AlbumKind)
    /// Nothing matches, where at least one asset was needed.
    case noAssets(AssetQuery)

    // MARK: What was asked for makes no sense

    /// A page holds at least one asset.
    case invalidPageSize(Int)
    /// Pages are counted from 0.
    case invalidPageNumber(Int)
    /// A query's limit is at least 1; nil means no limit.
    case invalidLimit(Int)
    /// A preload reads no fewer than 0 assets.
    case invalidPreload(Int)
    /// A deadline is longer than no time at all.
    case invalidDeadline(Duration)
    /// The positions are not all within the snapshot.
    case rangeOutOfBounds(Range<Int>, count: Int)
    /// A date range must have finite ends.
    case invalidDates(Range<Date>)
    /// The snapshot was taken through another door, of the library named.
    case foreignSnapshot(of: LibraryIdentity)
    /// The cursor is from another library.
    case foreignCursor(from: LibraryIdentity, usedIn: LibraryIdentity)
    /// The cursor is from another query than the one asked for.
    case cursorOfAnotherQuery(AssetQuery, asked: AssetQuery)
    /// The cursor's text cannot be read.
    case malformedCursor(token: String, reason: String)
    /// The change token is from another library.
    case foreignChangeToken(from: LibraryIdentity, usedIn: LibraryIdentity)
    /// The change token's text, or the place in it, cannot be read.
    case malformedChangeToken(token: String, reason: String)
    /// Changes of a list of another length: so many elements, where they are about so many.
    case changesDoNotFit(Int, expected: Int)
    /// In the library's own order no position can be named: give the query an order, or page a snapshot.
    case unorderedQuery(AssetQuery)
}

extension LibraryError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
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
        case .snapshotWithdrawn(let library):
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
    /// The same as the description, so that an alert or a log shows what went wrong.
    public var errorDescription: String? { description }

    /// Whether the read was given up by its own caller: nothing to show an alert for.
    public var isCancellation: Bool { self == .cancelled }
}

extension LibraryError {
    /// A library's own error, as one of ours.
    init(_ error: any Error, in operation: LibraryOperation) {
        self = error as? LibraryError ?? .failed(operation, reason: Self.reason(of: error))
    }

    /// What an error says of itself.
    static func reason(of error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}

/// Tells one library from another, across launches: what keeps a cursor from being used on a library it is not from.
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

/// The name of what a library is asked to do: in statistics, stalls, the access ledger and time-outs.
public struct LibraryOperation: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// A static text, so that naming an operation allocates nothing.
    public let name: StaticString

    /// Names an operation.
    public init(_ name: StaticString) {
        self.name = name
    }

    /// Names an operation by a literal.
    public init(stringLiteral value: StaticString) {
        name = value
    }

    /// The name.
    public var description: String { name.description }
}

extension LibraryOperation: Hashable {
    /// Two operations are the same where their names are.
    public static func == (lhs: LibraryOperation, rhs: LibraryOperation) -> Bool {
        lhs.name.withUTF8Buffer { left in rhs.name.withUTF8Buffer { left.elementsEqual($0) } }
    }

    /// Hashes the name, without making a string of it.
    public func hash(into hasher: inout Hasher) {
        name.withUTF8Buffer { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// The text with an end: a full stop, unless it has one, or what stands in its place.
    ///
    /// Reasons end the sentences of errors; a reason that is another error's sentence has a stop already.
    package var ended: String {
        guard let last, ![".", "!", "?", "…"].contains(last) else { return self }
        return self + "."
    }

    /// The text as a sentence of its own: with a capital and an end.
    package var sentence: String { (prefix(1).uppercased() + dropFirst()).ended }
}
