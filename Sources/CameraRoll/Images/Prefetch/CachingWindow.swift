/// Keeps the images around the visible part of a grid in memory before they are seen; the grid only reports what is
/// visible.
///
/// ```swift
/// let window = try images.window(over: snapshot) { asset in
///     AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// }
/// try window.update(visible: 120..<148, velocity: 80)        // with each scroll event, on the main actor
/// try window.move(to: newSnapshot)               // the library has changed
/// ```
///
/// The window leads in the direction of scrolling, by the distance that the list moves in ``WindowLimits/leadTime``,
/// and starts and stops only the difference from the previous range. It receives positions only: the assets at these
/// positions are read through the library access, off the caller's thread, the visible ones first. Only the latest
/// range counts, and nothing is queued. In motion the images follow in steps, each of a quarter of what the window
/// reaches ahead: a step for each scroll event would wake threads 120 times a second. Show the range once more without
/// a velocity when the list comes to rest: then they are exact.
///
/// The window is empty until a range is shown, after ``stop()``, under memory pressure until a range is shown again,
/// and after its release: keep it for as long as the grid.
public final class CachingWindow: Sendable {
    /// The limits of the window.
    public let limits: WindowLimits
    let holder: PrefetchRegistry.Holder
    private let manager: CachingImageManager

    init(_ manager: CachingImageManager, _ holder: PrefetchRegistry.Holder, _ limits: WindowLimits) {
        self.manager = manager
        self.holder = holder
        self.limits = limits
    }

    deinit {
        if manager.mailbox.close(holder) { manager.sendForMail() }
    }

    /// Sets the visible range; takes a few microseconds of processor time, however far the window moves.
    ///
    /// The call may wait while another thread stores a part of the images of a `startCaching`, at most 128, or the
    /// manager takes 256 of them; with 100,000 images their table grows now and then, which takes longer.
    ///
    /// - Parameters:
    ///   - visible: the visible positions, within the snapshot; an empty range empties the window.
    ///   - velocity: the speed in items per second, negative toward lower positions, 0 at rest.
    /// - Throws: `InvalidArgument` for a range beyond the list, or a speed that is not finite; the window is unchanged
    ///   then.
    /// - Complexity: O(1).
    public func update(visible: Range<Int>, velocity: Double = 0) throws(InvalidArgument) {
        let shortage = manager.shortages.current
        if try manager.mailbox.show(visible, speed: velocity, shortage: shortage, in: holder) { manager.sendForMail() }
    }

    /// Changes to another snapshot of the list: images of assets in both are kept, and neither stopped nor started
    /// again.
    ///
    /// The first visible asset that remains keeps its place on the screen, until ``update(visible:velocity:)`` is
    /// called.
    ///
    /// - Throws: `InvalidArgument` if the snapshot belongs to another library access.
    /// - Complexity: O(1).
    public func move(to snapshot: AssetSnapshot) throws(InvalidArgument) {
        try manager.check(snapshot)
        if manager.mailbox.rebase(holder, on: snapshot) { manager.sendForMail() }
    }

    /// Stops everything that the window started; the next call of ``update(visible:velocity:)`` starts again.
    public func stop() {
        if manager.mailbox.empty(holder) { manager.sendForMail() }
    }

    /// The current status.
    public var status: Status {
        get async { await manager.status(of: holder) }
    }

    /// The status of a caching window.
    public struct Status: Hashable, Sendable {
        /// The positions whose images the window needs.
        public internal(set) var wanted: Range<Int> = 0..<0
        /// The number of images that the window holds, including those being loaded.
        public internal(set) var held = 0
        /// The error of the last read of the list; nil after a successful read.
        ///
        /// The window tries again at the next call of ``CachingWindow/update(visible:velocity:)``. `.shutDown` if the
        /// manager was closed.
        public internal(set) var failure: LibraryError?
        /// The error of the last invalid request, for which no image is loaded; nil if all were valid.
        public internal(set) var refusal: ImageError?
    }
}

extension CachingImageManager {
    /// Creates a window that holds the images around the visible part of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the list that the grid shows, from the manager's own library access.
    ///   - limits: the limits of the window.
    ///   - request: returns the image needed for an asset, exactly the one that the cell will request; nil for none.
    ///     Its priority is at most `.prefetch`.
    /// - Throws: `InvalidArgument` for an invalid limit, or a snapshot of another manager.
    public nonisolated func window(
        over snapshot: AssetSnapshot,
        limits: WindowLimits = WindowLimits(),
        request: @escaping @Sendable (MediaAsset) -> AssetImageRequest?
    ) throws(InvalidArgument) -> CachingWindow {
        try check(snapshot)
        let planner = try WindowPlanner(limits)
        let holder = PrefetchRegistry.Holder(number: numbers.next())
        let state = WindowState(over: snapshot, planner: planner, request: request)
        if mailbox.open(holder, state, WindowInbox(planner, count: snapshot.count)) { sendForMail() }
        return CachingWindow(self, holder, limits)
    }

    package nonisolated func check(_ snapshot: AssetSnapshot) throws(InvalidArgument) {
        guard snapshot.access === access else { throw .foreignSnapshot(of: snapshot.library) }
    }
}

/// How far a caching window extends beyond the screen.
public struct WindowLimits: Hashable, Sendable {
    /// The maximum number of items in the window, including the visible ones; 1 to 10,000, 250 by default.
    ///
    /// The images of the window should fit into the part of the cache that pinned images may use, 128 MiB by default:
    /// 250 images in 4:3 that fill 300×300 pixels have 400×300 pixels each, 115 MiB in all. Images that do not fit
    /// may be evicted.
    public var maximumItemCount: Int
    /// How far ahead of its appearance an item's image is requested; half a second by default.
    ///
    /// Increase it if decoding is slow: the lead in items is this time multiplied by the speed.
    public var leadTime: Duration
    /// The minimum lead in items, even at rest, on both sides; 0 by default, which means half a screen.
    public var minimumLead: Int

    /// Creates limits, each with its default; they are validated when a window is created.
    public init(maximumItemCount: Int = 250, leadTime: Duration = .milliseconds(500), minimumLead: Int = 0) {
        self.maximumItemCount = maximumItemCount
        self.leadTime = leadTime
        self.minimumLead = minimumLead
    }

    /// The maximum number of items in any window, since the window's data is searched from time to time.
    private static let mostItemsAllowed = 10_000

    /// Throws if a limit is invalid.
    package func validate() throws(InvalidArgument) {
        try InvalidArgument.check("maximum item count", maximumItemCount, in: 1...Self.mostItemsAllowed)
        guard leadTime >= .zero else { throw InvalidArgument("lead time", leadTime, allowed: "zero or more") }
        try InvalidArgument.check("minimum lead", minimumLead, in: 0 ... .max)
    }
}
