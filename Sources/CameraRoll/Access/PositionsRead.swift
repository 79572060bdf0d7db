/// Reads a range of a snapshot, slice by slice.
typealias RangeRead = PositionsRead<Range<Int>>

/// Reads assets at some positions of a snapshot, contiguous positions together, slice by slice.
struct PositionsRead<Positions: RandomAccessCollection<Int> & Sendable>: SlicedRead {
    let snapshot: AssetSnapshot
    let positions: Positions
    private var assets: [MediaAsset] = []
    /// A change between two slices may have deselected assets of the earlier one; nil with full access.
    private var check: SelectionCheck?

    /// The positions must be ascending, without duplicates, and within the snapshot.
    init(_ positions: Positions, of snapshot: AssetSnapshot) {
        self.positions = positions
        self.snapshot = snapshot
    }

    var itemsLeft: Int { positions.count - assets.count + (check?.itemsLeft ?? 0) }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [MediaAsset]
    > {
        if var running = check {
            let outcome = try running.advance(assets, of: snapshot, in: libraryState)
            check = running
            if let outcome { return outcome }
        }
        let slice = positions.dropFirst(assets.count).prefix(max(items, SliceSizer.smallest))
        let found =
            if let range = slice as? Range<Int> {
                try libraryState.assets(in: range, of: snapshot.id)
            } else {
                try libraryState.assets(in: slice.runs, of: snapshot.id)
            }
        assets.take(on: found, expecting: positions.count)
        if libraryState.isLimited { check = check ?? SelectionCheck(since: libraryState.generation) }
        guard assets.count >= positions.count else { return .more(items: slice.count) }
        return check?.end(assets, items: slice.count, in: libraryState) ?? .done(assets, items: slice.count)
    }
}

extension PositionsRead<[Int]> {
    /// The positions in ascending order, without duplicates; unchanged if they already are, as most lists are.
    static func ascending(_ positions: [Int]) -> [Int] {
        let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        return isAscending ? positions : Set(positions).sorted()
    }
}

extension Collection<Int> {
    /// The ranges of contiguous positions, which must be ascending.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for position in self {
            if let last = runs.last, last.upperBound == position {
                runs[runs.count - 1] = last.lowerBound..<position + 1
            } else {
                runs.append(position..<position + 1)
            }
        }
        return runs
    }
}
