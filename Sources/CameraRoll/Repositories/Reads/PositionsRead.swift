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
        assets.reserveCapacity(positions.count)
        while assets.count < end {
            let first = positions[assets.count]
            var run = 1
            while assets.count + run < end, positions[assets.count + run] == first + run { run += 1 }
            assets += try room.assets(in: first..<first + run, of: snapshot.id)
        }
        begun = begun ?? room.generation
        guard end == positions.count else { return .more(items: end - start) }
        if begun != room.generation { try room.checkSelection(assets, of: snapshot.id) }
        return .done(assets, items: end - start)
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
