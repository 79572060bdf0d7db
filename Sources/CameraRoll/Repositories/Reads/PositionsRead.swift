/// Reads assets at some positions of a snapshot, neighbours together, slice by slice.
struct PositionsRead: SlicedRead {
    private let snapshot: AssetSnapshot
    private let positions: [Int]
    private var assets: [MediaAsset] = []
    /// The permission's generation at the first slice: a later one may have taken assets of earlier slices back.
    private var begun: UInt64?

    /// The positions must be ascending, each once, and within the snapshot.
    init(_ positions: [Int], of snapshot: AssetSnapshot) {
        self.positions = positions
        self.snapshot = snapshot
    }

    /// The positions in ascending order, each once; as they are where they are so already, as a list's mostly are.
    static func ascending(_ positions: [Int]) -> [Int] {
        let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        return isAscending ? positions : Set(positions).sorted()
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[MediaAsset]>
    {
        let start = assets.count
        let end = min(start + max(items, RangeRead.smallestSlice), positions.count)
        assets.take(on: try room.assets(in: runs(in: start..<end), of: snapshot.id), expecting: positions.count)
        begun = begun ?? room.generation
        guard end == positions.count else { return .more(items: end - start) }
        if begun != room.generation { try room.checkSelection(assets, of: snapshot.id) }
        return .done(assets, items: end - start)
    }
}

extension PositionsRead {
    /// The ranges of positions that some elements of the list make: neighbors are one range.
    private func runs(in elements: Range<Int>) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        for position in positions[elements] {
            if let last = runs.last, last.upperBound == position {
                runs[runs.count - 1] = last.lowerBound..<position + 1
            } else {
                runs.append(position..<position + 1)
            }
        }
        return runs
    }
}

/// Reads the identifiers of a whole snapshot, slice by slice.
struct SnapshotIdentifiersRead: SlicedRead {
    private static let smallestSlice = 512
    private let snapshot: AssetSnapshot
    private var identifiers: [AssetID] = []

    init(_ snapshot: AssetSnapshot) {
        self.snapshot = snapshot
    }

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<[AssetID]> {
        let start = identifiers.count
        let end = min(start + max(items, Self.smallestSlice), snapshot.count)
        if start < end {
            identifiers.take(on: try room.identifiers(in: start..<end, of: snapshot.id), expecting: snapshot.count)
        }
        return end < snapshot.count ? .more(items: end - start) : .done(identifiers, items: end - start)
    }
}
