/// Decoded images in memory, within a hard limit of bytes; to be asked from any thread, without waiting for an actor.
///
/// ```swift
/// let cache = try ImageCache(limits: ImageCacheLimits(cost: 64 << 20))
/// if let image = cache.image(for: request.key) { show(image) }
/// ```
///
/// What leaves first is decided by S3-FIFO: an image comes into a small list, of a tenth of the limit, and leaves by it
/// again unless it is found twice; those that were, or that are asked for again soon after they left, are kept in the
/// large one. A fling shows thousands of images once each, and in a cache that evicts the least recently used they push
/// out everything; here they push out one another. A lookup only counts, it moves nothing, so it costs the same under a
/// lock with and without load. 2Q and ARC withstand a scan too, but write to their lists with each lookup.
///
/// Images that a caching window leads ahead of the screen are fresh, so a window pins their keys: what is pinned is not
/// evicted, up to ``ImageCacheLimits/pinnedShare`` of the limit. Pins beyond it protect nothing until there is room.
///
/// The limit counts the images in the cache. One that was evicted lives on while somebody shows it.
public final class ImageCache: Sendable {
    /// How many keys or images are dealt with before others may take the lock, so that no lookup waits for thousands.
    private static let batch = 128

    /// What it may hold.
    public let limits: ImageCacheLimits
    /// Nil where images do not age.
    private let clock: AnyClock?
    /// The permission to see the images: what was got before a revocation is not found after it.
    ///
    /// Nil where they are from no library.
    private let permission: ReadingPermission?
    private let contents: Lock<CacheContents>
    /// Frees what leaves together with others.
    let releases = ReleaseQueue()

    /// An empty cache.
    ///
    /// - Parameters:
    ///   - limits: what it may hold, and for how long.
    ///   - clock: by which images age; not read where `limits` has no time to live.
    /// - Throws: `ImageError.invalidLimit`, `.invalidShare`, `.invalidTimeToLive`.
    public convenience init(
        limits: ImageCacheLimits = ImageCacheLimits(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(ImageError) {
        try self.init(limits: limits, clock: clock, permission: nil)
    }

    init(
        limits: ImageCacheLimits, clock: any Clock<Duration>, permission: ReadingPermission?
    ) throws(ImageError) {
        try limits.validate()
        self.limits = limits
        self.permission = permission
        self.clock = limits.timeToLive == nil ? nil : AnyClock(clock)
        contents = Lock(CacheContents(limits: limits))
    }

    /// How often the permission was taken back: one atomic load.
    private var generation: UInt64 { permission?.generation ?? 0 }

    /// What it did, and what it holds now.
    public var statistics: ImageCacheStatistics {
        contents.withLock(\.statistics)
    }

    /// The image of a request, where it is here; counted as a hit or a miss.
    ///
    /// - Complexity: O(1).
    public func image(for key: ImageKey) -> DecodedImage? {
        let now = clock?.now()
        let generation = generation
        let lookup = contents.withLock { $0.image(for: key, now: now, generation: generation) }
        // Outside of the lock, here and below: what is released may be megabytes.
        return withExtendedLifetime(lookup) {
            if case .hit(let image) = lookup { image } else { nil }
        }
    }

    /// Whether the image of a request is here; not counted.
    ///
    /// - Complexity: O(1).
    public func contains(_ key: ImageKey) -> Bool {
        uncountedImage(for: key) != nil
    }

    /// The image of a request, where it is here; counted neither as a lookup nor as a use.
    func uncountedImage(for key: ImageKey) -> DecodedImage? {
        let (now, generation) = (clock?.now(), generation)
        return contents.withLock { $0.uncountedImage(for: key, now: now, generation: generation) }
    }

    /// Takes an image in, in place of one of the same key, once those have left that it needs the room of.
    ///
    /// One that alone costs more than ``ImageCacheLimits/entryShare`` allows is not taken in, and the one of the same
    /// key, which it would have replaced, leaves all the same. One that a manager got remembers under
    /// which permission that was, and the cache of a manager does not take it in once that was taken back.
    ///
    /// - Complexity: O(1) amortised.
    public func insert(_ image: DecodedImage, for key: ImageKey) {
        store(image.generation == nil ? image.got(at: generation) : image, for: key)
    }

    /// Takes an image in as `insert` does, unless it was got before the permission was taken back.
    ///
    /// What is taken in right before that happens is not found after it: lookups compare generations too.
    func store(_ image: DecodedImage, for key: ImageKey) {
        let (now, generation, isOfNoLibrary) = (clock?.now(), generation, permission == nil)
        let removed = contents.withLock { contents in
            let outdated = contents.advance(to: generation)
            let isCurrent = isOfNoLibrary || image.generation == contents.generation
            return (outdated, isCurrent ? contents.insert(image, for: key, now: now) : RemovedImages())
        }
        withExtendedLifetime(removed) {}
    }
}

// MARK: - Letting go

extension ImageCache {
    /// Lets the image of a key go.
    ///
    /// - Complexity: O(1).
    public func remove(_ key: ImageKey) {
        let removed = contents.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    /// Lets the images of assets go: of those that were deleted.
    ///
    /// - Complexity: O(images), under the lock; gather the assets of a change and call it once.
    public func remove(assets: Set<AssetID>) {
        releases.release(contents.withLock { $0.removeAll { assets.contains($0.key.asset) } })
    }

    /// Lets the images go that are too old; they would otherwise stay until they are looked up or evicted.
    ///
    /// - Complexity: O(images), under the lock.
    public func removeExpired() {
        guard let now = clock?.now() else { return }
        releases.release(contents.withLock { $0.removeExpired(now: now) })
    }

    /// Lets all images go, as under memory pressure; pins stay, and protect what comes next.
    ///
    /// Their memory is freed right after, on a thread of the cache's own.
    ///
    /// - Complexity: O(1).
    public func removeAll() {
        releases.release(contents.withLock { $0.removeAll() })
    }

    /// Evicts until the images cost no more than so many bytes, as when the app leaves the screen; pinned ones last.
    public func trim(toCost cost: Int) {
        var isDone = false
        while !isDone {
            let removed = contents.withLock { $0.trim(toCost: cost, atMost: Self.batch) }
            isDone = removed.count < Self.batch
            releases.release(consume removed)
        }
    }
}

// MARK: - Pins

extension ImageCache {
    /// Keeps images from being evicted, those of the keys that are here and those that come.
    ///
    /// Pins are counted: each is to be taken off once. Take the old ones off first, where the share is tight.
    ///
    /// - Complexity: O(keys).
    public func pin(_ keys: some Collection<ImageKey>) {
        for batch in batches(of: keys) { contents.withLock { $0.pin(batch) } }
    }

    /// Takes one pin off each key; those that have none are passed by.
    ///
    /// - Complexity: O(keys).
    public func unpin(_ keys: some Collection<ImageKey>) {
        for batch in batches(of: keys) { contents.withLock { $0.unpin(batch) } }
    }

    private func batches(of keys: some Collection<ImageKey>) -> [ArraySlice<ImageKey>] {
        let keys = Array(keys)
        return stride(from: 0, to: keys.count, by: Self.batch).map { keys[$0...].prefix(Self.batch) }
    }
}

/// What an image cache may hold, and for how long.
public struct ImageCacheLimits: Hashable, Sendable {
    /// The most that all images together may cost, in bytes; 256 MiB by default.
    public var cost: Int
    /// The most images, however small, since each also costs some 300 bytes to keep in order; 65,536 by default.
    public var count: Int
    /// The part of `cost` that one image may have, 0 to 1; a quarter by default, which is room for 12 megapixels.
    public var entryShare: Double
    /// The part of `cost` that is kept for pinned images, 0 to 1; half by default.
    public var pinnedShare: Double
    /// The part of `cost` that is kept while the app is in the background, 0 to 1; a quarter by default.
    public var backgroundShare: Double
    /// How long an image is good for; for ever where nil, and then no clock is read.
    public var timeToLive: Duration?

    /// Limits, each with its default.
    public init(
        cost: Int = 256 << 20,
        count: Int = 65_536,
        entryShare: Double = 0.25,
        pinnedShare: Double = 0.5,
        backgroundShare: Double = 0.25,
        timeToLive: Duration? = nil
    ) {
        self.cost = cost
        self.count = count
        self.entryShare = entryShare
        self.pinnedShare = pinnedShare
        self.backgroundShare = backgroundShare
        self.timeToLive = timeToLive
    }
}

extension ImageCacheLimits {
    /// Refuses what makes no sense.
    func validate() throws(ImageError) {
        for limit in [cost, count] where limit < 1 { throw .invalidLimit(limit) }
        for share in [entryShare, pinnedShare, backgroundShare] where !(0...1).contains(share) {
            throw .invalidShare(share)
        }
        if let timeToLive, timeToLive <= .zero { throw .invalidTimeToLive(timeToLive) }
    }

    /// The most that one image may cost, in bytes.
    var entryCost: Int { part(entryShare) }
    /// The most that pinned images may cost together, in bytes.
    var pinnedCost: Int { part(pinnedShare) }
    /// The most that images may cost while the app is in the background, in bytes.
    var backgroundCost: Int { part(backgroundShare) }
    /// What images that have not proved themselves may cost while others want the room, in bytes: a tenth.
    var freshCost: Int { cost / 10 }

    /// A part of the cost, exact where it is the whole, which as a floating point number may be more than an integer.
    private func part(_ share: Double) -> Int {
        share == 1 ? cost : Int(Double(cost) * share)
    }
}

/// What an image cache did since it was made, and what it holds now.
public struct ImageCacheStatistics: Hashable, Sendable {
    /// Lookups that found an image.
    public internal(set) var hits = 0
    /// Lookups that found none, or one that was too old.
    public internal(set) var misses = 0
    /// Images taken in, also in place of another.
    public internal(set) var insertions = 0
    /// Images that made room for others, or left by a trim.
    public internal(set) var evictions = 0
    /// Images that left because they were too old.
    public internal(set) var expirations = 0
    /// Images refused because one alone may not cost so much.
    public internal(set) var rejected = 0
    /// Images that left, for whatever reason, without having been found by any lookup.
    public internal(set) var wasted = 0
    /// What the images cost now, in bytes.
    public internal(set) var cost = 0
    /// The highest that `cost` ever was, in bytes.
    public internal(set) var highestCost = 0
    /// What the pinned images among them cost, in bytes.
    public internal(set) var pinnedCost = 0
    /// How many images there are now.
    public internal(set) var count = 0
}
