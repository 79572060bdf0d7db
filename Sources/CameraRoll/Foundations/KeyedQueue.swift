/// A first in, first out queue with at most one value for each key, which a value may leave from anywhere: a pure
/// value.
package struct KeyedQueue<Key: Hashable & Sendable, Value: Sendable> {
    private var slots: [Key: LinkedSlots<(key: Key, value: Value)>.Slot] = [:]
    private var queue = LinkedSlots<(key: Key, value: Value)>(lists: 1)

    /// Creates an empty queue.
    package init() {}

    /// The number of values.
    package var count: Int { slots.count }
    package var isEmpty: Bool { slots.isEmpty }
    /// The number of values for which storage is allocated.
    package var capacity: Int { slots.capacity + queue.capacity }

    /// The value of a key.
    package subscript(key: Key) -> Value? { slots[key].flatMap { queue[$0]?.value } }

    /// The values in order.
    ///
    /// - Complexity: O(count).
    package var inOrder: [Value] { queue.elements(of: 0).map(\.element.value) }

    /// Sets the value of a key, which joins the end of the queue unless it is already in it.
    ///
    /// - Complexity: O(1) amortized, as all that follows.
    package mutating func set(_ value: Value, for key: Key) {
        if let slot = slots[key] {
            _ = queue.update(slot) { $0.value = value }
        } else {
            slots[key] = queue.append((key, value), to: 0)
        }
    }

    package mutating func remove(_ key: Key) {
        guard let slot = slots.removeValue(forKey: key) else { return }
        _ = queue.remove(slot)
        slots.releaseStorageIfEmpty()
        if slots.isEmpty, queue.capacity > 256 { queue = LinkedSlots(lists: 1) }
    }

    package mutating func popFirst() -> (key: Key, value: Value)? {
        guard let first = queue.first(of: 0).flatMap({ queue[$0] }) else { return nil }
        remove(first.key)
        return first
    }
}
