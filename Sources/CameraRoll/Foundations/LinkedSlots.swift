/// Several first in, first out lists over one store, whose elements can move between lists or leave from any
/// position: a pure value.
///
/// An element is identified by its slot, which stays the same when the element moves to another list. A store whose
/// length stays about the same allocates nothing; after a burst it releases its storage from the end, as far as the
/// places there are free. Every operation is O(1) unless stated otherwise.
struct LinkedSlots<Element: Sendable>: Sendable {
    /// Identifies an element; it becomes invalid when the element is removed, and stays so even if its place is reused.
    struct Slot: Hashable, Sendable {
        fileprivate let index: Int
        /// Greater than the numbers of all elements that were added before.
        let number: UInt64
    }

    /// Storage of up to this many places is not released.
    static var smallestCapacity: Int { 1_024 }

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
        /// The number of the element in the store; 0 for a sentinel and for a free node.
        var number: UInt64 = 0
    }

    /// The lists' sentinels, which close each list to a ring; then the sentinel of the free nodes; then the elements.
    private var nodes: [Node]
    private var counts: [Int]
    private let free: Int
    /// The number of elements ever added: each has its own number, even in a place that was released in between.
    private var added: UInt64 = 0

    /// Creates `lists` empty lists, numbered from 0.
    init(lists: Int) {
        free = lists
        nodes = (0...lists).map { Node(content: nil, previous: $0, next: $0, list: $0) }
        counts = Array(repeating: 0, count: lists + 1)
    }

    /// The number of places for which storage is allocated.
    var capacity: Int { nodes.capacity }

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
        added += 1
        nodes[index].content = Content(element: element)
        nodes[index].number = added
        relink(index, to: list)
        return slot(at: index)
    }

    /// Moves an element to the end of a list, which may be the one it is in.
    mutating func move(_ slot: Slot, to list: Int) {
        if isCurrent(slot) { relink(slot.index, to: list) }
    }

    /// Removes an element; returns nil if it was already removed.
    ///
    /// - Complexity: O(1) amortized; O(elements) when storage is released.
    mutating func remove(_ slot: Slot) -> Element? {
        guard isCurrent(slot) else { return nil }
        let content = nodes[slot.index].content.take()
        nodes[slot.index].number = 0
        relink(slot.index, to: free)
        releaseStorage()
        return content?.element
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
        Slot(index: index, number: nodes[index].number)
    }

    private func isCurrent(_ slot: Slot) -> Bool {
        slot.index < nodes.count && nodes[slot.index].number == slot.number
    }

    private mutating func addPlace() {
        let index = nodes.count
        nodes.append(Node(content: nil, previous: index, next: index, list: free))
        counts[free] += 1
        link(index, to: free)
    }

    /// Removes free places at the end if three quarters of all places are free, and keeps twice as many as are used.
    ///
    /// Each removed place was added once, and the rest moves only when most of the storage is unused.
    private mutating func releaseStorage() {
        guard nodes.count > Self.smallestCapacity, counts[free] > nodes.count / 4 * 3 else { return }
        let smallest = max((nodes.count - counts[free]) * 2, Self.smallestCapacity)
        while nodes.count > smallest, nodes[nodes.count - 1].list == free {
            unlink(nodes.count - 1)
            nodes.removeLast()
        }
        guard nodes.capacity > nodes.count * 4 else { return }
        var fewer: [Node] = []
        fewer.reserveCapacity(nodes.count)
        fewer += nodes
        nodes = fewer
    }

    private mutating func relink(_ index: Int, to list: Int) {
        unlink(index)
        counts[list] += 1
        link(index, to: list)
    }

    private mutating func unlink(_ index: Int) {
        let (previous, next) = (nodes[index].previous, nodes[index].next)
        nodes[previous].next = next
        nodes[next].previous = previous
        counts[nodes[index].list] -= 1
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
