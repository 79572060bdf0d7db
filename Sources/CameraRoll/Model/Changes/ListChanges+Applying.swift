extension ListChanges {
    /// Applies the changes to the old list, and returns the new list.
    ///
    /// ```swift
    /// titles = try changes.applied(to: titles) { position in title(ofNew: position) }
    /// ```
    ///
    /// - Parameters:
    ///   - list: the old list.
    ///   - element: returns the element at a position of the new list; called for inserted and changed elements, in
    ///     order.
    /// - Throws: `LibraryError.invalidArgument` if the list does not have the length of the old list, or the error
    ///   that `element` throws.
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

    /// Applies the changes to some known elements of the old list.
    ///
    /// For lists that read only what is on screen: removed elements are dropped, remaining ones get their new
    /// positions, and inserted ones are missing, to be read when they are shown. Positions outside of the old list
    /// are ignored.
    ///
    /// - Parameters:
    ///   - known: elements of the old list, by position.
    ///   - keepingChanged: whether elements with changed content stay until they are read again; by default they are
    ///     dropped too.
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

/// The smaller of two optional numbers.
private func lesser(_ first: Int?, _ second: Int?) -> Int? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
}

extension ListChanges.BatchUpdate {
    /// Positions in the old list of the deleted and moved elements, which do not keep their relative order.
    fileprivate var leaving: [Int] {
        moves.isEmpty ? deletions : (deletions + moves.map(\.from)).sorted()
    }

    /// Positions in the new list of the inserted and moved elements, which do not come from the old order.
    fileprivate var arriving: [Int] {
        moves.isEmpty ? insertions : (insertions + moves.map(\.to)).sorted()
    }
}

extension Array {
    /// The list without some elements, and with others inserted.
    ///
    /// - Parameters:
    ///   - leaving: positions in this list, ascending.
    ///   - arriving: elements with their positions in the result, ascending.
    ///   - count: the length of the result.
    fileprivate func merged(leaving: [Int], arriving: [(position: Int, element: Element)], count: Int) -> [Element] {
        var new: [Element] = []
        new.reserveCapacity(count)
        var (next, skipped) = (0, leaving[...])
        /// Appends the next elements that keep their order, in as few ranges as possible.
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

extension ListChanges {
    /// The new position of the element at a position of the old list; nil if it was removed.
    ///
    /// Also nil if the old list has no such position. For several positions, take ``positionMap`` once.
    ///
    /// - Complexity: O(k log k).
    public func newPosition(ofOld position: Int) -> Int? {
        positionMap[position]
    }

    /// A map from old to new positions, for any number of lookups.
    ///
    /// - Complexity: O(k log k).
    public var positionMap: PositionMap {
        PositionMap(batchUpdate, oldCount: oldCount)
    }

    /// A map from positions in an old list to positions in the new one.
    public struct PositionMap: Sendable {
        private let oldCount: Int
        private let leaving: [Int]
        private let arriving: [Int]
        /// The new positions of moved elements, by their old ones.
        private let moved: [Int: Int]

        package init(_ batch: BatchUpdate, oldCount: Int) {
            self.oldCount = oldCount
            leaving = batch.leaving
            arriving = batch.arriving
            moved = Dictionary(batch.moves.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        }

        /// The position in the new list; nil if the element was removed, or the old list has no such position.
        ///
        /// - Complexity: O(log k).
        public subscript(position: Int) -> Int? {
            guard 0..<oldCount ~= position else { return nil }
            if let new = moved[position] { return new }
            let before = leaving.partitioningIndex { leaving[$0] >= position }
            if before < leaving.count, leaving[before] == position { return nil }
            let rank = position - before
            // The first position in the new list that is not an arrival, after `rank` elements that kept their order.
            return rank + arriving.partitioningIndex { arriving[$0] - $0 > rank }
        }

        /// The parts of a range of old positions that stay contiguous, in ascending order, with the start of each in
        /// the new list; nil for removed elements.
        ///
        /// - Parameter range: positions in the old list.
        /// - Complexity: O(p log k) in the number of parts.
        package func parts(of range: Range<Int>) -> [(old: Range<Int>, new: Int?)] {
            var parts: [(old: Range<Int>, new: Int?)] = []
            var rest = range.clamped(to: 0..<oldCount)
            while !rest.isEmpty {
                let end = min(endOfPart(from: rest.lowerBound), rest.upperBound)
                parts.append((rest.lowerBound..<end, self[rest.lowerBound]))
                rest = end..<rest.upperBound
            }
            return parts
        }

        /// The old positions of elements that kept their order, by their new positions.
        ///
        /// - Parameter positions: new positions, ascending, none of them of an inserted or moved element.
        /// - Complexity: O(n + k) for n positions.
        package func oldPositions(ofKept positions: [Int]) -> [Int] {
            var arrived = SortedCounter(arriving)
            var places = FreePlaces(taken: leaving)
            return positions.map { places.position(ofFree: $0 - arrived.count(below: $0)) }
        }

        /// The end of the contiguous part that begins at an old position.
        private func endOfPart(from position: Int) -> Int {
            let before = leaving.partitioningIndex { leaving[$0] >= position }
            if before < leaving.count, leaving[before] == position { return position + 1 }
            let rank = position - before
            let arrived = arriving.partitioningIndex { arriving[$0] - $0 > rank }
            let nextLeaving = before < leaving.count ? leaving[before] : .max
            // The part ends before the next arrival too.
            let room = arrived < arriving.count ? arriving[arrived] - arrived - rank : .max
            return min(nextLeaving, room == .max ? .max : position + room)
        }
    }
}

extension [Int] {
    /// The first index for which a monotonic condition holds; the count if it holds for no index.
    fileprivate func partitioningIndex(where holds: (_ index: Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
