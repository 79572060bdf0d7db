/// A cache's images in the order of their eviction: a pure value without statistics.
///
/// It is S3-FIFO (Yang and others, SOSP 2023), counted in bytes, with pins added; ``AssetImageCache`` explains why. A
/// lookup only counts uses. An eviction skips an image at most as often as it was used, so it is O(1) amortized.
struct S3FIFOPolicy {
    private typealias Slot = LinkedSlots<CacheEntry>.Slot

    private let limits: AssetImageCacheLimits
    private var lists = LinkedSlots<CacheEntry>(lists: CacheList.allCases.count)
    private var slots: [ImageKey: Slot] = [:]
    private var costs = Array(repeating: 0, count: CacheList.allCases.count)
    /// The number of pins of each key, whether its image is cached or not.
    private var pins: [ImageKey: Int] = [:]

    init(limits: AssetImageCacheLimits) {
        self.limits = limits
    }

    /// The cost of all images, in bytes.
    var cost: Int { cost(of: .fresh) + cost(of: .used) + cost(of: .pinned) }

    /// The number of images.
    var count: Int { count(of: .fresh) + count(of: .used) + count(of: .pinned) }

    /// The cost of the entries of a list, in bytes; for remembered keys, the cost of their images.
    func cost(of list: CacheList) -> Int { costs[list.rawValue] }

    private func count(of list: CacheList) -> Int { lists.count(of: list.rawValue) }

    /// The image for a key, or the remembered key.
    func entry(for key: ImageKey) -> CacheEntry? { slots[key].flatMap { lists[$0] } }

    /// The entries that have images.
    ///
    /// - Complexity: O(images).
    func images() -> [CacheEntry] {
        [CacheList.fresh, .used, .pinned].flatMap { lists.elements(of: $0.rawValue).map(\.element) }
    }

    /// Looks up an image, and counts the lookup as a use.
    ///
    /// - Parameter found: set to the image if it is found.
    mutating func look(
        _ key: ImageKey, now: Duration?, generation: UInt64, found: inout DecodedImage?
    ) -> CacheEntry.Look {
        guard let slot = slots[key] else { return .nothing }
        let timeToLive = limits.timeToLive
        let look = lists.update(slot) {
            $0.look(timeToLive: timeToLive, now: now, generation: generation, found: &found)
        }
        return look ?? .nothing
    }

    /// Marks an image as confirmed for a permission's generation.
    mutating func confirm(_ key: ImageKey, at generation: UInt64) {
        guard let slot = slots[key] else { return }
        _ = lists.update(slot) { $0.image?.generation = generation }
    }

    /// Adds an entry, for which there is space, and whose key is not in the cache.
    ///
    /// - Parameter list: the previous list of the key; an image that is used or returns need not start as a fresh
    ///   one.
    mutating func add(_ entry: CacheEntry, after list: CacheList?) {
        let slot = place(entry, on: list == .used || list == .remembered ? .used : .fresh)
        protectIfPinned(slot)
    }

    /// Removes an entry, or its remembered key; returns it with its list.
    mutating func remove(_ key: ImageKey) -> (entry: CacheEntry, list: CacheList)? {
        slots[key].flatMap { take($0) }
    }

    /// Removes everything, and returns it; pins stay.
    mutating func removeAll() -> S3FIFOPolicy {
        var removed = S3FIFOPolicy(limits: limits)
        swap(&removed, &self)
        swap(&removed.pins, &pins)
        return removed
    }

    /// Removes the next image to evict.
    mutating func evict() -> CacheEntry? {
        while let (slot, list) = candidate {
            if list != .pinned, protectIfPinned(slot) { continue }
            if lists.update(slot, { $0.survives(on: list) }) == true {
                move(slot, to: .used)
                continue
            }
            let entry = take(slot)?.entry
            if list == .fresh, let entry { remember(entry) }
            return entry
        }
        return nil
    }

    /// Fresh images are evicted first while they exceed their limit; pinned ones only if there is nothing else.
    private var candidate: (slot: Slot, list: CacheList)? {
        let isFreshFull = cost(of: .fresh) > limits.freshCost
        let order: (CacheList, CacheList) = isFreshFull ? (.fresh, .used) : (.used, .fresh)
        if let slot = first(of: order.0) { return (slot, order.0) }
        if let slot = first(of: order.1) { return (slot, order.1) }
        return first(of: .pinned).map { ($0, .pinned) }
    }

    /// Remembers as many keys as the limits allow images; the oldest are dropped.
    private mutating func remember(_ entry: CacheEntry) {
        place(entry.memory, on: .remembered)
        while cost(of: .remembered) > limits.costLimit || count(of: .remembered) > limits.countLimit {
            guard let slot = first(of: .remembered), take(slot) != nil else { return }
        }
    }
}

// MARK: - The lists

extension S3FIFOPolicy {
    private func first(of list: CacheList) -> Slot? { lists.first(of: list.rawValue) }

    private func list(of slot: Slot) -> CacheList? { lists.list(of: slot).flatMap(CacheList.init(rawValue:)) }

    /// Appends an entry to a list; no entry may have its key.
    @discardableResult private mutating func place(_ entry: CacheEntry, on list: CacheList) -> Slot {
        let slot = lists.append(entry, to: list.rawValue)
        slots[entry.key] = slot
        costs[list.rawValue] += entry.cost
        return slot
    }

    /// Moves an entry to the end of a list, which may be the one it is in.
    private mutating func move(_ slot: Slot, to list: CacheList) {
        guard let old = self.list(of: slot), let cost = lists.update(slot, { $0.cost }) else { return }
        costs[old.rawValue] -= cost
        costs[list.rawValue] += cost
        lists.move(slot, to: list.rawValue)
    }

    /// Removes an entry from its list.
    private mutating func take(_ slot: Slot) -> (entry: CacheEntry, list: CacheList)? {
        guard let list = list(of: slot), let entry = lists.remove(slot) else { return nil }
        costs[list.rawValue] -= entry.cost
        slots[entry.key] = nil
        slots.releaseStorageIfEmpty()
        return (entry, list)
    }
}

// MARK: - Pins

extension S3FIFOPolicy {
    mutating func pin(_ key: ImageKey) {
        pins[key, default: 0] += 1
        if let slot = slots[key] { protectIfPinned(slot) }
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
        guard !pins.isEmpty, let entry = lists[slot], entry.image != nil, list(of: slot) != .pinned,
            pins[entry.key] != nil, entry.cost <= limits.pinnedCost - cost(of: .pinned)
        else { return false }
        move(slot, to: .pinned)
        return true
    }

    private mutating func unprotect(_ key: ImageKey) {
        guard let slot = slots[key], list(of: slot) == .pinned else { return }
        let isUsed = lists[slot]?.isUsed ?? false
        move(slot, to: isUsed ? .used : .fresh)
    }
}

/// A cached picture, or the remembered key of an evicted one.
struct CacheEntry {
    /// The result of a lookup.
    enum Look {
        case found(isFirst: Bool)
        case tooOld
        case nothing
    }

    /// The maximum use count: an image survives at most this many rounds of eviction after its last use.
    static let mostUses: UInt8 = 3
    /// The number of uses that keep a fresh image: one use is not enough, since a fast scroll shows each image once.
    static let proof: UInt8 = 2

    let key: ImageKey
    /// Nil if the image was evicted and only its key is remembered.
    var image: DecodedImage?
    /// The image's cost in bytes, even if only its key is remembered.
    var cost: Int
    /// When the image was stored, on the cache's clock; nil if images do not expire.
    var stored: Duration?
    /// The number of lookups that found it, up to `mostUses`; each round of eviction that it survives subtracts one.
    var uses: UInt8 = 0
    /// Whether any lookup has found it.
    var wasHit = false

    var isUsed: Bool { uses >= Self.proof }

    /// The entry that is remembered after an eviction.
    var memory: CacheEntry { CacheEntry(key: key, image: nil, cost: cost) }

    /// Whether the image is confirmed for a permission's generation; without a library every image is.
    func isOf(_ generation: UInt64) -> Bool { image?.generation ?? 0 >= generation }

    func isOlder(than timeToLive: Duration?, at now: Duration?) -> Bool {
        guard let timeToLive, let stored, let now else { return false }
        return now - stored >= timeToLive
    }

    /// Handles a lookup of an image of at least a generation.
    ///
    /// - Parameter found: set to the image if it is found. Not part of the result: each function on the way would copy
    ///   the image, which takes longer than the lookup.
    mutating func look(timeToLive: Duration?, now: Duration?, generation: UInt64, found: inout DecodedImage?) -> Look {
        guard image != nil, isOf(generation) else { return .nothing }
        guard !isOlder(than: timeToLive, at: now) else { return .tooOld }
        defer { (uses, wasHit) = (min(uses + 1, Self.mostUses), true) }
        found = image
        return .found(isFirst: !wasHit)
    }

    /// Whether the entry survives an eviction round of a list.
    mutating func survives(on list: CacheList) -> Bool {
        switch list {
        case .fresh:
            defer { uses = 0 }
            return isUsed
        case .used:
            defer { uses = max(uses, 1) - 1 }
            return uses > 0
        case .pinned, .remembered: return false
        }
    }
}

/// The lists of the cache.
enum CacheList: Int, CaseIterable {
    /// Added recently, and not used often enough yet.
    case fresh
    /// Used: found twice while it was fresh, or requested again soon after its eviction.
    case used
    /// Pinned, and within the limit for pinned images.
    case pinned
    /// Evicted recently: only the key, so that an image that returns is recognized.
    case remembered
}
