/// The front of a photo library: what an app talks to.
///
/// ```swift
/// let manager = MediaManager(.synthetic(assets: 70_000))
/// let count = try await manager.loadLibrary()
/// let firstScreen = try await manager.page(PageRequest(size: 100))
/// ```
///
/// It owns one repository of photos and one of albums, behind one door and on one executor, and remembers what is
/// shown now: the whole library or one album, as one snapshot, so that all its pages fit together (*Stable Pages*).
public actor MediaManager {
    /// The assets.
    public nonisolated let photos: PhotoRepository
    /// The albums.
    public nonisolated let albums: AlbumRepository
    /// What says when memory is short.
    nonisolated let memoryPressure: MemoryPressure
    /// What is shown now; touched in turns on the executor only.
    fileprivate var current: AssetSnapshot?

    /// The library's executor.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        photos.unownedExecutor
    }

    /// A manager of a library; nothing is touched before the first read.
    ///
    /// - Parameters:
    ///   - library: how to open the library, and whom to ask for permission.
    ///   - executor: where it lives; the process's own by default.
    ///   - limits: how long a read may take, and how many may wait.
    ///   - clock: what deadlines, and delays of changes, are measured on.
    ///   - memoryPressure: what says when memory is short; what was preloaded is let go then.
    public init(
        _ library: LibraryFactory,
        executor: LibraryExecutor = .shared,
        limits: LibraryAccess.Limits = LibraryAccess.Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) {
        let access = LibraryAccess(library, executor: executor, limits: limits, clock: clock)
        self.init(access: access, memoryPressure: memoryPressure)
    }

    /// A manager behind a door that others use too.
    public init(access: LibraryAccess, memoryPressure: MemoryPressure = .system) {
        let (photos, albums) = (PhotoRepository(access: access), AlbumRepository(access: access))
        self.init(photos: photos, albums: albums, memoryPressure: memoryPressure)
    }

    /// A manager of these repositories, which read through one door.
    public init(photos: PhotoRepository, albums: AlbumRepository, memoryPressure: MemoryPressure = .system) {
        self.photos = photos
        self.albums = albums
        self.memoryPressure = memoryPressure
    }
}

// MARK: - The functions of the articles

extension MediaManager {
    /// Shows the whole library, as it is now, and returns how many assets it has.
    @discardableResult
    public nonisolated func loadLibrary() async throws(LibraryError) -> Int {
        try await show(.recents)
    }

    /// Shows an album, as it is now, and returns how many assets it has.
    ///
    /// - Throws: `.albumNotFound`, or why nothing could be read; what was shown before then stays.
    @discardableResult
    public nonisolated func loadMedia(from album: Album) async throws(LibraryError) -> Int {
        try await show(.album(album.id))
    }

    /// Shows a snapshot, such as that of an update: pages are its pages from now on.
    ///
    /// - Throws: `.foreignSnapshot`, `.snapshotWithdrawn`, or why nothing could be read; what was shown then stays.
    public nonisolated func show(_ snapshot: AssetSnapshot) async throws(LibraryError) {
        try photos.check(snapshot)
        let read = SingleRead { libraryState throws(LibraryError) in
            _ = try libraryState.result(of: snapshot.id)
            return snapshot
        } onCommit: { snapshot in
            self.assumeIsolated { $0.current = snapshot }
        }
        _ = try await photos.access.perform("show snapshot", read)
    }

    /// One page of what is shown; of the whole library where nothing was loaded yet.
    ///
    /// - Throws: `.invalidPageSize`, `.invalidPageNumber`, or why nothing could be read.
    public nonisolated func page(_ request: PageRequest) async throws(LibraryError) -> Page {
        _ = try request.range(inCount: 0)
        return try await photos.access.perform("read page", CurrentPageRead(request, of: self))
    }

    /// The newest asset of an album.
    ///
    /// - Throws: `.noAssets` where it is empty, `.albumNotFound`, or why nothing could be read.
    public nonisolated func firstAsset(in album: Album) async throws(LibraryError) -> MediaAsset {
        try await photos.firstAsset(of: .album(album.id))
    }

    /// The albums that a query asks for, each once, with the counts that are free.
    public nonisolated func albums(_ query: AlbumQuery = .all) async throws(LibraryError) -> [Album] {
        try await albums.albums(query)
    }

    /// "Recents".
    ///
    /// - Throws: `.noAlbum(.userLibrary)` where the library has none, or why nothing could be read.
    public nonisolated func recentsAlbum() async throws(LibraryError) -> Album {
        try await albums.recentsAlbum()
    }
}

// MARK: - What is shown

extension MediaManager {
    /// What is shown now, to page through or to read at random; the whole library where nothing was loaded yet.
    public nonisolated func snapshot() async throws(LibraryError) -> AssetSnapshot {
        try await photos.access.perform("open snapshot") { libraryState throws(LibraryError) in
            try libraryState.currentSnapshot(of: self)
        }
    }

    /// Lets go of the library; everything read later fails with `.shutDown`.
    ///
    /// Not needed in the ordinary case: the last manager, repository or snapshot that goes closes the door.
    public nonisolated func close() async {
        await photos.access.close()
    }

    private nonisolated func show(_ query: AssetQuery) async throws(LibraryError) -> Int {
        let access = photos.access
        let read = SingleRead { libraryState throws(LibraryError) in
            AssetSnapshot(try libraryState.openSnapshot(of: query), of: query, behind: access)
        } onCommit: { snapshot in
            // Only now: a caller who gave up must not find another album on the screen.
            self.assumeIsolated { $0.current = snapshot }
        }
        return try await access.perform("open snapshot", read).count
    }
}

// The room and the manager share the executor, so a turn in the room is the manager's turn too.
extension LibraryState {
    /// What a manager shows now; the whole library, opened here, where it is nothing yet.
    ///
    /// What a withdrawn permission took with it is shown no more; what a preload opened is shown from now on.
    func currentSnapshot(of manager: MediaManager) throws(LibraryError) -> AssetSnapshot {
        if let current = try shownSnapshot(of: manager) { return current }
        let query = AssetQuery.recents
        let opened = if let warm = takeWarmSnapshot() { warm } else { try openSnapshot(of: query) }
        let snapshot = AssetSnapshot(opened, of: query, behind: manager.photos.access)
        manager.assumeIsolated { $0.current = snapshot }
        return snapshot
    }

    /// Has a manager show what the query of a snapshot finds now.
    func fetchAgain(_ snapshot: AssetSnapshot, shownBy manager: MediaManager) throws(LibraryError) {
        let opened = try openSnapshot(of: snapshot.query)
        let fresh = AssetSnapshot(opened, of: snapshot.query, behind: manager.photos.access)
        manager.assumeIsolated { if $0.current?.id == snapshot.id { $0.current = fresh } }
    }

    /// What a manager was asked to show, where that is still there.
    func shownSnapshot(of manager: MediaManager) throws(LibraryError) -> AssetSnapshot? {
        _ = try openLibrary()
        guard let current = manager.assumeIsolated({ $0.current }) else { return nil }
        if has(current.id) { return current }
        manager.assumeIsolated { $0.current = nil }
        return nil
    }
}

/// Reads a page of what a manager shows, and has it show the whole library where it shows nothing yet.
struct CurrentPageRead: SlicedRead {
    private let request: PageRequest
    private let manager: MediaManager
    private var read: Current?
    /// How often what is shown had to be fetched again.
    private var attempts = 0

    private struct Current {
        var range: RangeRead
        let snapshot: AssetSnapshot
        let offset: Int
    }

    init(_ request: PageRequest, of manager: MediaManager) {
        self.request = request
        self.manager = manager
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<Page>
    {
        // Taken, not copied: the assets read so far must have one owner to grow in place.
        var current = if let read = read.take() { read } else { try begin(in: libraryState) }
        let outcome: SliceOutcome<[MediaAsset]>
        do throws(LibraryError) {
            outcome = try current.range.advance(in: libraryState, items: items)
        } catch .snapshotWithdrawn where attempts < 3 {
            // Access is limited, and the user has deselected an asset of the page.
            attempts += 1
            try libraryState.fetchAgain(current.snapshot, shownBy: manager)
            return .more(items: 0)
        }
        switch outcome {
        case .more(let items):
            read = current
            return .more(items: items)
        case .done(let assets, let items):
            return .done(Page(assets, from: current.offset, of: current.snapshot), items: items)
        }
    }

    private func begin(in libraryState: isolated LibraryState) throws(LibraryError) -> Current {
        let snapshot = try libraryState.currentSnapshot(of: manager)
        let range = try request.range(inCount: snapshot.count)
        return Current(range: RangeRead(range, of: snapshot), snapshot: snapshot, offset: range.lowerBound)
    }
}

extension CachingImageManager {
    /// A manager of the images that a media manager's library has, behind the same door.
    ///
    /// Otherwise as ``init(access:limits:clock:memoryPressure:)``.
    public init(
        of manager: MediaManager,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) throws(ImageError) {
        try self.init(access: manager.photos.access, limits: limits, clock: clock, memoryPressure: memoryPressure)
    }
}
