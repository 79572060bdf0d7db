/// Several first in, first out lists over one store, whose elements can move between lists or leave from any
/// position: a pure value.
///
/// An element is identified by its slot, which stays the same when the element moves to another list. Once grown, the
/// store allocates nothing. Every operation is O(1) unless stated otherwise.
struct LinkedSlots<Element: Sendable>: Sendable {
    /// Identifies an element; it stays invalid after the element was removed, even when its place is reused.
    struct Slot: Hashable, Sendable {
        fileprivate let index: Int
        fileprivate let generation: UInt32
    }

    /// A box that changes its element in place; an optional element would have to be copied.
    private struct Content {
        var element: Element

        mutating func change<Result>(_ body: (inout Element) -> Result) -> Result {
            body(&element)
        }
    }

    private struct Node {
        /// Nil for the sentinel of a list and for a free node.
        var content: Content?
        var previous: Int
        var next: Int
        var list: Int
        var generation: UInt32 = 0
    }

    /// The lists' sentinels, which close each list to a ring; then the sentinel of the free nodes; then the elements.
    private var nodes: [Node]
    private var counts: [Int]
    private let free: Int

    /// Creates `lists` empty lists, numbered from 0.
    init(lists: Int) {
        free = lists
        nodes = (0...lists).map { Node(content: nil, previous: $0, next: $0, list: $0) }
        counts = Array(repeating: 0, count: lists + 1)
    }

    /// The number of elements in a list.
    func count(of list: Int) -> Int { counts[list] }

    /// The first element of a list.
    func first(of list: Int) -> Slot? {
        counts[list] == 0 ? nil : slot(at: nodes[list].next)
    }

    /// The list that contains an element; nil if the element was removed.
    func list(of slot: Slot) -> Int? {
        isCurrent(slot) ? nodes[slot.index].list : nil
    }

    /// The element in a slot; nil if it was removed.
    subscript(slot: Slot) -> Element? {
        isCurrent(slot) ? nodes[slot.index].content?.element : nil
    }

    /// Changes an element in place; returns nil if it was removed.
    mutating func update<Result>(_ slot: Slot, _ body: (inout Element) -> Result) -> Result? {
        guard isCurrent(slot) else { return nil }
        return nodes[slot.index].content?.change(body)
    }

    /// Adds an element at the end of a list.
    ///
    /// - Complexity: O(1) amortized; O(elements) when the store grows.
    mutating func append(_ element: Element, to list: Int) -> Slot {
        if counts[free] == 0 { addPlace() }
        let index = nodes[free].next
        nodes[index].content = Content(element: element)
        relink(index, to: list)
        return slot(at: index)
    }

    /// Moves an element to the end of a list, which may be the one it is in.
    mutating func move(_ slot: Slot, to list: Int) {
        if isCurrent(slot) { relink(slot.index, to: list) }
    }

    /// Removes an element; returns nil if it was already removed.
    mutating func remove(_ slot: Slot) -> Element? {
        guard isCurrent(slot) else { return nil }
        nodes[slot.index].generation &+= 1
        relink(slot.index, to: free)
        return nodes[slot.index].content.take()?.element
    }

    /// The elements of a list from first to last, and their slots.
    ///
    /// - Complexity: O(elements of the list).
    func elements(of list: Int) -> [(slot: Slot, element: Element)] {
        var found: [(slot: Slot, element: Element)] = []
        var index = nodes[list].next
        while let element = nodes[index].content?.element {
            found.append((slot(at: index), element))
            index = nodes[index].next
        }
        return found
    }
}

extension LinkedSlots {
    private func slot(at index: Int) -> Slot {
        Slot(index: index, generation: nodes[index].generation)
    }

    private func isCurrent(_ slot: Slot) -> Bool {
        slot.index < nodes.count && nodes[slot.index].generation == slot.generation
    }

    private mutating func addPlace() {
        let index = nodes.count
        nodes.append(Node(content: nil, previous: index, next: index, list: free))
        counts[free] += 1
        link(index, to: free)
    }

    private mutating func relink(_ index: Int, to list: Int) {
        let (previous, next) = (nodes[index].previous, nodes[index].next)
        nodes[previous].next = next
        nodes[next].previous = previous
        counts[nodes[index].list] -= 1
        counts[list] += 1
        link(index, to: list)
    }

    private mutating func link(_ index: Int, to list: Int) {
        let last = nodes[list].previous
        nodes[index].previous = last
        nodes[index].next = list
        nodes[index].list = list
        nodes[last].next = index
        nodes[list].previous = index
    }
}
