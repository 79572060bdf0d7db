extension IndexChanges {
    /// The new list, made from the old one.
    ///
    /// ```swift
    /// titles = try changes.applied(to: titles) { position in title(ofNew: position) }
    /// ```
    ///
    /// - Parameters:
    ///   - list: the old list.
    ///   - element: what stands at a position of the new list; asked for what is new and for what changed.
    /// - Throws: `LibraryError.changesDoNotFit` where the list is not as long as the old list, or what `element`
    ///   throws.
    /// - Complexity: O(n + k).
    public func applied<Element>(
        to list: [Element], element: (_ position: Int) throws(LibraryError) -> Element
    ) throws(LibraryError) -> [Element] {
        guard list.count == oldCount else { throw .changesDoNotFit(list.count, expected: oldCount) }
        var kept: [Element?] = merged(list)
        for position in changed { kept[position] = nil }
        var new: [Element] = []
        new.reserveCapacity(kept.count)
        for (position, old) in kept.enumerated() {
            if let old { new.append(old) } else { new.append(try element(position)) }
        }
        return new
    }

    /// The new list, with nothing where something is new.
    private func merged<Element>(_ list: [Element]) -> [Element?] {
        let kept = list.without(removed).map(Optional.some)
        let grown = kept.inserting(inserted.map { ($0, nil) })
        guard !moves.isEmpty else { return grown }
        return grown.without(moves.map(\.from).sorted()).inserting(moves.map { ($0.to, grown[$0.from]) })
    }
}

extension Array {
    /// The elements but those at some positions, ascending.
    fileprivate func without(_ positions: [Int]) -> [Element] {
        guard !positions.isEmpty else { return self }
        var rest: [Element] = []
        rest.reserveCapacity(count - positions.count)
        var start = 0
        for position in positions {
            rest += self[start..<position]
            start = position + 1
        }
        return rest + self[start...]
    }

    /// The elements with others among them, each at its position in what comes out, ascending.
    fileprivate func inserting(_ others: [(position: Int, element: Element)]) -> [Element] {
        guard !others.isEmpty else { return self }
        var all: [Element] = []
        all.reserveCapacity(count + others.count)
        var rest = self[...]
        for (position, element) in others {
            let gap = position - all.count
            all += rest.prefix(gap)
            rest = rest.dropFirst(gap)
            all.append(element)
        }
        return all + rest
    }
}
