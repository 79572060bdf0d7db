/// Has the images around what is on the screen in memory before they are seen: a grid says what is visible, no more.
///
/// ```swift
/// let window = try images.window(over: snapshot) { asset in
///     ImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// }
/// try window.show(120..<148, speed: 80)        // with each scroll event, on the main actor
/// try window.rebase(on: newSnapshot)             // the library has changed
/// ```
///
/// It leads in the direction of travel, by as much as the list moves in ``WindowLimits/leadTime``, and starts and stops
/// only what differs from before. Positions are all that it is told: what stands there is read behind the door, off the
/// caller's thread, the visible positions first. The latest wish counts, however many come, and nothing queues.
///
/// It is empty until something is shown, after ``empty()``, under memory pressure until something is shown again, and
/// when it goes: keep it for as long as the grid.
public final class CachingWindow: Sendable {
    /// How far it reaches.
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

    /// Says what is on the screen; costs the caller some microseconds, however far the window moves.
    ///
    /// - Parameters:
    ///   - visible: the positions on the screen, within the snapshot; an empty range empties the window.
    ///   - speed: items a second, less than 0 where the list moves to lower positions, 0 at rest.
    /// - Throws: `.visibleRangeOutOfBounds`, `.invalidSpeed`; the window is then what it was.
    /// - Complexity: O(1).
    public func show(_ visible: Range<Int>, speed: Double = 0) throws(WindowError) {
        let shortage = manager.shortages.current
        if try inbox.show(visible, speed: speed, shortage: shortage) { manager.post(.window(holder)) }
    }

    /// Goes over to another state of the list: images of assets in both are kept, neither stopped nor started anew.
    ///
    /// The first visible asset that is left keeps its place on the screen, until ``show(_:speed:)`` says otherwise.
    ///
    /// - Throws: `.foreignSnapshot` where it is from behind another door.
    /// - Complexity: O(1).
    public func rebase(on snapshot: AssetSnapshot) throws(WindowError) {
        try manager.check(snapshot)
        if inbox.rebase(on: snapshot) { manager.post(.window(holder)) }
    }

    /// Stops all that it started; it begins anew with what is shown next.
    public func empty() {
        if inbox.empty() { manager.post(.window(holder)) }
    }

    /// What it does now.
    public var status: Status {
        get async { await manager.status(of: holder) }
    }

    /// What a caching window does.
    public struct Status: Hashable, Sendable {
        /// The positions whose images it wants.
        public internal(set) var wanted: Range<Int> = 0..<0
        /// How many images it holds, those included that are being got.
        public internal(set) var held = 0
        /// Why it could not read the list; nil since it could.
        ///
        /// It tries again when something is shown. `.shutDown` where the manager was closed.
        public internal(set) var failure: LibraryError?
        /// What is wrong with the last request that made no sense, and for which no image is got; nil where none was.
        public internal(set) var refusal: ImageError?
    }
}

extension CachingImageManager {
    /// A window that holds the images around what a grid shows of a snapshot.
    ///
    /// - Parameters:
    ///   - snapshot: the list that the grid shows, from behind the manager's own door.
    ///   - limits: how far it reaches.
    ///   - request: which image is wanted of an asset: the very one that the cell will ask for; nil for none. Its
    ///     priority is at most `.prefetch`.
    /// - Throws: `WindowError` where a limit makes no sense, `.foreignSnapshot`.
    public nonisolated func window(
        over snapshot: AssetSnapshot,
        limits: WindowLimits = WindowLimits(),
        request: @escaping @Sendable (MediaAsset) -> ImageRequest?
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

/// How far a caching window reaches beyond the screen.
public struct WindowLimits: Hashable, Sendable {
    /// The most items in the window, the visible ones included; 1 to 10,000, 250 by default.
    ///
    /// What the window holds is to fit into the part of the cache that is kept for pinned images, 128 MiB by default:
    /// 250 images of 4:3 that fill 300×300 pixels are 400×300 each, 115 MiB in all. What does not fit may be evicted.
    public var mostItems: Int
    /// How long before an item is seen its image is asked for; half a second by default.
    ///
    /// Raise it where decodes are slow: the lead in items is this time multiplied by the speed.
    public var leadTime: Duration
    /// The fewest items to lead by, also at rest and at both sides; 0 by default, and then it is half a screen.
    public var smallestLead: Int

    /// Limits, each at its default unless given; wrong ones are refused where a window is worked out.
    public init(mostItems: Int = 250, leadTime: Duration = .milliseconds(500), smallestLead: Int = 0) {
        self.mostItems = mostItems
        self.leadTime = leadTime
        self.smallestLead = smallestLead
    }

    /// The most items that a window may be asked to hold: what it has to know of them is looked through now and then.
    private static let mostItemsAllowed = 10_000

    /// Refuses what no window can keep to.
    func validate() throws(WindowError) {
        guard (1...Self.mostItemsAllowed).contains(mostItems) else { throw .invalidMostItems(mostItems) }
        guard leadTime >= .zero else { throw .invalidLeadTime(leadTime) }
        guard smallestLead >= 0 else { throw .invalidSmallestLead(smallestLead) }
    }
}

/// Why a caching window cannot be worked out; each case carries the value that was wrong.
public enum WindowError: Error, Hashable, Sendable {
    /// A list holds at least no items.
    case invalidCount(Int)
    /// The visible positions are not all within the list.
    case visibleRangeOutOfBounds(Range<Int>, count: Int)
    /// The speed is not a number of items a second.
    case invalidSpeed(Double)
    /// A window holds 1 to 10,000 items.
    case invalidMostItems(Int)
    /// A lead is at least no time.
    case invalidLeadTime(Duration)
    /// A lead is at least no items.
    case invalidSmallestLead(Int)
    /// The list is a snapshot from behind another door than the manager's.
    case foreignSnapshot(of: LibraryIdentity)
}

extension WindowError: CustomStringConvertible {
    /// What went wrong with which value, for logs; the wording may change.
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
