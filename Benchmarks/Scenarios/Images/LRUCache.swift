import CameraRoll

/// An alternative without CameraRoll: a dictionary and a linked list with LRU eviction.
struct LRUList<Key: Hashable, Value> {
    private struct Node {
        let key: Key
        var value: Value
        var cost: Int
        var before: Int
        var after: Int
    }

    /// The maximum total cost of all values.
    let limit: Int
    private(set) var cost = 0
    private var nodes: [Node] = []
    private var free: [Int] = []
    private var index: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { index.count }

    /// Looks a value up, and makes it the most recently used.
    mutating func value(for key: Key) -> Value? {
        guard let slot = index[key] else { return nil }
        unlink(slot)
        link(slot)
        return nodes[slot].value
    }

    /// Inserts a value, and evicts as many as necessary.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        while self.cost + cost > limit, oldest >= 0 { remove(nodes[oldest].key) }
        let node = Node(key: key, value: value, cost: cost, before: -1, after: -1)
        let slot = free.popLast() ?? nodes.count
        if slot == nodes.count { nodes.append(node) } else { nodes[slot] = node }
        index[key] = slot
        self.cost += cost
        link(slot)
    }

    private mutating func remove(_ key: Key) {
        guard let slot = index.removeValue(forKey: key) else { return }
        cost -= nodes[slot].cost
        unlink(slot)
        free.append(slot)
    }

    private mutating func link(_ slot: Int) {
        (nodes[slot].before, nodes[slot].after) = (newest, -1)
        if newest >= 0 { nodes[newest].after = slot } else { oldest = slot }
        newest = slot
    }

    private mutating func unlink(_ slot: Int) {
        let (before, after) = (nodes[slot].before, nodes[slot].after)
        if before >= 0 { nodes[before].after = after } else { oldest = after }
        if after >= 0 { nodes[after].before = before } else { newest = before }
    }
}
