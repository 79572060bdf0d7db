import CameraRoll

/// A sequence of slots, each with a weight, that sums the weights before a slot and finds a slot by such a sum.
///
/// A treap: a binary tree in the order of the sequence that is also a heap of priorities. The priorities are computed
/// from the slots, so the same operations always build the same tree. The slots are indexes of an array, chosen by the
/// owner of the sequence; two sequences may order the same slots in two ways.
///
/// - Complexity: each operation is O(log n) on average.
struct WeightedSequence: Sendable {
    private struct Node: Sendable {
        var parent = none
        var left = none
        var right = none
        var weight = 0
        /// The weight of the whole subtree.
        var sum = 0
    }

    private enum Side {
        case left, right

        var opposite: Side { self == .left ? .right : .left }
    }

    /// The index that stands for no slot.
    private static let none = -1

    private var nodes: [Node] = []
    private var root = none

    /// The sum of all weights.
    var sum: Int { root == Self.none ? 0 : nodes[root].sum }

    /// The first slot; nil if the sequence is empty.
    var first: Int? { end(of: root, .left) }

    /// The last slot; nil if the sequence is empty.
    var last: Int? { end(of: root, .right) }

    /// The slot after another one; nil after the last one.
    func next(after slot: Int) -> Int? { neighbor(of: slot, on: .right) }

    /// The slot before another one; nil before the first one.
    func previous(before slot: Int) -> Int? { neighbor(of: slot, on: .left) }

    /// The sum of the weights before a slot.
    func weight(before slot: Int) -> Int {
        var weight = sum(of: nodes[slot].left)
        var child = slot
        while nodes[child].parent != Self.none {
            let parent = nodes[child].parent
            if nodes[parent].right == child { weight += sum(of: nodes[parent].left) + nodes[parent].weight }
            child = parent
        }
        return weight
    }

    /// The slot that contains an offset in `0..<sum`, and the sum of the weights before it; nil for another offset.
    func slot(at offset: Int) -> (slot: Int, before: Int)? {
        guard offset >= 0, offset < sum else { return nil }
        var (slot, before) = (root, 0)
        while slot != Self.none {
            let start = before + sum(of: nodes[slot].left)
            if offset < start {
                slot = nodes[slot].left
            } else if offset < start + nodes[slot].weight {
                return (slot, start)
            } else {
                before = start + nodes[slot].weight
                slot = nodes[slot].right
            }
        }
        return nil
    }

    /// The last slot for which a condition holds that holds only for a prefix of the sequence; nil if there is none.
    func last(where holds: (_ slot: Int) -> Bool) -> Int? {
        var (slot, found) = (root, nil as Int?)
        while slot != Self.none {
            if holds(slot) {
                found = slot
                slot = nodes[slot].right
            } else {
                slot = nodes[slot].left
            }
        }
        return found
    }
}

// MARK: - Changing

extension WeightedSequence {
    /// Inserts a slot that is not in the sequence.
    ///
    /// - Parameters:
    ///   - slot: the slot.
    ///   - weight: its weight.
    ///   - other: the slot before it; nil inserts it at the start.
    mutating func insert(_ slot: Int, weight: Int, after other: Int?) {
        while nodes.count <= slot { nodes.append(Node()) }
        nodes[slot] = Node(weight: weight, sum: weight)
        if let other, nodes[other].right == Self.none {
            link(slot, to: other, on: .right)
        } else if let next = other.map({ end(of: nodes[$0].right, .left) }) ?? first {
            link(slot, to: next, on: .left)
        } else {
            root = slot
        }
        add(weight, above: slot)
        while nodes[slot].parent != Self.none, priority(of: slot) > priority(of: nodes[slot].parent) { rotateUp(slot) }
    }

    /// Changes the weight of a slot.
    mutating func setWeight(_ weight: Int, of slot: Int) {
        let change = weight - nodes[slot].weight
        nodes[slot].weight = weight
        nodes[slot].sum += change
        add(change, above: slot)
    }

    /// Removes a slot.
    mutating func remove(_ slot: Int) {
        while let child = preferredChild(of: slot) { rotateUp(child) }
        add(-nodes[slot].weight, above: slot)
        replaceChild(slot, of: nodes[slot].parent, by: Self.none)
    }

    private mutating func link(_ slot: Int, to parent: Int, on side: Side) {
        setChild(slot, of: parent, on: side)
        nodes[slot].parent = parent
    }

    private mutating func setChild(_ child: Int, of parent: Int, on side: Side) {
        if side == .left { nodes[parent].left = child } else { nodes[parent].right = child }
    }

    /// Replaces a child of a slot with another slot, or with none.
    private mutating func replaceChild(_ child: Int, of parent: Int, by slot: Int) {
        guard parent != Self.none else { return root = slot }
        setChild(slot, of: parent, on: nodes[parent].left == child ? .left : .right)
    }

    /// Adds a weight to the sums of all ancestors.
    private mutating func add(_ weight: Int, above slot: Int) {
        var parent = nodes[slot].parent
        while parent != Self.none {
            nodes[parent].sum += weight
            parent = nodes[parent].parent
        }
    }

    /// The child with the higher priority; nil for a leaf.
    private func preferredChild(of slot: Int) -> Int? {
        let (left, right) = (nodes[slot].left, nodes[slot].right)
        if left == Self.none || right == Self.none { return left == right ? nil : max(left, right) }
        return priority(of: left) > priority(of: right) ? left : right
    }

    /// Moves a slot to the place of its parent, which becomes its child; the order does not change.
    private mutating func rotateUp(_ slot: Int) {
        let parent = nodes[slot].parent
        let grandparent = nodes[parent].parent
        let side: Side = nodes[parent].left == slot ? .left : .right
        let inner = child(of: slot, on: side.opposite)
        setChild(inner, of: parent, on: side)
        if inner != Self.none { nodes[inner].parent = parent }
        setChild(parent, of: slot, on: side.opposite)
        nodes[parent].parent = slot
        nodes[slot].parent = grandparent
        replaceChild(parent, of: grandparent, by: slot)
        nodes[slot].sum = nodes[parent].sum
        nodes[parent].sum = nodes[parent].weight + sum(of: nodes[parent].left) + sum(of: nodes[parent].right)
    }

    /// A well-mixed number for each slot (SplitMix64's finalizer).
    private func priority(of slot: Int) -> UInt64 {
        var mixed = (UInt64(truncatingIfNeeded: slot) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

// MARK: - Walking

extension WeightedSequence {
    private func sum(of slot: Int) -> Int { slot == Self.none ? 0 : nodes[slot].sum }

    private func child(of slot: Int, on side: Side) -> Int {
        side == .left ? nodes[slot].left : nodes[slot].right
    }

    /// The first or last slot of a subtree; nil if it is empty.
    private func end(of slot: Int, _ side: Side) -> Int? {
        guard slot != Self.none else { return nil }
        var slot = slot
        while child(of: slot, on: side) != Self.none { slot = child(of: slot, on: side) }
        return slot
    }

    private func neighbor(of slot: Int, on side: Side) -> Int? {
        if let inner = end(of: child(of: slot, on: side), side.opposite) { return inner }
        var child = slot
        while nodes[child].parent != Self.none {
            let parent = nodes[child].parent
            if self.child(of: parent, on: side.opposite) == child { return parent }
            child = parent
        }
        return nil
    }
}
