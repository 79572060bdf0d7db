/// A first in, first out queue that keeps its storage: once grown, it allocates nothing.
struct RingBuffer<Element> {
    private var slots: [Element?]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int = 0) {
        slots = Array(repeating: nil, count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    /// - Complexity: O(1) amortised; O(count) when the storage doubles.
    mutating func append(_ element: Element) {
        if count == slots.count { grow() }
        slots[wrapped(head + count)] = element
        count += 1
    }

    /// - Complexity: O(1).
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = wrapped(head + 1)
        count -= 1
        return element
    }

    private func wrapped(_ index: Int) -> Int {
        index < slots.count ? index : index - slots.count
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: nil, count: max(old.count * 2, 16))
        for index in 0..<count { slots[index] = old[(head + index) % old.count] }
        head = 0
    }
}
