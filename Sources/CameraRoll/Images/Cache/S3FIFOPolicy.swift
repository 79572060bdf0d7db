/// The eviction order of a cache's images: the policy, a pure value without statistics.
///
/// It is S3-FIFO (Yang and others, SOSP 2023), counted in bytes, with pins added; ``AssetImageCache`` explains why. A
/// lookup only counts uses. An eviction skips an image at most as often as it was used, so it is O(1) amortized.
struct S3FIFOPolicy {
    typealias Slot = CacheStorage.Slot

    let limits: AssetImageCacheLimits
    private(set) var storage = CacheStorage()
    /// The number of pins of each key, whether its image is cached or not.
    private var pins: [ImageKey: Int] = [:]

    init(limits: AssetImageCacheLimits) {
        self.limits = limits
    }

    /// Looks up an image, and counts the lookup as a use.
    ///
    /// - Parameter found: set to the image if it is found.
    mutating func look(
        _ key: ImageKey, now: Duration?, generation: UInt64, found: inout DecodedImage?
    ) -> CacheEntry.Look {
        guard let slot = storage.slot(of: key) else { return .nothing }
        let timeToLive = limits.timeToLive
        let look = storage.update(slot) {
            $0.look(timeToLive: timeToLive, now: now, generation: generation, found: &found)
        }
        return look ?? .nothing
    }

    /// Marks an image as confirmed for a permission's generation.
    mutating func confirm(_ key: ImageKey, at generation: UInt64) {
        guard let slot = storage.slot(of: key) else { return }
        storage.update(slot) { $0.image?.generation = generation }
    }

    /// Adds an entry, for which there is space, and whose key is not in the cache.
    ///
    /// - Parameter list: the previous list of the key; an image that is used or returns need not start as a fresh
    ///   one.
    mutating func add(_ entry: CacheEntry, after list: CacheList?) {
        storage.place(entry, on: list == .used || list == .remembered ? .used : .fresh)
        if let slot = storage.slot(of: entry.key) { protectIfPinned(slot) }
    }

    /// Removes an entry, or its remembered key.
    mutating func remove(_ key: ImageKey) -> CacheEntry? {
        storage.slot(of: key).flatMap { storage.take($0) }
    }

    /// Removes everything; pins stay.
    mutating func removeAll() -> CacheStorage {
        defer { storage = CacheStorage() }
        return storage
    }

    /// Removes the next image to evict.
    mutating func evict() -> CacheEntry? {
        while let (slot, list) = candidate {
            if list != .pinned, protectIfPinned(slot) { continue }
            if storage.update(slot, { $0.survives(on: list) }) == true {
                storage.move(slot, to: .used)
                continue
            }
            let entry = storage.take(slot)
            if list == .fresh, let entry { remember(entry) }
            return entry
        }
        return nil
    }

    /// Fresh images are evicted first while they exceed their limit; pinned ones only if there is nothing else.
    private var candidate: (slot: Slot, list: CacheList)? {
        let isFreshFull = storage.cost(of: .fresh) > limits.freshCost
        let order: (CacheList, CacheList) = isFreshFull ? (.fresh, .used) : (.used, .fresh)
        if let slot = storage.first(of: order.0) { return (slot, order.0) }
        if let slot = storage.first(of: order.1) { return (slot, order.1) }
        return storage.first(of: .pinned).map { ($0, .pinned) }
    }

    /// Remembers as many keys as the limits allow images; the oldest are dropped.
    private mutating func remember(_ entry: CacheEntry) {
        storage.place(entry.memory, on: .remembered)
        while storage.cost(of: .remembered) > limits.costLimit || storage.count(of: .remembered) > limits.countLimit {
            guard let slot = storage.first(of: .remembered), storage.take(slot) != nil else { return }
        }
    }
}

// MARK: - Pins

extension S3FIFOPolicy {
    mutating func pin(_ key: ImageKey) {
        pins[key, default: 0] += 1
        if let slot = storage.slot(of: key) { protectIfPinned(slot) }
    }

    /// Removes one pin from a key; has no effect on a key without pins.
    mutating func unpin(_ key: ImageKey) {
        guard let count = pins[key] else { return }
        pins[key] = count > 1 ? count - 1 : nil
        pins.releaseStorageIfEmpty()
        if count == 1 { unprotect(key) }
    }

    /// Moves an image to the pinned list if its key is pinned and the limit for pinned images allows it.
    @discardableResult private mutating func protectIfPinned(_ slot: Slot) -> Bool {
        guard !pins.isEmpty, let entry = storage[slot], entry.image != nil, storage.list(of: slot) != .pinned,
            pins[entry.key] != nil, entry.cost <= limits.pinnedCost - storage.cost(of: .pinned)
        else { return false }
        storage.move(slot, to: .pinned)
        return true
    }

    private mutating func unprotect(_ key: ImageKey) {
        guard let slot = storage.slot(of: key), storage.list(of: slot) == .pinned else { return }
        let isUsed = storage[slot]?.isUsed ?? false
        storage.move(slot, to: isUsed ? .used : .fresh)
    }
}

/// The lists of a cache, with lookup by key, and the cost of each list: a pure value without a policy.
struct CacheStorage {
    typealias Slot = LinkedSlots<CacheEntry>.Slot

    private var slots = LinkedSlots<CacheEntry>(lists: CacheList.allCases.count)
    private var index: [ImageKey: Slot] = [:]
    private var costs = Array(repeating: 0, count: CacheList.allCases.count)

    /// The cost of the entries of a list, in bytes; for remembered keys, the cost of their images.
    func cost(of list: CacheList) -> Int { costs[list.rawValue] }

    /// The number of entries of a list.
    func count(of list: CacheList) -> Int { slots.count(of: list.rawValue) }

    /// The cost of all images, in bytes.
    var heldCost: Int { cost(of: .fresh) + cost(of: .used) + cost(of: .pinned) }

    /// The number of images.
    var heldCount: Int { count(of: .fresh) + count(of: .used) + count(of: .pinned) }

    /// The first entry of a list.
    func first(of list: CacheList) -> Slot? { slots.first(of: list.rawValue) }

    func slot(of key: ImageKey) -> Slot? { index[key] }

    func list(of slot: Slot) -> CacheList? { slots.list(of: slot).flatMap(CacheList.init(rawValue:)) }

    subscript(slot: Slot) -> CacheEntry? { slots[slot] }

    /// Changes an entry in place; its cost must not change.
    @discardableResult mutating func update<Result>(_ slot: Slot, _ body: (inout CacheEntry) -> Result) -> Result? {
        slots.update(slot, body)
    }

    /// Appends an entry to a list; no entry may have its key.
    mutating func place(_ entry: CacheEntry, on list: CacheList) {
        index[entry.key] = slots.append(entry, to: list.rawValue)
        costs[list.rawValue] += entry.cost
    }

    /// Moves an entry to the end of a list, which may be the one it is in.
    mutating func move(_ slot: Slot, to list: CacheList) {
        guard let old = slots.list(of: slot), let cost = slots.update(slot, { $0.cost }) else { return }
        costs[old] -= cost
        costs[list.rawValue] += cost
        slots.move(slot, to: list.rawValue)
    }

    /// Removes an entry from its list.
    mutating func take(_ slot: Slot) -> CacheEntry? {
        guard let list = slots.list(of: slot), let entry = slots.remove(slot) else { return nil }
        costs[list] -= entry.cost
        index[entry.key] = nil
        index.releaseStorageIfEmpty()
        return entry
    }

    /// The entries that have images.
    ///
    /// - Complexity: O(entries).
    func held() -> [CacheEntry] {
        [CacheList.fresh, .used, .pinned].flatMap { slots.elements(of: $0.rawValue).map(\.element) }
    }
}
