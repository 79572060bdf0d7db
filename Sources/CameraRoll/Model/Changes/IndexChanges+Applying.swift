extension IndexChanges {
    /// The new list, made from the old one.
    ///
    /// ```swift
    /// titles = try changes.applied(to: titles) { position in title(ofNew: position) }
    /// ```
    ///
    /// - Parameters:
    ///   - list: the old list.
    ///   - element: what stands at a position of the new list; asked for what is new and for what changed, in order.
    /// - Throws: `LibraryError.changesDoNotFit` where the list is not as long as the old list, or what `element`
    ///   throws.
    /// - Complexity: O(n + k log k); the list is copied once.
    public func applied<Element>(
        to list: [Element], element: (_ position: Int) throws(LibraryError) -> Element
    ) throws(LibraryError) -> [Element] {
        guard list.count == oldCount else { throw .changesDoNotFit(list.count, expected: oldCount) }
        let batch = batchUpdate
        var arrivals = batch.moves.map { (position: $0.to, element: list[$0.from]) }
        var replacements: [(position: Int, element: Element)] = []
        var (insertions, reloads) = (batch.insertions[...], changed[...])
        while let position = lesser(insertions.first, reloads.first) {
            let value = try element(position)
            if insertions.first == position {
                insertions.removeFirst()
                arrivals.append((position, value))
            } else {
                reloads.removeFirst()
                replacements.append((position, value))
            }
        }
        arrivals.sort { $0.position < $1.position }
        var new = list.merged(leaving: batch.leaving, arriving: arrivals, count: newCount)
        for (position, value) in replacements { new[position] = value }
        return new
    }

    /// What is known of the new list, made from what is known of some positions of the old one.
    ///
    /// For lists that read only what is on the screen: what was removed is gone, what stays has its new position, and
    /// what is new is missing, to be read when it is shown. A position that the old list does not have is left out.
    ///
    /// - Parameters:
    ///   - known: elements of the old list, by position.
    ///   - keepingChanged: whether elements that changed their content stay until they are read again; by default they
    ///     are missing too.
    /// - Complexity: O(s log k + k log k) in the s elements that are known; it does not depend on the list's length.
    public func applied<Element>(to known: [Int: Element], keepingChanged: Bool = false) -> [Int: Element] {
        let map = positionMap
        var new: [Int: Element] = [:]
        new.reserveCapacity(known.count)
        for (position, element) in known {
            if let position = map[position] { new[position] = element }
        }
        if !keepingChanged {
            for position in changed { new[position] = nil }
        }
        return new
    }
}

/// The lesser of two numbers that may be missing.
private func lesser(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
}

extension IndexChanges.BatchUpdate {
    /// What does not keep its order among the others: positions in the old list of what is gone and what moves.
    fileprivate var leaving: [Int] {
        moves.isEmpty ? deletions : (deletions + moves.map(\.from)).sorted()
    }

    /// What does not come of the others in their order: positions in the new list of what is new and what moved.
    fileprivate var arriving: [Int] {
        moves.isEmpty ? insertions : (insertions + moves.map(\.to)).sorted()
    }
}

extension Array {
    /// The elements without some, and with others among them.
    ///
    /// - Parameters:
    ///   - leaving: positions in this list, ascending.
    ///   - arriving: elements at positions of what comes out, ascending.
    ///   - count: how long it comes out.
    fileprivate func merged(leaving: [Int], arriving: [(position: Int, element: Element)], count: Int) -> [Element] {
        var new: [Element] = []
        new.reserveCapacity(count)
        var (next, skipped) = (0, leaving[...])
        /// Takes the next elements that keep their order, in as few ranges as possible.
        func keep(_ number: Int) {
            var rest = number
            while rest > 0 {
                while skipped.first == next {
                    skipped.removeFirst()
                    next += 1
                }
                let end = Swift.min(next + rest, skipped.first ?? self.count)
                guard end > next else { return }
                new += self[next..<end]
                rest -= end - next
                next = end
            }
        }
        for (position, element) in arriving {
            keep(position - new.count)
            new.append(element)
        }
        keep(count - new.count)
        return new
    }
}

// MARK: - Positions

extension IndexChanges {
    /// The position in the new list of what stood at a position of the old one; nil where it is gone.
    ///
    /// Nil too where the old list has no such position. To ask for many, take ``positionMap`` once.
    ///
    /// - Complexity: O(k log k).
    public func newPosition(ofOld position: Int) -> Int? {
        positionMap[position]
    }

    /// Where the elements of the old list stand in the new one, to be asked any number of times.
    ///
    /// - Complexity: O(k log k).
    public var positionMap: PositionMap {
        PositionMap(batchUpdate, oldCount: oldCount)
    }

    /// Where the elements of an old list stand in the new one.
    public struct PositionMap: Sendable {
        private let oldCount: Int
        private let leaving: [Int]
        private let arriving: [Int]
        /// New positions of what moved, by the old ones.
        private let moved: [Int: Int]

        init(_ batch: BatchUpdate, oldCount: Int) {
            self.oldCount = oldCount
            leaving = batch.leaving
            arriving = batch.arriving
            moved = Dictionary(batch.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        }

        /// The position in the new list; nil where the element is gone, or the old list has no such position.
        ///
        /// - Complexity: O(log k).
        public subscript(position: Int) -> Int? {
            guard 0..<oldCount ~= position else { return nil }
            if let new = moved[position] { return new }
            let before = leaving.partitioningIndex { leaving[$0] >= position }
            if before < leaving.count, leaving[before] == position { return nil }
            let rank = position - before
            // The first place in the new list before which so many have not arrived, but kept their order.
            return rank + arriving.partitioningIndex { arriving[$0] - $0 > rank }
        }
    }
}

extension [Int] {
    /// The first index from which on something holds, which holds from there on; the count where it never does.
    fileprivate func partitioningIndex(where holds: (_ index: Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
