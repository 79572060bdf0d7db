// Reads for actors on the library executor, within the current turn. The header of ``PhotoRepository`` says when to use
// them, and why the other functions are nonisolated.

extension MediaManager {
    /// Reads one page of the current snapshot within the current turn; of the whole library if none was loaded.
    ///
    /// - Throws: the same errors as ``page(_:)``, except `.cancelled` and `.timedOut`.
    public func pageNow(_ request: PageRequest) throws(LibraryError) -> Page {
        _ = try request.range(inCount: 0)
        return try photos.access.performNow("read page", CurrentPageRead(request, of: self))
    }

    /// The current snapshot; the whole library is opened within the current turn if none was loaded.
    public func snapshotNow() throws(LibraryError) -> AssetSnapshot {
        let read = SingleRead { [self] libraryState throws(LibraryError) in
            try libraryState.currentSnapshot(of: self)
        }
        return try photos.access.performNow("open snapshot", read)
    }
}

extension PhotoRepository {
    /// Takes a snapshot of a query within the current turn.
    ///
    /// - Throws: the same errors as ``snapshot(of:)``, except `.cancelled` and `.timedOut`.
    public func snapshotNow(of query: AssetQuery = .all) throws(LibraryError) -> AssetSnapshot {
        try access.performNow("open snapshot", openingRead(of: query))
    }

    /// The assets at some positions of a snapshot, read within the current turn.
    ///
    /// - Throws: the same errors as ``assets(in:of:)``, except `.cancelled` and `.timedOut`.
    /// - Complexity: O(range), in one turn: keep the range to a screen or a page.
    public func assetsNow(in range: Range<Int>, of snapshot: AssetSnapshot) throws(LibraryError) -> [MediaAsset] {
        try check(snapshot)
        try snapshot.validate(range)
        guard !range.isEmpty else { return [] }
        return try access.performNow("read assets", RangeRead(range, of: snapshot))
    }

    /// Reads one page of a snapshot by its number within the current turn; past the end it is empty.
    ///
    /// - Throws: the same errors as ``page(_:of:)``, except `.cancelled` and `.timedOut`.
    public func pageNow(_ request: PageRequest, of snapshot: AssetSnapshot) throws(LibraryError) -> Page {
        let range = try request.range(inCount: snapshot.count)
        return Page(try assetsNow(in: range, of: snapshot), from: range.lowerBound, of: snapshot)
    }

    /// Returns assets by identifier, in the given order, read within the current turn; unknown ones are skipped.
    ///
    /// - Throws: the same errors as ``assets(withIdentifiers:)``, except `.cancelled` and `.timedOut`.
    public func assetsNow(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        guard !identifiers.isEmpty else { return [] }
        return try access.performNow("find assets", IdentifierRead(identifiers)).inOrder()
    }

    /// The position of an asset in a snapshot, found within the current turn; nil if the snapshot does not contain it.
    public func indexNow(of id: AssetID, in snapshot: AssetSnapshot) throws(LibraryError) -> Int? {
        try check(snapshot)
        let read = SingleRead { libraryState throws(LibraryError) in
            try libraryState.result(of: snapshot.id).index(of: id)
        }
        return try access.performNow("find in snapshot", read)
    }
}

extension AlbumRepository {
    /// The albums that match a query, without duplicates, listed within the current turn.
    ///
    /// - Throws: the same errors as ``list(_:)``, except `.cancelled` and `.timedOut`.
    public func albumsNow(_ query: AlbumQuery = .all) throws(LibraryError) -> [Album] {
        try access.readNow("list albums") { library throws(LibraryError) in try library.albums(query).uniqueByID() }
    }

    /// Counts an album's assets within the current turn; on a phone one count takes 25 to 75 ms.
    ///
    /// - Throws: the same errors as `count(of:mediaTypes:)`, except `.cancelled` and `.timedOut`.
    public func countNow(of id: AlbumID, mediaTypes: Set<MediaType> = []) throws(LibraryError) -> Int {
        try access.readNow("count album") { library throws(LibraryError) in
            try library.assetCount(of: id, mediaTypes: mediaTypes)
        }
    }

    /// The asset that represents an album, read within the current turn; nil if it has none.
    ///
    /// - Throws: the same errors as `cover(of:policy:mediaTypes:)`, except `.cancelled` and `.timedOut`.
    public func coverNow(
        of id: AlbumID, policy: CoverPolicy = .newest, mediaTypes: Set<MediaType> = []
    ) throws(LibraryError) -> MediaAsset? {
        try access.readNow("read cover") { library throws(LibraryError) in
            try library.cover(of: id, mediaTypes: mediaTypes, policy: policy)
        }
    }
}
