import Dispatch
import Synchronization

/// The images of a cache and its statistics: a pure value, without lock or clock.
///
/// ``S3FIFOPolicy`` decides which image is evicted next. Operations are O(1) amortized unless stated otherwise.
struct CacheContents {
    let limits: AssetImageCacheLimits
    /// The permission's first generation since it was last narrowed; no image belongs to an older one.
    private(set) var revocation: UInt64 = 0
    /// The maximum cost of one image, in bytes.
    private let entryCost: Int
    private var order: S3FIFOPolicy
    private var counters = ImageCacheStatistics()
    /// The number of images that no lookup has found yet.
    private var unused = 0

    init(limits: AssetImageCacheLimits) {
        self.limits = limits
        entryCost = limits.entryCost
        order = S3FIFOPolicy(limits: limits)
    }

    var statistics: ImageCacheStatistics {
        var statistics = counters
        statistics.cost = order.cost
        statistics.pinnedCost = order.cost(of: .pinned)
        statistics.count = order.count
        return statistics
    }

    /// Removes all images from before a revocation; returns nil if it is known already.
    ///
    /// - Complexity: O(1) here; releasing the result costs O(images).
    mutating func advance(to revocation: UInt64) -> S3FIFOPolicy? {
        guard self.revocation < revocation else { return nil }
        self.revocation = revocation
        return removeAll()
    }

    /// Looks up an image without counting the lookup as a use.
    ///
    /// - Parameter generation: the permission's generation; images of older ones are not found.
    func uncountedImage(for key: ImageKey, now: Duration?, generation: UInt64 = 0) -> DecodedImage? {
        guard let entry = order.entry(for: key), entry.isOf(generation) else { return nil }
        return entry.isOlder(than: limits.timeToLive, at: now) ? nil : entry.image
    }

    /// Looks up an image, and counts the lookup.
    ///
    /// - Parameters:
    ///   - now: the time on the cache's clock; nil if images do not expire.
    ///   - generation: the permission's generation; images of older ones are not found.
    ///   - expired: set to an image that is removed because its time to live is over.
    mutating func image(
        for key: ImageKey, now: Duration?, generation: UInt64 = 0, expired: inout [DecodedImage]
    ) -> DecodedImage? {
        var image: DecodedImage?
        switch order.look(key, now: now, generation: generation, found: &image) {
        case .found(let isFirst):
            counters.hits += 1
            if isFirst { unused -= 1 }
        case .tooOld:
            counters.misses += 1
            counters.expirations += 1
            expired = remove(key)
        case .nothing: counters.misses += 1
        }
        return image
    }

    /// Stores an image, and replaces one with the same key; returns the images that were removed for it.
    ///
    /// Space is freed first: the cost never exceeds the limit.
    mutating func insert(_ image: DecodedImage, for key: ImageKey, now: Duration?) -> [DecodedImage] {
        let former = order.remove(key)
        var removed: [DecodedImage] = []
        if let former { noteRemoval(of: former.entry, into: &removed) }
        let cost = image.cost
        guard cost <= entryCost else {
            counters.rejected += 1
            return removed
        }
        evict(toCost: limits.costLimit - cost, toCount: limits.countLimit - 1, into: &removed)
        let uses = former?.entry.uses ?? 0
        order.add(CacheEntry(key: key, image: image, cost: cost, stored: now, uses: uses), after: former?.list)
        noteInsertion()
        return removed
    }

    private mutating func noteInsertion() {
        unused += 1
        counters.insertions += 1
        counters.highestCost = max(counters.highestCost, order.cost)
    }

    /// Adds one pin to each key.
    ///
    /// - Complexity: O(keys).
    mutating func pin(_ keys: some Sequence<ImageKey>) {
        for key in keys { order.pin(key) }
    }

    /// Removes one pin from each key; keys without a pin are skipped.
    ///
    /// - Complexity: O(keys).
    mutating func unpin(_ keys: some Sequence<ImageKey>) {
        for key in keys { order.unpin(key) }
    }
}

// MARK: - Confirmation

extension CacheContents {
    /// The keys of the images of older generations of the permission that are not revoked.
    ///
    /// - Complexity: O(images).
    func unconfirmed(in generations: Range<UInt64>) -> [ImageKey] {
        let (first, end) = (generations.lowerBound, generations.upperBound)
        return order.images().filter { $0.isOf(first) && !$0.isOf(end) }.map(\.key)
    }

    /// Marks images as confirmed for a permission's generation, and removes those of assets that are not visible.
    ///
    /// An image that was stored after the assets were looked up has a newer generation, and stays as it is. One from
    /// before a revocation is removed: full access may have become limited, and the lookup may have been repeated.
    ///
    /// - Complexity: O(keys).
    mutating func confirm(
        _ keys: some Sequence<ImageKey>, visible: Set<AssetID>, at generation: UInt64, since revocation: UInt64
    ) -> [DecodedImage] {
        var removed: [DecodedImage] = []
        for key in keys {
            guard let entry = order.entry(for: key), !entry.isOf(generation) else { continue }
            if visible.contains(key.asset), entry.isOf(revocation) {
                order.confirm(key, at: generation)
            } else if order.remove(key) != nil {
                noteRemoval(of: entry, into: &removed)
            }
        }
        return removed
    }
}

// MARK: - Removal

extension CacheContents {
    /// Removes an image, and its remembered key.
    mutating func remove(_ key: ImageKey) -> [DecodedImage] {
        var removed: [DecodedImage] = []
        if let entry = order.remove(key)?.entry { noteRemoval(of: entry, into: &removed) }
        return removed
    }

    /// Removes all images, and the remembered keys; pins stay.
    ///
    /// - Complexity: O(1) here; releasing the result costs O(images).
    mutating func removeAll() -> S3FIFOPolicy {
        counters.wasted += unused
        unused = 0
        return order.removeAll()
    }

    /// Removes the images that satisfy a condition.
    ///
    /// - Complexity: O(images).
    mutating func removeAll(where isSo: (CacheEntry) -> Bool) -> [DecodedImage] {
        var removed: [DecodedImage] = []
        for entry in order.images() where isSo(entry) {
            _ = order.remove(entry.key)
            noteRemoval(of: entry, into: &removed)
        }
        return removed
    }

    /// Removes the images whose time to live is over.
    ///
    /// - Complexity: O(images).
    mutating func removeExpired(now: Duration?) -> [DecodedImage] {
        let timeToLive = limits.timeToLive
        let removed = removeAll { $0.isOlder(than: timeToLive, at: now) }
        counters.expirations += removed.count
        return removed
    }

    /// Evicts images until the cost is at most `cost` bytes, or `most` images were evicted.
    mutating func trim(toCost cost: Int, atMost most: Int) -> [DecodedImage] {
        var removed: [DecodedImage] = []
        while order.cost > max(cost, 0), removed.count < most, evictNext(into: &removed) {}
        return removed
    }

    private mutating func evict(toCost cost: Int, toCount count: Int, into removed: inout [DecodedImage]) {
        while order.cost > cost || order.count > count, evictNext(into: &removed) {}
    }

    /// Evicts one image; returns false if the cache is empty.
    private mutating func evictNext(into removed: inout [DecodedImage]) -> Bool {
        guard let entry = order.evict() else { return false }
        counters.evictions += 1
        noteRemoval(of: entry, into: &removed)
        return true
    }

    /// Updates the statistics for a removed entry, and adds its image to those to be released.
    private mutating func noteRemoval(of entry: CacheEntry, into removed: inout [DecodedImage]) {
        guard let image = entry.image else { return }
        removed.append(image)
        if !entry.wasHit {
            unused -= 1
            counters.wasted += 1
        }
    }
}

/// Releases large numbers of removed images on its own thread.
///
/// Freeing 200 megabytes takes 27 ms, which must not block a caller on the main actor.
final class ReleaseQueue: Sendable {
    private let queue = DispatchQueue(label: "cameraroll.release", qos: .utility)
    private let count = Atomic(0)

    /// The number of values handed over so far.
    var handedOver: Int { count.load(ordering: .acquiring) }

    /// Takes ownership of a value, and releases it; the caller must not keep a copy.
    func release<Value: Sendable>(_ value: consuming Value) {
        count.add(1, ordering: .acquiringAndReleasing)
        // In a box, so that the caller's last reference is released before the queue runs.
        let box = Lock<Value?>(value)
        queue.async {
            let last = box.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
    }
}
