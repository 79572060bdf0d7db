/// The images of a cache in the order in which they are to leave: the policy, a pure value that keeps no figures.
///
/// It is S3-FIFO (Yang and others, SOSP 2023), counted in bytes, with pins added; ``ImageCache`` says why. A lookup
/// only counts uses. An eviction passes an image by only as often as it was used, so it is O(1) amortised.
struct CacheOrder {
    typealias Slot = CacheShelves.Slot

    let limits: ImageCacheLimits
    private(set) var shelves = CacheShelves()
    /// How often each key is pinned, whether there is an image for it or not.
    private var pins: [ImageKey: Int] = [:]

    init(limits: ImageCacheLimits) {
        self.limits = limits
    }

    /// Looks an image up, and counts that as a use.
    mutating func look(_ key: ImageKey, now: Duration?) -> CacheEntry.Look {
        guard let slot = shelves.slot(of: key) else { return .nothing }
        return shelves.look(slot, timeToLive: limits.timeToLive, now: now) ?? .nothing
    }

    /// Adds an entry, for which there is room, and none of its key any more.
    ///
    /// - Parameter list: where the key was before; one who is used, or comes back, need not prove itself again.
    mutating func add(_ entry: CacheEntry, after list: CacheList?) {
        shelves.place(entry, on: list == .used || list == .remembered ? .used : .fresh)
        if let slot = shelves.slot(of: entry.key) { protectIfPinned(slot) }
    }

    /// Takes an entry out, or the memory of one.
    mutating func remove(_ key: ImageKey) -> CacheEntry? {
        shelves.slot(of: key).flatMap { shelves.take($0) }
    }

    /// Takes everything out; pins stay.
    mutating func removeAll() -> CacheShelves {
        defer { shelves = CacheShelves() }
        return shelves
    }

    /// Takes out the image that is to leave next.
    mutating func evict() -> CacheEntry? {
        while let (slot, list) = candidate {
            if list != .pinned, protectIfPinned(slot) { continue }
            if shelves.update(slot, { $0.survives(on: list) }) == true {
                shelves.move(slot, to: .used)
                continue
            }
            let entry = shelves.take(slot)
            if list == .fresh, let entry { remember(entry) }
            return entry
        }
        return nil
    }

    /// Fresh images leave first while they have more than their share; pinned ones only where there is nothing else.
    private var candidate: (slot: Slot, list: CacheList)? {
        let isFreshFull = shelves.cost(of: .fresh) > limits.freshCost
        let order: (CacheList, CacheList) = isFreshFull ? (.fresh, .used) : (.used, .fresh)
        if let slot = shelves.first(of: order.0) { return (slot, order.0) }
        if let slot = shelves.first(of: order.1) { return (slot, order.1) }
        return shelves.first(of: .pinned).map { ($0, .pinned) }
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

extension CacheOrder {
    mutating func pin(_ key: ImageKey) {
        pins[key, default: 0] += 1
        if let slot = shelves.slot(of: key) { protectIfPinned(slot) }
    }

    /// Takes one pin off a key; has no effect where there is none.
    mutating func unpin(_ key: ImageKey) {
        guard let count = pins[key] else { return }
        pins[key] = count > 1 ? count - 1 : nil
        if count == 1 { unprotect(key) }
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
