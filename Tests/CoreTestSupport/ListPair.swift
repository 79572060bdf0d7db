@testable package import CameraRoll

/// Two lists of distinct numbers, what is known of them, and checks of the changes between them.
package struct ListPair {
    package let old: [Int]
    package let new: [Int]
    /// The unexamined elements, which are in both lists in the same order.
    package var untouched: Set<Int> = []
    /// The elements whose data changed.
    package var changed: Set<Int> = []

    package init(old: [Int], new: [Int], untouched: Set<Int> = [], changed: Set<Int> = []) {
        (self.old, self.new, self.untouched, self.changed) = (old, new, untouched, changed)
    }

    private var kept: [Int] { new.filter(Set(old).contains) }

    /// All elements of both lists, except the unexamined ones.
    package var located: [LocatedElement] {
        let oldPlaces = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let newPlaces = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
        return (old + new.filter { oldPlaces[$0] == nil }).filter { !untouched.contains($0) }.map {
            LocatedElement(old: oldPlaces[$0], new: newPlaces[$0], isChanged: changed.contains($0))
        }
    }

    package var changes: ListChanges? {
        IndexDifference(of: located, oldCount: old.count, newCount: new.count).changes()
    }

    /// The error in the changes, if any: compared with Photos' header, step by step.
    package func complaint(about changes: ListChanges?) -> String? {
        guard let changes else { return "no changes" }
        let gone = Set(old).subtracting(new)
        if changes.removed != old.indices.filter({ gone.contains(old[$0]) }) { return "removes \(changes.removed)" }
        if changes.inserted.count != Set(new).subtracting(old).count { return "inserts \(changes.inserted)" }
        let known = Set(old)
        if let naive = naivelyApplied(changes), naive != new.map({ known.contains($0) ? $0 : nil }) {
            return "step by step it leads to \(naive)"
        }
        if changes.moves.count != kept.count - longestSeries { return "moves \(changes.moves)" }
        let reloaded = Set(kept).intersection(changed).subtracting(untouched)
        if changes.changed != new.indices.filter({ reloaded.contains(new[$0]) }) { return "changed \(changes.changed)" }
        if changes.isEmpty != (old == new && reloaded.isEmpty) { return "empty, or not" }
        return complaintOfApplying(changes, reloaded)
    }

    private func complaintOfApplying(_ changes: ListChanges, _ reloaded: Set<Int>) -> String? {
        var asked: [Int] = []
        let applied = try? changes.applied(to: old) { position in
            asked.append(position)
            return new[position]
        }
        if applied != new { return "leads to \(applied ?? [])" }
        let known = Set(old)
        let fresh = new.indices.filter { !known.contains(new[$0]) }
        if changes.newPositionsOfInserted != fresh { return "new at \(changes.newPositionsOfInserted)" }
        let expected = fresh + new.indices.filter { reloaded.contains(new[$0]) }
        return asked == expected.sorted() ? nil : "asks for \(asked)"
    }

    /// The old list after removals, insertions and moves, one after the other; nil for new elements.
    private func naivelyApplied(_ changes: ListChanges) -> [Int?]? {
        old.map(Optional.some).appliedNaively(changes)
    }

    /// The number of elements that can stay: the longest common subsequence that contains all unexamined elements.
    private var longestSeries: Int {
        let oldPlaces = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let places = kept.map { oldPlaces[$0, default: 0] }
        let weights = kept.map { untouched.contains($0) ? 100_000 : 1 }
        var best = weights
        for index in places.indices {
            for before in 0..<index where places[before] < places[index] {
                best[index] = max(best[index], best[before] + weights[index])
            }
        }
        let heaviest = best.max() ?? 0
        return heaviest / 100_000 + heaviest % 100_000
    }
}

extension Array {
    /// The list after removals, insertions of nil, and moves; nil if a position does not exist.
    package func appliedNaively<Wrapped>(_ changes: ListChanges) -> [Wrapped?]? where Element == Wrapped? {
        var list = self
        for position in changes.removed.reversed() {
            guard list.indices.contains(position) else { return nil }
            list.remove(at: position)
        }
        for position in changes.inserted {
            guard position <= list.count else { return nil }
            list.insert(nil, at: position)
        }
        let moving = changes.moves.map { list.indices.contains($0.from) ? list[$0.from] : nil }
        for from in changes.moves.map(\.from).sorted().reversed() where list.indices.contains(from) {
            list.remove(at: from)
        }
        for (move, element) in zip(changes.moves, moving) {
            guard move.to <= list.count else { return nil }
            list.insert(element, at: move.to)
        }
        return list
    }
}

/// All arrangements of subsets of the elements.
package func arrangements(of elements: [Int]) -> [[Int]] {
    [[]]
        + elements.flatMap { first in
            arrangements(of: elements.filter { $0 != first }).map { [first] + $0 }
        }
}

/// All subsets of a list, each in its order.
package func parts(of elements: [Int]) -> [[Int]] {
    elements.reduce([[]]) { parts, element in parts + parts.map { $0 + [element] } }
}
