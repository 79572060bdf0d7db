/// Keeps the images around the visible part of a grid in memory before they are seen; the grid only reports what is
/// visible.
///
/// ```swift
/// let window = try images.window(over: snapshot) { asset in
///     AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// }
/// try window.update(visible: 120..<148, velocity: 80)        // with each scroll event, on the main actor
/// try window.rebase(on: newSnapshot)             // the library has changed
/// ```
///
/// The window leads in the direction of scrolling, by the distance that the list moves in ``WindowLimits/leadTime``,
/// and starts and stops only the difference to the previous range. It receives positions only: the assets at these
/// positions are read through the library access, off the caller's thread, the visible ones first. Only the latest
/// range counts, and nothing is queued.
///
/// The window is empty until a range is shown, after ``stop()``, under memory pressure until a range is shown again,
/// and after its release: keep it for as long as the grid.
public final class CachingWindow: Sendable {
    /// The limits of the window.
    public let limits: WindowLimits
    let holder: PrefetchRegistry.Holder
    let inbox: WindowInbox
    private let manager: CachingImageManager

    init(
        _ manager: CachingImageManager, _ holder: PrefetchRegistry.Holder, _ inbox: WindowInbox, _ limits: WindowLimits
    ) {
        self.manager = manager
        self.holder = holder
        self.inbox = inbox
        self.limits = limits
    }

    deinit {
        manager.post(.closeWindow(holder))
    }

    /// Sets the visible range; costs the caller some microseconds, however far the window moves.
    ///
    /// - Parameters:
    ///   - visible: the visible positions, within the snapshot; an empty range empties the window.
    ///   - velocity: the speed in items per second, negative toward lower positions, 0 at rest.
    /// - Throws: `.visibleRangeOutOfBounds`, `.invalidSpeed`; the window is unchanged then.
    /// - Complexity: O(1).
    public func update(visible: Range<Int>, velocity: Double = 0) throws(WindowError) {
        let shortage = manager.shortages.current
        if try inbox.show(visible, speed: velocity, shortage: shortage) { manager.post(.window(holder)) }
    }

    /// Changes to another snapshot of the list: images of assets in both are kept, and neither stopped nor started
    /// again.
    ///
    /// The first visible asset that remains keeps its place on the screen, until ``update(visible:velocity:)`` is
    /// called.
    ///
    /// - Throws: `.foreignSnapshot` if the snapshot belongs to another library access.
    /// - Complexity: O(1).
    public func move(to snapshot: AssetSnapshot) throws(WindowError) {
        try manager.check(snapshot)
        if inbox.rebase(on: snapshot) { manager.post(.window(holder)) }
    }

    /// Stops everything that the window started; the next call of `show` starts again.
    public func stop() {
        if inbox.empty() { manager.post(.window(holder)) }
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
        /// The window tries again at the next call of `show`. `.shutDown` if the manager was closed.
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
    /// - Throws: `WindowError` for an invalid limit, `.foreignSnapshot`.
    public nonisolated func window(
        over snapshot: AssetSnapshot,
        limits: WindowLimits = WindowLimits(),
        request: @escaping @Sendable (MediaAsset) -> AssetImageRequest?
    ) throws(WindowError) -> CachingWindow {
        try check(snapshot)
        let planner = try WindowPlanner(limits)
        let holder = PrefetchRegistry.Holder(number: numbers.next())
        let inbox = WindowInbox(planner, count: snapshot.count)
        post(.openWindow(holder, WindowState(over: snapshot, planner: planner, request: request), inbox))
        return CachingWindow(self, holder, inbox, limits)
    }

    nonisolated func check(_ snapshot: AssetSnapshot) throws(WindowError) {
        guard snapshot.access === access else { throw .foreignSnapshot(of: snapshot.library) }
    }
}

/// How far a caching window extends beyond the screen.
public struct WindowLimits: Hashable, Sendable {
    /// The maximum number of items in the window, including the visible ones; 1 to 10,000, 250 by default.
    ///
    /// The images of the window should fit into the part of the cache that is reserved for pinned images, 128 MiB by
    /// default: 250 images of 4:3 that fill 300×300 pixels are 400×300 each, 115 MiB in all. Images that do not fit
    /// may be evicted.
    public var maximumItemCount: Int
    /// How long before an item becomes visible its image is requested; half a second by default.
    ///
    /// Increase it if decoding is slow: the lead in items is this time multiplied by the speed.
    public var leadTime: Duration
    /// The minimum lead in items, also at rest and at both sides; 0 by default, which means half a screen.
    public var minimumLead: Int

    /// Creates limits, each with its default; they are validated when a window is created.
    public init(maximumItemCount: Int = 250, leadTime: Duration = .milliseconds(500), minimumLead: Int = 0) {
        self.maximumItemCount = maximumItemCount
        self.leadTime = leadTime
        self.minimumLead = minimumLead
    }

    /// The maximum number of items of any window, whose data are searched from time to time.
    private static let mostItemsAllowed = 10_000

    /// Throws if a limit is invalid.
    func validate() throws(WindowError) {
        guard (1...Self.mostItemsAllowed).contains(maximumItemCount) else { throw .invalidMostItems(maximumItemCount) }
        guard leadTime >= .zero else { throw .invalidLeadTime(leadTime) }
        guard minimumLead >= 0 else { throw .invalidSmallestLead(minimumLead) }
    }
}

/// An error of a caching window; each case carries the value that was wrong.
public enum WindowError: Error, Hashable, Sendable {
    /// The count of the list is negative.
    case invalidCount(Int)
    /// The visible range is not within the list.
    case visibleRangeOutOfBounds(Range<Int>, count: Int)
    /// The speed is not a finite number of items per second.
    case invalidSpeed(Double)
    /// The maximum number of items is not within 1 to 10,000.
    case invalidMostItems(Int)
    /// The lead time is negative.
    case invalidLeadTime(Duration)
    /// The minimum lead is negative.
    case invalidSmallestLead(Int)
    /// The snapshot belongs to another library access than the manager's.
    case foreignSnapshot(of: LibraryIdentity)
}

extension WindowError: CustomStringConvertible {
    /// A description of the error and its value, for logs; the wording may change.
    public var description: String {
        switch self {
        case .invalidCount(let count): "A list cannot hold \(count) items."
        case .visibleRangeOutOfBounds(let range, let count): "Positions \(range) are not within 0..<\(count)."
        case .invalidSpeed(let speed): "\(speed) is no speed in items a second."
        case .invalidMostItems(let items): "A window cannot hold \(items) items; 1 to 10,000."
        case .invalidLeadTime(let time): "A window cannot lead by \(time)."
        case .invalidSmallestLead(let lead): "A window cannot lead by \(lead) items."
        case .foreignSnapshot(let library): "The snapshot of '\(library)' is from behind another door."
        }
    }
}

extension WindowError: CameraRollError {
    /// False: nothing of a window is canceled with an error.
    public var isCancellation: Bool { false }

    /// Nil: each case is an invalid argument.
    public var recovery: ErrorRecovery? { nil }
}
