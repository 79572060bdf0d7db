/// Where an element stood in the old list and stands in the new one.
struct LocatedElement: Hashable, Sendable {
    /// Its position in the old list; nil where it was not there.
    var old: Int?
    /// Its position in the new list; nil where it is not there.
    var new: Int?
    /// Whether it says something else of itself.
    var isChanged = false
}

/// Works out what turned one list into another, from the places of those elements that may have moved: a pure value.
///
/// All others keep their order among each other, so nobody looks at them: the cost follows the change, not the list.
/// Of those that may have moved, as few as possible do: who stands between the same neighbours as before stays, and
/// where several do, the longest series of them that kept its order.
struct IndexDifference {
    private let oldCount: Int
    private let newCount: Int
    private let removed: [Int]
    /// In the new list.
    private let added: [Int]
    /// By their new position.
    private let kept: [Place]

    private struct Place {
        let old: Int
        let new: Int
        let isChanged: Bool
    }

    /// - Parameters:
    ///   - located: the elements that may have moved, each once; those that stand in neither list do not count.
    ///   - oldCount: how long the old list is.
    ///   - newCount: how long the new list is.
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

    /// What turned the old list into the new one; nil where the places contradict each other or the lists' lengths.
    ///
    /// - Complexity: O(k log k).
    func changes() -> IndexChanges? {
        guard isPossible else { return nil }
        let moved = moved()
        let anchors = Anchors(removed: removed, added: added, moved: moved.map { ($0.old, $0.new) })
        return IndexChanges(
            oldCount: oldCount, newCount: newCount, removed: removed, inserted: anchors.inserted,
            moves: anchors.moves, changed: kept.filter(\.isChanged).map(\.new))
    }

    /// Whether each place is one of its list, no two are the same, and the lengths of the lists add up.
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

    /// Those that stand elsewhere among the others, by their new position.
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

    /// Those between the same neighbours that have to move past each other.
    private static func moved(within gap: [Place]) -> [Place] {
        guard gap.count > 1 else { return [] }
        let stays = LongestIncreasingSubsequence(of: gap.map(\.old)).isMember
        return zip(gap, stays).compactMap { $1 ? nil : $0 }
    }
}

/// How many of the elements that nobody looks at stand before a position; asked for in ascending order.
private struct RankAmongOthers {
    private var counter: SortedCounter

    init(of places: [Int]) {
        counter = SortedCounter(places.sorted())
    }

    mutating func rank(at position: Int) -> Int { position - counter.count(below: position) }
}

/// Puts inserted and moved elements between the anchors: those that keep their order among each other.
///
/// In the list after removing and inserting, each gap between two anchors first has what was inserted there, and then
/// what stands there still and is about to move.
private struct Anchors {
    private(set) var inserted: [Int] = []
    private(set) var moves: [IndexChanges.Move] = []

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
            // What was inserted in the same gap stands before it.
            let from = rank + index + addedBefore.count(below: rank + 1)
            moves.append(IndexChanges.Move(from: from, to: leaving[index].new))
        }
        moves.sort { $0.to < $1.to }
    }

    /// How many anchors stand before each of some positions, where these and others are no anchors; all ascending.
    private static func ranks(of positions: [Int], among others: [Int]) -> [Int] {
        var before = SortedCounter(others)
        return positions.enumerated().map { index, position in position - index - before.count(below: position) }
    }
}

/// The longest series of numbers, in the order given, each greater than the one before it.
///
/// - Complexity: O(k log k).
struct LongestIncreasingSubsequence {
    /// For each number, whether it belongs to the series.
    let isMember: [Bool]

    /// The series of some numbers, which are all different.
    init(of numbers: [Int]) {
        // For each length, where the series of this length with the smallest end ends.
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

/// What a limited list gains or loses at its end because others came or went before it.
///
/// The elements that nobody touched are the front of one and the same series in both lists; where one list has more of
/// them than the other, those are its last.
struct LimitEdgeChanges {
    /// The elements at the end that only one of the lists has.
    let elements: [LocatedElement]

    init(of located: [LocatedElement], oldCount: Int, newCount: Int, limit: Int) {
        let (old, new) = (located.compactMap(\.old), located.compactMap(\.new))
        let surplus = (newCount - new.count) - (oldCount - old.count)
        // A list that the limit does not cut off can neither gain nor lose so.
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
