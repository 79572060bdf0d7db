/// The lists of a cache, found by key, and what each costs: a pure value without a policy.
struct CacheShelves {
    typealias Slot = LinkedSlots<CacheEntry>.Slot

    private var slots = LinkedSlots<CacheEntry>(lists: CacheList.allCases.count)
    private var index: [ImageKey: Slot] = [:]
    private var costs = Array(repeating: 0, count: CacheList.allCases.count)

    /// What the entries of a list cost, in bytes; of the remembered ones, what their images did.
    func cost(of list: CacheList) -> Int { costs[list.rawValue] }

    /// How many entries a list has.
    func count(of list: CacheList) -> Int { slots.count(of: list.rawValue) }

    /// What all images cost, in bytes.
    var heldCost: Int { cost(of: .fresh) + cost(of: .used) + cost(of: .pinned) }

    /// How many images there are.
    var heldCount: Int { count(of: .fresh) + count(of: .used) + count(of: .pinned) }

    /// The entry of a list that came first.
    func first(of list: CacheList) -> Slot? { slots.first(of: list.rawValue) }

    func slot(of key: ImageKey) -> Slot? { index[key] }

    func list(of slot: Slot) -> CacheList? { slots.list(of: slot).flatMap(CacheList.init(rawValue:)) }

    subscript(slot: Slot) -> CacheEntry? { slots[slot] }

    /// Changes an entry in its place; its cost is to stay.
    mutating func update<Result>(_ slot: Slot, _ body: (inout CacheEntry) -> Result) -> Result? {
        slots.update(slot, body)
    }

    /// Looks an entry up, and counts that as a use.
    mutating func look(_ slot: Slot, timeToLive: Duration?, now: Duration?) -> CacheEntry.Look? {
        slots.update(slot) { $0.look(timeToLive: timeToLive, now: now) }
    }

    /// Puts an entry at the end of a list; there is to be none of its key.
    mutating func place(_ entry: CacheEntry, on list: CacheList) {
        index[entry.key] = slots.append(entry, to: list.rawValue)
        costs[list.rawValue] += entry.cost
    }

    /// Moves an entry to the end of a list, which may be its own.
    mutating func move(_ slot: Slot, to list: CacheList) {
        guard let old = slots.list(of: slot), let cost = slots.update(slot, { $0.cost }) else { return }
        costs[old] -= cost
        costs[list.rawValue] += cost
        slots.move(slot, to: list.rawValue)
    }

    /// Takes an entry off its list.
    mutating func take(_ slot: Slot) -> CacheEntry? {
        guard let list = slots.list(of: slot), let entry = slots.remove(slot) else { return nil }
        costs[list] -= entry.cost
        index[entry.key] = nil
        return entry
    }

    /// The entries that have images.
    ///
    /// - Complexity: O(entries).
    func held() -> [CacheEntry] {
        [CacheList.fresh, .used, .pinned].flatMap { slots.elements(of: $0.rawValue).map(\.element) }
    }
}
