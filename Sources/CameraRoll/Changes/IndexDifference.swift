/// The old and the new position of an element.
struct LocatedElement: Hashable, Sendable {
    /// The position in the old list; nil if the element was inserted.
    var old: Int?
    /// The position in the new list; nil if the element was removed.
    var new: Int?
    /// Whether the element's data changed.
    var isChanged = false
}

/// Computes the difference of two lists from the positions of those elements that may have moved: a pure value.
///
/// All other elements keep their relative order and are not examined: the cost depends on the changes, not on the
/// list. As few elements as possible become moves: an element between the same neighbors as before stays, and of
/// several such elements, the longest subsequence that kept its order stays.
struct IndexDifference {
    private let oldCount: Int
    private let newCount: Int
    private let located: [LocatedElement]
    private let old: [Place]
    private let new: [Place]

    /// An element at a position of one of the lists; arrays of them ascend.
    ///
    /// The number of unexamined elements before a place is thus its position minus its index.
    private struct Place {
        let position: Int
        /// The index in `located`.
        let element: Int
    }

    /// - Parameters:
    ///   - located: the elements that may have moved, without duplicates; those in neither list are ignored.
    ///   - oldCount: the length of the old list.
    ///   - newCount: the length of the new list.
    init(of located: [LocatedElement], oldCount: Int, newCount: Int) {
        self.oldCount = oldCount
        self.newCount = newCount
        self.located = located
        old = Self.places(located, \.old)
        new = Self.places(located, \.new)
    }

    private static func places(_ located: [LocatedElement], _ position: (LocatedElement) -> Int?) -> [Place] {
        var places: [Place] = []
        places.reserveCapacity(located.count)
        for (index, element) in located.enumerated() {
            if let position = position(element) { places.append(Place(position: position, element: index)) }
        }
        places.sort { $0.position < $1.position }
        return places
    }

    /// The changes that lead from the old list to the new one; nil if the positions contradict each other or the
    /// lengths.
    ///
    /// - Complexity: O(k log k).
    func changes() -> ListChanges? {
        let removed = positions(in: old) { $0.new == nil }
        let added = positions(in: new) { $0.old == nil }
        guard oldCount - removed.count == newCount - added.count, Self.areDistinct(old, below: oldCount),
            Self.areDistinct(new, below: newCount)
        else { return nil }
        let anchors = Anchors(removed: removed, added: added, moved: moved())
        return ListChanges(
            oldCount: oldCount, newCount: newCount, removed: removed, inserted: anchors.inserted,
            moves: anchors.moves, changed: positions(in: new) { $0.isChanged && $0.old != nil })
    }

    private func positions(in places: [Place], where isIncluded: (LocatedElement) -> Bool) -> [Int] {
        places.compactMap { isIncluded(located[$0.element]) ? $0.position : nil }
    }

    private static func areDistinct(_ places: [Place], below count: Int) -> Bool {
        var last = -1
        for place in places {
            guard place.position > last, place.position < count else { return false }
            last = place.position
        }
        return true
    }

    /// The old and new positions of elements whose relative position changed, ordered by the new one.
    private func moved() -> [(old: Int, new: Int)] {
        var oldRanks = [Int](repeating: 0, count: located.count)
        for (index, place) in old.enumerated() { oldRanks[place.element] = place.position - index }
        var moved: [(old: Int, new: Int)] = []
        var gap: [(old: Int, new: Int)] = []
        var gapRank = -1
        for (index, place) in new.enumerated() {
            guard let old = located[place.element].old else { continue }
            let rank = place.position - index
            if rank != gapRank {
                moved += Self.moved(within: gap)
                gap.removeAll(keepingCapacity: true)
                gapRank = rank
            }
            if rank == oldRanks[place.element] {
                gap.append((old, place.position))
            } else {
                moved.append((old, place.position))
            }
        }
        moved += Self.moved(within: gap)
        return moved.sorted { $0.new < $1.new }
    }

    /// The elements between the same neighbors that have to move past each other.
    private static func moved(within gap: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        guard gap.count > 1 else { return [] }
        let stays = LongestIncreasingSubsequence(of: gap.map(\.old)).isMember
        return zip(gap, stays).compactMap { $1 ? nil : $0 }
    }
}

/// Places inserted and moved elements between the anchors, which keep their relative order.
///
/// In the list after removing and inserting, each gap between two anchors first has the inserted elements, and then
/// the elements that are still there and are about to move.
private struct Anchors {
    private(set) var inserted: [Int] = []
    private(set) var moves: [ListChanges.Move] = []

    /// - Parameters:
    ///   - removed: positions in the old list, ascending.
    ///   - added: positions in the new list, ascending.
    ///   - moved: old and new positions, by the new one.
    init(removed: [Int], added: [Int], moved: [(old: Int, new: Int)]) {
        let leaving = moved.sorted { $0.old < $1.old }
        let addedRanks = Self.ranks(of: added, among: moved.map(\.new))
        let leavingRanks = Self.ranks(of: leaving.map(\.old), among: removed)
        var leavingBefore = SortedCounter(leavingRanks)
        for (index, rank) in addedRanks.enumerated() {
            inserted.append(rank + index + leavingBefore.count(below: rank))
        }
        var addedBefore = SortedCounter(addedRanks)
        for (index, rank) in leavingRanks.enumerated() {
            // Elements inserted in the same gap precede it.
            let from = rank + index + addedBefore.count(below: rank + 1)
            moves.append(ListChanges.Move(from: from, to: leaving[index].new))
        }
        moves.sort { $0.to < $1.to }
    }

    /// The number of anchors before each of some positions, given all positions that are not anchors; all ascending.
    private static func ranks(of positions: [Int], among others: [Int]) -> [Int] {
        var before = SortedCounter(others)
        return positions.enumerated().map { index, position in position - index - before.count(below: position) }
    }
}

/// The longest increasing subsequence of some numbers.
///
/// - Complexity: O(k log k).
struct LongestIncreasingSubsequence {
    /// For each number, whether it belongs to the subsequence.
    let isMember: [Bool]

    /// Creates the subsequence of distinct numbers.
    init(of numbers: [Int]) {
        // For each length, the index where the subsequence of this length with the smallest last number ends.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            let length = Self.partitionPoint(in: ends) { numbers[$0] > number }
            previous[index] = length == 0 ? nil : ends[length - 1]
            if length == ends.count { ends.append(index) } else { ends[length] = index }
        }
        var isMember = [Bool](repeating: false, count: numbers.count)
        var next = ends.last
        while let index = next {
            isMember[index] = true
            next = previous[index]
        }
        self.isMember = isMember
    }

    private static func partitionPoint(in elements: [Int], where isInSecondPart: (Int) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The elements that a limited list gains or loses at its end because of insertions or removals before it.
///
/// The untouched elements of both lists are the start of the same series. If one list has more of them than the
/// other, the additional ones are its last.
struct LimitEdgeChanges {
    /// The elements at the end that only one of the lists contains.
    let elements: [LocatedElement]

    init(of located: [LocatedElement], oldCount: Int, newCount: Int, limit: Int) {
        let (old, new) = (located.compactMap(\.old), located.compactMap(\.new))
        let surplus = (newCount - new.count) - (oldCount - old.count)
        // A list that is not cut off by the limit cannot gain or lose elements this way.
        guard surplus != 0, oldCount == limit || newCount == limit else {
            elements = []
            return
        }
        elements =
            surplus > 0
            ? Self.lastUntouched(surplus, of: newCount, touched: new).map { LocatedElement(old: nil, new: $0) }
            : Self.lastUntouched(-surplus, of: oldCount, touched: old).map { LocatedElement(old: $0, new: nil) }
    }

    private static func lastUntouched(_ number: Int, of count: Int, touched: [Int]) -> [Int] {
        let touched = Set(touched)
        var found: [Int] = []
        var position = count - 1
        while found.count < number, position >= 0 {
            if !touched.contains(position) { found.append(position) }
            position -= 1
        }
        return found
    }
}
