/// All image jobs with their waiters: a pure state machine, which returns the actions to perform.
///
/// There is one job per key, however many callers wait for it. A job is queued by priority until fewer than `limit`
/// jobs run. Its priority is that of its most urgent waiter, and is raised when a visible cell joins a prefetch. When
/// the last waiter leaves and no window needs the image, the job is canceled, or never started.
///
/// This is the only place that decides which fetches start. The decode pool decides which of their calls and decodes
/// has a thread next, by the same priorities; work on a thread is raised, and not interrupted, so a prefetch is started
/// only while fewer fetches run than the pool has threads: visible images find little work ahead of them.
struct ImageJobScheduler {
    /// Identifies one fetch of a job, so that late events from an earlier fetch are ignored.
    struct RunID: Hashable, Sendable {
        let number: UInt64
    }

    enum Action {
        case start(RunID, AssetImageRequest)
        /// The priority of a fetch's waiters has changed.
        case setPriority(RunID)
        case cancel(RunID)
        case deliver(ImageWaiter, ImageDelivery)
        case fail(ImageWaiter, ImageError)
        case failAll(EndedJobs, ImageError)
        case store(ImageKey, DecodedImage, isPrefetched: Bool)
    }

    /// The maximum number of running jobs.
    private(set) var limit: Int
    /// The number of running jobs at which only visible ones are still started: the number of threads of the pool on
    /// which the source works; nil if it works elsewhere.
    private var threads: Int?
    /// The current time on the manager's clock; it never decreases.
    var now = Duration.zero {
        didSet { now = max(now, oldValue) }
    }
    /// The time of the last event from any source.
    private(set) var lastEvent = Duration.zero
    /// Whether a source that was called stalled, and no source has reported anything since.
    private(set) var isSilent = false
    /// The permission's generation under which fetches are started.
    var generation: UInt64 = 0
    /// The permission's first generation since it was last narrowed; the cache stores no image of an older one.
    var revocation: UInt64 = 0
    private var jobs: [ImageKey: ImageJob] = [:]
    private var keys: [RunID: ImageKey] = [:]
    /// Canceled fetches that may still be at their source; each counts toward the limit until it has ended.
    private var leaving: Set<RunID> = []
    /// The keys of the queued jobs, in a queue for each priority.
    private var line = emptyLine
    private static let emptyLine = LinkedSlots<ImageKey>(lists: ImagePriority.allCases.count)
    /// The keys of the queued jobs, in the order in which their times expire.
    private var ages = LinkedSlots<ImageKey>(lists: 1)
    private var nextRun: UInt64 = 0
    private var nextJob: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// The number of requests on their way to the source, at it, or leaving it.
    var running: Int { keys.count + leaving.count }
    /// The number of waiting callers, for all jobs together.
    private(set) var waiters = 0
    /// The number of jobs.
    var count: Int { jobs.count }
    /// The number of jobs for which storage is allocated.
    var capacity: Int { jobs.capacity }

    /// Whether a fetch was canceled and may still be at its source.
    func isLeaving(_ run: RunID) -> Bool { leaving.contains(run) }

    /// Handles the end of a canceled fetch at its source.
    mutating func left(_ run: RunID) -> [Action] {
        leaving.remove(run) == nil ? [] : fill()
    }

    /// The merged request of a fetch; nil if the fetch has ended.
    func request(of run: RunID) -> AssetImageRequest? {
        keys[run].flatMap { jobs[$0]?.merged }
    }

    /// When the image of a fetch was requested; nil if the fetch has ended.
    func since(_ run: RunID) -> Duration? {
        keys[run].flatMap { jobs[$0]?.since }
    }

    /// Changes the maximum number of running jobs; jobs that already run are not stopped.
    ///
    /// - Parameter threads: the number of the pool's threads if the source works on them.
    mutating func setLimit(_ limit: Int, threads: Int? = nil) -> [Action] {
        (self.limit, self.threads) = (limit, threads)
        return fill()
    }
}

// MARK: - Waiters and caching

extension ImageJobScheduler {
    /// Adds a waiter for an image.
    mutating func join(_ waiter: ImageWaiter, for request: AssetImageRequest, key: ImageKey) -> [Action] {
        var actions = change(key, or: request) { $0.add(waiter, request) }
        // What arrived before the waiter.
        if let progress = jobs[key]?.progress { actions.append(.deliver(waiter, .progress(progress))) }
        if let image = jobs[key]?.degraded { actions += deliverDegraded(image, to: waiter, request, key) }
        return actions + fill()
    }

    /// Removes a waiter.
    ///
    /// - Parameter startsOthers: whether it is the last one to be removed; see ``stopCaching(_:startsOthers:)``.
    mutating func leave(_ waiter: ImageWaiter, key: ImageKey, startsOthers: Bool = true) -> [Action] {
        let actions = change(key) { $0.remove(waiter) } + endIfUnwanted(key) + stopDownload(key)
        return startsOthers ? actions + fill() : actions
    }

    /// Handles a waiter's own deadline: it receives the local image if it accepts a fallback.
    mutating func expire(_ waiter: ImageWaiter, key: ImageKey, after time: Duration) -> [Action] {
        guard let job = jobs[key], let request = job.request(of: waiter) else { return [] }
        let error = ImageError.timedOut(after: time)
        let image = request.acceptsFallback ? job.degraded : nil
        let end = image.map { Action.deliver(waiter, .fallback($0, because: error)) } ?? .fail(waiter, error)
        return [end] + leave(waiter, key: key)
    }

    /// Starts caching an image, for another holder or again.
    mutating func startCaching(_ request: AssetImageRequest, key: ImageKey) -> [Action] {
        change(key, or: request) { $0.cached = $0.cached?.adding(request) ?? request } + fill()
    }

    /// What the holders of an image need in the cache; nil if it is not being loaded for them.
    func cachingRequest(for key: ImageKey) -> AssetImageRequest? { jobs[key]?.cached }

    /// Stops caching images, and starts other jobs only afterward, so that none is started only to be canceled at
    /// once.
    ///
    /// - Parameter startsOthers: whether these are the last ones to be stopped.
    mutating func stopCaching(_ keys: some Sequence<ImageKey>, startsOthers: Bool = true) -> [Action] {
        let actions = keys.flatMap { key in
            change(key) { $0.cached = nil } + endIfUnwanted(key) + stopDownload(key)
        }
        return startsOthers ? actions + fill() : actions
    }

    /// Fails every waiter with an error, and cancels every fetch.
    ///
    /// - Complexity: O(running), however many jobs there are.
    mutating func endAll(_ error: ImageError) -> [Action] {
        let ended = Action.failAll(EndedJobs(jobs: jobs, line: line), error)
        let cancels = keys.keys.sorted { $0.number < $1.number }.map { Action.cancel($0) }
        leaving.formUnion(keys.keys)
        (jobs, keys, line, ages, waiters) = ([:], [:], Self.emptyLine, LinkedSlots(lists: 1), 0)
        return [ended] + cancels
    }

    /// Changes a job in place, and updates its priority in the queue or at its fetch.
    private mutating func change(
        _ key: ImageKey, or new: AssetImageRequest? = nil, _ body: (inout ImageJob) -> Void
    ) -> [Action] {
        let urgency = jobs[key]?.priority
        if urgency == nil {
            guard let new else { return [] }
            jobs[key] = makeJob(new)
        }
        let job = withJob(key) { job in
            body(&job)
            return (run: job.run, priority: job.priority)
        }
        guard let job, job.priority != urgency else { return [] }
        if let run = job.run { return [.setPriority(run)] }
        enqueue(key, job.priority)
        return []
    }

    private mutating func makeJob(_ request: AssetImageRequest) -> ImageJob {
        defer { nextJob += 1 }
        return ImageJob(number: nextJob, request: request, since: now)
    }

    private mutating func withJob<Result>(_ key: ImageKey, _ body: (inout ImageJob) -> Result) -> Result? {
        guard let index = jobs.index(forKey: key) else { return nil }
        let before = jobs.values[index].waiterCount
        let result = body(&jobs.values[index])
        waiters += jobs.values[index].waiterCount - before
        return result
    }

    private mutating func endIfUnwanted(_ key: ImageKey) -> [Action] {
        guard let job = jobs[key], job.isUnwanted else { return [] }
        removeJob(key)
        return job.run.map { [cancel($0)] } ?? []
    }

    @discardableResult private mutating func removeJob(_ key: ImageKey) -> ImageJob? {
        defer { jobs.releaseStorageIfEmpty() }
        guard let job = jobs.removeValue(forKey: key) else { return nil }
        if let place = job.place { _ = line.remove(place) }
        if let age = job.age { _ = ages.remove(age) }
        waiters -= job.waiterCount
        return job
    }

    private mutating func cancel(_ run: RunID) -> Action {
        keys[run] = nil
        leaving.insert(run)
        return .cancel(run)
    }

    /// Restarts a download without the network, after all waiters that allowed the network have left.
    private mutating func stopDownload(_ key: ImageKey) -> [Action] {
        guard let job = jobs[key], let run = job.run, job.asked?.isNetworkAccessAllowed == true,
            !job.merged.isNetworkAccessAllowed
        else { return [] }
        // Its source was working for it: it has its full time again.
        _ = withJob(key) { [now] in ($0.run, $0.since) = (nil, now) }
        enqueue(key, job.priority)
        return [cancel(run)]
    }
}

// MARK: - Fetches

extension ImageJobScheduler {
    /// Adds a job to the end of the queue of its priority, or moves it there if it is already queued.
    private mutating func enqueue(_ key: ImageKey, _ priority: ImagePriority) {
        if let place = jobs[key]?.place { return line.move(place, to: priority.queue) }
        let (place, age) = (line.append(key, to: priority.queue), ages.append(key, to: 0))
        _ = withJob(key) { ($0.place, $0.age) = (place, age) }
    }

    /// Starts the next jobs, up to the limit.
    private mutating func fill() -> [Action] {
        var actions: [Action] = []
        while running < limit, let key = popNext(), let request = jobs[key]?.merged {
            let run = RunID(number: nextRun)
            nextRun += 1
            keys[run] = key
            if let age = jobs[key]?.age { _ = ages.remove(age) }
            _ = withJob(key) { ($0.run, $0.place, $0.age, $0.asked, $0.progress) = (run, nil, nil, request, nil) }
            actions.append(.start(run, request))
        }
        return actions
    }

    private mutating func popNext() -> ImageKey? {
        guard let priority = mostUrgent, priority >= leastPriority else { return nil }
        return line.first(of: priority.queue).flatMap { line.remove($0) }
    }

    /// The priority of the most urgent queued jobs.
    private var mostUrgent: ImagePriority? {
        func isQueued(_ priority: ImagePriority) -> Bool { line.count(of: priority.queue) > 0 }
        if isQueued(.visible) { return .visible }
        if isQueued(.prefetch) { return .prefetch }
        return isQueued(.background) ? .background : nil
    }

    /// The minimum priority of the next job.
    ///
    /// Jobs that are not visible leave one place in five free. Prefetches that do not end, and canceled fetches that
    /// do not leave, therefore never block a visible cell.
    private var leastPriority: ImagePriority {
        if let threads, running >= threads { return .visible }
        guard limit > 1 else { return .background }
        let ahead = leaving.count + keys.values.count { (jobs[$0]?.priority ?? .visible) < .visible }
        return ahead < limit - max(1, limit / 5) ? .background : .visible
    }
}

// MARK: - Events from sources

extension ImageJobScheduler {
    /// Handles an event of a fetch; has no effect if the fetch has ended.
    mutating func receive(_ event: ImageSourceEvent, of run: RunID) -> [Action] {
        guard let key = keys[run], let job = jobs[key] else { return [] }
        switch event {
        case .progress(let fraction):
            _ = withJob(key) { $0.progress = fraction }
            return job.waiters.map { .deliver($0.waiter, .progress(fraction)) }
        case .degraded(let image):
            let image = image.degraded
            _ = withJob(key) { $0.degraded = image }
            return job.waiters.flatMap { deliverDegraded(image, to: $0.waiter, $0.request, key) } + fill()
        case .end(.success(let image)): return finish(key, run, with: image)
        case .end(.failure(let error)): return failed(key, run, with: error)
        case .finished: return failed(key, run, with: .noImage(key.asset))
        }
    }

    /// Handles the stall timeout of a fetch.
    ///
    /// Its place in the limit is free, although its source may still be working: waiting longer would not end it.
    mutating func timeOut(_ run: RunID, after time: Duration) -> [Action] {
        guard let key = keys[run] else { return left(run) }
        return failed(key, run, with: .timedOut(after: time))
    }

    /// Records an event of a source, for any of its images: it gives every queued job its full time again.
    mutating func noteEvent() {
        (lastEvent, isSilent) = (now, false)
    }

    /// Records that a source that was called reported nothing for the stall timeout.
    mutating func noteSilence() {
        isSilent = true
    }

    /// The moment from which the time of the next queued job to end is measured; nil if none is queued.
    var queuedSince: Duration? {
        ages.first(of: 0).flatMap { ages[$0] }.flatMap { jobs[$0]?.since }.map { max($0, lastEvent) }
    }

    /// Removes queued jobs whose time is over, to be ended by `end`, and starts no others.
    ///
    /// - Complexity: O(removed jobs), however many others are queued.
    mutating func takeStalled(after time: Duration, most: Int) -> [ImageJob] {
        var stalled: [ImageJob] = []
        while stalled.count < most, let since = queuedSince, since + time <= now,
            let key = ages.first(of: 0).flatMap({ ages[$0] }), let job = removeJob(key)
        {
            stalled.append(job)
        }
        return stalled
    }

    /// Ends queued jobs that were removed after their time expired, the most urgent first, and starts others.
    mutating func end(_ stalled: [ImageJob], after time: Duration) -> [Action] {
        let ordered = stalled.map { (priority: $0.priority, job: $0) }
            .sorted { ($1.priority, $0.job.number) < ($0.priority, $1.job.number) }
        return ordered.flatMap { $0.job.ends(with: .timedOut(after: time)) } + fill()
    }

    private mutating func deliverDegraded(
        _ image: DecodedImage, to waiter: ImageWaiter, _ request: AssetImageRequest, _ key: ImageKey
    ) -> [Action] {
        switch request.deliveryMode {
        case .highQuality: return []
        case .opportunistic: return [.deliver(waiter, .degraded(image))]
        case .fast:
            // The first image is the last one in this mode.
            return [.deliver(waiter, .final(image))] + change(key) { $0.remove(waiter) } + endIfUnwanted(key)
                + stopDownload(key)
        }
    }

    private mutating func finish(_ key: ImageKey, _ run: RunID, with image: DecodedImage) -> [Action] {
        // A degraded image is not the requested one in any case.
        if !image.isDegraded, let error = jobs[key]?.request.mismatch(of: image.size) {
            return failed(key, run, with: error)
        }
        let job = removeJob(key)
        keys[run] = nil
        let waiters = job?.waiters ?? []
        let store = Action.store(key, image, isPrefetched: job?.cached != nil)
        let end = [store] + waiters.map { Action.deliver($0.waiter, .final(image)) }
        // Loaded before the permission was narrowed. The next fetch has the current generation, so this happens once
        // per revocation.
        if let cached = job?.cached, let got = image.generation, got < revocation {
            return end + startCaching(cached, key: key)
        }
        return end + fill()
    }

    /// Ends the job with an error, except for waiters that allow what the fetch lacked: for them it runs again.
    private mutating func failed(_ key: ImageKey, _ run: RunID, with error: ImageError) -> [Action] {
        keys[run] = nil
        guard let job = removeJob(key) else { return fill() }
        let actions = job.ends(with: error)
        for member in job.waiters where job.deservesAnotherRun(member.request, after: error) {
            reenqueue(key, job) { $0.add(member.waiter, member.request) }
        }
        if let cached = job.cached, job.deservesAnotherRun(cached, after: error) { reenqueue(key, job) { _ in } }
        return actions + fill()
    }

    /// Enqueues a job once more, after a change.
    private mutating func reenqueue(_ key: ImageKey, _ old: ImageJob, _ body: (inout ImageJob) -> Void) {
        if jobs[key] == nil {
            jobs[key] = makeJob(old.request)
            _ = withJob(key) { ($0.degraded, $0.cached) = (old.degraded, old.cached) }
        }
        let priority = withJob(key) { job in
            body(&job)
            return job.priority
        }
        if let priority { enqueue(key, priority) }
    }
}

extension ImageJob {
    /// The actions that end a failed job, for all waiters except those for which it runs again.
    fileprivate func ends(with error: ImageError) -> [ImageJobScheduler.Action] {
        let fallback = error.hasFallback ? degraded : nil
        let ends: [ImageJobScheduler.Action] = waiters.filter { !deservesAnotherRun($0.request, after: error) }.map {
            guard let fallback, $0.request.acceptsFallback else { return .fail($0.waiter, error) }
            return .deliver($0.waiter, .fallback(fallback, because: error))
        }
        guard let fallback, acceptsFallback else { return ends }
        return [.store(request.key.ofFallback, fallback, isPrefetched: false)] + ends
    }
}

/// All jobs of a scheduler, after it ended them.
///
/// There may be very many, so their waiters are sorted, and they are released, without the lock of the scheduler.
struct EndedJobs {
    fileprivate let jobs: [ImageKey: ImageJob]
    fileprivate let line: LinkedSlots<ImageKey>

    var isEmpty: Bool { jobs.isEmpty }

    /// The callers that waited, in the order of their requests.
    var waiters: [ImageWaiter] {
        jobs.values.sorted { $0.number < $1.number }.flatMap { $0.waiters.map(\.waiter) }
    }
}

extension AssetImageRequest {
    /// The error if a source's image has the wrong size; only requests for an exact size can fail.
    fileprivate func mismatch(of given: PixelSize) -> ImageError? {
        guard resizeMode == .exact, case .pixels(let asked) = size else { return nil }
        let fits =
            switch contentMode {
            case .fit: given.width <= asked.width && given.height <= asked.height
            case .fill: given.width >= asked.width && given.height >= asked.height
            }
        return fits ? nil : .wrongSize(given, asked: asked)
    }
}
