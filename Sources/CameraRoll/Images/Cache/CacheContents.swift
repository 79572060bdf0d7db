import Dispatch
import Synchronization

/// The images of a cache and its statistics: a pure value, without lock or clock.
///
/// ``S3FIFOPolicy`` decides which image is evicted next. Operations are O(1) amortized unless stated otherwise.
struct CacheContents {
    let limits: AssetImageCacheLimits
    /// The permission's first generation since it was last narrowed; no image is of an older one.
    private(set) var revocation: UInt64 = 0
    private var order: S3FIFOPolicy
    private var counters = ImageCacheStatistics()
    /// The number of images that no lookup has found yet.
    private var unused = 0

    init(limits: AssetImageCacheLimits) {
        self.limits = limits
        order = S3FIFOPolicy(limits: limits)
    }

    var statistics: ImageCacheStatistics {
        var statistics = counters
        statistics.cost = order.storage.heldCost
        statistics.pinnedCost = order.storage.cost(of: .pinned)
        statistics.count = order.storage.heldCount
        return statistics
    }

    /// Removes all images from before a revocation; returns nil if it is known already.
    ///
    /// - Complexity: O(1) here; releasing the result costs O(images).
    mutating func advance(to revocation: UInt64) -> CacheStorage? {
        guard self.revocation < revocation else { return nil }
        self.revocation = revocation
        return removeAll()
    }

    /// Looks up an image without counting the lookup as a use.
    ///
    /// - Parameter generation: the permission's generation; images of older ones are not found.
    func uncountedImage(for key: ImageKey, now: Duration?, generation: UInt64 = 0) -> DecodedImage? {
        guard let slot = order.storage.slot(of: key), let entry = order.storage[slot], entry.isOf(generation) else {
            return nil
        }
        return entry.isOlder(than: limits.timeToLive, at: now) ? nil : entry.image
    }

    /// Looks up an image, and counts the lookup.
    ///
    /// - Parameters:
    ///   - now: the time on the cache's clock; nil if images do not expire.
    ///   - generation: the permission's generation; images of older ones are not found.
    ///   - expired: set to an image that is removed because its time to live is over.
    mutating func image(
        for key: ImageKey, now: Duration?, generation: UInt64 = 0, expired: inout RemovedImages?
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
    mutating func insert(_ image: DecodedImage, for key: ImageKey, now: Duration?) -> RemovedImages {
        var entry = CacheEntry(key: key, image: image, cost: image.cost, stored: now)
        let known = order.storage.slot(of: key)
        let list = known.flatMap { order.storage.list(of: $0) }
        entry.uses = known.flatMap { order.storage[$0]?.uses } ?? 0
        var removed = remove(key)
        guard entry.cost <= limits.entryCost else {
            counters.rejected += 1
            return removed
        }
        evict(toCost: limits.costLimit - entry.cost, toCount: limits.countLimit - 1, into: &removed)
        order.add(entry, after: list)
        noteInsertion()
        return removed
    }

    private mutating func noteInsertion() {
        unused += 1
        counters.insertions += 1
        counters.highestCost = max(counters.highestCost, order.storage.heldCost)
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
        return order.storage.held().filter { $0.isOf(first) && !$0.isOf(end) }.map(\.key)
    }

    /// Marks images as confirmed for a permission's generation, and removes those of assets that are not visible.
    ///
    /// An image that was stored after the assets were looked up is of a newer generation, and stays as it is. One from
    /// before a revocation is removed: full access may have become limited, and the lookup been repeated.
    ///
    /// - Complexity: O(keys).
    mutating func confirm(
        _ keys: some Sequence<ImageKey>, visible: Set<AssetID>, at generation: UInt64, since revocation: UInt64
    ) -> RemovedImages {
        var removed = RemovedImages()
        for key in keys {
            guard let slot = order.storage.slot(of: key), let entry = order.storage[slot], !entry.isOf(generation)
            else { continue }
            if visible.contains(key.asset), entry.isOf(revocation) {
                order.confirm(key, at: generation)
            } else {
                removed.append(noteRemoval(of: order.remove(key)))
            }
        }
        return removed
    }
}

// MARK: - Removal

extension CacheContents {
    /// Removes an image, and its remembered key.
    mutating func remove(_ key: ImageKey) -> RemovedImages {
        var removed = RemovedImages()
        removed.append(noteRemoval(of: order.remove(key)))
        return removed
    }

    /// Removes all images, and the remembered keys; pins stay.
    ///
    /// - Complexity: O(1) here; releasing the result costs O(images).
    mutating func removeAll() -> CacheStorage {
        counters.wasted += unused
        unused = 0
        return order.removeAll()
    }

    /// Removes the images that satisfy a condition.
    ///
    /// - Complexity: O(images).
    mutating func removeAll(where isSo: (CacheEntry) -> Bool) -> RemovedImages {
        var removed = RemovedImages()
        for entry in order.storage.held() where isSo(entry) {
            removed.append(noteRemoval(of: order.remove(entry.key)))
        }
        return removed
    }

    /// Removes the images whose time to live is over.
    ///
    /// - Complexity: O(images).
    mutating func removeExpired(now: Duration?) -> RemovedImages {
        let timeToLive = limits.timeToLive
        let removed = removeAll { $0.isOlder(than: timeToLive, at: now) }
        counters.expirations += removed.count
        return removed
    }

    /// Evicts images until the cost is at most `cost` bytes, or `most` images were evicted.
    mutating func trim(toCost cost: Int, atMost most: Int) -> RemovedImages {
        var removed = RemovedImages()
        while order.storage.heldCost > max(cost, 0), removed.count < most, evictNext(into: &removed) {}
        return removed
    }

    private mutating func evict(toCost cost: Int, toCount count: Int, into removed: inout RemovedImages) {
        while order.storage.heldCost > cost || order.storage.heldCount > count, evictNext(into: &removed) {}
    }

    /// Evicts one image; returns false if the cache is empty.
    private mutating func evictNext(into removed: inout RemovedImages) -> Bool {
        guard let entry = order.evict() else { return false }
        counters.evictions += 1
        removed.append(noteRemoval(of: entry))
        return true
    }

    /// Updates the statistics for a removed entry; returns its image, to be released.
    private mutating func noteRemoval(of entry: CacheEntry?) -> DecodedImage? {
        guard let entry, let image = entry.image else { return nil }
        if !entry.wasHit {
            unused -= 1
            counters.wasted += 1
        }
        return image
    }
}

/// Images that were removed from the cache, to be released after its lock: freeing megabytes must not delay a lookup.
///
/// A single image, the common case, costs no allocation.
struct RemovedImages {
    private var first: DecodedImage?
    private var others: [DecodedImage] = []
    private(set) var count = 0

    mutating func append(_ image: DecodedImage?) {
        guard let image else { return }
        count += 1
        if first == nil { first = image } else { others.append(image) }
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
