/// Reads the changes since a place in the library's history, a page per slice, and merges the pages.
struct HistoryRead: SlicedRead {
    /// The maximum number of records that are read, and of changed objects that are merged; with more, everything has
    /// to be read again, which takes no longer.
    static let mostChanges = 200_000

    /// The net changes of the pages that were read; its token is where the next page begins.
    private var merged: LibraryChanges
    private var pages = 0
    /// The number of records on the pages read so far: about the requested number on every page but the last.
    private var records = 0
    /// An earlier place, for detecting a history that leads in a circle.
    private var earlier: ChangeToken

    init(since token: ChangeToken) {
        merged = LibraryChanges(affectedAlbums: [], upTo: token)
        earlier = token
    }

    /// The history does not say how long it is.
    var itemsLeft: Int { records }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        ChangeHistory
    > {
        let history = try libraryState.history(since: merged.token, limit: items)
        // A history that ends with its first page is returned as the library reports it.
        guard case .changes(let page) = history, page.hasMore || pages > 0 else { return .done(history, items: 0) }
        if page.hasMore { try checkProgress(to: page.token) }
        merged.append(page)
        if page.hasMore { records += items }
        guard max(records, merged.assets.count + merged.albums.count) <= Self.mostChanges else {
            let now = try libraryState.openLibrary().changeToken()
            return .done(.resyncRequired(.detailsUnavailable, from: now), items: 0)
        }
        // Counts the requested records, not the changed objects: the length of a page is given in records, each of
        // which may concern many objects. The length of the last page is unknown.
        return page.hasMore ? .more(items: items) : .done(.changes(merged), items: 0)
    }

    /// Refuses a page that leads to an earlier place: its pages would never end.
    ///
    /// One earlier place is kept, and replaced after 1, 2, 4, 8 … pages, so that it eventually lies on the circle.
    private mutating func checkProgress(to place: ChangeToken) throws(LibraryError) {
        guard place != merged.token, place != earlier else {
            throw .failed("read history", reason: "a page of the history leads to an earlier place")
        }
        pages += 1
        if pages & (pages - 1) == 0 { earlier = place }
    }
}

extension LibraryState {
    /// A page of the changes since a place in the library's history.
    func history(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        let library = try openLibrary()
        let identity = library.identity
        guard token.library == identity else { throw .foreignChangeToken(from: token.library, usedIn: identity) }
        return try library.changes(since: token, limit: limit)
    }
}
