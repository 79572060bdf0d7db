import Synchronization

/// Decoded images in memory, within a hard limit of bytes; accessible from any thread, without waiting for an actor.
///
/// ```swift
/// let cache = try AssetImageCache(limits: AssetImageCacheLimits(costLimit: 64 << 20))
/// if let image = cache.image(for: request.key) { show(image) }
/// ```
///
/// S3-FIFO decides which image is evicted first. A new image enters a small list, of a tenth of the limit, and is
/// evicted from it unless it is found twice; such images, and those requested again soon after their eviction, are
/// kept in the large list. A fast scroll shows thousands of images once each. With least-recently-used eviction they
/// would evict everything else; here they evict only one another. A lookup only increments a counter and moves
/// nothing, so its cost under the lock does not depend on the load. 2Q and ARC resist scans too, but change their
/// lists with each lookup.
///
/// Images that a caching window loads ahead of the screen are fresh, so a window pins their keys: pinned images are
/// not evicted, up to the fraction ``AssetImageCacheLimits/pinnedShare`` of the limit. Pins beyond it have no
/// effect until space is available.
///
/// The limit counts the images in the cache. An evicted image stays in memory while it is shown.
public final class AssetImageCache: Sendable {
    /// The number of keys or images handled per lock acquisition, so that no lookup waits for thousands.
    private static let batch = 128

    /// The limits of the cache.
    public let limits: AssetImageCacheLimits
    /// Nil if images do not expire.
    private let clock: AnyClock?
    /// The permission to see the images: an image that was loaded before a revocation is not found after it.
    ///
    /// Nil if the images do not come from a library.
    private let permission: ReadingPermission?
    private let contents: Lock<CacheContents>
    // Written under the lock, so that whoever misses an image under it has read an older number.
    private let stored = Atomic(0)
    /// Releases images that are removed in large numbers.
    let releases = ReleaseQueue()

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - limits: the size limits and the time to live.
    ///   - clock: the clock of the time to live; not read if `limits` has none.
    /// - Throws: `ImageError.invalidArgument` with the invalid limit.
    public convenience init(
        limits: AssetImageCacheLimits = AssetImageCacheLimits(), clock: any Clock<Duration> = ContinuousClock()
    ) throws(ImageError) {
        try self.init(limits: limits, clock: clock, permission: nil)
    }

    init(
        limits: AssetImageCacheLimits, clock: any Clock<Duration>, permission: ReadingPermission?
    ) throws(ImageError) {
        try limits.validate()
        self.limits = limits
        self.permission = permission
        self.clock = limits.timeToLive == nil ? nil : AnyClock(clock)
        contents = Lock(CacheContents(limits: limits))
    }

    /// The number of revocations of the permission: one atomic load.
    private var generation: UInt64 { permission?.generation ?? 0 }
    /// The permission's first generation since it was last narrowed.
    private var revocation: UInt64 { permission?.revocation ?? 0 }

    /// The number of images ever handed to the cache; one atomic load.
    ///
    /// A key that was not found after this was read is not in the cache while the number stays the same.
    var stores: Int { stored.load(ordering: .acquiring) }

    /// The statistics of the cache.
    public var statistics: ImageCacheStatistics {
        contents.withLock(\.statistics)
    }

    /// The image for a request's key, if it is cached; counted as a hit or a miss.
    ///
    /// - Complexity: O(1).
    public func image(for key: ImageKey) -> DecodedImage? {
        image(for: key, of: generation)
    }

    /// The image for a request's key, including one whose asset has to be looked up before it is shown.
    ///
    /// Such an image has an older generation than the permission.
    func imageToConfirm(for key: ImageKey) -> DecodedImage? {
        image(for: key, of: revocation)
    }

    private func image(for key: ImageKey, of generation: UInt64) -> DecodedImage? {
        let now = clock?.now()
        // Released outside of the lock, here and below: it may be megabytes.
        var expired: [DecodedImage] = []
        defer { withExtendedLifetime(expired) {} }
        return contents.withLock { $0.image(for: key, now: now, generation: generation, expired: &expired) }
    }

    /// Whether the image for a request's key is cached; not counted.
    ///
    /// - Complexity: O(1).
    public func contains(_ key: ImageKey) -> Bool {
        uncountedImage(for: key) != nil
    }

    /// The image for a request's key, if it is cached; not counted as a lookup or a use.
    ///
    /// - Parameter isConfirmed: false to also find an image whose asset has to be looked up before it is shown.
    func uncountedImage(for key: ImageKey, isConfirmed: Bool = true) -> DecodedImage? {
        let (now, generation) = (clock?.now(), isConfirmed ? generation : revocation)
        return contents.withLock { $0.uncountedImage(for: key, now: now, generation: generation) }
    }

    /// Stores an image, replaces one with the same key, and evicts others to make space.
    ///
    /// An image that alone costs more than ``AssetImageCacheLimits/entryShare`` allows is not stored, but the image
    /// that it would have replaced is removed nonetheless. An image that a manager loaded stores the permission's
    /// generation, and the manager's cache does not store it after a revocation.
    ///
    /// - Complexity: O(1) amortized.
    public func insert(_ image: DecodedImage, for key: ImageKey) {
        let removed = store(image.generation == nil ? image.got(at: generation) : image, for: key)
        withExtendedLifetime(removed) {}
    }

    /// The images that were removed for another.
    typealias Removed = (outdated: S3FIFOPolicy?, evicted: [DecodedImage])

    /// Stores an image like `insert`, unless it was loaded before the permission was revoked.
    ///
    /// An image that is stored directly before a revocation is not found after it: lookups compare generations too.
    ///
    /// - Returns: the images that were removed for it, to be released outside of any lock.
    func store(_ image: DecodedImage, for key: ImageKey) -> Removed {
        let (now, revocation, isOfNoLibrary) = (clock?.now(), revocation, permission == nil)
        return contents.withLock { contents in
            stored.add(1, ordering: .releasing)
            let outdated = contents.advance(to: revocation)
            let isAllowed = isOfNoLibrary || image.generation.map { $0 >= contents.revocation } ?? false
            return (outdated, isAllowed ? contents.insert(image, for: key, now: now) : [])
        }
    }
}

// MARK: - Confirmation

extension AssetImageCache {
    /// The keys of the images whose assets have to be looked up: the user may have deselected them.
    ///
    /// - Complexity: O(images), under the lock.
    func unconfirmed() -> [ImageKey] {
        guard let permit = permission?.permit else { return [] }
        return contents.withLock { $0.unconfirmed(in: permit.revocation..<permit.generation) }
    }

    /// Makes images available again, and removes those of assets that are no longer visible.
    ///
    /// - Parameters:
    ///   - keys: the images whose assets were looked up.
    ///   - visible: those of the assets that exist.
    ///   - generation: the permission's generation from before the lookup.
    func confirm(_ keys: some Collection<ImageKey>, visible: Set<AssetID>, at generation: UInt64) {
        let revocation = revocation
        for batch in batches(of: keys) {
            let removed = contents.withLock {
                $0.confirm(batch, visible: visible, at: generation, since: revocation)
            }
            if !removed.isEmpty { releases.release(consume removed) }
        }
    }
}

// MARK: - Removal

extension AssetImageCache {
    /// Removes the image for a key.
    ///
    /// - Complexity: O(1).
    public func remove(_ key: ImageKey) {
        let removed = contents.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    /// Removes the images of assets, for example of deleted ones.
    ///
    /// - Complexity: O(images), under the lock; collect the assets of a change and call this once.
    public func remove(assets: Set<AssetID>) {
        releases.release(contents.withLock { $0.removeAll { assets.contains($0.key.asset) } })
    }

    /// Removes the images from before the permission was last narrowed, which are not found anymore.
    ///
    /// - Complexity: O(1).
    func removeOutdated() {
        let revocation = revocation
        if let outdated = contents.withLock({ $0.advance(to: revocation) }) { releases.release(outdated) }
    }

    /// Removes the images whose time to live is over; otherwise they stay until they are looked up or evicted.
    ///
    /// - Complexity: O(images), under the lock.
    public func removeExpired() {
        guard let now = clock?.now() else { return }
        releases.release(contents.withLock { $0.removeExpired(now: now) })
    }

    /// Removes all images, for example under memory pressure; pins stay, and protect later images.
    ///
    /// The memory is freed directly afterward, on the cache's own thread.
    ///
    /// - Complexity: O(1).
    public func removeAll() {
        releases.release(contents.withLock { $0.removeAll() })
    }

    /// Evicts images until they cost at most `cost` bytes, for example when the app enters the background; pinned
    /// ones last.
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

extension AssetImageCache {
    /// Prevents the eviction of images, of those already cached and those stored later.
    ///
    /// Pins are counted: each has to be removed once. If the limit for pinned images is nearly reached, remove old
    /// pins first.
    ///
    /// - Complexity: O(keys).
    public func pin(_ keys: some Collection<ImageKey>) {
        for batch in batches(of: keys) { contents.withLock { $0.pin(batch) } }
    }

    /// Removes one pin from each key; keys without a pin are skipped.
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

/// The limits of an image cache.
public struct AssetImageCacheLimits: Hashable, Sendable {
    /// The maximum total cost of all images, in bytes; 256 MiB by default.
    public var costLimit: Int
    /// The maximum number of images, since each also costs about 300 bytes of bookkeeping; 65,536 by default.
    public var countLimit: Int
    /// The fraction of ``costLimit`` that one image may use, 0 to 1; a quarter by default, enough for 12 megapixels.
    public var entryShare: Double
    /// The maximum fraction of ``costLimit`` that pinned images may use, 0 to 1; half by default.
    public var pinnedShare: Double
    /// The fraction of ``costLimit`` that is kept while the app is in the background, 0 to 1; a quarter by default.
    public var backgroundShare: Double
    /// The time to live of an image; nil for no limit, and then no clock is read.
    public var timeToLive: Duration?

    /// Creates limits, each with its default.
    public init(
        costLimit: Int = 256 << 20,
        countLimit: Int = 65_536,
        entryShare: Double = 0.25,
        pinnedShare: Double = 0.5,
        backgroundShare: Double = 0.25,
        timeToLive: Duration? = nil
    ) {
        self.costLimit = costLimit
        self.countLimit = countLimit
        self.entryShare = entryShare
        self.pinnedShare = pinnedShare
        self.backgroundShare = backgroundShare
        self.timeToLive = timeToLive
    }
}

extension AssetImageCacheLimits {
    /// Throws if a limit is invalid.
    func validate() throws(ImageError) {
        try ImageError.check("cost limit", costLimit, in: 1 ... .max)
        try ImageError.check("count limit", countLimit, in: 1 ... .max)
        let shares = [("entry", entryShare), ("pinned", pinnedShare), ("background", backgroundShare)]
        for (name, share) in shares where !(0...1).contains(share) {
            throw .invalid("\(name) share", share, "0 to 1")
        }
        try ImageError.check("time to live", timeToLive)
    }

    /// The maximum cost of one image, in bytes.
    var entryCost: Int { part(entryShare) }
    /// The maximum total cost of pinned images, in bytes.
    var pinnedCost: Int { part(pinnedShare) }
    /// The maximum total cost while the app is in the background, in bytes.
    var backgroundCost: Int { part(backgroundShare) }
    /// The maximum cost of fresh images while others need the space, in bytes: a tenth.
    var freshCost: Int { costLimit / 10 }

    /// A fraction of the cost; exact for the whole cost, which converted to floating point may exceed the integer
    /// range.
    private func part(_ share: Double) -> Int {
        share == 1 ? costLimit : Int(Double(costLimit) * share)
    }
}

/// The statistics of an image cache: totals since its creation, and its present contents.
public struct ImageCacheStatistics: Hashable, Sendable {
    /// Lookups that found an image.
    public internal(set) var hits = 0
    /// Lookups that found no image, or an expired one.
    public internal(set) var misses = 0
    /// Images stored, including replacements.
    public internal(set) var insertions = 0
    /// Images removed to make space, or by a trim.
    public internal(set) var evictions = 0
    /// Images removed because their time to live was over.
    public internal(set) var expirations = 0
    /// Images rejected because a single image may not cost that much.
    public internal(set) var rejected = 0
    /// Images removed, for any reason, before any lookup found them.
    public internal(set) var wasted = 0
    /// The current cost of the images, in bytes.
    public internal(set) var cost = 0
    /// The highest `cost` so far, in bytes.
    public internal(set) var highestCost = 0
    /// The current cost of the pinned images, in bytes.
    public internal(set) var pinnedCost = 0
    /// The current number of images.
    public internal(set) var count = 0
}
