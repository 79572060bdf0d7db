/// Keys by when their time is over, the earliest first: a binary heap that knows where each key stands.
struct DeadlineHeap<Key: Hashable> {
    struct Item {
        let key: Key
        var end: Duration
    }

    private var items: [Item] = []
    private var positions: [Key: Int] = [:]

    var count: Int { items.count }
    var first: Item? { items.first }

    /// Takes a key in, or gives it another end.
    ///
    /// - Complexity: O(log n); O(1) for one that ends no earlier than the others.
    mutating func set(_ key: Key, to end: Duration) {
        if let position = positions[key] {
            items[position].end = end
            settle(at: position)
        } else {
            items.append(Item(key: key, end: end))
            positions[key] = items.count - 1
            rise(from: items.count - 1)
        }
    }

    /// Takes a key out, if it is there.
    ///
    /// - Complexity: O(log n).
    mutating func remove(_ key: Key) {
        guard let position = positions.removeValue(forKey: key), let last = items.popLast() else { return }
        if position < items.count {
            items[position] = last
            positions[last.key] = position
            settle(at: position)
        }
        // After a burst the storage goes too.
        if items.isEmpty, items.capacity > 256 { self = DeadlineHeap() }
    }

    /// Gives keys other ends, in the order in which they stand in the heap, which is the same in every process.
    ///
    /// - Parameter newEnd: another end; nil leaves the one that the key has.
    /// - Complexity: O(n log n).
    mutating func update(_ newEnd: (Item) -> Duration?) {
        for position in items.indices { items[position].end = newEnd(items[position]) ?? items[position].end }
        items.sort { $0.end < $1.end }
        for (position, item) in items.enumerated() { positions[item.key] = position }
    }

    private mutating func settle(at position: Int) {
        rise(from: position)
        sink(from: position)
    }

    private mutating func rise(from position: Int) {
        var child = position
        while child > 0, items[child].end < items[(child - 1) / 2].end {
            swap(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    private mutating func sink(from position: Int) {
        var parent = position
        while let child = smallestChild(of: parent), items[child].end < items[parent].end {
            swap(child, parent)
            parent = child
        }
    }

    private mutating func swap(_ first: Int, _ second: Int) {
        items.swapAt(first, second)
        positions[items[first].key] = first
        positions[items[second].key] = second
    }

    private func smallestChild(of parent: Int) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        guard left < items.count else { return nil }
        return right < items.count && items[right].end < items[left].end ? right : left
    }
}
