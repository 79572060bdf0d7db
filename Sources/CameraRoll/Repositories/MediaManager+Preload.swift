extension MediaManager {
    /// Reads the first assets of what is shown, and an album list, so that readers find them read.
    ///
    /// Call it once there is permission: otherwise it throws and touches nothing. It is cut into slices, so
    /// other reads go first; give its task a low priority. It is about what the manager shows, the whole library
    /// where nothing was loaded: call `loadLibrary()` or `loadMedia(from:)` before it, not after. Pages, ranges and
    /// `albumList` of the same snapshot or options take what is there, and read the rest themselves at once; nothing
    /// is read twice, however many preload. Two preloads of the same are one work, and both return when it is done. A
    /// cancelled task waits no longer, and what was read is kept.
    ///
    /// What is kept is let go as soon as the library changes, when memory gets short, and by ``reclaimMemory()``.
    ///
    /// - Throws: `.invalidPreload` where a negative number of assets is asked for, or why nothing could be read.
    @discardableResult
    public nonisolated func preload(
        _ options: PreloadOptions = PreloadOptions()
    ) async throws(LibraryError) -> PreloadReport {
        guard options.assets >= 0 else { throw .invalidPreload(options.assets) }
        let read = PreloadRead(options, of: self, pressure: memoryPressure)
        return try await photos.access.perform("preload", read)
    }

    /// Lets go of what was preloaded, for an app that leaves the screen; what is shown stays what it is.
    public nonisolated func reclaimMemory() {
        photos.access.coolDown()
    }
}

extension LibraryAccess {
    /// Lets go of what was preloaded; whoever begins to read after this gets what the library says then.
    func coolDown() {
        // In this order: a preload that begins in between watches for changes itself, or is cold from the start.
        let watch = coolingWatch.withLock { $0.take() }
        libraryState.coolings.next()
        guard let watch else { return }
        leaveChanges(watch)
        post("let go of preload") { $0.dropStalePreload() }
    }

    /// Has what is being preloaded let go at the library's next change.
    func coolAtNextChange(in libraryState: isolated LibraryState) throws(LibraryError) {
        coolingWatch.withLock { watch in
            watch = watch ?? changes.atNextChange { [weak self] in self?.coolDown() }
        }
        try libraryState.observe()
    }
}

/// Reads ahead of the readers, slice by slice.
///
/// What it reads stands in the room, where each slice goes on from what is there: so any number of preloads and readers
/// advance the same work, and none can miss its completion.
struct PreloadRead: SlicedRead {
    private let options: PreloadOptions
    private let manager: MediaManager
    private let pressure: MemoryPressure
    private var beginning: Beginning?

    /// Whose assets are read.
    private struct Beginning {
        let id: SnapshotID
        /// Keeps the fetch result, where the room does not by itself.
        let snapshot: AssetSnapshot?
        let cooling: UInt64
    }

    init(_ options: PreloadOptions, of manager: MediaManager, pressure: MemoryPressure) {
        self.options = options
        self.manager = manager
        self.pressure = pressure
    }

    mutating func advance(
        in libraryState: isolated LibraryState, items: Int
    ) throws(LibraryError) -> SliceOutcome<PreloadReport> {
        guard let beginning else {
            beginning = try begin(in: libraryState)
            return .more(items: 0)
        }
        // The gate at every slice, and what was read may have been let go, or others may preload something else now.
        _ = try libraryState.openLibrary()
        libraryState.dropStalePreload()
        guard libraryState.preloadCache.cooling == beginning.cooling,
            libraryState.preloadCache.assets?.snapshot == beginning.id
        else {
            return .done(PreloadReport(assets: 0, albums: nil, isComplete: false), items: 0)
        }
        if let count = try readAssets(of: beginning.id, in: libraryState, items: items) { return .more(items: count) }
        if let albums = options.albums, try libraryState.advanceAlbums(albums) { return .more(items: 1) }
        return .done(report(of: libraryState), items: 0)
    }

    private func begin(in libraryState: isolated LibraryState) throws(LibraryError) -> Beginning {
        let shown = try libraryState.shownSnapshot(of: manager)
        libraryState.dropStalePreload()
        try manager.photos.access.coolAtNextChange(in: libraryState)
        let opened = if let shown { OpenedSnapshot(shown) } else { try libraryState.openWarmSnapshot() }
        let count = min(options.assets, opened.count)
        if libraryState.preloadCache.assets?.snapshot != opened.id {
            libraryState.preloadCache.assets = PreloadedAssets(opened.id, count: count)
        }
        libraryState.preloadCache.assets?.grow(to: count)
        if let albums = options.albums { libraryState.warmAlbums(albums) }
        if libraryState.preloadCache.pressure == nil {
            libraryState.preloadCache.pressure = pressure.observe { [weak access = manager.photos.access] in
                access?.coolDown()
            }
        }
        return Beginning(id: opened.id, snapshot: shown, cooling: libraryState.preloadCache.cooling)
    }

    /// Reads the next assets that nobody has read; nil where all are there.
    private func readAssets(
        of id: SnapshotID, in libraryState: isolated LibraryState, items: Int
    ) throws(LibraryError) -> Int? {
        let missing = libraryState.preloadCache.assets?.nextMissing(max(items, RangeRead.smallestSlice)) ?? 0..<0
        guard !missing.isEmpty else { return nil }
        _ = try libraryState.assets(in: missing, of: id)
        return missing.count
    }

    private func report(of libraryState: isolated LibraryState) -> PreloadReport {
        PreloadReport(
            assets: libraryState.preloadCache.assets?.filled ?? 0,
            albums: options.albums.flatMap { libraryState.preloadCache.albums[$0]?.result?.count }, isComplete: true)
    }
}

extension OpenedSnapshot {
    /// What is known of a snapshot that has a handle.
    fileprivate init(_ snapshot: AssetSnapshot) {
        self.init(id: snapshot.id, count: snapshot.count, library: snapshot.library)
    }
}

extension LibraryState {
    /// The whole library, opened for a preload where nothing is shown yet.
    fileprivate func openWarmSnapshot() throws(LibraryError) -> OpenedSnapshot {
        if let opened = preloadCache.opened { return opened }
        let opened = try openSnapshot(of: .recents)
        preloadCache.opened = opened
        return opened
    }

    /// Makes room for an album list.
    fileprivate func warmAlbums(_ options: AlbumListOptions) {
        guard preloadCache.albums[options] == nil else { return }
        if preloadCache.albums.count == PreloadCache.mostLists { preloadCache.albums = [:] }
        preloadCache.albums[options] = PreloadCache.Albums(read: AlbumListRead(options))
    }

    /// Goes on with an album list that is read ahead; false where it is all there.
    fileprivate func advanceAlbums(_ options: AlbumListOptions) throws(LibraryError) -> Bool {
        guard var read = preloadCache.albums[options]?.read.take() else { return false }
        var isRead = false
        // Also where the slice fails: others go on with it.
        defer { if !isRead { preloadCache.albums[options]?.read = read } }
        guard case .done(let list, _) = try read.advance(in: self, items: 1) else { return true }
        isRead = true
        preloadCache.albums[options]?.result = list
        return true
    }

    /// The album list that is kept, or goes on with it; nil where nobody reads such a list ahead.
    func warmAlbumList(_ options: AlbumListOptions) throws(LibraryError) -> SliceOutcome<[Album]>? {
        _ = try openLibrary()
        dropStalePreload()
        // Without a copy of the read, which would be copied with the next slice.
        guard preloadCache.albums.keys.contains(options) else { return nil }
        if let list = preloadCache.albums[options]?.result { return .done(list, items: 0) }
        _ = try advanceAlbums(options)
        return .more(items: 1)
    }
}

/// Reads an album list, together with a preload that reads the same.
struct WarmAlbumListRead: SlicedRead {
    private let options: AlbumListOptions
    private var own: AlbumListRead?

    init(_ options: AlbumListOptions) {
        self.options = options
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [Album]
    > {
        if own == nil, let outcome = try libraryState.warmAlbumList(options) { return outcome }
        // Taken, not copied: what was read so far must have one owner to grow in place.
        var read = if let own = own.take() { own } else { AlbumListRead(options) }
        defer { own = read }
        return try read.advance(in: libraryState, items: items)
    }
}
