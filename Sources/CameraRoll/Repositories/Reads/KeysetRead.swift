/// Reads what follows a position in a query's order, slice by slice, each as the library is then.
struct KeysetRead: SlicedRead {
    struct Output: Sendable {
        var assets: ReadParts<MediaAsset>
        var hasMore: Bool
        var library: LibraryIdentity
    }

    private let query: AssetQuery
    private let count: Int
    private var position: SortPosition?
    private let origin: LibraryIdentity?
    private var assets = ReadParts<MediaAsset>()

    /// Reads up to `count` assets behind a position, or from the start of a query.
    ///
    /// - Parameter origin: the library that the position is from; nil where there is no position.
    init(_ query: AssetQuery, after position: SortPosition?, from origin: LibraryIdentity?, count: Int) {
        self.query = query
        self.position = position
        self.origin = origin
        self.count = count
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<Output> {
        let library = try room.openLibrary()
        let identity = library.identity
        if let origin, origin != identity { throw .foreignCursor(from: origin, usedIn: identity) }
        let wanted = min(max(items, RangeRead.smallestSlice), count - assets.count)
        var (slice, hasMore) = try library.assets(after: position, of: query, count: wanted)
        guard slice.count <= wanted else {
            throw .failed("read page", reason: "\(wanted) assets asked for, \(slice.count) given")
        }
        hasMore = hasMore && !slice.isEmpty
        assets.append(slice)
        if let last = slice.last { position = SortPosition(of: last, in: query.order) }
        guard hasMore, assets.count < count else {
            return .done(Output(assets: assets, hasMore: hasMore, library: identity), items: slice.count)
        }
        return .more(items: slice.count)
    }
}
