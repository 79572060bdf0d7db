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
        let stays = LongestRise(of: gap.map(\.old)).isMember
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
