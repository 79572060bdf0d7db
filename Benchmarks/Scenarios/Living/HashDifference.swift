/// The difference of two lists by a table of the old positions, as an engineer would write it who knows that elements
/// are unique.
///
/// It is O(n) if little has moved: the longest run of kept elements is searched for only after the first that moved.
struct HashDifference<Element: Hashable> {
    /// The removed positions of the old list, ascending.
    private(set) var removed: [Int] = []
    /// The inserted positions of the new list, ascending.
    private(set) var inserted: [Int] = []

    init(from old: [Element], to new: [Element]) {
        var places = [Element: Int](minimumCapacity: old.count)
        for (position, element) in old.enumerated() { places[element] = position }
        let kept = Self.longestAscending(new.map { places[$0] })
        var isKept = [Bool](repeating: false, count: old.count)
        var next = kept[...]
        for position in new.indices {
            if let pair = next.first, pair.new == position {
                isKept[pair.old] = true
                next.removeFirst()
            } else {
                inserted.append(position)
            }
        }
        removed = isKept.indices.filter { !isKept[$0] }
    }

    /// Creates the new list from the old one.
    func applied(to old: [Element], new: [Element]) -> [Element] {
        var isRemoved = [Bool](repeating: false, count: old.count)
        for position in removed { isRemoved[position] = true }
        var kept = old.indices.lazy.filter { !isRemoved[$0] }.map { old[$0] }.makeIterator()
        var inserted = self.inserted[...]
        var result: [Element] = []
        while true {
            if inserted.first == result.count {
                result.append(new[inserted.removeFirst()])
            } else if let element = kept.next() {
                result.append(element)
            } else {
                return result
            }
        }
    }

    /// The largest set of elements that are in the same order in both lists.
    private static func longestAscending(_ positions: [Int?]) -> [(new: Int, old: Int)] {
        var (tails, tailOld): ([Int], [Int]) = ([], [])
        var before = [Int](repeating: -1, count: positions.count)
        for (new, old) in positions.enumerated() {
            guard let old else { continue }
            let place = tailOld.last.map { $0 < old } ?? true ? tails.count : tailOld.firstNotLess(than: old)
            if place > 0 { before[new] = tails[place - 1] }
            if place == tails.count {
                tails.append(new)
                tailOld.append(old)
            } else {
                (tails[place], tailOld[place]) = (new, old)
            }
        }
        var kept: [(new: Int, old: Int)] = []
        var current = tails.last ?? -1
        while current >= 0 {
            if let old = positions[current] { kept.append((current, old)) }
            current = before[current]
        }
        return kept.reversed()
    }
}

extension [Int] {
    /// The first index of an ascending list whose element is not less than a value.
    fileprivate func firstNotLess(than value: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
