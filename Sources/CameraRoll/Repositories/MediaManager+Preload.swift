extension MediaManager {
    /// Reads the first assets of the current snapshot, and an album list, so that later readers find them in memory.
    ///
    /// Call it once there is permission: otherwise it throws and accesses nothing. It is divided into slices, so other
    /// reads go first; give its task a low priority. It reads the manager's current snapshot, or the whole library if
    /// none was loaded: call `loadLibrary()` or `loadMedia(from:)` before it, not after. Pages, ranges and `albumList`
    /// of the same snapshot or options use the preloaded data, and read the rest at once; nothing is read twice,
    /// however many preloads there are. Two preloads of the same data share their work, and both return when it is
    /// done. A canceled task stops waiting, and the data read so far is kept.
    ///
    /// The data is released as soon as the library changes, when memory becomes short, and by ``reclaimMemory()``.
    ///
    /// - Throws: `.invalidArgument` for a negative number of assets; `.albumNotFound` if the current snapshot was
    ///   invalidated and its album is gone, until another list is loaded; or the reason why nothing could be read.
    @discardableResult
    public nonisolated func preload(
        _ options: PreloadOptions = PreloadOptions()
    ) async throws(LibraryError) -> PreloadReport {
        guard options.assetCount >= 0 else { throw .invalidPreload(options.assetCount) }
        let read = PreloadRead(options, of: self, pressure: memoryPressure)
        return try await photos.access.perform("preload", read)
    }

    /// Releases preloaded data, for an app that enters the background; the current snapshot stays.
    public nonisolated func reclaimMemory() {
        photos.access.invalidatePreload()
    }
}

extension LibraryAccess {
    /// Invalidates the preload cache; later reads return the library's current data.
    func invalidatePreload() {
        // In this order: a preload that begins in between registers for changes itself, or starts with the new
        // number.
        let watch = preloadWatch.withLock { $0.take() }
        libraryState.preloadInvalidations.next()
        guard let watch else { return }
        leaveChanges(watch)
        post("drop preload") { $0.dropStalePreload() }
    }

    /// Invalidates the preload cache at the library's next change.
    func invalidatePreloadAtNextChange(in libraryState: isolated LibraryState) throws(LibraryError) {
        preloadWatch.withLock { watch in
            watch = watch ?? changes.atNextChange { [weak self] in self?.invalidatePreload() }
        }
        try libraryState.observe()
    }
}

/// Reads data for later readers, slice by slice.
///
/// The data is stored in the isolated library state, and each slice continues from the data that is there. Any number
/// of preloads and readers therefore share the same work, and each of them notices its completion.
struct PreloadRead: SlicedRead {
    private let options: PreloadOptions
    private let manager: MediaManager
    private let pressure: MemoryPressure
    private var beginning: Beginning?
    private(set) var itemsLeft: Int

    /// The snapshot whose assets are read.
    private struct Beginning {
        let id: SnapshotID
        /// Retains the fetch result, unless the isolated library state does.
        let snapshot: AssetSnapshot?
        let invalidation: UInt64
    }

    init(_ options: PreloadOptions, of manager: MediaManager, pressure: MemoryPressure) {
        self.options = options
        self.manager = manager
        self.pressure = pressure
        itemsLeft = options.assetCount
    }

    mutating func advance(
        in libraryState: isolated LibraryState, items: Int
    ) throws(LibraryError) -> SliceOutcome<PreloadReport> {
        guard let beginning else {
            beginning = try begin(in: libraryState)
            return .more(items: 0)
        }
        // The permission is checked for every slice; the cache may have been invalidated, or used for another
        // snapshot, since the last one.
        _ = try libraryState.openLibrary()
        libraryState.dropStalePreload()
        guard libraryState.preloadCache?.invalidation == beginning.invalidation,
            libraryState.preloadCache?.assets?.snapshot == beginning.id
        else {
            return .done(PreloadReport(assets: 0, albums: nil, isComplete: false), items: 0)
        }
        if let count = try readAssets(of: beginning.id, in: libraryState, items: items) { return .more(items: count) }
        if let albums = options.albums, try libraryState.advanceAlbums(albums) {
            itemsLeft = Self.itemsPerAlbum
            return .more(items: 1)
        }
        return .done(report(of: libraryState), items: 0)
    }

    private func begin(in libraryState: isolated LibraryState) throws(LibraryError) -> Beginning {
        let shown = try libraryState.shownSnapshot(of: manager)
        libraryState.dropStalePreload()
        // Before the registration: from then on, a change makes the cache outdated.
        let invalidation = libraryState.preloadInvalidations.current
        try manager.photos.access.invalidatePreloadAtNextChange(in: libraryState)
        let opened = if let shown { OpenedSnapshot(shown) } else { try libraryState.openPreloadedSnapshot() }
        // Opening it may have released the cache.
        var cache = libraryState.preloadCache.take() ?? PreloadCache(invalidation: invalidation)
        if shown == nil { cache.opened = opened }
        cache.makeRoom(for: min(options.assetCount, opened.count), of: opened.id)
        if let albums = options.albums { cache.addList(albums) }
        let access = manager.photos.access
        cache.pressure = cache.pressure ?? pressure.observe { [weak access] in access?.invalidatePreload() }
        libraryState.preloadCache = cache
        return Beginning(id: opened.id, snapshot: shown, invalidation: cache.invalidation)
    }

    /// Reads the next assets that are missing; returns nil if none is.
    private mutating func readAssets(
        of id: SnapshotID, in libraryState: isolated LibraryState, items: Int
    ) throws(LibraryError) -> Int? {
        let missing = libraryState.preloadCache?.assets?.nextMissing(max(items, SliceSizer.smallest)) ?? 0..<0
        guard !missing.isEmpty else { return nil }
        _ = try libraryState.assets(in: missing, of: id)
        itemsLeft -= missing.count
        return missing.count
    }

    private func report(of libraryState: isolated LibraryState) -> PreloadReport {
        let albums = options.albums.flatMap { libraryState.preloadCache?.albums[$0]?.result?.count }
        // The album list is gone if preloads of too many others have begun meanwhile.
        return PreloadReport(
            assets: libraryState.preloadCache?.assets?.filled ?? 0, albums: albums,
            isComplete: options.albums == nil || albums != nil)
    }
}

extension OpenedSnapshot {
    /// The stored data of a snapshot with a handle.
    fileprivate init(_ snapshot: AssetSnapshot) {
        self.init(id: snapshot.id, count: snapshot.count, library: snapshot.library)
    }
}

extension LibraryState {
    /// A snapshot of the whole library for a preload, if none is shown yet.
    fileprivate func openPreloadedSnapshot() throws(LibraryError) -> OpenedSnapshot {
        if let opened = preloadCache?.opened { return opened }
        return try openSnapshot(of: .all)
    }

    /// Continues an album list that is being preloaded; returns false if it is complete.
    fileprivate func advanceAlbums(_ options: AlbumListOptions) throws(LibraryError) -> Bool {
        guard var read = preloadCache?.albums[options]?.read.take() else { return false }
        var isRead = false
        // Even if the slice fails: other readers continue it.
        defer { if !isRead { preloadCache?.albums[options]?.read = read } }
        guard case .done(let list, _) = try read.advance(in: self, items: 1) else { return true }
        isRead = true
        preloadCache?.albums[options]?.result = list
        return true
    }

    /// The preloaded album list, or its next slice; nil if no preload reads this list.
    func preloadedAlbumList(_ options: AlbumListOptions) throws(LibraryError) -> SliceOutcome<[Album]>? {
        _ = try openLibrary()
        dropStalePreload()
        // Without a copy of the read, which the next slice would then have to copy.
        guard preloadCache?.albums.keys.contains(options) == true else { return nil }
        if let list = preloadCache?.albums[options]?.result { return .done(list, items: 0) }
        _ = try advanceAlbums(options)
        return .more(items: 1)
    }
}

/// Reads an album list, together with a preload of the same list.
struct PreloadedAlbumListRead: SlicedRead {
    private let options: AlbumListOptions
    private var own: AlbumListRead?

    var itemsLeft: Int { own?.itemsLeft ?? Self.itemsPerAlbum }

    init(_ options: AlbumListOptions) {
        self.options = options
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [Album]
    > {
        if own == nil, let outcome = try libraryState.preloadedAlbumList(options) { return outcome }
        // Moved, not copied: the data read so far must have one owner to grow in place.
        var read = if let own = own.take() { own } else { AlbumListRead(options) }
        defer { own = read }
        return try read.advance(in: libraryState, items: items)
    }
}
