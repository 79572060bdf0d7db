/// Gets images, keeps them, and gets ahead of those who will ask: Photos' `PHCachingImageManager`, that never loses a request.
///
/// ```swift
/// let images = try CachingImageManager(access: manager.photos.access)
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
    /// What the manager may use.
    public struct Limits: Sendable, Hashable {
        /// What the memory cache may hold.
        public var cache: ImageCacheLimits
        /// How many requests may be at the source at once, at least 1; 10 by default, beyond which Photos deadlocks (P2).
        public var requests: Int

        /// Limits, each with its default.
        public init(cache: ImageCacheLimits = ImageCacheLimits(), requests: Int = 10) {
            self.cache = cache
            self.requests = requests
        }
    }

    /// The images in memory.
    public nonisolated let cache: ImageCache
    nonisolated let mailbox = ImageMailbox()
    private nonisolated let runs = ImageRuns()
    private nonisolated let starter: ImageStarter
    private var jobs: ImageJobs
    private var windows: [AssetID: ImageKey] = [:]
    private var counts = ImageManagerStatistics()
    private var isClosed = false

    /// A manager of a library's images; nothing is touched before the first request that is allowed.
    ///
    /// - Throws: `ImageError` where a limit makes no sense, naming it.
    public init(access: LibraryAccess, limits: Limits = Limits()) throws(ImageError) {
        guard limits.requests >= 1 else { throw .invalidLimit(limits.requests) }
        cache = try ImageCache(limits: limits.cache)
        starter = ImageStarter(access: access, pool: try DecodePool())
        jobs = ImageJobs(limit: limits.requests)
    }

    deinit {
        runs.cancelAll()
    }

    /// How many callers wait now.
    var waiters: Int { jobs.waiters }

    /// Figures of this moment.
    public var statistics: ImageManagerStatistics {
        var counts = counts
        (counts.running, counts.jobs, counts.windowed) = (jobs.running, jobs.count, windows.count)
        return counts
    }
}

// MARK: - In call order

extension CachingImageManager {
    /// Takes note of something; from any thread, without waiting.
    nonisolated func post(_ intent: ImageIntent) {
        guard mailbox.append(intent) else { return }
        Task { await self.drain() }
    }

    /// Applies all that was said so far.
    func drain() {
        while true {
            let intents = mailbox.takeAll()
            guard !intents.isEmpty else { return }
            for intent in intents { perform(apply(intent)) }
        }
    }

    private func apply(_ intent: ImageIntent) -> [ImageJobs.Action] {
        switch intent {
        case .join(let waiter, let request, let key): join(waiter, request, key)
        case .leave(let waiter, let key): jobs.leave(waiter, key: key)
        case .startCaching(let requests): requests.flatMap(startCaching)
        case .stopCaching(let requests): requests.flatMap { stopCaching($0.asset, $0.key) }
        case .stopCachingAll: windows.flatMap { stopCaching($0.key, $0.value) }
        case .source(let event, let run): receive(event, run)
        case .close: close()
        }
    }

    private func perform(_ actions: [ImageJobs.Action]) {
        for action in actions {
            switch action {
            case .start(let id, let request): start(id, request)
            case .cancel(let id): runs.cancel(id)
            case .deliver(let waiter, let delivery): waiter.receive(delivery)
            case .fail(let waiter, let error): waiter.fail(error)
            case .store(let key, let image): cache.insert(image, for: key)
            }
        }
    }

    private func start(_ id: ImageJobs.RunID, _ request: ImageRequest) {
        counts.started += 1
        // Weak: a source that never calls back must not keep the manager.
        let sink = ImageSink { [weak self] event in self?.post(.source(event, id)) }
        starter.start(request, runs.add(id), sink: sink)
    }

    private func receive(_ event: ImageSourceEvent, _ run: ImageJobs.RunID) -> [ImageJobs.Action] {
        if event.isEnd { runs.remove(run) }
        return jobs.receive(event, of: run)
    }

    private func join(_ waiter: ImageWaiter, _ request: ImageRequest, _ key: ImageKey) -> [ImageJobs.Action] {
        if isClosed { return [.fail(waiter, .shutDown)] }
        if let window = windows[request.asset], window != key { counts.mismatches += 1 }
        // It may have come into the cache since the caller looked.
        if let image = cache.image(for: key) { return [.deliver(waiter, .final(image))] }
        return jobs.join(waiter, for: request, key: key)
    }

    private func close() -> [ImageJobs.Action] {
        isClosed = true
        cache.unpin(Array(windows.values))
        windows = [:]
        return jobs.endAll(.shutDown)
    }
}

// MARK: - Windows

extension CachingImageManager {
    /// The first caching request for an asset has precedence until it is stopped (K47).
    private func startCaching(_ request: ImageRequest) -> [ImageJobs.Action] {
        let key = request.key
        guard !isClosed, windows[request.asset] == nil else {
            if let window = windows[request.asset], window != key { counts.mismatches += 1 }
            return []
        }
        windows[request.asset] = key
        cache.pin([key])
        if cache.contains(key) { return [] }
        var request = request
        request.priority = min(request.priority, .prefetch)
        return jobs.startCaching(request, key: key)
    }

    private func stopCaching(_ asset: AssetID, _ key: ImageKey) -> [ImageJobs.Action] {
        guard windows[asset] == key else { return [] }
        windows[asset] = nil
        cache.unpin([key])
        return jobs.stopCaching(key)
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
