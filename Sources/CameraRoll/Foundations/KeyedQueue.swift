/// Values, at most one for each key, in the order in which their keys were added: a pure value.
///
/// A value may be removed from anywhere in the queue. Its place remains until it reaches the front, or until there are
/// more such places than values; a key that is added again in the meantime returns to its earlier place.
package struct KeyedQueue<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]
    /// The keys in order; those without a value are skipped.
    private var order = RingBuffer<Key>()

    /// Creates an empty queue.
    package init() {}

    /// The number of values.
    package var count: Int { values.count }
    package var isEmpty: Bool { values.isEmpty }
    /// The number of places in the queue, including those of removed values.
    package var places: Int { order.count }
    /// The number of values for which storage is allocated.
    package var capacity: Int { values.capacity + order.capacity }

    /// The value of a key.
    package subscript(key: Key) -> Value? { values[key] }

    /// The values in order.
    ///
    /// - Complexity: O(places).
    package var inOrder: [Value] {
        var queue = self
        var all: [Value] = []
        while let (_, value) = queue.popFirst() { all.append(value) }
        return all
    }

    /// Sets the value of a key, which joins the end of the queue unless it is already in it.
    ///
    /// - Complexity: O(1) amortized.
    package mutating func set(_ value: Value, for key: Key) {
        if values.updateValue(value, forKey: key) != nil { return }
        order.append(key)
        if order.count > 2 * values.count + 64 { dropStalePlaces() }
    }

    package mutating func remove(_ key: Key) {
        values[key] = nil
        values.releaseStorageIfEmpty()
        if values.isEmpty, order.capacity > 256 { order = RingBuffer() }
    }

    package mutating func popFirst() -> (key: Key, value: Value)? {
        while let key = order.popFirst() {
            guard let value = values[key] else { continue }
            remove(key)
            return (key, value)
        }
        return nil
    }

    /// - Complexity: O(places), including all places that were added since the last call.
    private mutating func dropStalePlaces() {
        var (kept, seen) = (RingBuffer<Key>(), Set<Key>())
        while let key = order.popFirst() {
            if values[key] != nil, seen.insert(key).inserted { kept.append(key) }
        }
        order = kept
    }
}
