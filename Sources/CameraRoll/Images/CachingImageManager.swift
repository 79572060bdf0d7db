import Synchronization

// How an image request works
//
// 1. `image(for:)` and `deliveries(for:)` look up the image in `AssetImageCache`, which is thread-safe. If it is
//    missing, they create an `ImageWaiter`, which joins `ImageRequests`: the state of all requests under one lock. Any
//    thread changes it, and performs the resulting actions after it has released the lock.
// 2. `ImageJobScheduler`, a pure state machine, has one job per `ImageKey`, however many waiters join it. A job's
//    priority is that of its most urgent waiter. Jobs are queued by priority, and at most
//    `Limits.maximumConcurrentRequests` run at a time; one place in five is reserved for visible images. It alone
//    decides which of them start; the decode pool decides by the same priorities which of their calls and decodes has a
//    thread next. Other images start only while fewer fetches run than it has threads. The scheduler returns actions.
// 3. A job that starts becomes an `ActiveFetch`. `SourceDispatcher` gets the library's `ImageSource` on the library
//    executor, which checks the permission for each request, lets the library resolve the request's objects, and calls
//    the source in its lane: on the decode pool, the executor or the main actor. A source that does not need its
//    library is kept while that is open, and called on the decode pool without the executor; the permission is checked
//    for each request on its caller's thread.
// 4. The source answers through an `ImageSink`, on any thread, and its event is handled there. `ActiveFetch` drops
//    what comes after the end. The scheduler delivers images and progress to the waiters, and final images to the
//    cache. `ImageWaiter` keeps only the latest delivery of each kind for a slow caller. A source may hand over a
//    decode in place of an image: it joins the decode pool as a `HandedOverDecode`, and leaves it if it is useless.
// 5. A request ends exactly once: with the final image, a fallback, an error, the cancellation of its task, its own
//    deadline, or the stall timeout. The job continues while it has another waiter or a prefetch needs it; otherwise
//    its fetch is canceled. A canceled fetch counts toward the limit until its source is known to have ended it.
// 6. If a source reports nothing for `stallTimeout`, its fetch fails, and a replacement thread is started for the
//    thread it holds, up to `Limits.replacements`; likewise if it holds the thread for that long after its last event.
//    Queued jobs fail after the same time: see `ImageRequests+Stalls.swift`.
// 7. Each image stores the permission's generation of its request. `confirm` compares it directly before the image is
//    returned, and the cache finds images of the current generation only.
//
// Images that are loaded ahead of requests use the same functions; `PrefetchRegistry` describes them. Their windows and
// slices are what the actor isolates.

/// Loads, caches and prefetches images, like Photos' `PHCachingImageManager`, but with every request guaranteed to end.
///
/// ```swift
/// let images = try CachingImageManager(of: manager)
/// let request = AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// cell.image = images.cachedImage(for: request)             // at once, on the caller's thread
/// let image = try await images.image(for: request)          // one decode, however many ask
/// ```
///
/// - A request ends exactly once, even if its source calls back twice, late or never and is canceled meanwhile.
/// - Requests with the same ``ImageKey`` share one job, which has the priority of the most urgent one, and is
///   canceled when the last one leaves.
/// - Images are decoded on separate threads: never on the main actor, the cooperative pool or the library's thread.
/// - At most ``Limits/maximumConcurrentRequests`` requests are in flight; the others are queued by priority, up to
///   ``Limits/maximumPendingRequests``.
///
/// An actor; calls from synchronous code are applied in the order in which they were made.
public actor CachingImageManager {
    /// The number of images started or stopped per slice.
    static let slice = 256

    /// The images in memory.
    public nonisolated let cache: AssetImageCache
    package nonisolated let access: LibraryAccess
    nonisolated let resources: ResourceReads
    nonisolated let numbers = Counter()
    nonisolated let isClosed = Atomic(false)
    /// The number of memory shortages, and of times that the permission was narrowed: ranges that windows received
    /// before the last one are invalid.
    nonisolated let shortages = Counter()
    nonisolated let mailbox = PrefetchMailbox()
    nonisolated let requests: ImageRequests
    nonisolated let pressure = Lock<MemoryPressure.Observation?>(nil)
    nonisolated let revocations = Lock<ReadingPermission.Observation?>(nil)
    var windows: [PrefetchRegistry.Holder: OpenWindow] = [:]
    /// The commands to apply slice by slice, in the order of posting.
    var sliced = RingBuffer<PrefetchCommand>(capacity: 16)
    /// The remainders of commands that were begun, in reverse order.
    var rest: [PrefetchCommand] = []
    var isDrainOrdered = false

    /// Called when commands were applied, so that a test need not poll; used by tests only.
    nonisolated let onChange: (@Sendable () -> Void)?
    var hasChanged = false

    /// Creates a manager of a library's images; nothing is accessed before the first permitted request.
    ///
    /// - Parameters:
    ///   - access: the access to the library of the images.
    ///   - limits: the limits of the manager.
    ///   - clock: the clock of the images' time to live and of timeouts.
    ///   - memoryPressure: reports that memory is short.
    /// - Throws: `ImageError` with the first invalid limit.
    public init(
        access: LibraryAccess,
        limits: Limits = Limits(),
        clock: any Clock<Duration> = ContinuousClock(),
        memoryPressure: MemoryPressure = .system
    ) throws(ImageError) {
        try self.init(
            access: access, limits: limits, clock: clock, memoryPressure: memoryPressure, onChange: nil)
    }

    /// - Parameter sourceSlice: the time after which a turn of image sources lets other jobs run, in nanoseconds.
    init(
        access: LibraryAccess, limits: Limits, clock: any Clock<Duration>, memoryPressure: MemoryPressure,
        sourceSlice: UInt64 = SourceDispatcher.defaultSlice, onChange: (@Sendable () -> Void)?
    ) throws(ImageError) {
        try limits.validate()
        self.access = access
        self.onChange = onChange
        let anyClock = AnyClock(clock)
        cache = try AssetImageCache(limits: limits.cache, clock: clock, permission: access.permission.reading)
        requests = try ImageRequests(
            access: access, cache: cache, limits: limits, clock: anyClock, sourceSlice: sourceSlice, onChange: onChange)
        resources = try ResourceReads(
            access: access, clock: anyClock, timeout: limits.stallTimeout, replacements: limits.replacements,
            isShared: true)
        let observation = memoryPressure.observe { [weak self] in self?.reclaimMemory(.pressure) }
        pressure.withLock { $0 = observation }
        let revocations = access.permission.reading.observe { [weak self] in self?.permissionChanged($0) }
        self.revocations.withLock { $0 = revocations }
    }

    deinit {
        for (_, window) in windows.sorted(by: { $0.key.number < $1.key.number }) { window.task?.cancel() }
    }

    /// The current statistics.
    public var statistics: ImageManagerStatistics {
        drainAll()
        var counts = requests.statistics
        counts.windows = windows.count
        return counts
    }
}

extension CachingImageManager {
    /// The limits of an image manager.
    public struct Limits: Sendable, Hashable {
        /// The limits of the memory cache.
        public var cache: AssetImageCacheLimits
        /// The maximum number of requests at the source at a time, 1 to 1,000; 10 by default: with more, Photos
        /// deadlocks.
        ///
        /// If the source allows fewer, its limit applies.
        public var maximumConcurrentRequests: Int
        /// The maximum number of callers that wait for an image at a time, 1 to 1,000,000; the next one fails with
        /// `ImageError.tooMuchWork`.
        ///
        /// 16,384 by default, far more than cells on a screen: only an endless loop or a source that hangs reaches it.
        /// Images that are cached ahead do not count.
        public var maximumPendingRequests: Int
        /// The maximum number of images decoded at a time, 1 to 64, each on its own thread.
        ///
        /// By default the number of cores minus one for the main actor, at most four. Managers of one access with the
        /// same limits share their threads.
        public var maximumConcurrentDecodes: Int
        /// The maximum number of replacements for threads whose source does not return, 0 to 64; 4 by default.
        ///
        /// A source that hangs on one picture keeps its thread, which cannot be ended. Once ``stallTimeout`` has
        /// passed, a replacement thread is started, which ends when the hung one returns. If
        /// ``maximumConcurrentDecodes`` threads and all replacements hang, further requests fail with
        /// `ImageError.hung`. The same applies to the two threads that read originals.
        public var replacements: Int
        /// The time without any event after which a request fails with `.timedOut`; nil for no limit.
        ///
        /// The time is measured from the request. For a running request, each event from the source for its image
        /// restarts it, such as a download's progress; for a queued one, each event for any image does, since a working
        /// source serves the queue. A request that leaves the queue gets its full time again, unless the source is
        /// known to be silent: it let another request time out, and has reported nothing since. All requests at a
        /// silent source therefore end in their own time, visible ones first, however many there are. Requests for one
        /// image share the time of the first of them.
        ///
        /// The time also starts again after the process was suspended, as apps in the background are, and once after
        /// the thread of a source that does not return was replaced. 30 seconds by default; more than 100 years means
        /// no limit.
        public var stallTimeout: Duration?

        /// Creates limits, each with its default.
        public init(
            cache: AssetImageCacheLimits = AssetImageCacheLimits(),
            maximumConcurrentRequests: Int = 10,
            maximumPendingRequests: Int = 16_384,
            maximumConcurrentDecodes: Int = Limits.suggestedDecodes,
            replacements: Int = 4,
            stallTimeout: Duration? = .seconds(30)
        ) {
            self.cache = cache
            self.maximumConcurrentRequests = maximumConcurrentRequests
            self.maximumPendingRequests = maximumPendingRequests
            self.maximumConcurrentDecodes = maximumConcurrentDecodes
            self.replacements = replacements
            self.stallTimeout = stallTimeout
        }

        /// The number of cores minus one for the main actor, at most four, since decoding needs memory too.
        public static var suggestedDecodes: Int { PoolLimits.suggestedThreads }

        /// Throws if a limit is invalid; the cache checks its own limits.
        func validate() throws(ImageError) {
            try ImageError.check("maximum of concurrent requests", maximumConcurrentRequests, in: 1...1_000)
            try ImageError.check("maximum of pending requests", maximumPendingRequests, in: 1...1_000_000)
            try ImageError.check("maximum of concurrent decodes", maximumConcurrentDecodes, in: 1...64)
            try ImageError.check("number of replacements", replacements, in: 0...64)
            try ImageError.check("stall timeout", stallTimeout)
        }
    }
}

/// The statistics of an image manager; the cache has its own.
public struct ImageManagerStatistics: Hashable, Sendable {
    /// A request that misses the cached image of its asset, because it has another size or shape.
    public struct Mismatch: Hashable, Sendable {
        /// The requested image.
        public let asked: ImageKey
        /// The cached image.
        public let cached: ImageKey
    }

    /// Requests that were started; a request that is canceled on its way does not reach the source.
    public internal(set) var started = 0
    /// Requests that the source answered with a final image.
    public internal(set) var finished = 0
    /// Requests that failed, including those that timed out.
    public internal(set) var failed = 0
    /// Requests that were canceled on their way or at the source because no caller needed them anymore.
    public internal(set) var cancelled = 0
    /// Requests that timed out because their source reported nothing.
    public internal(set) var timedOut = 0
    /// Requests, for images or prefetching, that miss the cached image of their asset.
    public internal(set) var mismatches = 0
    /// The last mismatch.
    public internal(set) var lastMismatch: Mismatch?
    /// The number of waiting callers.
    public internal(set) var waiting = 0
    /// The number of requests at the source.
    public internal(set) var running = 0
    /// The number of images that are being loaded or queued.
    public internal(set) var jobs = 0
    /// The number of images that windows and `startCaching` currently need in the cache.
    public internal(set) var windowed = 0
    /// The number of open caching windows.
    public internal(set) var windows = 0
}
