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
    private let removed: [Int]
    /// Positions in the new list.
    private let added: [Int]
    /// Ordered by the new position.
    private let kept: [Place]

    private struct Place {
        let old: Int
        let new: Int
        let isChanged: Bool
    }

    /// - Parameters:
    ///   - located: the elements that may have moved, without duplicates; those in neither list are ignored.
    ///   - oldCount: the length of the old list.
    ///   - newCount: the length of the new list.
    init(of located: [LocatedElement], oldCount: Int, newCount: Int) {
        self.oldCount = oldCount
        self.newCount = newCount
        removed = located.compactMap { $0.new == nil ? $0.old : nil }.sorted()
        added = located.compactMap { $0.old == nil ? $0.new : nil }.sorted()
        kept = located.compactMap { element in
            guard let old = element.old, let new = element.new else { return nil }
            return Place(old: old, new: new, isChanged: element.isChanged)
        }.sorted { $0.new < $1.new }
    }

    /// The changes that lead from the old list to the new one; nil if the positions contradict each other or the
    /// lengths.
    ///
    /// - Complexity: O(k log k).
    func changes() -> ListChanges? {
        guard isPossible else { return nil }
        let moved = moved()
        let anchors = Anchors(removed: removed, added: added, moved: moved.map { ($0.old, $0.new) })
        return ListChanges(
            oldCount: oldCount, newCount: newCount, removed: removed, inserted: anchors.inserted,
            moves: anchors.moves, changed: kept.filter(\.isChanged).map(\.new))
    }

    /// Whether all positions are valid and distinct, and the lengths are consistent.
    private var isPossible: Bool {
        oldCount - removed.count == newCount - added.count
            && Self.areDistinct(removed + kept.map(\.old), below: oldCount)
            && Self.areDistinct(added + kept.map(\.new), below: newCount)
    }

    private static func areDistinct(_ places: [Int], below count: Int) -> Bool {
        var last = -1
        for place in places.sorted() {
            guard place > last, place < count else { return false }
            last = place
        }
        return true
    }

    /// The elements whose relative position changed, ordered by their new position.
    private func moved() -> [Place] {
        var oldRanks = RankAmongOthers(of: removed + kept.map(\.old))
        var newRanks = RankAmongOthers(of: added + kept.map(\.new))
        let byOld = kept.indices.sorted { kept[$0].old < kept[$1].old }
        var oldRank = [Int](repeating: 0, count: kept.count)
        for index in byOld { oldRank[index] = oldRanks.rank(at: kept[index].old) }
        var moved: [Place] = []
        var gap: [Place] = []
        var gapRank = -1
        for (place, oldRank) in zip(kept, oldRank) {
            let rank = newRanks.rank(at: place.new)
            if rank != gapRank {
                moved += Self.moved(within: gap)
                (gap, gapRank) = ([], rank)
            }
            if rank == oldRank { gap.append(place) } else { moved.append(place) }
        }
        moved += Self.moved(within: gap)
        return moved.sorted { $0.new < $1.new }
    }

    /// The elements between the same neighbors that have to move past each other.
    private static func moved(within gap: [Place]) -> [Place] {
        guard gap.count > 1 else { return [] }
        let stays = LongestIncreasingSubsequence(of: gap.map(\.old)).isMember
        return zip(gap, stays).compactMap { $1 ? nil : $0 }
    }
}

/// The number of unexamined elements before a position; must be queried in ascending order.
private struct RankAmongOthers {
    private var counter: SortedCounter

    init(of places: [Int]) {
        counter = SortedCounter(places.sorted())
    }

    mutating func rank(at position: Int) -> Int { position - counter.count(below: position) }
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
