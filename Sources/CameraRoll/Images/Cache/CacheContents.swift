/// The images of a cache, and which of them leaves next: a pure value, without lock or clock.
///
/// The policy is S3-FIFO (Yang and others, SOSP 2023), counted in bytes, with pins added; ``ImageCache`` says why.
/// Every picture stands in one of the lists of ``CacheList``, each first in, first out. A lookup only counts uses. An
/// operation is O(1) amortised unless it says otherwise: an eviction passes an image by only as often as it was used.
struct CacheContents {
    typealias Slot = CacheShelves.Slot

    /// What a lookup found.
    enum Lookup {
        case hit(DecodedImage)
        case miss
        /// An image that was too old.
        case expired(RemovedImages)
    }

    let limits: ImageCacheLimits
    private var shelves = CacheShelves()
    private var counters = ImageCacheStatistics()
    /// How often each key is pinned, whether there is an image for it or not.
    private var pins: [ImageKey: Int] = [:]
    /// How many images no lookup has found yet.
    private var unused = 0

    init(limits: ImageCacheLimits) {
        self.limits = limits
    }

    var statistics: ImageCacheStatistics {
        var statistics = counters
        statistics.cost = shelves.heldCost
        statistics.pinnedCost = shelves.cost(of: .pinned)
        statistics.count = shelves.heldCount
        return statistics
    }

    /// Whether there is an image, without counting that as a use.
    func contains(_ key: ImageKey, now: Duration?) -> Bool {
        guard let slot = shelves.slot(of: key), let entry = shelves[slot] else { return false }
        return entry.image != nil && !entry.isOlder(than: limits.timeToLive, at: now)
    }

    /// Looks for an image, and counts that.
    ///
    /// - Parameter now: the time by the cache's clock; nil where images do not age.
    mutating func image(for key: ImageKey, now: Duration?) -> Lookup {
        switch shelves.slot(of: key).flatMap({ shelves.look($0, timeToLive: limits.timeToLive, now: now) }) {
        case .found(let image, let isFirst):
            counters.hits += 1
            if isFirst { unused -= 1 }
            return .hit(image)
        case .tooOld:
            counters.misses += 1
            counters.expirations += 1
            return .expired(remove(key))
        case .nothing, nil:
            counters.misses += 1
            return .miss
        }
    }
}

// MARK: - Taking in

extension CacheContents {
    /// Takes an image in, in place of one that it has for the key; returns those that had to leave for it.
    ///
    /// Room is made first: the cost is not above the limit at any moment.
    mutating func insert(_ image: DecodedImage, for key: ImageKey, now: Duration?) -> RemovedImages {
        var entry = CacheEntry(key: key, image: image, cost: image.cost, stored: now)
        let known = shelves.slot(of: key)
        let list = known.flatMap { shelves.list(of: $0) }
        entry.uses = known.flatMap { shelves[$0]?.uses } ?? 0
        var removed = remove(key)
        guard entry.cost <= limits.entryCost else {
            counters.rejected += 1
            return removed
        }
        evict(toCost: limits.cost - entry.cost, toCount: limits.count - 1, into: &removed)
        add(entry, after: list)
        return removed
    }

    /// - Parameter list: where the key was before.
    private mutating func add(_ entry: CacheEntry, after list: CacheList?) {
        shelves.place(entry, on: list == .used || list == .remembered ? .used : .fresh)
        if let slot = shelves.slot(of: entry.key) { protectIfPinned(slot) }
        unused += 1
        counters.insertions += 1
        counters.highestCost = max(counters.highestCost, shelves.heldCost)
    }
}

// MARK: - Letting go

extension CacheContents {
    /// Removes an image, and the memory of it.
    mutating func remove(_ key: ImageKey) -> RemovedImages {
        var removed = RemovedImages()
        if let slot = shelves.slot(of: key) { removed.append(release(shelves.take(slot))) }
        return removed
    }

    /// Removes all images, and the memory of them; pins stay.
    ///
    /// - Complexity: O(1) here; whoever drops what is returned pays for each image.
    mutating func removeAll() -> CacheShelves {
        counters.wasted += unused
        unused = 0
        defer { shelves = CacheShelves() }
        return shelves
    }

    /// Removes the images of which something is so.
    ///
    /// - Complexity: O(images).
    mutating func removeAll(where isSo: (CacheEntry) -> Bool) -> RemovedImages {
        var removed = RemovedImages()
        for entry in shelves.held() where isSo(entry) {
            if let slot = shelves.slot(of: entry.key) { removed.append(release(shelves.take(slot))) }
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
        while shelves.heldCost > max(cost, 0), removed.count < most { evictNext(into: &removed) }
        return removed
    }

    /// Keeps the books of an entry that has left: its image, to be released.
    private mutating func release(_ entry: CacheEntry?) -> DecodedImage? {
        guard let entry, let image = entry.image else { return nil }
        if !entry.wasHit {
            unused -= 1
            counters.wasted += 1
        }
        return image
    }
}

// MARK: - The policy

extension CacheContents {
    private mutating func evict(toCost cost: Int, toCount count: Int, into removed: inout RemovedImages) {
        while shelves.heldCost > cost || shelves.heldCount > count { evictNext(into: &removed) }
    }

    /// Looks at the image that is to leave next: it leaves, unless it is used or pinned, and then it stands elsewhere.
    private mutating func evictNext(into removed: inout RemovedImages) {
        guard let (slot, list) = candidate else { return }
        guard list == .pinned || !protectIfPinned(slot) else { return }
        if shelves.update(slot, { $0.survives(on: list) }) ?? false {
            shelves.move(slot, to: .used)
        } else {
            removed.append(evict(slot, from: list))
        }
    }

    /// Fresh images leave first while they have more than their share; pinned ones only where there is nothing else.
    private var candidate: (slot: Slot, list: CacheList)? {
        let isFreshFull = shelves.cost(of: .fresh) > limits.freshCost
        let order: (CacheList, CacheList) = isFreshFull ? (.fresh, .used) : (.used, .fresh)
        if let slot = shelves.first(of: order.0) { return (slot, order.0) }
        if let slot = shelves.first(of: order.1) { return (slot, order.1) }
        return shelves.first(of: .pinned).map { ($0, .pinned) }
    }

    private mutating func evict(_ slot: Slot, from list: CacheList) -> DecodedImage? {
        counters.evictions += 1
        guard let entry = shelves.take(slot) else { return nil }
        if list == .fresh { remember(entry) }
        return release(entry)
    }

    /// Remembers as many keys as the limits would hold images: the oldest are forgotten.
    private mutating func remember(_ entry: CacheEntry) {
        shelves.place(entry.memory, on: .remembered)
        while shelves.cost(of: .remembered) > limits.cost || shelves.count(of: .remembered) > limits.count {
            guard let slot = shelves.first(of: .remembered), shelves.take(slot) != nil else { return }
        }
    }
}

// MARK: - Pins

extension CacheContents {
    /// Pins keys once more.
    ///
    /// - Complexity: O(keys).
    mutating func pin(_ keys: some Sequence<ImageKey>) {
        for key in keys {
            pins[key, default: 0] += 1
            if let slot = shelves.slot(of: key) { protectIfPinned(slot) }
        }
    }

    /// Takes one pin off keys; those that have none are passed by.
    ///
    /// - Complexity: O(keys).
    mutating func unpin(_ keys: some Sequence<ImageKey>) {
        for key in keys {
            guard let count = pins[key] else { continue }
            pins[key] = count > 1 ? count - 1 : nil
            if count == 1 { unprotect(key) }
        }
    }

    /// Lets an image join those that are not evicted, where its key is pinned and their share has room.
    @discardableResult private mutating func protectIfPinned(_ slot: Slot) -> Bool {
        guard !pins.isEmpty, let entry = shelves[slot], entry.image != nil, shelves.list(of: slot) != .pinned,
            pins[entry.key] != nil, entry.cost <= limits.pinnedCost - shelves.cost(of: .pinned)
        else { return false }
        shelves.move(slot, to: .pinned)
        return true
    }

    private mutating func unprotect(_ key: ImageKey) {
        guard let slot = shelves.slot(of: key), shelves.list(of: slot) == .pinned else { return }
        let isUsed = shelves[slot]?.isUsed ?? false
        shelves.move(slot, to: isUsed ? .used : .fresh)
    }
}
