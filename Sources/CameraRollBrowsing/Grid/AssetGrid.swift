public import CameraRoll
public import Foundation
public import Observation

// How a grid works
//
// 1. `GridFeed` is the grid's one task for the list: it opens the snapshot, has the sections counted, and takes the
//    library's updates one after another, the next one once the view has finished showing the last. It holds the grid
//    weakly, as all its tasks do, and ends with it.
// 2. `PreparedChange` is computed off the main actor from a copy of what the grid shows: the positions of what
//    remains, the new sections, the selection, the assets that will be visible.
// 3. `publish` gives the view one `GridChange`, and applies the new list to the grid within one turn of the main actor:
//    no view sees a part of it.
// 4. `PageCache` decides which assets are read around the visible ones, and where they are after a change. Its pages
//    are not observed: when one arrives, only the cells of its positions are written.
// 5. `CellPool` keeps the cells. A visible cell loads its own image; the `CachingWindow` loads those around it.
// 6. When reading is forbidden, everything is emptied in one turn, and the list is opened again when it is allowed.
//
// Memory: at most `pageLimit` × `pageSize` assets, `cellLimit` cells besides those that views hold, the images of the
// visible cells and of one screen on either side, 24 bytes for each section, and the runs of the selection. It does not
// depend on the number of assets.

/// A grid of assets, for a view that only draws: a list of any length with its sections, cells, images and selection.
///
/// ```swift
/// let options = GridOptions(cellSize: PixelSize(width: 360, height: 360), sectionUnit: .day)
/// let grid = try AssetGrid(of: manager, images: images, options: options)
/// grid.show(.photos)
/// grid.scrolled(to: 120..<148, velocity: 80)          // with each scroll event
/// let cell = grid.cell(at: 120)                       // its asset, image and order number, observed
/// ```
///
/// A change of the library arrives as one ``GridChange``, by ``onChange`` or by observing ``change``. For a view that
/// calls ``finishedShowing(_:)`` the next one is computed only then, and contains all changes until then: however many
/// come in during an animation, nothing is queued, and nothing is lost.
///
/// The grid's tasks end with it. It holds a bounded number of assets and cells, for any length of the list.
@MainActor @Observable public final class AssetGrid {
    /// The state of a grid.
    public enum State: Hashable, Sendable {
        /// No list has been shown yet.
        case idle
        /// The list is being opened.
        case opening
        /// The list is open; its assets are read when they are shown.
        case ready
        /// The library does not answer; what was read stays, and the grid continues as soon as it answers.
        case busy
        /// Reading is not allowed: the grid is empty, and shows its list again once reading is allowed.
        case noAccess(AuthorizationStatus)
        /// The last read failed; if trying again may help, the grid does so after a while.
        case failed(LibraryError)
    }

    /// Called with each change before the grid has the new list; see ``GridChange`` for an example.
    ///
    /// The second parameter applies the new list to the grid. Call it where the view changes its own list, before the
    /// handler returns; if the handler does not, the grid does so afterward.
    public typealias ChangeHandler = @MainActor (_ change: GridChange, _ apply: @escaping @MainActor () -> Void) -> Void

    /// Counts the sections of a list.
    typealias SectionsLoader =
        @Sendable (AssetSnapshot, AssetSections.Unit, Calendar) async throws(LibraryError) -> AssetSections

    /// The manager of the library.
    @ObservationIgnored public let manager: MediaManager
    /// The manager of the images.
    @ObservationIgnored public let images: CachingImageManager
    /// The options.
    @ObservationIgnored public internal(set) var options: GridOptions
    /// Called with each change, for a view that does not observe the grid; nil by default.
    @ObservationIgnored public var onChange: ChangeHandler?

    /// The state.
    public internal(set) var state = State.idle
    /// The number of assets in the list.
    public internal(set) var count = 0
    /// The sections of the list; nil without sections, and until they have been counted.
    public internal(set) var sections: AssetSections?
    /// Why there are no sections; nil if nothing failed.
    public internal(set) var sectionsFailure: LibraryError?
    /// The number of changes so far; it and the other properties change in one turn of the main actor.
    public internal(set) var generation = 0
    /// The last change, for a view that observes the grid.
    public internal(set) var change: GridChange?
    /// What the selection still has room for; for views that do not have to know what is selected.
    public internal(set) var room: AssetSelection.Room
    /// The snapshot of the list; nil until the list is open, and without access.
    @ObservationIgnored public internal(set) var snapshot: AssetSnapshot?

    /// The query of the list, with which it is opened again.
    @ObservationIgnored var query: AssetQuery?
    @ObservationIgnored var selected: AssetSelection
    /// The number of changes to the selection.
    @ObservationIgnored var selectionVersion = 0
    /// Counts calls of `changeSelection`, even those without effect.
    @ObservationIgnored var selectionChanges = 0
    /// Whether a view has reported that it has shown a change.
    @ObservationIgnored var isAnswered = false
    @ObservationIgnored var pages: PageCache
    @ObservationIgnored var cells: CellPool
    @ObservationIgnored var viewport = GridViewport()
    @ObservationIgnored var window: CachingWindow?
    @ObservationIgnored var imageZones = ImageZones()
    /// The cells that were loading when they were last looked at, or had failed to; most of them are visible.
    @ObservationIgnored var unsettled: [ObjectIdentifier: AssetCell] = [:]
    @ObservationIgnored var edits = PendingEdits()
    /// The running reads of pages, by number.
    @ObservationIgnored var pageTasks: [Int: OwnedTask] = [:]
    /// The change that the view is showing.
    @ObservationIgnored var shownChange: (generation: Int, end: Completion<Void>)?
    /// The stage of the feed that opens a list, until that list is shown.
    @ObservationIgnored var opening: GridFeed.Stage?
    /// Whether the feed has failed, waits to try again or is trying, and nothing has been read since.
    @ObservationIgnored var hasFeedFailed = false
    /// Whether the grid follows no list until ``followAgain()``.
    @ObservationIgnored var isStopped = false
    /// Whether the library has been asked, since its last change, for the selected assets outside of the list.
    var isSettled = true
    /// Completes when it has answered, or has failed to; nil if it is not being asked.
    @ObservationIgnored var asking: Completion<Void>?
    /// Completes when no finger drags, for a question or an answer that waits for that.
    @ObservationIgnored var release: Completion<Void>?
    /// Whether the library is asked again after a pause.
    @ObservationIgnored var isAskingAgain = false
    @ObservationIgnored let questionTask = OwnedTask()
    @ObservationIgnored let loadSections: SectionsLoader
    /// Completes when no finger drags any more, neither on the scrubber nor over cells; nil if none does.
    @ObservationIgnored var drag: Completion<Void>?
    /// The state apart from the library being busy.
    @ObservationIgnored var ownState = State.idle
    @ObservationIgnored var isBusy = false
    /// The number of running reads.
    @ObservationIgnored var reads = 0
    /// The permission under which the list is shown.
    @ObservationIgnored var status: AuthorizationStatus?
    @ObservationIgnored let feedTask = OwnedTask()
    @ObservationIgnored let permissionTask = OwnedTask()
    @ObservationIgnored let busyTimer = OwnedTask()
    @ObservationIgnored let retryTimer = OwnedTask()
    /// Whether reading pauses after an error, for a while or until other assets are visible.
    @ObservationIgnored var isPaused = false
    /// Whether reading the same pages again would not help.
    @ObservationIgnored var hasGivenUp = false
    /// The number of pauses since a page was read.
    @ObservationIgnored var pauses = 0
    /// Opens the lists of the grid and handles their errors; nil for a grid that does so itself.
    @ObservationIgnored weak var listOwner: (any GridListOwner)?
    /// Decides what may be selected; nil if everything may.
    @ObservationIgnored weak var selectionOwner: (any GridSelectionOwner)?
    /// Called after each step of the grid, so that a test does not have to poll; used by tests only.
    @ObservationIgnored var onStep: (() -> Void)?

    /// Creates an empty grid; nothing is read before a list is shown.
    ///
    /// - Parameters:
    ///   - manager: the manager of the library.
    ///   - images: the manager of the images of the same library.
    ///   - options: the options.
    /// - Throws: `InvalidArgument` for an option outside of its limits, or images of another library.
    public init(
        of manager: MediaManager, images: CachingImageManager, options: GridOptions
    ) throws(InvalidArgument) {
        try options.validate()
        guard images.access === manager.photos.access else {
            throw InvalidArgument("images", "of another library access", allowed: "those of the manager's library")
        }
        self.manager = manager
        self.images = images
        self.options = options
        if options.sectionUnit != nil { self.options.calendar = options.calendar.fixed }
        selected = AssetSelection(listCount: 0, limits: options.selectionLimits)
        room = selected.room
        pages = PageCache(pageSize: options.pageSize, pageLimit: options.pageLimit)
        cells = CellPool(limit: options.cellLimit)
        loadSections = { [photos = manager.photos] snapshot, unit, calendar async throws(LibraryError) in
            try await photos.sections(of: snapshot, by: unit, in: calendar)
        }
    }
}

// MARK: - The list

extension AssetGrid {
    /// Shows the assets of a query, and follows its changes.
    ///
    /// The previous list stays until the new one is open. The selection is empty then.
    public func show(_ query: AssetQuery) {
        self.query = query
        ownState = .opening
        refreshState()
        start(.open(query, .opened, isAgain: false))
    }

    /// Shows a snapshot at once, and follows its changes; the selection is empty then.
    ///
    /// - Throws: `InvalidArgument` if the snapshot belongs to another manager.
    public func show(_ snapshot: AssetSnapshot) throws(InvalidArgument) {
        try images.check(snapshot)
        query = snapshot.query
        publishOpened(snapshot)
        start(.sections)
    }

    /// Opens the list again, after an error or when the user asks for it; the selection and the anchor stay.
    ///
    /// If another list is being opened, that one is opened, and its selection is empty.
    public func reload() {
        guard let query else { return }
        if snapshot == nil { ownState = .opening }
        refreshState()
        start(.open(query, .opened, isAgain: !(opening?.opensAnother ?? false)))
    }

    /// Closes the list and stops reading; a list can be shown again later.
    public func close() {
        (query, isBusy) = (nil, false)
        publishEmpty(.closed, .idle)
    }

    /// Groups the list by another period or in another calendar, or not at all.
    ///
    /// - Parameters:
    ///   - unit: the length of the periods; nil for no sections.
    ///   - calendar: the calendar, with its time zone, for example after it has changed; nil for the current one. A
    ///     calendar that follows the user's settings is fixed as it is now.
    public func group(by unit: AssetSections.Unit?, in calendar: Calendar? = nil) {
        // Without sections from before, the calendar of the options may still follow the user's settings.
        let calendar = calendar?.fixed ?? (unit == nil ? options.calendar : options.calendar.fixed)
        guard options.sectionUnit != unit || options.calendar != calendar else { return }
        (options.sectionUnit, options.calendar) = (unit, calendar)
        guard snapshot != nil else { return }
        if unit == nil { publishSections(nil, nil) }
        // A grid that was stopped counts its sections when it continues.
        guard !isStopped else { return }
        // A list that is being opened continues to open, and is grouped then.
        start(opening ?? .sections)
    }

    /// Tells the grid that a view has finished showing a change, such as its animation, so that the grid takes the next
    /// one.
    ///
    /// Call it for each ``GridChange``. Only updates of the library wait for it: the next one is read after this call,
    /// and contains all that has happened until then. The grid waits if it has an ``onChange``. Without one, a grid of
    /// your own waits from the first call of this function on, and that of a ``LibraryBrowser`` never.
    public func finishedShowing(_ change: GridChange) {
        isAnswered = true
        guard let shown = shownChange, shown.generation <= change.generation else { return }
        shownChange = nil
        shown.end.end()
    }

    /// Updates whether a finger drags, which the library's changes wait for.
    func noteDrag() {
        if !viewport.allowsReading || selected.isDragging {
            guard drag == nil else { return }
            drag = Completion()
            pauseAsking()
        } else {
            drag?.end()
            release?.end()
            (drag, release) = (nil, nil)
        }
    }

    /// Stops following the library's changes; what is shown stays.
    func stopFollowing() {
        (opening, isStopped) = (nil, true)
        feedTask.replace(with: nil)
        endAsking()
        endShownChange()
    }

    /// Stops waiting for the view: the one that shows a change may be gone, and its animation may never end.
    func endShownChange() {
        shownChange?.end.end()
        shownChange = nil
    }

    /// Follows the library's changes again, from the list that is shown on.
    func followAgain() {
        guard snapshot != nil else { return }
        start(isGrouped ? .follow : .sections)
    }

    /// Whether the list has the sections of the options; false while they are being counted.
    private var isGrouped: Bool {
        guard let sections else { return options.sectionUnit == nil }
        return sections.unit == options.sectionUnit && sections.calendar == options.calendar
    }

    /// Begins a stage of the feed, instead of the one that is running.
    func start(_ stage: GridFeed.Stage) {
        if status == nil { followPermission() }
        isStopped = false
        if case .open = stage { opening = stage } else { opening = nil }
        let feed = GridFeed(of: self)
        feedTask.replace(with: Task { await feed.run(stage) })
        // The canceled feed has ended what it waited for: the next one waits for the same events.
        if drag != nil { drag = Completion() }
        if asking != nil { asking = Completion() }
        shownChange?.end = Completion()
    }
}

// MARK: - The state

extension AssetGrid {
    /// Writes the state that results from the last events.
    func refreshState() {
        let isReading = ownState == .ready || ownState == .opening
        let current = isBusy && isReading ? .busy : ownState
        guard state != current else { return }
        state = current
        listOwner?.gridStateChanged()
    }

    /// Records that a read begins: if the library does not answer for a while, the grid is busy.
    func beginRead() {
        reads += 1
        if reads == 1 { watchReads() }
    }

    /// Records that a read has ended.
    ///
    /// - Parameter error: why the library has not answered; nil if it has.
    func endRead(after error: LibraryError? = nil) {
        reads -= 1
        if error == nil { noteAnswer() }
        if reads == 0 {
            busyTimer.replace(with: nil)
            // A read that was given up is no longer a sign that the library hangs; one that timed out is, and so is a
            // failure of the feed.
            if !isPaused, !hasFeedFailed, !(error?.isTimeout ?? false) { isBusy = false }
        }
        refreshState()
        onStep?()
    }

    /// Records that the library has answered: it is not busy, and the last read has not failed.
    func noteAnswer() {
        (isBusy, hasFeedFailed) = (false, false)
        if case .failed = ownState, snapshot != nil { ownState = .ready }
        if reads > 0 { watchReads() }
        refreshState()
    }

    private func watchReads() {
        let (clock, delay) = (manager.photos.access.clock, options.busyDelay)
        busyTimer.replace(
            with: Task { [weak self] in
                guard await clock.pause(until: clock.now() + delay) else { return }
                self?.noteBusy()
            })
    }

    /// Records that the library does not answer.
    func noteBusy() {
        // The last read may have ended just as the time was up.
        guard reads > 0, !Task.isCancelled else { return }
        isBusy = true
        refreshState()
        onStep?()
    }
}

extension LibraryError {
    /// Whether the library has not answered in time: its list is busy then, and has not failed.
    var isTimeout: Bool {
        switch self {
        case .timedOut, .tooManyCalls: true
        default: false
        }
    }
}
