/// Lists albums, and reads the counts and covers of those that may have changed, one album per slice.
///
/// The result still has to be sorted, by ``AlbumListState/sorted(by:)``.
struct AlbumUpdateRead: SlicedRead {
    /// The maximum number of unchanged albums per slice; an unchanged album costs no slice of its own.
    private static let largestSlice = 512

    private let options: AlbumListOptions
    private let policy: CoverPolicy
    private let shown: AlbumListState?
    /// The history since `shown`; nil if it is not to be read.
    private var history: HistoryRead?
    private var found = AlbumListState(list: [], summaries: [:])
    /// The albums still to be checked, in reverse order; nil before they are listed.
    private var rest: [Album]?
    /// The albums that may have changed; nil for any album.
    private var affected: Set<AlbumID>?
    /// Whether the previous summaries may be used again: not their covers if assets may have been deselected since.
    private var trustsShown = true
    private var summary: AlbumSummaryRead?

    /// - Parameters:
    ///   - shown: the state delivered last; nil for none.
    ///   - isFull: whether to read all albums, regardless of the history.
    init(_ options: AlbumListOptions, cover policy: CoverPolicy, after shown: AlbumListState?, isFull: Bool) {
        self.options = options
        self.policy = policy
        self.shown = shown
        history = isFull ? nil : shown?.token.map { HistoryRead(since: $0) }
    }

    var itemsLeft: Int {
        (history?.itemsLeft ?? 0) + (summary?.itemsLeft ?? 0) + (rest?.count ?? 0) * Self.itemsPerAlbum
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        AlbumListState
    > {
        guard rest != nil else {
            if try readHistory(in: libraryState) { try list(in: libraryState) }
            return .more(items: 0)
        }
        if try advanceSummary(in: libraryState) { return .more(items: 1) }
        for _ in 0..<Self.largestSlice {
            guard let album = rest?.popLast() else { return .done(found, items: 0) }
            if let known = known(album) {
                found.summaries[album.id] = known
            } else {
                summary = AlbumSummaryRead(album, cover: policy, mediaTypes: options.mediaTypes)
                break
            }
        }
        return .more(items: 0)
    }

    /// Lists the albums.
    ///
    /// Every update lists all albums again, and counts them after the end of the history, so that a later change is
    /// part of the next history.
    private mutating func list(in libraryState: isolated LibraryState) throws(LibraryError) {
        found.generation = libraryState.generation
        trustsShown = !libraryState.isLimited || shown?.generation == libraryState.generation
        let albums = options.eligible(try libraryState.openLibrary().albums(options.query))
        found.list = albums.map { AlbumSummary(album: $0, cover: .none) }
        rest = albums.reversed()
    }

    /// Reads the next page of the history; returns whether it was the last one.
    private mutating func readHistory(in libraryState: isolated LibraryState) throws(LibraryError) -> Bool {
        guard var read = history.take() else {
            found.token = try libraryState.openLibrary().changeToken()
            return true
        }
        // Sized by its own slices: the cost of albums says nothing about the cost of the history's pages.
        guard let changes = try libraryState.advance(&read) else {
            history = read
            return false
        }
        note(changes)
        return true
    }

    private mutating func note(_ history: ChangeHistory) {
        switch history {
        case .resyncRequired(_, let token): found.token = token
        case .changes(let changes):
            found.token = changes.token
            affected = changes.affectedAlbums?
                .union(changes.albums.inserted).union(changes.albums.updated).union(changes.albums.deleted)
        }
    }

    /// The previous summary of an album, if it cannot have changed.
    private func known(_ album: Album) -> AlbumSummary? {
        guard trustsShown, let affected, !affected.contains(album.id), var known = shown?.summaries[album.id] else {
            return nil
        }
        // Data that could not be read earlier may be readable now.
        guard known.countFailure == nil, !known.cover.hasFailed else { return nil }
        known.album = album.counted(as: known.album.count)
        return known
    }

    /// Continues with the current album; returns false if no album is left.
    private mutating func advanceSummary(in libraryState: isolated LibraryState) throws(LibraryError) -> Bool {
        guard var read = summary else { return false }
        if case .done(let album, _) = try read.advance(in: libraryState, items: 1) {
            summary = nil
            // The deletion of an album since it was listed is part of the next history.
            if album.countFailure != .albumNotFound(album.id) { found.summaries[album.id] = album }
        } else {
            summary = read
        }
        return true
    }
}

extension AlbumListState {
    /// The result as it is shown: sorted, without albums that the options exclude.
    ///
    /// - Complexity: O(n log n) comparisons of titles; needs no library.
    func sorted(by options: AlbumListOptions) -> AlbumListState {
        var result = self
        let albums = list.compactMap { summaries[$0.id]?.album }
        let shown = albums.filter { options.includesEmpty || $0.count != .exact(0) }
        result.list = options.sorted(shown).compactMap { summaries[$0.id] }
        return result
    }
}

extension AlbumSummary.Cover {
    fileprivate var hasFailed: Bool {
        if case .failed = self { true } else { false }
    }
}

extension Album {
    fileprivate func counted(as count: AlbumCount) -> Album {
        var album = self
        album.count = count
        return album
    }
}
