@testable import CameraRoll

/// The cache's policy in its simplest form: arrays that are searched from the front.
struct NaiveCache {
    struct Item {
        var key: Int
        var cost: Int
        var uses = 0
        var wasHit = false
    }

    let limits: AssetImageCacheLimits
    var fresh: [Item] = []
    var used: [Item] = []
    var pinned: [Item] = []
    var remembered: [Item] = []
    var pins: [Int: Int] = [:]
    var wasted = 0
    var evictions = 0

    var held: [Item] { fresh + used + pinned }
    var cost: Int { held.map(\.cost).reduce(0, +) }

    mutating func isHit(_ key: Int) -> Bool {
        for list in [\NaiveCache.fresh, \.used, \.pinned] {
            guard let index = self[keyPath: list].firstIndex(where: { $0.key == key }) else { continue }
            self[keyPath: list][index].uses = min(self[keyPath: list][index].uses + 1, 3)
            self[keyPath: list][index].wasHit = true
            return true
        }
        return false
    }

    mutating func insert(_ key: Int, cost: Int) {
        let known = held.first { $0.key == key }
        let goesToUsed = (used + remembered).contains { $0.key == key }
        remove(key)
        guard cost <= limits.entryCost else { return }
        while self.cost > limits.costLimit - cost || held.count > limits.countLimit - 1 { evict() }
        let item = Item(key: key, cost: cost, uses: known?.uses ?? 0)
        if canProtect(item) { pinned.append(item) } else if goesToUsed { used.append(item) } else { fresh.append(item) }
    }

    mutating func remove(_ key: Int) {
        wasted += held.count { $0.key == key && !$0.wasHit }
        for list in [\NaiveCache.fresh, \.used, \.pinned, \.remembered] {
            self[keyPath: list].removeAll { $0.key == key }
        }
    }

    mutating func removeAll() {
        wasted += held.count { !$0.wasHit }
        (fresh, used, pinned, remembered) = ([], [], [], [])
    }

    mutating func trim(_ cost: Int) {
        while self.cost > cost { evict() }
    }

    mutating func pin(_ key: Int) {
        pins[key, default: 0] += 1
        for list in [\NaiveCache.fresh, \.used] {
            guard let index = self[keyPath: list].firstIndex(where: { $0.key == key }),
                canProtect(self[keyPath: list][index])
            else { continue }
            pinned.append(self[keyPath: list].remove(at: index))
        }
    }

    mutating func unpin(_ key: Int) {
        guard let count = pins[key] else { return }
        pins[key] = count == 1 ? nil : count - 1
        guard count == 1, let index = pinned.firstIndex(where: { $0.key == key }) else { return }
        let item = pinned.remove(at: index)
        if item.uses >= 2 { used.append(item) } else { fresh.append(item) }
    }

    private func canProtect(_ item: Item) -> Bool {
        pins[item.key] != nil && pinned.map(\.cost).reduce(item.cost, +) <= limits.pinnedCost
    }

    private mutating func evict() {
        let isFreshFull = fresh.map(\.cost).reduce(0, +) > limits.freshCost
        if !fresh.isEmpty, isFreshFull || used.isEmpty {
            evictFresh()
        } else if !used.isEmpty {
            evictUsed()
        } else {
            leave(pinned.removeFirst())
        }
    }

    private mutating func evictFresh() {
        var item = fresh.removeFirst()
        if canProtect(item) {
            pinned.append(item)
        } else if item.uses >= 2 {
            item.uses = 0
            used.append(item)
        } else {
            leave(item)
            remembered.append(item)
            while remembered.map(\.cost).reduce(0, +) > limits.costLimit || remembered.count > limits.countLimit {
                remembered.removeFirst()
            }
        }
    }

    private mutating func evictUsed() {
        var item = used.removeFirst()
        if canProtect(item) {
            pinned.append(item)
        } else if item.uses > 0 {
            item.uses -= 1
            used.append(item)
        } else {
            leave(item)
        }
    }

    private mutating func leave(_ item: Item) {
        evictions += 1
        wasted += item.wasHit ? 0 : 1
    }
}
