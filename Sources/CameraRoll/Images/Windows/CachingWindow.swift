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
    let holder: CachingLedger.Holder
    let inbox: WindowInbox
    private let manager: CachingImageManager

    init(
        _ manager: CachingImageManager, _ holder: CachingLedger.Holder, _ inbox: WindowInbox, _ limits: WindowLimits
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
