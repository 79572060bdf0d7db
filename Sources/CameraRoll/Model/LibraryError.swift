/// Everything that reading a library can fail with; each case carries the value that was wrong.
public enum LibraryError: Error, Hashable, Sendable {
    // MARK: Ends that are nobody's fault

    /// The task that waited was cancelled.
    case cancelled
    /// The library did not answer in time; the operation that held it up is named where it is known (P26).
    case timedOut(LibraryOperation, after: Duration, runningThen: LibraryOperation?)
    /// The manager was closed or its executor shut down.
    case shutDown
    /// So many calls wait already that no more are taken on: the library is wedged, or asked for too much.
    case tooManyCalls(limit: Int)

    // MARK: The library's answer

    /// Reading is not allowed; nothing was touched (R54).
    case notAuthorized(AuthorizationStatus)
    /// The library could not be opened.
    case cannotOpen(reason: String)
    /// The library answered with an error of its own.
    case failed(LibraryOperation, reason: String)

    // MARK: What was asked for is not there

    /// No such asset, or it was deleted.
    case assetNotFound(AssetID)
    /// No such album, or it was deleted.
    case albumNotFound(AlbumID)
    /// The library has no album of this kind (R16, R27).
    case noAlbum(AlbumKind)
    /// Nothing matches, where at least one asset was needed (R14).
    case noAssets(AssetQuery)

    // MARK: What was asked for makes no sense

    /// A page holds at least one asset.
    case invalidPageSize(Int)
    /// Pages are counted from 0.
    case invalidPageNumber(Int)
    /// A query's limit is at least 1; nil means no limit.
    case invalidLimit(Int)
    /// A deadline is longer than no time at all.
    case invalidDeadline(Duration)
    /// The positions are not all within the snapshot.
    case rangeOutOfBounds(Range<Int>, count: Int)
    /// The snapshot was taken by another manager, so its contents are behind another door.
    case foreignSnapshot
    /// The cursor is from another library.
    case foreignCursor(from: LibraryIdentity, usedIn: LibraryIdentity)
    /// The cursor is from another query.
    case cursorOfAnotherQuery(AssetQuery)
    /// The cursor's data cannot be read.
    case malformedCursor(String)
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
        case .timedOut(let operation, let duration, let running):
            "The library did not answer '\(operation)' within \(duration)"
                + (running.map { "; it was busy with '\($0)'." } ?? ".")
        case .shutDown: "The library was closed."
        case .tooManyCalls(let limit): "\(limit) calls wait for the library already."
        default: nil
        }
    }

    private var answerDescription: String? {
        switch self {
        case .notAuthorized(let status): "Reading the library is not allowed: \(status)."
        case .cannotOpen(let reason): "The library could not be opened: \(reason)."
        case .failed(let operation, let reason): "The library failed in '\(operation)': \(reason)."
        case .assetNotFound(let id): "There is no asset '\(id)'."
        case .albumNotFound(let id): "There is no album '\(id)'."
        case .noAlbum(let kind): "The library has no album of kind '\(kind)'."
        case .noAssets: "No asset matches the query."
        default: nil
        }
    }

    private var requestDescription: String {
        switch self {
        case .invalidPageSize(let size): "A page cannot hold \(size) assets; at least 1."
        case .invalidPageNumber(let number): "There is no page \(number); pages are counted from 0."
        case .invalidLimit(let limit): "A query cannot be limited to \(limit) assets; at least 1, or nil."
        case .invalidDeadline(let deadline): "A deadline of \(deadline) has passed already."
        case .rangeOutOfBounds(let range, let count): "Positions \(range) are not within 0..<\(count)."
        case .foreignSnapshot: "The snapshot was taken by another manager."
        case .foreignCursor(let from, let used): "The cursor is from library '\(from)', not from '\(used)'."
        case .cursorOfAnotherQuery: "The cursor is from another query."
        case .malformedCursor(let reason): "The cursor cannot be read: \(reason)."
        case .unorderedQuery: "The query has no order, so no cursor can name a position in it."
        default: "The library failed."
        }
    }
}
