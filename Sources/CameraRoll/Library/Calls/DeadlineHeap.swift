/// Calls by when their time is over, the earliest first: a binary heap of values.
struct DeadlineHeap {
    struct Item {
        let end: Duration
        let call: ObjectIdentifier
    }

    private var items: [Item] = []

    var count: Int { items.count }
    var first: Item? { items.first }

    init() {}

    /// A heap of these items, in any order.
    ///
    /// - Complexity: O(n log n).
    init(_ items: some Sequence<Item>) {
        self.items = items.sorted { $0.end < $1.end }
    }

    /// - Complexity: O(log n).
    mutating func insert(_ item: Item) {
        items.append(item)
        var child = items.count - 1
        while child > 0, items[child].end < items[(child - 1) / 2].end {
            items.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// - Complexity: O(log n).
    mutating func popFirst() -> Item? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return first }
        items[0] = last
        var parent = 0
        while let child = smallestChild(of: parent), items[child].end < items[parent].end {
            items.swapAt(child, parent)
            parent = child
        }
        return first
    }

    private func smallestChild(of parent: Int) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        guard left < items.count else { return nil }
        return right < items.count && items[right].end < items[left].end ? right : left
    }
}
