/// Reads the assets of a library.
///
/// An actor on the library executor. Its functions are nonisolated on purpose: a caller waits off the executor, where
/// it can be canceled or time out even while the library hangs, and only the slices of its read run on the executor. A
/// call therefore costs one hop there and one back, and none between repositories.
///
/// An actor of the app on the same executor avoids both hops with the isolated functions, whose names end in *Now*,
/// such as ``assetsNow(in:of:)``. They read within the current turn: other reads wait meanwhile, and neither a deadline
/// nor a cancellation ends them. They are for short reads, such as the assets of a screen.
///
/// ```swift
/// actor Gallery {
///     let manager: MediaManager
///     nonisolated var unownedExecutor: UnownedSerialExecutor { manager.unownedExecutor }
///
///     func firstScreen() async throws -> [MediaAsset] {
///         try await manager.pageNow(PageRequest(size: 28)).assets  // no hop: both actors share the executor
///     }
/// }
/// ```
///
/// ```swift
/// let photos = PhotoRepository(access: access)
/// let snapshot = try await photos.snapshot(of: .photos)
/// for try await page in photos.pages(of: snapshot, size: 200) { show(page.assets) }
/// ```
public actor PhotoRepository {
    /// The access to the library.
    public nonisolated let access: LibraryAccess
    /// The threads on which originals are read for their metadata.
    nonisolated let originals: OriginalPools

    /// The library's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        access.executor.asUnownedSerialExecutor()
    }

    /// Creates a repository; give the album repository the same access.
    public init(access: LibraryAccess) {
        self.access = access
        originals = OriginalPools(access: access)
    }
}

// MARK: - Snapshots

extension PhotoRepository {
    /// Takes a snapshot of a query, whose result is kept for as long as the handle lives.
    ///
    /// - Throws: `.invalidArgument`, `.albumNotFound`, or the reason why nothing could be read.
    /// - Complexity: that of the library's fetch; nothing is materialized.
    public nonisolated func snapshot(of query: AssetQuery = .all) async throws(LibraryError) -> AssetSnapshot {
        try await access.perform("open snapshot", openingRead(of: query))
    }

    /// A read that takes a snapshot of a query.
    nonisolated func openingRead(of query: AssetQuery) throws(LibraryError) -> SingleRead<AssetSnapshot> {
        try query.validate()
        let access = access
        return SingleRead { libraryState throws(LibraryError) in
            // The handle is created on the executor: if the caller has canceled, its release also releases the
            // result.
            AssetSnapshot(try libraryState.openSnapshot(of: query), of: query, behind: access)
        }
    }

    /// The number of assets that match a query.
    ///
    /// - Throws: `.invalidArgument`, `.albumNotFound`, or the reason why nothing could be read.
    public nonisolated func count(of query: AssetQuery = .all) async throws(LibraryError) -> Int {
        try query.validate()
        return try await access.read("count") { library in
            try library.fetch(query).count
        }
    }

    /// The assets at some positions of a snapshot, for grids.
    ///
    /// - Throws: `.invalidArgument` for a range beyond the snapshot or a foreign snapshot, or the reason why
    ///   nothing could be read.
    /// - Complexity: O(range), independent of the size of the library.
    public nonisolated func assets(
        in range: Range<Int>, of snapshot: AssetSnapshot
    ) async throws(LibraryError) -> [MediaAsset] {
        try check(snapshot)
        return try await snapshot.assets(in: range)
    }

    /// The assets at some positions of a snapshot, in any order, for example after an update.
    ///
    /// - Throws: `.invalidArgument` for a position beyond the snapshot or a foreign snapshot, or the reason why
    ///   nothing could be read.
    /// - Returns: the assets by position: one for each distinct position given. An asset that was deleted meanwhile is
    ///   included, with its last known data. A dictionary has no order: sort its keys.
    /// - Complexity: O(k log k) in the number of positions; contiguous ones are read together.
    public nonisolated func assets(
        at positions: some Sequence<Int>, of snapshot: AssetSnapshot
    ) async throws(LibraryError) -> [Int: MediaAsset] {
        try check(snapshot)
        let given = Array(positions)
        let sorted = await finishRead(given, of: given.count, PositionsRead.ascending)
        guard let first = sorted.first, let last = sorted.last else { return [:] }
        guard first >= 0, last < snapshot.count else {
            throw .invalid("position", first < 0 ? first : last, "a position within 0..<\(snapshot.count)")
        }
        let read = PositionsRead(sorted, of: snapshot)
        return try await access.perform("read assets", read) { assets in
            await finishRead(assets, of: sorted.count) { assets in
                Dictionary(zip(sorted, assets), uniquingKeysWith: { first, _ in first })
            }
        }
    }

    /// The identifiers of all assets of a snapshot, in its order, for diffable data sources.
    ///
    /// - Complexity: O(n); a library whose result contains them reads nothing.
    public nonisolated func identifiers(of snapshot: AssetSnapshot) async throws(LibraryError) -> [AssetID] {
        try check(snapshot)
        return try await access.perform("read identifiers", IdentifiersRead(snapshot.indices, of: snapshot))
    }

    /// Reads one page of a snapshot by its number; past the end it is empty.
    ///
    /// - Throws: `.invalidArgument`, or the reason why nothing could be read.
    public nonisolated func page(_ request: PageRequest, of snapshot: AssetSnapshot) async throws(LibraryError) -> Page
    {
        let range = try request.range(inCount: snapshot.count)
        return Page(try await assets(in: range, of: snapshot), from: range.lowerBound, of: snapshot)
    }

    /// The position of an asset in a snapshot; nil if the snapshot does not contain it.
    public nonisolated func index(
        of id: AssetID, in snapshot: AssetSnapshot
    ) async throws(LibraryError) -> Int? {
        try check(snapshot)
        return try await access.perform("find in snapshot") { libraryState throws(LibraryError) in
            try libraryState.result(of: snapshot.id).index(of: id)
        }
    }

    /// The snapshot of a sequence of pages.
    nonisolated func open(_ source: AssetPages.Source) async throws(LibraryError) -> AssetSnapshot {
        switch source {
        case .query(let query): return try await snapshot(of: query)
        case .snapshot(let snapshot):
            try check(snapshot)
            return snapshot
        }
    }

    package nonisolated func check(_ snapshot: AssetSnapshot) throws(LibraryError) {
        try access.check(snapshot)
    }
}

// MARK: - Sequences

extension PhotoRepository {
    /// The pages of a snapshot, read on demand.
    ///
    /// A caller that continues receives pages that were read together: up to 32, of about 4,000 assets, if the library
    /// reads them within the same 2 ms. Pages of a slow library are read one by one.
    ///
    /// Every iteration reads the pages again. An iterator that throws has ended: it returns nil from then on, and a
    /// new iteration may start `at` the page that failed. Canceling the iterating task ends the wait at once, with
    /// `.cancelled`.
    ///
    /// - Parameters:
    ///   - snapshot: the snapshot to read.
    ///   - size: the number of assets per page, at least 1; otherwise the first page throws `.invalidArgument`.
    ///   - number: the first page to return, counted from 0.
    ///   - readsAhead: whether the next pages are read while those that were read together are used.
    public nonisolated func pages(
        of snapshot: AssetSnapshot, size: Int = 100, startingAt number: Int = 0, readsAhead: Bool = false
    ) -> AssetPages {
        let start = PageRequest(number: number, size: size)
        return AssetPages(photos: self, source: .snapshot(snapshot), start: start, readsAhead: readsAhead)
    }

    /// The pages of a query; each iteration takes its own snapshot with its first page.
    ///
    /// Otherwise the same as `pages(of:size:startingAt:readsAhead:)` of a snapshot.
    public nonisolated func pages(
        of query: AssetQuery, size: Int = 100, readsAhead: Bool = false
    ) -> AssetPages {
        AssetPages(photos: self, source: .query(query), start: PageRequest(size: size), readsAhead: readsAhead)
    }

    /// The assets of a query, one by one; each iteration takes its own snapshot with its first asset.
    public nonisolated func assets(of query: AssetQuery, pageSize: Int = 200) -> AssetSequence {
        AssetSequence(pages: pages(of: query, size: pageSize, readsAhead: true))
    }

    /// The assets of a snapshot, one by one, read in pages, with the next page read ahead.
    ///
    /// - Parameters:
    ///   - snapshot: the snapshot to read.
    ///   - pageSize: the number of assets per read, at least 1.
    public nonisolated func assets(of snapshot: AssetSnapshot, pageSize: Int = 200) -> AssetSequence {
        AssetSequence(pages: pages(of: snapshot, size: pageSize, readsAhead: true))
    }
}

// MARK: - Single assets

extension PhotoRepository {
    /// Returns assets by identifier, in the given order, including duplicates; unknown ones are skipped.
    ///
    /// Hidden assets and all pictures of a burst are found.
    public nonisolated func assets(
        withIdentifiers identifiers: [AssetID]
    ) async throws(LibraryError) -> [MediaAsset] {
        guard !identifiers.isEmpty else { return [] }
        let read = IdentifierRead(identifiers)
        return try await access.perform("find assets", read) { found in
            await finishRead(found, of: identifiers.count) { $0.inOrder() }
        }
    }

    /// Returns one asset by identifier.
    ///
    /// - Throws: `.assetNotFound`, or the reason why nothing could be read.
    public nonisolated func asset(withIdentifier id: AssetID) async throws(LibraryError) -> MediaAsset {
        guard let asset = try await assets(withIdentifiers: [id]).first else { throw .assetNotFound(id) }
        return asset
    }

    /// The first asset of a query.
    ///
    /// - Throws: `.noAssets` if nothing matches, or the reason why nothing could be read.
    public nonisolated func firstAsset(of query: AssetQuery) async throws(LibraryError) -> MediaAsset {
        try query.validate()
        let first = query.prefix(1)
        let asset = try await access.read("read first asset") { library in
            let result = try library.fetch(first)
            return try result.count == 0 ? nil : result.assets(in: 0..<1).first
        }
        guard let asset else { throw .noAssets(query) }
        return asset
    }
}
