/// All images that are being got, and for whom: a pure state machine, which says what is to be done.
///
/// One job for each key, however many wait for it. A job waits until fewer than `limit` run, the most urgent first; its
/// urgency is that of its most urgent waiter, and rises when a visible cell joins a prefetch. When the last waiter
/// leaves and no window wants it, it is cancelled, or never started.
struct ImageJobScheduler {
    /// Names one run of a job, so that what an earlier run says late is not taken for a later one's.
    struct RunID: Hashable, Sendable {
        let number: UInt64
    }

    enum Action {
        case start(RunID, ImageRequest)
        case setPriority(RunID, ImagePriority)
        case cancel(RunID)
        case deliver(ImageWaiter, ImageDelivery)
        case fail(ImageWaiter, ImageError)
        case store(ImageKey, DecodedImage)
    }

    /// How many jobs may run at once.
    private(set) var limit: Int
    /// What the manager's clock shows.
    var now = Duration.zero
    /// The permission's generation under which runs are started; the cache takes no image of an older one.
    var generation: UInt64 = 0
    private var jobs: [ImageKey: ImageJob] = [:]
    private var keys: [RunID: ImageKey] = [:]
    /// Cancelled runs whose source may be at it still: they take a place until it is known to be free.
    private var leaving: Set<RunID> = []
    private var line = ImageJobQueue()
    private var nextRun: UInt64 = 0
    private var nextJob: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// How many requests are on their way to the source, at it, or leaving it.
    var running: Int { keys.count + leaving.count }
    /// How many callers wait, for all jobs together.
    var waiters: Int { jobs.values.reduce(0) { $0 + $1.waiters.count } }
    /// How many jobs there are.
    var count: Int { jobs.count }

    /// Whether a run is one of those that were cancelled and have not left.
    func isLeaving(_ run: RunID) -> Bool { leaving.contains(run) }

    /// A run that was cancelled has left its source.
    mutating func left(_ run: RunID) -> [Action] {
        leaving.remove(run) == nil ? [] : fill()
    }

    /// What a run was asked for; nil where it is over.
    func request(of run: RunID) -> ImageRequest? {
        keys[run].flatMap { jobs[$0]?.merged }
    }

    /// Since when the image of a run is wanted; nil where it is over.
    func since(_ run: RunID) -> Duration? {
        keys[run].flatMap { jobs[$0]?.since }
    }

    /// Lets more or fewer jobs run at once; those that run are not stopped.
    mutating func setLimit(_ limit: Int) -> [Action] {
        self.limit = limit
        return fill()
    }
}

// MARK: - Who wants what

extension ImageJobScheduler {
    /// Somebody waits for an image.
    mutating func join(_ waiter: ImageWaiter, for request: ImageRequest, key: ImageKey) -> [Action] {
        let change = change(key, or: request) { $0.waiters.add(waiter, request) }
        guard let image = jobs[key]?.degraded else { return change + fill() }
        // It came before the waiter did.
        return change + deliverDegraded(image, to: waiter, request, key) + fill()
    }

    /// Somebody waits no more.
    mutating func leave(_ waiter: ImageWaiter, key: ImageKey) -> [Action] {
        change(key) { $0.waiters.remove(waiter) } + endIfUnwanted(key) + stopDownload(key) + fill()
    }

    /// Somebody's own time is over: it gets the local image where that will do.
    mutating func expire(_ waiter: ImageWaiter, key: ImageKey, after time: Duration) -> [Action] {
        guard let job = jobs[key], let request = job.waiters.request(of: waiter) else { return [] }
        let error = ImageError.timedOut(after: time)
        let image = request.acceptsFallback ? job.degraded : nil
        let end = image.map { Action.deliver(waiter, .fallback($0, because: error)) } ?? .fail(waiter, error)
        return [end] + leave(waiter, key: key)
    }

    /// An image is wanted in the cache.
    mutating func startCaching(_ request: ImageRequest, key: ImageKey) -> [Action] {
        change(key, or: request) { $0.cached = request } + fill()
    }

    /// Images are not wanted in the cache any more; only then is there room for others, so that none of them is started
    /// to be cancelled at once.
    mutating func stopCaching(_ keys: some Sequence<ImageKey>) -> [Action] {
        let actions = keys.flatMap { key in change(key) { $0.cached = nil } + endIfUnwanted(key) }
        return actions + fill()
    }

    /// Every waiter gets an error, every run is cancelled.
    mutating func endAll(_ error: ImageError) -> [Action] {
        let inOrder = jobs.values.sorted { $0.number < $1.number }
        let actions = inOrder.flatMap { $0.waiters.inOrder.map { Action.fail($0.waiter, error) } }
        let cancels = keys.keys.sorted { $0.number < $1.number }.map { Action.cancel($0) }
        leaving.formUnion(keys.keys)
        (jobs, keys, line) = ([:], [:], ImageJobQueue())
        return actions + cancels
    }

    /// Changes a job in its place, and takes note of its new urgency where that is another.
    private mutating func change(
        _ key: ImageKey, or new: ImageRequest? = nil, _ body: (inout ImageJob) -> Void
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
        if let run = job.run { return [.setPriority(run, job.priority)] }
        enqueue(key, job.priority)
        return []
    }

    private mutating func makeJob(_ request: ImageRequest) -> ImageJob {
        defer { nextJob += 1 }
        return ImageJob(number: nextJob, request: request, since: now)
    }

    private mutating func withJob<Result>(_ key: ImageKey, _ body: (inout ImageJob) -> Result) -> Result? {
        guard let index = jobs.index(forKey: key) else { return nil }
        return body(&jobs.values[index])
    }

    private mutating func endIfUnwanted(_ key: ImageKey) -> [Action] {
        guard let job = jobs[key], job.isUnwanted else { return [] }
        jobs[key] = nil
        return job.run.map { [cancel($0)] } ?? []
    }

    private mutating func cancel(_ run: RunID) -> Action {
        keys[run] = nil
        leaving.insert(run)
        return .cancel(run)
    }

    /// Those who allowed the network have left: what is left of the job runs anew without it.
    private mutating func stopDownload(_ key: ImageKey) -> [Action] {
        guard let job = jobs[key], let run = job.run, job.asked?.isNetworkAllowed == true,
            !job.merged.isNetworkAllowed
        else { return [] }
        _ = withJob(key) { $0.run = nil }
        enqueue(key, job.priority)
        return [cancel(run)]
    }
}

// MARK: - Running

extension ImageJobScheduler {
    private mutating func enqueue(_ key: ImageKey, _ priority: ImagePriority) {
        line.append(key, priority)
        guard line.count > 2 * jobs.count + 64 else { return }
        let jobs = jobs
        line.dropStalePlaces { Self.isPlace(of: jobs[$0], in: $1) }
    }

    /// Whether a job still waits in the line of an urgency.
    private static func isPlace(of job: ImageJob?, in priority: ImagePriority) -> Bool {
        job.map { $0.run == nil && $0.priority == priority } ?? false
    }

    /// Starts what may run.
    private mutating func fill() -> [Action] {
        var actions: [Action] = []
        while running < limit, let key = popNext(), let request = jobs[key]?.merged {
            let run = RunID(number: nextRun)
            nextRun += 1
            keys[run] = key
            _ = withJob(key) { ($0.run, $0.asked) = (run, request) }
            actions.append(.start(run, request))
        }
        return actions
    }

    private mutating func popNext() -> ImageKey? {
        guard line.count > 0 else { return nil }
        let jobs = jobs
        return line.popFirst(atLeast: leastPriority) { Self.isPlace(of: jobs[$0], in: $1) }
    }

    /// What is not visible leaves one place in five free, so that prefetches which do not end keep no cell waiting, nor
    /// those which were cancelled and do not leave: no cell waits for them either.
    private var leastPriority: ImagePriority {
        guard limit > 1 else { return .background }
        let ahead = leaving.count + keys.values.count { (jobs[$0]?.priority ?? .visible) < .visible }
        return ahead < limit - max(1, limit / 5) ? .background : .visible
    }
}

// MARK: - What sources say

extension ImageJobScheduler {
    /// A source said something about a run; nothing happens where the run is over.
    mutating func receive(_ event: ImageSourceEvent, of run: RunID) -> [Action] {
        guard let key = keys[run], let job = jobs[key] else { return [] }
        switch event {
        case .progress(let fraction): return job.waiters.inOrder.map { .deliver($0.waiter, .progress(fraction)) }
        case .degraded(let image):
            let image = image.degraded
            _ = withJob(key) { $0.degraded = image }
            return job.waiters.inOrder.flatMap { deliverDegraded(image, to: $0.waiter, $0.request, key) } + fill()
        case .end(.success(let image)): return finish(key, run, with: image)
        case .end(.failure(let error)): return failed(key, run, with: error)
        case .finished: return failed(key, run, with: .noImage(key.asset))
        }
    }

    /// A run was not heard of for too long.
    ///
    /// Its place is free, although the source may be at it still: waiting longer for that would end nothing.
    mutating func timeOut(_ run: RunID, after time: Duration) -> [Action] {
        guard let key = keys[run] else { return left(run) }
        return failed(key, run, with: .timedOut(after: time))
    }

    private mutating func deliverDegraded(
        _ image: DecodedImage, to waiter: ImageWaiter, _ request: ImageRequest, _ key: ImageKey
    ) -> [Action] {
        switch request.deliveryMode {
        case .highQuality: return []
        case .opportunistic: return [.deliver(waiter, .degraded(image))]
        case .fast:
            // In a hurry: the first image is the last one.
            return [.deliver(waiter, .final(image))] + change(key) { $0.waiters.remove(waiter) } + endIfUnwanted(key)
        }
    }

    private mutating func finish(_ key: ImageKey, _ run: RunID, with image: DecodedImage) -> [Action] {
        if let error = jobs[key]?.request.mismatch(of: image.size) { return failed(key, run, with: error) }
        let job = jobs.removeValue(forKey: key)
        keys[run] = nil
        let waiters = job?.waiters.inOrder ?? []
        let end = [Action.store(key, image)] + waiters.map { Action.deliver($0.waiter, .final(image)) }
        // Got under a permission that was taken back since. The next run is of this generation: one more for each.
        if let cached = job?.cached, let got = image.generation, got < generation {
            return end + startCaching(cached, key: key)
        }
        return end + fill()
    }

    /// Ends the job with an error, except for those who allow what the run lacked: for them it runs once more.
    private mutating func failed(_ key: ImageKey, _ run: RunID, with error: ImageError) -> [Action] {
        keys[run] = nil
        guard let job = jobs.removeValue(forKey: key) else { return fill() }
        var actions: [Action] = []
        if let image = job.degraded, job.acceptsFallback, error.hasFallback {
            actions.append(.store(key.ofFallback, image))
        }
        for member in job.waiters.inOrder {
            if job.deservesAnotherRun(member.request, after: error) {
                reenqueue(key, job, member)
            } else if let image = job.degraded, member.request.acceptsFallback, error.hasFallback {
                actions.append(.deliver(member.waiter, .fallback(image, because: error)))
            } else {
                actions.append(.fail(member.waiter, error))
            }
        }
        return actions + fill()
    }

    private mutating func reenqueue(_ key: ImageKey, _ old: ImageJob, _ member: ImageWaiters.Member) {
        if jobs[key] == nil {
            jobs[key] = makeJob(old.request)
            _ = withJob(key) { ($0.degraded, $0.cached) = (old.degraded, old.cached) }
        }
        let priority = withJob(key) { job in
            job.waiters.add(member.waiter, member.request)
            return job.priority
        }
        // A place for each urgency: those that do not count are passed by.
        if let priority { line.append(key, priority) }
    }
}

extension ImageRequest {
    /// What is wrong with the size of the image that a source gave; only an exact size can be wrong.
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
