/// A first in, first out queue that keeps its storage while it is used, and releases it after a burst.
///
/// The storage doubles when it is full, and is halved when three quarters of it are empty. A queue whose length stays
/// about the same therefore allocates nothing. It moves its ends only, which makes it the fastest of the queues;
/// ``LinkedSlots`` also lets elements leave from the middle, and ``KeyedQueue`` finds them by key.
struct RingBuffer<Element> {
    /// Storage up to this capacity is not released.
    static var smallestCapacity: Int { 1_024 }

    private var slots: [Element?]
    private var head = 0
    private(set) var count = 0

    init(capacity: Int = 0) {
        slots = Array(repeating: nil, count: capacity)
    }

    var isEmpty: Bool { count == 0 }

    /// The number of elements for which storage is allocated.
    var capacity: Int { slots.count }

    /// The elements, first to last.
    ///
    /// - Complexity: O(count).
    var elements: [Element] { (0..<count).compactMap { slots[wrapped(head + $0)] } }

    /// - Complexity: O(1) amortized; O(count) when the storage doubles.
    mutating func append(_ element: Element) {
        if count == slots.count { move(to: max(count * 2, 16)) }
        slots[wrapped(head + count)] = element
        count += 1
    }

    /// - Complexity: O(1) amortized; O(count) when the storage is halved.
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = slots[head].take()
        head = wrapped(head + 1)
        count -= 1
        if slots.count > Self.smallestCapacity, count <= slots.count / 4 { move(to: slots.count / 2) }
        return element
    }

    private func wrapped(_ index: Int) -> Int {
        index < slots.count ? index : index - slots.count
    }

    /// Moves all elements to other storage.
    private mutating func move(to capacity: Int) {
        let old = slots
        slots = Array(repeating: nil, count: capacity)
        for index in 0..<count { slots[index] = old[(head + index) % old.count] }
        head = 0
    }
}

extension Dictionary {
    /// Releases the storage of an empty dictionary that a burst has grown; a small one keeps it.
    mutating func releaseStorageIfEmpty() {
        if isEmpty, capacity > 256 { self = [:] }
    }
}
