/// The main entry point of an app to a photo library.
///
/// ```swift
/// let manager = MediaManager(.synthetic(assets: 70_000))
/// let count = try await manager.loadLibrary()
/// let firstScreen = try await manager.page(PageRequest(size: 100))
/// ```
///
/// A manager owns a repository of photos and one of albums, with the same library access and executor. It stores the
/// current snapshot, the whole library or one album, so that all its pages are consistent (*Stable Pages*). Its
/// functions are nonisolated for the reason given in ``PhotoRepository``.
public actor MediaManager {
    /// The repository of assets.
    public nonisolated let photos: PhotoRepository
    /// The repository of albums.
    public nonisolated let albums: AlbumRepository
    /// Reports that memory is short.
    nonisolated let memoryPressure: MemoryPressure
    /// The current snapshot.
    fileprivate var current: AssetSnapshot?

    /// The library's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        photos.unownedExecutor
    }

    /// Creates a manager of a library; nothing is accessed before the first read.
    ///
    /// - Parameters:
    ///   - library: how to open the library, and how to check its permission.
    ///   - executor: the executor of the library; the process's own by default.
    ///   - limits: the limits of reads and changes.
    ///   - clock: the clock of deadlines and of change delays.
    ///   - memoryPressure: reports that memory is short; preloaded data is then released.
    public init(
        _ library: PhotoLibrarySource,
        executor: LibraryExecutor = .shared,
        limits: LibraryAccess.Limits = LibraryAccess.Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) {
        let access = LibraryAccess(library, executor: executor, limits: limits, clock: clock)
        self.init(access: access, memoryPressure: memoryPressure)
    }

    /// Creates a manager with a library access that it shares with others.
    public init(access: LibraryAccess, memoryPressure: MemoryPressure = .system) {
        let (photos, albums) = (PhotoRepository(access: access), AlbumRepository(access: access))
        self.init(photos: photos, albums: albums, memoryPressure: memoryPressure)
    }

    /// Creates a manager with repositories that share one library access.
    package init(photos: PhotoRepository, albums: AlbumRepository, memoryPressure: MemoryPressure = .system) {
        self.photos = photos
        self.albums = albums
        self.memoryPressure = memoryPressure
    }
}

// MARK: - One list for the whole manager

extension MediaManager {
    /// Loads the whole library as the current snapshot, and returns the number of its assets.
    @discardableResult
    public nonisolated func loadLibrary() async throws(LibraryError) -> Int {
        try await show(.all)
    }

    /// Loads an album as the current snapshot, and returns the number of its assets.
    ///
    /// - Throws: `.albumNotFound`, or the reason why nothing could be read; the current snapshot is unchanged then.
    @discardableResult
    public nonisolated func loadMedia(from album: Album) async throws(LibraryError) -> Int {
        try await show(.album(album.id))
    }

    /// Makes a snapshot the current one, for example that of an update: later pages are read from it.
    ///
    /// - Throws: `.invalidArgument`, `.snapshotInvalidated`, or the reason why nothing could be read; the current
    ///   snapshot is unchanged then.
    public nonisolated func show(_ snapshot: AssetSnapshot) async throws(LibraryError) {
        try photos.check(snapshot)
        let read = SingleRead { libraryState throws(LibraryError) in
            _ = try libraryState.result(of: snapshot.id)
            return snapshot
        }
        _ = try await photos.access.perform("show snapshot", read, commit: { self.currentInTurn = $0 })
    }

    /// Reads one page of the current snapshot; of the whole library if none was loaded yet.
    ///
    /// If the snapshot was invalidated, by the permission or because the library went away, its query is fetched again.
    ///
    /// - Throws: `.invalidArgument`, `.albumNotFound` if the album no longer exists, or the reason why nothing could be
    ///   read.
    public nonisolated func page(_ request: PageRequest) async throws(LibraryError) -> Page {
        _ = try request.range(inCount: 0)
        return try await photos.access.perform("read page", CurrentPageRead(request, of: self))
    }

    /// The newest asset of an album.
    ///
    /// - Throws: `.noAssets` if it is empty, `.albumNotFound`, or the reason why nothing could be read.
    public nonisolated func firstAsset(in album: Album) async throws(LibraryError) -> MediaAsset {
        try await photos.firstAsset(of: .album(album.id))
    }

    /// The albums that match a query, without duplicates, with the counts that are free.
    public nonisolated func loadAlbums(_ query: AlbumQuery = .all) async throws(LibraryError) -> [Album] {
        try await albums.list(query)
    }

    /// The "Recents" album.
    ///
    /// - Throws: `.noAlbum(.userLibrary)` if the library has none, or the reason why nothing could be read.
    public nonisolated func recentsAlbum() async throws(LibraryError) -> Album {
        try await albums.recentsAlbum()
    }
}

// MARK: - The current snapshot

extension MediaManager {
    /// The current snapshot, for paging or random access; the whole library if none was loaded yet.
    ///
    /// If it was invalidated, by the permission or because the library went away, its query is fetched again.
    ///
    /// - Throws: `.albumNotFound` if its album no longer exists, or the reason why nothing could be read.
    public nonisolated func snapshot() async throws(LibraryError) -> AssetSnapshot {
        try await photos.access.perform("open snapshot") { libraryState throws(LibraryError) in
            try libraryState.currentSnapshot(of: self)
        }
    }

    /// Releases the library; later reads fail with `.shutDown`.
    ///
    /// Usually not needed: the release of the last manager, repository or snapshot closes the library.
    public nonisolated func close() async {
        await photos.access.close()
    }

    /// The current snapshot, within a turn of the library's executor, which is the manager's own.
    fileprivate nonisolated var currentInTurn: AssetSnapshot? {
        get { assumeIsolated { $0.current } }
        set {
            let previous = assumeIsolated { manager in
                defer { manager.current = newValue }
                return manager.current
            }
            // Released once the access has ended.
            withExtendedLifetime(previous) {}
        }
    }

    private nonisolated func show(_ query: AssetQuery) async throws(LibraryError) -> Int {
        let access = photos.access
        let read = SingleRead { libraryState throws(LibraryError) in
            AssetSnapshot(try libraryState.openSnapshot(of: query), of: query, behind: access)
        }
        // Only when the load succeeds: a caller that it throws to must not find another album loaded.
        return try await access.perform("open snapshot", read, commit: { self.currentInTurn = $0 }).count
    }
}

extension LibraryState {
    /// The current snapshot of a manager; if none was loaded yet, that of a preload, or of the whole library.
    func currentSnapshot(of manager: MediaManager) throws(LibraryError) -> AssetSnapshot {
        if let current = try shownSnapshot(of: manager) { return current }
        let query = AssetQuery.all
        let opened = if let preloaded = takePreloadedSnapshot() { preloaded } else { try openSnapshot(of: query) }
        let snapshot = AssetSnapshot(opened, of: query, behind: manager.photos.access)
        manager.currentInTurn = snapshot
        return snapshot
    }

    /// Replaces a manager's current snapshot with the current result of its query.
    func fetchAgain(_ snapshot: AssetSnapshot, shownBy manager: MediaManager) throws(LibraryError) {
        let opened = try openSnapshot(of: snapshot.query)
        let fresh = AssetSnapshot(opened, of: snapshot.query, behind: manager.photos.access)
        if manager.currentInTurn?.id == snapshot.id { manager.currentInTurn = fresh }
    }

    /// The current snapshot of a manager; nil if none was loaded yet.
    ///
    /// If its result was released, since access was revoked or narrowed or the library went away, its query is fetched
    /// again.
    ///
    /// - Throws: `.albumNotFound` if its album no longer exists, or the reason why nothing could be read.
    func shownSnapshot(of manager: MediaManager) throws(LibraryError) -> AssetSnapshot? {
        _ = try openLibrary()
        guard let current = manager.currentInTurn else { return nil }
        if has(current.id) { return current }
        try fetchAgain(current, shownBy: manager)
        return manager.currentInTurn
    }
}

/// Reads a page of a manager's current snapshot, and opens the whole library if no snapshot is open.
struct CurrentPageRead: SlicedRead {
    private let request: PageRequest
    private let manager: MediaManager
    private var read: RangeRead?
    /// The number of times that the current snapshot had to be fetched again.
    private var attempts = 0

    init(_ request: PageRequest, of manager: MediaManager) {
        self.request = request
        self.manager = manager
    }

    var itemsLeft: Int { read?.itemsLeft ?? request.size }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<Page>
    {
        // Moved, not copied: the assets read so far must have one owner to grow in place.
        var range = if let read = read.take() { read } else { try begin(in: libraryState) }
        let outcome: SliceOutcome<[MediaAsset]>
        do throws(LibraryError) {
            outcome = try range.advance(in: libraryState, items: items)
        } catch .snapshotInvalidated where attempts < 3 {
            // Access is limited, and the user has deselected an asset of the page.
            attempts += 1
            try libraryState.fetchAgain(range.snapshot, shownBy: manager)
            return .more(items: 0)
        }
        switch outcome {
        case .more(let items):
            read = range
            return .more(items: items)
        case .done(let assets, let items):
            return .done(Page(assets, from: range.positions.lowerBound, of: range.snapshot), items: items)
        }
    }

    private func begin(in libraryState: isolated LibraryState) throws(LibraryError) -> RangeRead {
        let snapshot = try libraryState.currentSnapshot(of: manager)
        return RangeRead(try request.range(inCount: snapshot.count), of: snapshot)
    }
}

extension CachingImageManager {
    /// Creates a manager of the images of a media manager's library, with the same library access.
    ///
    /// Otherwise the same as ``init(access:limits:clock:memoryPressure:)``.
    public init(
        of manager: MediaManager,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) throws(ImageError) {
        try self.init(access: manager.photos.access, limits: limits, clock: clock, memoryPressure: memoryPressure)
    }
}
