import Synchronization

/// Gets images, keeps them, and gets ahead of those who ask: Photos' `PHCachingImageManager`, that loses no request.
///
/// ```swift
/// let images = try CachingImageManager(of: manager)
/// let request = ImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
/// cell.image = images.cachedImage(for: request)             // at once, on the caller's thread
/// let image = try await images.image(for: request)          // one decode, however many ask
/// ```
///
/// - A request ends exactly once, also when its source calls back twice, late or never and is cancelled meanwhile.
/// - One job for each ``ImageKey``: as urgent as the most urgent who waits, and cancelled when the last one leaves.
/// - Images are decoded on threads of its own: never on the main actor, the cooperative pool or the library's.
/// - At most ``Limits/requests`` are in flight; the others wait, the most urgent first.
///
/// An actor; calls from synchronous code are applied in the order in which they were made.
public actor CachingImageManager {
    /// How many images are started or stopped at a time.
    static let slice = 256

    /// The images in memory.
    public nonisolated let cache: ImageCache
    nonisolated let access: LibraryAccess
    nonisolated let resources: ResourceReads
    nonisolated let numbers = Counter()
    nonisolated let isClosed = Atomic(false)
    /// How often memory was short: what windows were told before that counts no more.
    nonisolated let shortages = Counter()
    nonisolated let mailbox = ImageMailbox()
    nonisolated let calls = CachingCalls()
    nonisolated let runs = ActiveFetches()
    nonisolated let starter: SourceDispatcher
    nonisolated let clock: AnyClock
    nonisolated let limits: Limits
    nonisolated let pressure = Lock<MemoryPressure.Observation?>(nil)
    nonisolated let revocations = Lock<ReadingPermission.Observation?>(nil)
    /// The permission's generation that the manager has followed.
    var generation: UInt64 = 0
    var jobs = ImageJobScheduler(limit: 1)
    var registry = PrefetchRegistry()
    var windows: [PrefetchRegistry.Holder: OpenWindow] = [:]
    /// The runs that are under way, and since when their images are wanted.
    var wanted: [ImageJobScheduler.RunID: Duration] = [:]
    /// When a source was heard of last.
    var lastSign = Duration.zero
    /// When callers and silent sources are given up.
    nonisolated let deadlines: Deadlines<ImageDeadline>
    /// What is to be done slice by slice, in the order in which it was said.
    var sliced = RingBuffer<ManagerCommand>(capacity: 16)
    /// What is left of what was begun; the last first.
    var rest: [ManagerCommand] = []
    /// What calls started and is still to be got again; a slice of it is under way where this is not empty.
    var again: ArraySlice<ImageKey> = []
    var isDrainOrdered = false
    var counts = ImageManagerStatistics()

    /// Is told when something was applied, so that a test need not ask again and again; nobody else has a use for it.
    nonisolated let onChange: (@Sendable () -> Void)?
    var hasChanged = false

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
        try self.init(
            access: access, limits: limits, clock: clock, memoryPressure: memoryPressure, onChange: nil)
    }

    init(
        access: LibraryAccess, limits: Limits, clock: any Clock<Duration>, memoryPressure: MemoryPressure,
        onChange: (@Sendable () -> Void)?
    ) throws(ImageError) {
        try limits.validate()
        self.access = access
        self.limits = limits
        self.clock = AnyClock(clock)
        self.onChange = onChange
        cache = try ImageCache(limits: limits.cache, clock: clock, permission: access.permission.reading)
        do throws(PoolError) {
            let pool = PoolLimits(threads: limits.decodes, replacements: limits.replacements)
            starter = SourceDispatcher(access: access, pool: try WorkPool(limits: pool))
        } catch {
            throw ImageError(error)
        }
        resources = try ResourceReads(
            access: access, clock: self.clock, timeout: limits.stallTimeout, replacements: limits.replacements)
        deadlines = Deadlines(clock: self.clock, keepsTimer: false)
        generation = access.permission.reading.generation
        jobs.generation = generation
        let observation = memoryPressure.observe { [weak self] in self?.reclaimMemory(.pressure) }
        pressure.withLock { $0 = observation }
        let revocations = access.permission.reading.observe { [weak self] in self?.permissionChanged($0) }
        self.revocations.withLock { $0 = revocations }
    }

    deinit {
        for (_, window) in windows.sorted(by: { $0.key.number < $1.key.number }) { window.task?.cancel() }
        runs.cancelAll()
    }

    /// Figures of this moment.
    public var statistics: ImageManagerStatistics {
        drainAll()
        var counts = counts
        (counts.running, counts.jobs, counts.waiting) = (jobs.running, jobs.count, jobs.waiters)
        (counts.windowed, counts.windows) = (registry.count, windows.count)
        return counts
    }
}

extension CachingImageManager {
    /// What a manager may use.
    public struct Limits: Sendable, Hashable {
        /// What the memory cache may hold.
        public var cache: ImageCacheLimits
        /// How many requests may be at the source at once, 1 to 1,000; 10 by default: beyond it Photos deadlocks.
        ///
        /// Where the source allows fewer, it is as many.
        public var requests: Int
        /// How many images may be decoded at once, 1 to 64, each on a thread of its own.
        ///
        /// By default as many as there are cores, less one for the main actor, and at most four.
        public var decodes: Int
        /// The most threads that stand in for those whose source does not return, 0 to 64; 4 by default.
        ///
        /// A source that hangs on one picture keeps its thread: nothing can end that. Once ``stallTimeout`` has passed,
        /// another thread is started in its place, and ends when the hung one comes back. If `decodes` and these hang,
        /// further requests fail with `ImageError.wedged`. So it is with the two threads that read originals.
        public var replacements: Int
        /// How long nothing may be heard before a request ends with `.timedOut`; for ever where nil.
        ///
        /// Of a request at its source nothing from that; of one in line nothing of any other. The time begins anew with
        /// each sign of life, such as a download's progress, and if the process was stopped meanwhile, as apps in the
        /// background are. 30 seconds by default; more than 100 years is no limit.
        public var stallTimeout: Duration?

        /// Limits, each with its default.
        public init(
            cache: ImageCacheLimits = ImageCacheLimits(),
            requests: Int = 10,
            decodes: Int = Limits.suggestedDecodes,
            replacements: Int = 4,
            stallTimeout: Duration? = .seconds(30)
        ) {
            self.cache = cache
            self.requests = requests
            self.decodes = decodes
            self.replacements = replacements
            self.stallTimeout = stallTimeout
        }

        /// As many as there are cores, less one for the main actor, and at most four: decoding wants memory too.
        public static var suggestedDecodes: Int { PoolLimits.suggestedThreads }

        /// Refuses what makes no sense; the cache's limits are refused by the cache.
        func validate() throws(ImageError) {
            guard (1...1_000).contains(requests) else { throw .invalidLimit(requests) }
            guard (1...64).contains(decodes) else { throw .invalidLimit(decodes) }
            guard (0...64).contains(replacements) else { throw .invalidLimit(replacements) }
            if let stallTimeout, stallTimeout <= .zero { throw .invalidDeadline(stallTimeout) }
        }
    }
}

/// What an image manager has done; the cache has figures of its own.
public struct ImageManagerStatistics: Hashable, Sendable {
    /// A request that misses what is cached for its asset, since it is of another size or shape.
    public struct Mismatch: Hashable, Sendable {
        /// What was asked for.
        public let asked: ImageKey
        /// What is cached.
        public let cached: ImageKey
    }

    /// Requests that were sent on their way to the source; one that is cancelled on its way does not come there.
    public internal(set) var started = 0
    /// Requests that the source answered with a final image.
    public internal(set) var finished = 0
    /// Requests that failed, those that timed out included.
    public internal(set) var failed = 0
    /// Requests that were cancelled, on their way or at the source, since nobody wanted them any more.
    public internal(set) var cancelled = 0
    /// Requests that ended because their source said nothing for too long.
    public internal(set) var timedOut = 0
    /// Requests, of images or for caching, that miss what is cached for their asset.
    public internal(set) var mismatches = 0
    /// The last of them.
    public internal(set) var lastMismatch: Mismatch?
    /// Callers who wait now.
    public internal(set) var waiting = 0
    /// Requests at the source now.
    public internal(set) var running = 0
    /// Images that are being got now or wait to be.
    public internal(set) var jobs = 0
    /// Images that are to be in the cache now, for windows and for those who started caching.
    public internal(set) var windowed = 0
    /// Caching windows that are open now.
    public internal(set) var windows = 0
}
