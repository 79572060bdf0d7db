// Code that shows a library also reads it.
@_exported public import CameraRoll
public import Observation
public import PhotoMetadata

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How a browser works
//
// 1. `BrowserFacts` holds what is known: the permission, the length of the list, an error, and what delays an answer.
//    The state and the notice follow from it, so that a view never has to combine flags.
// 2. `start` reads the permission, which touches no library, and opens the list at once if reading is allowed. It uses
//    a preload that the app has run before. The list of albums is read only after the first list has been opened.
// 3. Each kind of work is one `OwnedTask`; a task waits without retaining the browser, and its result is used only if
//    no other task has replaced it.
// 4. Albums are listed with the counts that cost nothing, and sorted into sections off the main actor, by a listing
//    that compares them with what is shown (`AlbumListing`, `AlbumTable`). The main actor assigns its table, with the
//    counts and covers that were read meanwhile, and releases the old one elsewhere. The count and the cover of an
//    album are read one at a time, for the albums that a view reports as visible, and again after changes.
// 5. `AssetGrid` shows the list and follows its changes. The browser opens its lists, and handles their errors.
// 6. When the permission is withdrawn or narrowed, everything that was read is dropped in the same turn; when it
//    returns, the list is opened again.

/// The albums of a library and the list of one of them: the model of a photo browser, and of a picker.
///
/// ```swift
/// let browser = try LibraryBrowser(of: manager, images: images)
/// browser.start()                                  // does not ask, and touches nothing without permission
/// switch browser.state {
/// case .permissionNeeded: offer { await browser.requestPermission() }
/// case .ready: show(browser.grid)
/// default: showPlaceholder(for: browser.state)
/// }
/// ```
///
/// A view draws ``state``, ``notice`` and ``albumSections``, and calls ``choose(_:)``. The browser owns its tasks: they
/// end with it.
@MainActor @Observable public final class LibraryBrowser {
    /// The manager of the library.
    public let manager: MediaManager
    /// The grid of the list, for a view: its cells, sections and selection.
    ///
    /// The browser opens the lists: use ``choose(_:)`` and ``retry()`` rather than the grid's own functions for that.
    /// The next update of the list waits for `finishedShowing(_:)` only if the grid has an `onChange` handler.
    public let grid: AssetGrid
    /// The options, as they were given.
    public let options: Options
    /// What to show: one value, from the first frame on.
    ///
    /// Before ``start()`` it is `.loading` if reading is allowed, although nothing is being read yet.
    public internal(set) var state: State
    /// What a banner says; nil if there is nothing to say.
    public internal(set) var notice: Notice?
    /// What is shown, or being opened.
    public internal(set) var choice: AlbumChoice
    /// The list that is shown; nil while it is opened.
    public internal(set) var list: AssetSnapshot?
    /// The albums, in sections by kind.
    ///
    /// However many albums there are, they are sorted and compared off the main actor, and the sections change in
    /// one turn.
    public var albumSections: [AlbumSection] { albumTable.sections }
    /// The albums, in sections by kind, with their places.
    var albumTable = AlbumTable()
    /// The user's folders and albums, as a tree.
    public internal(set) var folders: [AlbumFolder.Item] = []
    /// The reason why the albums could not be listed; nil if they were.
    public internal(set) var albumFailure: LibraryError?
    /// The album that was shown when it was deleted; the whole library is shown instead.
    public internal(set) var removedAlbum: Album?
    /// Whether the library can be searched, so that a view shows a search field; false until the albums were listed.
    public internal(set) var canSearch = false
    /// The text of a search field, for a binding; empty without a search.
    ///
    /// What it finds is shown after a pause in typing (``Options/searchDelay``). Once it no longer has a word, the list
    /// from before the search is shown again. ``choose(_:)`` sets it to the text of a search, and clears it for another
    /// choice. It has no effect in a library that cannot be searched.
    public var searchText = "" { didSet { if searchText != oldValue { followSearchText() } } }
    /// The progress of the library's indexing, which an app sets if its library is indexed.
    public var indexing: LibraryIndexing? { didSet { facts.indexing = indexing } }

    /// The purposes of the browser's tasks.
    enum Work: Hashable, Sendable {
        case permission, list, busy, albums, albumRetry, summaries, search
    }

    @ObservationIgnored var facts: BrowserFacts { didSet { publish() } }
    @ObservationIgnored var tasks: [Work: OwnedTask] = [:]
    @ObservationIgnored let clock: AnyClock
    /// The visible albums, whose counts and covers are kept current.
    @ObservationIgnored var visibleAlbums: Set<AlbumID> = []
    /// The number of consecutive attempts to list the albums that failed.
    @ObservationIgnored var albumAttempts = 0
    /// The number of times the albums were listed.
    @ObservationIgnored var listings = 0
    /// The number of the listing after which the count and the cover of an album were last read.
    @ObservationIgnored var summaryListings: [AlbumID: Int] = [:]
    /// The album whose count and cover are being read.
    @ObservationIgnored var albumBeingRead: AlbumID?
    /// The counts and the covers that were read since the last listing began; its table may not contain them.
    @ObservationIgnored var lateSummaries: [AlbumID: AlbumSummary] = [:]
    /// Whether the albums are being listed.
    @ObservationIgnored var isListing = false
    /// Called off the main actor when the albums have been read, before they are sorted; used by tests only.
    @ObservationIgnored var whenAlbumsRead: (@Sendable () async -> Void)?
    /// The album of the choice, as it was last listed.
    @ObservationIgnored var chosenAlbum: Album?
    /// What was shown before the search, or is shown without one.
    @ObservationIgnored var choiceWithoutSearch = AlbumChoice.library
    /// The number of times the list was opened again after an error that trying again may fix.
    @ObservationIgnored var repairs = 0
    /// Whether the browser has started.
    @ObservationIgnored var isStarted = false
    /// Called when the permission was withdrawn or narrowed, so that a picker drops its selection from before.
    @ObservationIgnored var onRevocation: (() -> Void)?

    /// Creates a browser, which accesses nothing before ``start()``.
    ///
    /// - Parameters:
    ///   - manager: the manager of the library; any number of browsers may share it.
    ///   - images: the manager of the images of the same library.
    ///   - options: what to show.
    ///   - clock: the clock of the delay after which the library counts as busy.
    /// - Throws: `InvalidArgument` for a grid's option outside of its limits, or images of another library.
    public init(
        of manager: MediaManager, images: CachingImageManager, options: Options = Options(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws(InvalidArgument) {
        grid = try AssetGrid(of: manager, images: images, options: options.grid)
        let facts = BrowserFacts(status: manager.authorizationStatus())
        self.manager = manager
        self.options = options
        self.clock = AnyClock(clock)
        self.facts = facts
        choice = options.startingWith
        state = facts.state
        notice = facts.notice
        grid.listOwner = self
        noteSearch(of: choice)
    }

    deinit {
        var (table, tree) = (AlbumTable(), [AlbumFolder.Item]())
        swap(&table, &_albumTable)
        swap(&tree, &_folders)
        releaseElsewhere(consume table)
        releaseElsewhere(consume tree)
    }
}

extension LibraryBrowser {
    /// What a browser shows.
    public struct Options: Hashable, Sendable {
        /// Which assets to show; the scope is that of the choice.
        public var query: AssetQuery
        /// Which albums to list.
        public var albums: AlbumQuery
        /// Which asset represents an album.
        public var cover: CoverPolicy
        /// What to show first: for example the last ``LibraryBrowser/choice``, which the app has stored.
        public var startingWith: AlbumChoice
        /// The time without an answer after which the library counts as busy; 1 second by default.
        ///
        /// A list that timed out is opened again after this time; zero and below count as 1 millisecond.
        public var busyDelay: Duration
        /// The pause in typing after which a search begins; 0.3 seconds by default, and none for zero and below.
        public var searchDelay: Duration
        /// The options of the grid; by default its cells have 360 × 360 pixels, and it has no sections.
        public var grid: GridOptions

        /// Creates options, each with its default.
        public init(
            query: AssetQuery = .all, albums: AlbumQuery = .all, cover: CoverPolicy = .newest,
            startingWith: AlbumChoice = .library, busyDelay: Duration = .seconds(1),
            searchDelay: Duration = .milliseconds(300),
            grid: GridOptions = GridOptions(cellSize: PixelSize(width: 360, height: 360))
        ) {
            self.query = query
            self.albums = albums
            self.cover = cover
            self.startingWith = startingWith
            self.busyDelay = busyDelay
            self.searchDelay = searchDelay
            self.grid = grid
        }
    }

    /// Begins to show the library, and follows its permission and its changes; does nothing if it has already started.
    ///
    /// It does not ask for permission, and touches nothing without it. After ``stop()``, the list that is shown
    /// continues where it was, with its selection and its place on the screen, unless it may no longer be read.
    public func start() {
        guard !isStarted else { return }
        isStarted = true
        followPermission()
        take(manager.authorizationStatus())
        // Another status has opened the list.
        if facts.status.allowsReading, tasks[.list] == nil { openOrGoOn() }
        followSearchText()
    }

    /// Opens the list, or follows the one that was shown before ``stop()``.
    private func openOrGoOn() {
        guard list != nil else { return open() }
        grid.followAgain()
        followAlbums()
    }

    /// Ends all work; what is shown stays, but no longer follows the library until the next ``start()``.
    public func stop() {
        isStarted = false
        tasks = [:]
        albumBeingRead = nil
        grid.stopFollowing()
    }

    /// Asks the user for permission if it is not determined, and returns the resulting status.
    ///
    /// The list is opened if that is allowed.
    @discardableResult public func requestPermission() async -> AuthorizationStatus {
        let status = await manager.requestAuthorization()
        if isStarted { take(status) }
        return status
    }

    /// Shows the picker in which the user selects more assets under limited access, and returns the new ones.
    @discardableResult public func selectMore() async -> [AssetID] {
        await manager.presentLimitedPicker()
    }

    /// Shows another album, the whole library, or what a search finds; the choice that is shown is opened again only
    /// if it failed.
    public func choose(_ choice: AlbumChoice) {
        let isShown = choice == self.choice && facts.failure == nil
        if choice != self.choice { self.choice = choice }
        noteSearch(of: choice)
        guard !isShown else { return }
        removedAlbum = nil
        chosenAlbum = choice.album.flatMap { albumTable[$0]?.album }
        reopen()
    }

    /// Opens the list again if it could not be opened, and lists the albums again.
    public func retry() {
        forgetAlbumTasks()
        if list == nil || facts.failure != nil { reopen() } else { followAlbums() }
    }

    /// The title of the chosen album; nil for the library, for a search, and for an album without a title.
    public var title: String? {
        guard let album = choice.album else { return nil }
        return albumTable[album]?.album.title
    }
}

// MARK: - Permission

extension LibraryBrowser {
    private func followPermission() {
        let updates = manager.authorizationUpdates()
        tasks[.permission] = OwnedTask(
            Task { [weak self] in
                for await status in updates {
                    guard let self, !Task.isCancelled else { return }
                    take(status)
                }
            })
    }

    /// Applies a status, and drops what was read under another one.
    func take(_ status: AuthorizationStatus) {
        let previous = facts.status
        guard status != previous else { return }
        facts.status = status
        let isWidened = previous == .limited && status == .authorized
        if previous.allowsReading, !isWidened { onRevocation?() }
        forgetEverything()
        if status.allowsReading { reopen() }
    }

    private func forgetEverything() {
        for work in [Work.list, .busy, .albums, .albumRetry, .summaries, .search] { tasks[work] = nil }
        dropList()
        facts.limited = nil
        dropAlbums()
        (albumFailure, removedAlbum, canSearch) = (nil, nil, false)
        (albumBeingRead, chosenAlbum, repairs, albumAttempts) = (nil, nil, 0, 0)
    }

    /// Updates the state and the notice if they have changed.
    private func publish() {
        if state != facts.state { state = facts.state }
        if notice != facts.notice { notice = facts.notice }
    }
}
