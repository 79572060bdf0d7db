/// Gets images, keeps them, and gets ahead of those who will ask: Photos' `PHCachingImageManager`, that never loses a request.
///
/// ```swift
/// let images = try CachingImageManager(of: manager)
/// let request = ImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// cell.image = images.cachedImage(for: request)             // at once, on the caller's thread
/// let image = try await images.image(for: request)          // one decode, however many ask
/// ```
///
/// - A request ends exactly once, also when its source calls back twice, late or never and is cancelled meanwhile.
/// - One job for each ``ImageKey``; it is as urgent as the most urgent who waits, and cancelled when the last one leaves.
/// - Images are decoded on a pool of threads of its own: never on the main actor, the cooperative pool or the library's.
/// - At most ``Limits/requests`` are in flight; the others wait, the most urgent first (P2).
///
/// An actor; calls from synchronous code are applied in the order in which they were made.
public actor CachingImageManager {
    /// How many images are started or stopped at a time.
    private static let slice = 256

    /// The images in memory.
    public nonisolated let cache: ImageCache
    nonisolated let access: LibraryAccess
    nonisolated let resources: ResourceReads
    nonisolated let holders = Counter()
    private nonisolated let mailbox = ImageMailbox()
    private nonisolated let runs = ImageRuns()
    private nonisolated let starter: ImageStarter
    private nonisolated let clock: ElapsedClock
    private nonisolated let limits: Limits
    private nonisolated let pressure = Lock<MemoryPressure.Observation?>(nil)
    private var jobs = ImageJobs(limit: 1)
    private var ledger = CachingLedger()
    private var windows: [CachingLedger.Holder: OpenWindow] = [:]
    private var stalls: StallTable
    private var timer: Task<Void, Never>?
    /// What is to be done slice by slice, in the order in which it was said.
    private var sliced = RingBuffer<ImageIntent>(capacity: 16)
    /// What is left of what was begun; the last first.
    private var rest: [ImageIntent] = []
    private var counts = ImageManagerStatistics()
    private var isClosed = false

    /// A manager of a library's images; nothing is touched before the first request that is allowed.
    ///
    /// - Parameters:
    ///   - access: the door that the images are behind.
    ///   - limits: what it may use.
    ///   - clock: by which images age and silent sources are given up.
    ///   - memoryPressure: who says that memory is short.
    /// - Throws: `ImageError` where a limit makes no sense, naming it.
    public init(
        access: LibraryAccess,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) throws(ImageError) {
        try limits.validate()
        self.access = access
        self.limits = limits
        self.clock = ElapsedClock(clock)
        cache = try ImageCache(limits: limits.cache, clock: clock)
        let pool = try DecodePool(limits: PoolLimits(threads: limits.decodes))
        starter = ImageStarter(access: access, pool: pool)
        resources = try ResourceReads(access: access, clock: self.clock, timeout: limits.stallTimeout)
        stalls = StallTable(timeout: limits.stallTimeout)
        let observation = memoryPressure.observe { [weak self] in self?.reclaimMemory(.pressure) }
        pressure.withLock { $0 = observation }
    }

    /// A manager of the images that a media manager's library has, behind the same door; otherwise as above.
    public init(
        of manager: MediaManager,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) throws(ImageError) {
        try self.init(access: manager.photos.access, limits: limits, clock: clock, memoryPressure: memoryPressure)
    }

    deinit {
        timer?.cancel()
        for window in windows.values { window.task?.cancel() }
        runs.cancelAll()
    }

    /// Figures of this moment.
    public var statistics: ImageManagerStatistics {
        drain()
        var counts = counts
        (counts.running, counts.jobs, counts.waiting) = (jobs.running, jobs.count, jobs.waiters)
        (counts.windowed, counts.windows) = (ledger.count, windows.count)
        return counts
    }
}

// MARK: - In call order

extension CachingImageManager {
    /// Takes note of something; from any thread, without waiting.
    nonisolated func post(_ intent: ImageIntent) {
        guard mailbox.append(intent) else { return }
        Task.detached { await self.drain() }
    }

    /// Takes note of something, and returns once that is done or somebody is at it.
    nonisolated func send(_ intent: ImageIntent) async {
        // Without a task: a manager that is idle is entered on the caller's own thread.
        if mailbox.append(intent) { await drainMail() }
    }

    /// Applies what is said at once, and leaves what may take long to a task of its own.
    private func drainMail() {
        takeMail()
        if rest.isEmpty, sliced.isEmpty { setTimer() } else { Task.detached { await self.drain() } }
    }

    /// Applies all that was said so far; what may take long in slices, so that no cell waits for thousands of others.
    func drain() {
        while true {
            takeMail()
            guard let intent = rest.popLast() ?? sliced.popFirst() else { break }
            perform(apply(intent))
        }
        setTimer()
    }

    private func takeMail() {
        while true {
            let intents = mailbox.takeAll()
            guard !intents.isEmpty else { return }
            for intent in intents {
                if intent.isSliced { sliced.append(intent) } else { perform(apply(intent)) }
            }
        }
    }

    /// The first of many, as many as may be dealt with at a time; the others come before whatever was said later.
    private func slice<Element>(
        _ all: ArraySlice<Element>, rest intent: (ArraySlice<Element>) -> ImageIntent
    ) -> ArraySlice<Element> {
        if all.count > Self.slice { rest.append(intent(all.dropFirst(Self.slice))) }
        return all.prefix(Self.slice)
    }

    private func apply(_ intent: ImageIntent) -> [ImageJobs.Action] {
        switch intent {
        case .join(let waiter, let request): join(waiter, request)
        case .leave(let waiter, let key): jobs.leave(waiter, key: key)
        case .heard(let run): hear(run)
        case .sourceLimit(let limit): jobs.setLimit(min(limit, limits.requests))
        case .close: close()
        case .startCaching(let all): startCaching(slice(all) { .startCaching($0) }, by: .calls)
        case .stopCaching(let all): stopCaching(slice(all) { .stopCaching($0) }.map(\.key), by: .calls)
        case .drop(let all, let holder): stopCaching(slice(all) { .drop($0, holder) }, by: holder)
        case .stopCachingAll: drop(ledger.stopAll(by: .calls))
        case .openWindow(let holder, let state, let inbox): openWindow(holder, state, inbox)
        case .window(let holder): followWindow(holder)
        case .windowRead(let holder, let read, let reading): followWindow(holder, read, reading)
        case .closeWindow(let holder): closeWindow(holder)
        case .emptyWindows: emptyWindows()
        }
    }

    private func perform(_ actions: [ImageJobs.Action]) {
        for action in actions {
            switch action {
            case .start(let id, let request): start(id, request)
            case .setPriority(let id, let priority): setPriority(priority, of: id)
            case .cancel(let id): cancel(id)
            case .deliver(let waiter, let delivery): waiter.receive(delivery)
            case .fail(let waiter, let error): waiter.fail(error)
            case .store(let key, let image): cache.insert(image, for: key)
            }
        }
    }

    private func join(_ waiter: ImageWaiter, _ request: ImageRequest) -> [ImageJobs.Action] {
        if isClosed { return [.fail(waiter, .shutDown)] }
        let key = request.key
        noteMismatch(of: key)
        // It may have come into the cache since the caller looked.
        if let image = cache.uncountedImage(for: key) { return [.deliver(waiter, .final(image))] }
        return jobs.join(waiter, for: request, key: key)
    }

    private func noteMismatch(of key: ImageKey, with cached: ImageKey? = nil) {
        guard let cached = cached ?? ledger.mismatch(of: key) else { return }
        counts.mismatches += 1
        counts.lastMismatch = ImageManagerStatistics.Mismatch(asked: key, cached: cached)
    }

    private func close() -> [ImageJobs.Action] {
        isClosed = true
        (sliced, rest) = (RingBuffer(), [])
        cache.unpin(ledger.stopAll())
        for window in windows.values { window.task?.cancel() }
        windows = [:]
        return jobs.endAll(.shutDown)
    }
}

// MARK: - Runs

extension CachingImageManager {
    private func start(_ id: ImageJobs.RunID, _ request: ImageRequest) {
        counts.started += 1
        stalls.note(id, now: clock.now())
        let run = ImageRun(id, priority: request.priority)
        runs.add(run)
        start(run, request)
    }

    private func start(_ run: ImageRun, _ request: ImageRequest) {
        // Weak: a source that never calls back must not keep the manager.
        let sink = ImageSink { [weak self] event in if run.add(event) { self?.post(.heard(run.id)) } }
        let limit = jobs.limit
        let most = limits.requests
        starter.start(request, run, sink: sink) { [weak self] allowed in
            if min(allowed, most) != limit { self?.post(.sourceLimit(allowed)) }
        }
    }

    /// Makes a run as urgent as those who wait; where its source is not found yet, that is asked for in a better lane too.
    private func setPriority(_ priority: ImagePriority, of id: ImageJobs.RunID) {
        guard let run = runs[id] else { return }
        if run.setPriority(priority), let request = jobs.request(of: id) { start(run, request) }
    }

    private func cancel(_ id: ImageJobs.RunID) {
        counts.cancelled += 1
        stalls.end(id)
        runs.cancel(id)
    }

    private func hear(_ id: ImageJobs.RunID) -> [ImageJobs.Action] {
        guard let run = runs[id] else { return [] }
        stalls.note(id, now: clock.now())
        return run.takeEvents().flatMap { event in
            if event.isEnd { end(id, event) }
            return jobs.receive(event, of: id)
        }
    }

    private func end(_ id: ImageJobs.RunID, _ event: ImageSourceEvent) {
        if case .end(.success) = event { counts.finished += 1 } else { counts.failed += 1 }
        stalls.end(id)
        runs.finish(id)
    }

    /// Has a timer wait for the run that will have been silent for too long first; none where nothing runs.
    private func setTimer() {
        guard let next = stalls.next else {
            timer.take()?.cancel()
            return
        }
        // One that is set too early finds nothing, and is set again.
        guard timer == nil else { return }
        timer = Task.detached { [weak self, clock] in
            guard (try? await clock.sleep(next)) != nil else { return }
            await self?.expire()
        }
    }

    private func expire() {
        timer = nil
        for run in stalls.stalled(now: clock.now()) {
            counts.timedOut += 1
            counts.failed += 1
            stalls.end(run)
            runs.cancel(run)
            perform(jobs.timeOut(run, after: limits.stallTimeout ?? .zero))
        }
        drain()
    }
}

// MARK: - Caching ahead

extension CachingImageManager {
    private func startCaching(_ requests: some Sequence<ImageRequest>, by holder: CachingLedger.Holder) -> [ImageJobs
        .Action]
    {
        guard !isClosed else { return [] }
        var started: [(request: ImageRequest, key: ImageKey)] = []
        for var request in requests {
            let key = request.key
            switch ledger.start(key, by: holder) {
            case .wanted:
                request.priority = min(request.priority, .prefetch)
                started.append((request, key))
            case .known: break
            case .mismatch(let cached): noteMismatch(of: key, with: cached)
            }
        }
        cache.pin(started.map(\.key))
        return started.flatMap { cache.contains($0.key) ? [] : jobs.startCaching($0.request, key: $0.key) }
    }

    private func stopCaching(_ keys: some Sequence<ImageKey>, by holder: CachingLedger.Holder) -> [ImageJobs.Action] {
        drop(keys.filter { ledger.stop($0, by: holder) })
    }

    /// Nobody wants these ahead any more.
    private func drop(_ keys: [ImageKey]) -> [ImageJobs.Action] {
        cache.unpin(keys)
        return keys.flatMap { jobs.stopCaching($0) }
    }
}

// MARK: - Windows

/// A caching window, as its manager knows it.
private struct OpenWindow {
    var state: WindowState
    let inbox: WindowInbox
    var task: Task<Void, Never>?
    var failure: LibraryError?
}

extension CachingImageManager {
    func status(of holder: CachingLedger.Holder) -> CachingWindow.Status {
        drain()
        guard let window = windows[holder] else { return CachingWindow.Status() }
        return CachingWindow.Status(
            wanted: window.state.plan.wanted, held: window.state.count, failure: window.failure,
            refusal: window.state.refusal)
    }

    private func openWindow(
        _ holder: CachingLedger.Holder, _ state: WindowState, _ inbox: WindowInbox
    ) -> [ImageJobs.Action] {
        if !isClosed { windows[holder] = OpenWindow(state: state, inbox: inbox) }
        return []
    }

    private func closeWindow(_ holder: CachingLedger.Holder) -> [ImageJobs.Action] {
        windows.removeValue(forKey: holder)?.task?.cancel()
        return drop(ledger.stopAll(by: holder))
    }

    /// Does what a window was told.
    private func followWindow(_ holder: CachingLedger.Holder) -> [ImageJobs.Action] {
        guard let wish = windows[holder]?.inbox.take() else { return [] }
        var actions: [ImageJobs.Action] = []
        if wish.empties, let held = windows[holder]?.state.empty() { actions += stopCaching(held, by: holder) }
        if let plan = wish.planBefore { windows[holder]?.state.show(plan) }
        if let snapshot = wish.snapshot { windows[holder]?.state.rebase(on: snapshot) }
        if let plan = wish.plan { windows[holder]?.state.show(plan) }
        advance(holder)
        return actions
    }

    /// Takes up what was read for a window.
    private func followWindow(
        _ holder: CachingLedger.Holder, _ read: WindowState.Read, _ reading: WindowReading
    ) -> [ImageJobs.Action] {
        guard windows[holder] != nil else { return [] }
        windows[holder]?.failure = nil
        var change = WindowState.Change()
        switch reading {
        case .assets(let assets, let positions):
            change = windows[holder]?.state.learn(assets, at: positions, generation: read.generation) ?? change
        case .position(let position, let anchor):
            windows[holder]?.state.learn(position: position, of: anchor, generation: read.generation)
        case .failure(let error):
            windows[holder]?.failure = error
            windows[holder]?.state.giveUpReading()
            return []
        }
        let actions = stopCaching(change.stopped, by: holder) + startCaching(change.started, by: holder)
        advance(holder)
        return actions
    }

    /// Stops what a window wants no more, and has it read what it has to know.
    private func advance(_ holder: CachingLedger.Holder) {
        guard let stopped = windows[holder]?.state.takeStopped() else { return }
        if !stopped.isEmpty { rest.append(.drop(stopped[...], holder)) }
        if let read = windows[holder]?.state.takeRead() {
            windows[holder]?.task = Task.detached(priority: .medium) { [weak self] in
                let reading = await WindowReading.read(read)
                self?.post(.windowRead(holder, read, reading))
            }
        }
    }

    private func emptyWindows() -> [ImageJobs.Action] {
        rest = []
        for holder in windows.keys { _ = windows[holder]?.state.empty() }
        return drop(ledger.stopAll())
    }
}

extension ImageSourceEvent {
    fileprivate var isEnd: Bool {
        switch self {
        case .end, .finished: true
        case .progress, .degraded: false
        }
    }
}
