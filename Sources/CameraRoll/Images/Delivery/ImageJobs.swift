/// All images that are being got, and for whom: a pure state machine, which says what is to be done.
///
/// One job for each key, however many wait for it. A job waits until fewer than `limit` run, the most urgent first; its
/// urgency is that of its most urgent waiter, and rises when a visible cell joins a prefetch. When the last waiter leaves
/// and no window wants it, it is cancelled, or never started.
struct ImageJobs {
    /// Names one run of a job, so that what an earlier run says late is not taken for a later one's.
    struct RunID: Hashable, Sendable {
        let number: UInt64
    }

    enum Action {
        case start(RunID, ImageRequest)
        case cancel(RunID)
        case deliver(ImageWaiter, ImageDelivery)
        case fail(ImageWaiter, ImageError)
        case store(ImageKey, DecodedImage)
    }

    struct Waiter {
        let waiter: ImageWaiter
        let request: ImageRequest
    }

    fileprivate struct Job {
        var request: ImageRequest
        var waiters: [Waiter] = []
        var isWindowed = false
        var run: RunID?
        var degraded: DecodedImage?
        var isWithNetwork = false
    }

    /// How many jobs may run at once.
    let limit: Int
    private var jobs: [ImageKey: Job] = [:]
    private var keys: [RunID: ImageKey] = [:]
    private var waiting = ImagePriority.allCases.map { _ in RingBuffer<ImageKey>(capacity: 16) }
    private var nextRun: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// How many jobs run now.
    var running: Int { keys.count }
    /// How many callers wait, for all jobs together.
    var waiters: Int { jobs.values.reduce(0) { $0 + $1.waiters.count } }
    /// How many jobs there are.
    var count: Int { jobs.count }
}

// MARK: - Who wants what

extension ImageJobs {
    /// Somebody waits for an image.
    mutating func join(_ waiter: ImageWaiter, for request: ImageRequest, key: ImageKey) -> [Action] {
        change(key, or: Job(request: request)) { $0.waiters.append(Waiter(waiter: waiter, request: request)) }
        return deliverWhatIsThere(to: waiter, request, key) + fill()
    }

    /// Somebody waits no more.
    mutating func leave(_ waiter: ImageWaiter, key: ImageKey) -> [Action] {
        change(key) { $0.waiters.removeAll { $0.waiter === waiter } }
        return endIfUnwanted(key) + fill()
    }

    /// A window wants an image in the cache.
    mutating func startCaching(_ request: ImageRequest, key: ImageKey) -> [Action] {
        change(key, or: Job(request: request)) { $0.isWindowed = true }
        return fill()
    }

    /// No window wants an image any more.
    mutating func stopCaching(_ key: ImageKey) -> [Action] {
        change(key) { $0.isWindowed = false }
        return endIfUnwanted(key) + fill()
    }

    /// Changes a job, and puts it into the line of its new urgency where that is another.
    private mutating func change(_ key: ImageKey, or new: Job? = nil, _ body: (inout Job) -> Void) {
        guard var job = jobs[key] ?? new else { return }
        let urgency = jobs[key]?.priority
        body(&job)
        jobs[key] = job
        if job.priority != urgency { enqueue(key) }
    }

    /// The manager closes: every waiter gets an error, every run is cancelled.
    mutating func endAll(_ error: ImageError) -> [Action] {
        let actions = jobs.values.flatMap { $0.waiters.map { Action.fail($0.waiter, error) } }
        let cancels = keys.keys.map { Action.cancel($0) }
        (jobs, keys) = ([:], [:])
        return actions + cancels
    }

    /// A degraded image that came before the waiter did, which a waiter in a hurry takes as its final one.
    private mutating func deliverWhatIsThere(
        to waiter: ImageWaiter, _ request: ImageRequest, _ key: ImageKey
    ) -> [Action] {
        guard let image = jobs[key]?.degraded else { return [] }
        return deliverDegraded(image, to: Waiter(waiter: waiter, request: request), key)
    }

    private mutating func endIfUnwanted(_ key: ImageKey) -> [Action] {
        guard let job = jobs[key], job.waiters.isEmpty, !job.isWindowed else { return [] }
        jobs[key] = nil
        guard let run = job.run else { return [] }
        keys[run] = nil
        return [.cancel(run)]
    }
}

// MARK: - Running

extension ImageJobs {
    /// Puts a job that does not run into the line of its urgency; a place it has in another line is passed by later.
    private mutating func enqueue(_ key: ImageKey) {
        guard let job = jobs[key], job.run == nil else { return }
        waiting[Int(job.priority.rawValue)].append(key)
        if waiting.reduce(0, { $0 + $1.count }) > 2 * jobs.count + 64 { dropStalePlaces() }
    }

    /// Keeps the lines as short as there are jobs, however often windows start and stop meanwhile.
    private mutating func dropStalePlaces() {
        var seen: Set<ImageKey> = []
        for priority in ImagePriority.allCases {
            let line = Int(priority.rawValue)
            for _ in 0..<waiting[line].count {
                guard let key = waiting[line].popFirst() else { break }
                if isPlace(of: key, in: priority), seen.insert(key).inserted { waiting[line].append(key) }
            }
        }
    }

    /// Whether a job still waits in the line of an urgency.
    private func isPlace(of key: ImageKey, in priority: ImagePriority) -> Bool {
        jobs[key].map { $0.run == nil && $0.priority == priority } ?? false
    }

    /// Starts what may run.
    private mutating func fill() -> [Action] {
        var actions: [Action] = []
        while running < limit, let key = popNext() {
            let run = RunID(number: nextRun)
            nextRun += 1
            guard var job = jobs[key] else { continue }
            (job.run, job.isWithNetwork) = (run, job.allowsNetwork)
            (jobs[key], keys[run]) = (job, key)
            actions.append(.start(run, job.merged))
        }
        return actions
    }

    /// The next job that still wants to run at the urgency whose line it stands in.
    private mutating func popNext() -> ImageKey? {
        for priority in ImagePriority.allCases.reversed() {
            while let key = waiting[Int(priority.rawValue)].popFirst() {
                if isPlace(of: key, in: priority) { return key }
            }
        }
        return nil
    }
}

// MARK: - What sources say

extension ImageJobs {
    /// A source said something about a run; nothing happens where the run is over.
    mutating func receive(_ event: ImageSourceEvent, of run: RunID) -> [Action] {
        guard let key = keys[run], let job = jobs[key] else { return [] }
        switch event {
        case .progress(let fraction):
            let progress = min(max(fraction, 0), 1)
            return job.waiters.map { .deliver($0.waiter, .progress(progress)) }
        case .degraded(let image):
            jobs[key]?.degraded = image
            return job.waiters.flatMap { deliverDegraded(image, to: $0, key) }
        case .end(.success(let image)): return finish(key, run, with: image)
        case .end(.failure(let error)): return failed(key, run, with: error)
        case .finished: return failed(key, run, with: .noImage(key.asset))
        }
    }

    private mutating func deliverDegraded(_ image: DecodedImage, to waiter: Waiter, _ key: ImageKey) -> [Action] {
        switch waiter.request.deliveryMode {
        case .highQuality: return []
        case .opportunistic: return [.deliver(waiter.waiter, .degraded(image))]
        case .fast:
            jobs[key]?.waiters.removeAll { $0.waiter === waiter.waiter }
            return [.deliver(waiter.waiter, .final(image))] + endIfUnwanted(key)
        }
    }

    private mutating func finish(_ key: ImageKey, _ run: RunID, with image: DecodedImage) -> [Action] {
        let waiters = jobs[key]?.waiters ?? []
        jobs[key] = nil
        keys[run] = nil
        return [.store(key, image)] + waiters.map { .deliver($0.waiter, .final(image)) } + fill()
    }

    /// Ends the run with an error, except for those who allow what it lacked: their job runs once more, with the network.
    private mutating func failed(_ key: ImageKey, _ run: RunID, with error: ImageError) -> [Action] {
        keys[run] = nil
        guard var job = jobs.removeValue(forKey: key) else { return fill() }
        let retries = error.isForWantOfNetwork && !job.isWithNetwork
        let (again, over) = job.waiters.split { retries && $0.request.isNetworkAllowed }
        if !again.isEmpty {
            (job.waiters, job.run, job.isWindowed) = (again, nil, false)
            jobs[key] = job
            enqueue(key)
        }
        return over.map { .fail($0.waiter, error) } + fill()
    }
}

extension ImageJobs.Job {
    /// The urgency of its most urgent waiter; that of a window where only a window wants it.
    fileprivate var priority: ImagePriority {
        let waiters = waiters.map(\.request.priority).max()
        return max(waiters ?? .background, isWindowed ? min(request.priority, .prefetch) : .background)
    }

    fileprivate var allowsNetwork: Bool {
        waiters.contains { $0.request.isNetworkAllowed } || (isWindowed && request.isNetworkAllowed)
    }

    /// One request for all who want it.
    fileprivate var merged: ImageRequest {
        var merged = request
        merged.priority = priority
        merged.isNetworkAllowed = allowsNetwork
        let wantsDegraded = waiters.contains { $0.request.deliveryMode != .highQuality }
        merged.deliveryMode = wantsDegraded ? .opportunistic : .highQuality
        return merged
    }
}

extension ImageError {
    fileprivate var isForWantOfNetwork: Bool {
        if case .networkRequired = self { true } else { false }
    }
}

extension [ImageJobs.Waiter] {
    fileprivate func split(_ belongsFirst: (Element) -> Bool) -> (Self, Self) {
        (filter(belongsFirst), filter { !belongsFirst($0) })
    }
}
