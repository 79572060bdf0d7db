import Dispatch
import Synchronization

/// The images of a cache and its figures: a pure value, without lock or clock.
///
/// Which image leaves next is the matter of ``S3FIFOPolicy``. Operations are O(1) amortised unless they say otherwise.
struct CacheContents {
    /// What a lookup found.
    enum Lookup {
        case hit(DecodedImage)
        case miss
        /// An image that was too old.
        case expired(RemovedImages)
    }

    let limits: ImageCacheLimits
    /// The generation of the permission under which all images were got; others are neither taken in nor found.
    private(set) var generation: UInt64 = 0
    private var order: S3FIFOPolicy
    private var counters = ImageCacheStatistics()
    /// How many images no lookup has found yet.
    private var unused = 0

    init(limits: ImageCacheLimits) {
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

    /// Lets all images go that were got under an older permission; nothing where none were.
    ///
    /// - Complexity: O(1) here; to release what is returned costs O(images).
    mutating func advance(to generation: UInt64) -> CacheStorage? {
        guard self.generation < generation else { return nil }
        self.generation = generation
        return removeAll()
    }

    /// Looks for an image, without counting that as a use.
    ///
    /// - Parameter generation: the permission's; images of another one are not found.
    func uncountedImage(for key: ImageKey, now: Duration?, generation: UInt64 = 0) -> DecodedImage? {
        guard generation == self.generation else { return nil }
        guard let slot = order.storage.slot(of: key), let entry = order.storage[slot] else { return nil }
        return entry.isOlder(than: limits.timeToLive, at: now) ? nil : entry.image
    }

    /// Looks for an image, and counts that.
    ///
    /// - Parameters:
    ///   - now: the time by the cache's clock; nil where images do not age.
    ///   - generation: the permission's; images of another one are not found.
    mutating func image(for key: ImageKey, now: Duration?, generation: UInt64 = 0) -> Lookup {
        guard generation == self.generation else {
            counters.misses += 1
            return .miss
        }
        switch order.look(key, now: now) {
        case .found(let image, let isFirst):
            counters.hits += 1
            if isFirst { unused -= 1 }
            return .hit(image)
        case .tooOld:
            counters.misses += 1
            counters.expirations += 1
            return .expired(remove(key))
        case .nothing:
            counters.misses += 1
            return .miss
        }
    }

    /// Takes an image in, in place of one that it has for the key; returns those that had to leave for it.
    ///
    /// Room is made first: the cost is not above the limit at any moment.
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
        evict(toCost: limits.cost - entry.cost, toCount: limits.count - 1, into: &removed)
        order.add(entry, after: list)
        noteInsertion()
        return removed
    }

    private mutating func noteInsertion() {
        unused += 1
        counters.insertions += 1
        counters.highestCost = max(counters.highestCost, order.storage.heldCost)
    }

    /// Pins keys once more.
    ///
    /// - Complexity: O(keys).
    mutating func pin(_ keys: some Sequence<ImageKey>) {
        for key in keys { order.pin(key) }
    }

    /// Takes one pin off keys; those that have none are passed by.
    ///
    /// - Complexity: O(keys).
    mutating func unpin(_ keys: some Sequence<ImageKey>) {
        for key in keys { order.unpin(key) }
    }
}

// MARK: - Letting go

extension CacheContents {
    /// Removes an image, and the memory of it.
    mutating func remove(_ key: ImageKey) -> RemovedImages {
        var removed = RemovedImages()
        removed.append(noteRemoval(of: order.remove(key)))
        return removed
    }

    /// Removes all images, and the memory of them; pins stay.
    ///
    /// - Complexity: O(1) here; whoever drops what is returned pays for each image.
    mutating func removeAll() -> CacheStorage {
        counters.wasted += unused
        unused = 0
        return order.removeAll()
    }

    /// Removes the images of which something is so.
    ///
    /// - Complexity: O(images).
    mutating func removeAll(where isSo: (CacheEntry) -> Bool) -> RemovedImages {
        var removed = RemovedImages()
        for entry in order.storage.held() where isSo(entry) {
            removed.append(noteRemoval(of: order.remove(entry.key)))
        }
        return removed
    }

    /// Removes the images that are too old.
    ///
    /// - Complexity: O(images).
    mutating func removeExpired(now: Duration?) -> RemovedImages {
        let timeToLive = limits.timeToLive
        let removed = removeAll { $0.isOlder(than: timeToLive, at: now) }
        counters.expirations += removed.count
        return removed
    }

    /// Evicts until the cost is no more than so many bytes, or so many images have left.
    mutating func trim(toCost cost: Int, atMost most: Int) -> RemovedImages {
        var removed = RemovedImages()
        while order.storage.heldCost > max(cost, 0), removed.count < most, evictNext(into: &removed) {}
        return removed
    }

    private mutating func evict(toCost cost: Int, toCount count: Int, into removed: inout RemovedImages) {
        while order.storage.heldCost > cost || order.storage.heldCount > count, evictNext(into: &removed) {}
    }

    /// Evicts one image; false where there is none.
    private mutating func evictNext(into removed: inout RemovedImages) -> Bool {
        guard let entry = order.evict() else { return false }
        counters.evictions += 1
        removed.append(noteRemoval(of: entry))
        return true
    }

    /// Keeps the books of an entry that has left; returns its image, to be released.
    private mutating func noteRemoval(of entry: CacheEntry?) -> DecodedImage? {
        guard let entry, let image = entry.image else { return nil }
        if !entry.wasHit {
            unused -= 1
            counters.wasted += 1
        }
        return image
    }
}

/// Images that left the cache, to be released once its lock is: freeing megabytes must not hold up a lookup.
///
/// One image, which is the rule, costs no allocation.
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

/// Releases what left a cache in numbers, on a thread of its own: to free 200 megabytes takes 27 ms, which a caller on
/// the main actor is not to pay.
final class ReleaseQueue: Sendable {
    private let queue = DispatchQueue(label: "cameraroll.release", qos: .utility)
    private let count = Atomic(0)

    /// How many values were handed over so far.
    var handedOver: Int { count.load(ordering: .acquiring) }

    /// Takes a value over, and drops it; the caller must keep no copy of it.
    func release<Value: Sendable>(_ value: consuming Value) {
        count.add(1, ordering: .acquiringAndReleasing)
        // In a box, so that the caller's last reference is gone before the queue has it.
        let box = Lock<Value?>(value)
        queue.async {
            let last = box.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
    }
}
