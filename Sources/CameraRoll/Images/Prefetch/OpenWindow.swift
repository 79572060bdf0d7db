import Synchronization

/// A caching window, as stored by its manager.
struct OpenWindow {
    var state: WindowState
    /// The number of memory shortages when the range was shown.
    var shortage: UInt64 = 0
    var task: Task<Void, Never>?
    var failure: LibraryError?
}

extension CachingImageManager {
    func status(of holder: PrefetchRegistry.Holder) -> CachingWindow.Status {
        drainAll()
        // A small move, of which the manager was not notified.
        followWindow(holder)
        drainAll()
        guard let window = windows[holder] else { return CachingWindow.Status(failure: .shutDown) }
        return CachingWindow.Status(
            wanted: window.state.plan.wanted, held: window.state.count, failure: window.failure,
            refusal: window.state.refusal)
    }

    func openWindow(_ holder: PrefetchRegistry.Holder, _ state: WindowState) {
        if !isClosed.load(ordering: .acquiring) { windows[holder] = OpenWindow(state: state) }
    }

    func closeWindow(_ holder: PrefetchRegistry.Holder) {
        windows.removeValue(forKey: holder)?.task?.cancel()
        requests.stopAll(by: [holder])
    }

    /// Applies the pending request of a window.
    func followWindow(_ holder: PrefetchRegistry.Holder) {
        guard let wish = mailbox.takeWish(of: holder), windows[holder] != nil else { return }
        // A range that was shown before memory was short is ignored, and a later one keeps nothing from before.
        let counts = wish.shortage == shortages.current
        let isOutdated = counts && windows[holder]?.shortage != wish.shortage
        if wish.empties || isOutdated, let held = windows[holder]?.state.empty() {
            rest.append(.drop(held[...], holder))
        }
        if counts { windows[holder]?.shortage = wish.shortage }
        if let plan = wish.planBefore, counts { windows[holder]?.state.show(plan) }
        if let snapshot = wish.snapshot { windows[holder]?.state.rebase(on: snapshot) }
        if let plan = wish.plan, counts { windows[holder]?.state.show(plan) }
        advance(holder)
    }

    /// Handles the result of a window's read.
    func followWindow(_ holder: PrefetchRegistry.Holder, _ read: WindowState.Read, _ reading: WindowReading) {
        guard windows[holder] != nil else { return }
        var change = WindowState.Change()
        switch reading {
        case .assets(let assets, let positions):
            change = windows[holder]?.state.learn(assets, at: positions, generation: read.generation) ?? change
        case .position(let position, let anchor):
            windows[holder]?.state.learn(position: position, of: anchor, generation: read.generation)
        case .failure(let error):
            guard windows[holder]?.state.giveUp(read) == true else { break }
            windows[holder]?.failure = error
            mailbox.expectRange(of: holder)
            return
        }
        windows[holder]?.failure = nil
        requests.stopCaching(change.stopped, by: holder)
        requests.startCaching(change.started, by: holder)
        advance(holder)
    }

    /// Stops the images that a window no longer needs, and starts its next read.
    private func advance(_ holder: PrefetchRegistry.Holder) {
        guard let stopped = windows[holder]?.state.takeStopped() else { return }
        if !stopped.isEmpty { rest.append(.drop(stopped[...], holder)) }
        if let read = windows[holder]?.state.takeRead() {
            windows[holder]?.task = Task.detached(priority: .medium) { [weak self] in
                let reading = await WindowReading.read(read)
                self?.post(.windowRead(holder, read, reading))
            }
        }
    }

    /// Stops the prefetching from before the last memory shortage, or the last time that the permission was narrowed.
    ///
    /// Windows that were shown afterward stay as they are.
    func endOutdated() {
        let isOutdated = { [windows, shortage = shortages.current] in windows[$0]?.shortage != shortage }
        for holder in windows.keys where isOutdated(holder) {
            _ = windows[holder]?.state.empty()
            mailbox.expectRange(of: holder)
        }
        requests.stopAll(by: requests.state.withLock(\.needed.windows).filter(isOutdated))
        dropOutdatedCalls()
    }
}

/// The result of a window's read of the library.
enum WindowReading: Sendable {
    case assets([MediaAsset], Range<Int>)
    /// The position of the first anchor that the snapshot contains, and that anchor; nil if it contains none.
    case position(Int?, of: WindowState.Anchor?)
    case failure(LibraryError)

    /// Reads the data that a window needs; ends at once if the task is canceled.
    static func read(_ read: WindowState.Read) async -> WindowReading {
        do throws(LibraryError) {
            switch read.subject {
            case .assets(let positions):
                return .assets(try await read.snapshot.assets(in: positions), positions)
            case .position(let anchors):
                let found = try await read.snapshot.firstIndex(of: anchors)
                return .position(found?.index, of: found?.anchor)
            }
        } catch {
            return .failure(error)
        }
    }
}

extension AssetSnapshot {
    /// The first of some assets that the snapshot contains, with its position; nil if it contains none.
    fileprivate func firstIndex(
        of anchors: [WindowState.Anchor]
    ) async throws(LibraryError) -> (anchor: WindowState.Anchor, index: Int)? {
        try await access.perform("find in snapshot") { libraryState throws(LibraryError) in
            let result = try libraryState.result(of: self.id)
            for anchor in anchors {
                if let index = try result.index(of: anchor.asset) { return (anchor, index) }
            }
            return nil
        }
    }
}

/// The pending request of a window, which the manager has not applied yet: one, however often it changes:
/// a pure value.
struct WindowInbox: Sendable {
    /// The requested changes, applied in this order.
    struct Wish: Sendable {
        var empties = false
        /// The range shown before the rebase.
        var planBefore: WindowPlan?
        var snapshot: AssetSnapshot?
        var plan: WindowPlan?
        /// The number of memory shortages when the range was shown.
        var shortage: UInt64 = 0

        mutating func show(_ plan: WindowPlan, _ shortage: UInt64) {
            (self.plan, self.shortage) = (plan, shortage)
        }

        mutating func rebase(on snapshot: AssetSnapshot, _ planner: WindowPlanner) {
            if self.snapshot == nil {
                (planBefore, plan) = (plan ?? planBefore, nil)
            } else if let shown = plan {
                // No window has read the snapshot in between, so only the positions can be kept.
                plan = planner.plan(count: snapshot.count, near: shown.visible)
            }
            self.snapshot = snapshot
        }

        mutating func empty() {
            (empties, planBefore, plan) = (true, nil, nil)
        }
    }

    private let planner: WindowPlanner
    private var count: Int
    private(set) var wish: Wish?
    /// Whether the manager is to apply the request now.
    private var isAnnounced = false
    /// The range that the manager has applied last, and the number of memory shortages then; nil if it is notified of
    /// the next range in any case.
    private var applied: (plan: WindowPlan, shortage: UInt64)?

    init(_ planner: WindowPlanner, count: Int) {
        self.planner = planner
        self.count = count
    }

    /// Sets the visible range; like the functions below, returns true if the manager has to be notified.
    ///
    /// In motion the manager is not notified of each step: the next notification includes those before it.
    mutating func show(_ visible: Range<Int>, speed: Double, shortage: UInt64 = 0) throws(InvalidArgument) -> Bool {
        let plan = try planner.plan(count: count, visible: visible, speed: speed)
        let isKnown = applied.map { $0.shortage == shortage && plan.isNear($0.plan) } ?? false
        defer { wish?.show(plan, shortage) }
        return begin(announces: !isKnown)
    }

    /// Notifies the manager of the next range in any case, since the last one was not applied to its end.
    mutating func expectRange() { applied = nil }

    mutating func rebase(on snapshot: AssetSnapshot) -> Bool {
        count = snapshot.count
        defer { wish?.rebase(on: snapshot, planner) }
        return begin()
    }

    mutating func empty() -> Bool {
        defer { wish?.empty() }
        return begin()
    }

    mutating func take() -> Wish? {
        isAnnounced = false
        guard let taken = wish.take() else { return nil }
        applied = taken.plan.map { ($0, taken.shortage) }
        return taken
    }

    /// Makes sure that a request is pending; returns true if the manager has to be notified.
    private mutating func begin(announces: Bool = true) -> Bool {
        if wish == nil { wish = Wish() }
        guard announces, !isAnnounced else { return false }
        isAnnounced = true
        return true
    }
}
