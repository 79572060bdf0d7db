/// Reads assets at some positions of a snapshot, contiguous positions together, slice by slice.
struct PositionsRead: SlicedRead {
    private let snapshot: AssetSnapshot
    private let positions: [Int]
    private var assets: [MediaAsset] = []
    /// The permission's generation at the first slice: a later revocation may cover assets of earlier slices.
    private var begun: UInt64?

    /// The positions must be ascending, without duplicates, and within the snapshot.
    init(_ positions: [Int], of snapshot: AssetSnapshot) {
        self.positions = positions
        self.snapshot = snapshot
    }

    /// The positions in ascending order, without duplicates; unchanged if they already are, as most lists are.
    static func ascending(_ positions: [Int]) -> [Int] {
        let isAscending = zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
        return isAscending ? positions : Set(positions).sorted()
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [MediaAsset]
    > {
        let start = assets.count
        let end = min(start + max(items, RangeRead.smallestSlice), positions.count)
        let slice = try libraryState.assets(in: positions[start..<end].runs, of: snapshot.id)
        assets.take(on: slice, expecting: positions.count)
        begun = begun ?? libraryState.generation
        guard end == positions.count else { return .more(items: end - start) }
        if begun != libraryState.generation { try libraryState.checkSelection(assets, of: snapshot.id) }
        return .done(assets, items: end - start)
    }
}

extension Collection<Int> {
    /// The ranges of contiguous positions, which must be ascending.
    fileprivate var runs: [Range<Int>] {
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

/// Reads the identifiers at some positions of a snapshot, contiguous positions together, slice by slice.
struct IdentifiersRead<Positions: RandomAccessCollection<Int> & Sendable>: SlicedRead {
    private let snapshot: AssetSnapshot
    private let positions: Positions
    private var identifiers: [AssetID] = []

    /// The positions must be ascending, without duplicates, and within the snapshot.
    init(_ positions: Positions, of snapshot: AssetSnapshot) {
        self.positions = positions
        self.snapshot = snapshot
    }

    /// Identifiers are cheap: a smaller slice is not worth a turn.
    private static var smallestSlice: Int { 512 }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [AssetID]
    > {
        let slice = positions.dropFirst(identifiers.count).prefix(max(items, Self.smallestSlice))
        for run in slice.runs {
            identifiers.take(
                on: try libraryState.identifiers(in: run, of: snapshot.id), expecting: positions.count)
        }
        let isAll = identifiers.count >= positions.count
        return isAll ? .done(identifiers, items: slice.count) : .more(items: slice.count)
    }
}

/// Reads the assets after a position in a query's order, slice by slice, each from the library's current state.
struct KeysetRead: SlicedRead {
    struct Output: Sendable {
        var assets: ReadParts<MediaAsset>
        var hasMore: Bool
        var library: LibraryIdentity
    }

    private let query: AssetQuery
    private let count: Int
    private var position: SortPosition?
    private let origin: LibraryIdentity?
    private var assets = ReadParts<MediaAsset>()
    /// The permission's generation at the first slice: a later revocation may cover assets of earlier slices.
    private var begun: UInt64?

    /// Creates a read of up to `count` assets after a position, or from the start of a query.
    ///
    /// - Parameter origin: the library to which the position belongs; nil if there is no position.
    init(_ query: AssetQuery, after position: SortPosition?, from origin: LibraryIdentity?, count: Int) {
        self.query = query
        self.position = position
        self.origin = origin
        self.count = count
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    > {
        let library = try libraryState.openLibrary()
        let identity = library.identity
        if let origin, origin != identity { throw .foreignCursor(from: origin, usedIn: identity) }
        let wanted = min(max(items, RangeRead.smallestSlice), count - assets.count)
        var (slice, hasMore) = try library.assets(after: position, of: query, count: wanted)
        guard slice.count <= wanted else {
            throw .failed("read page", reason: "\(wanted) assets asked for, \(slice.count) given")
        }
        hasMore = hasMore && !slice.isEmpty
        assets.append(slice)
        if let last = slice.last { position = SortPosition(of: last, in: query.order) }
        begun = begun ?? libraryState.generation
        if !hasMore || assets.count == count, begun != libraryState.generation {
            begun = libraryState.generation
            if libraryState.isLimited { try dropDeselected(in: library) }
        }
        if hasMore, assets.count < count { return .more(items: slice.count) }
        return .done(Output(assets: assets, hasMore: hasMore, library: identity), items: slice.count)
    }

    /// Keeps the assets that the user still shares; those that follow take the places of the others.
    private mutating func dropDeselected(in library: any PhotoLibraryBackend) throws(LibraryError) {
        let read = assets.joined()
        let shared = Set(try library.assets(withIdentifiers: read.map(\.id)).map(\.id))
        assets = ReadParts()
        assets.append(read.filter { shared.contains($0.id) })
    }
}

/// Looks assets up by identifier, in batches.
struct IdentifierRead: SlicedRead {
    /// The assets that the library found.
    struct Output: Sendable {
        fileprivate let identifiers: [AssetID]
        fileprivate let found: ReadParts<MediaAsset>

        /// The assets in the requested order, including duplicates; unknown ones are skipped.
        ///
        /// - Complexity: O(n); nothing is hashed if the library returned all of them in the requested order.
        func inOrder() -> [MediaAsset] {
            let assets = found.joined()
            if assets.lazy.map(\.id).elementsEqual(identifiers) { return assets }
            let byID = Dictionary(zip(assets.lazy.map(\.id), assets.indices), uniquingKeysWith: { _, last in last })
            return identifiers.compactMap { byID[$0].map { assets[$0] } }
        }
    }

    private let identifiers: [AssetID]
    private var start = 0
    private var found = ReadParts<MediaAsset>()
    /// The permission's generation at the first slice: a later revocation may cover assets of earlier slices.
    private var begun: UInt64?

    init(_ identifiers: [AssetID]) {
        self.identifiers = identifiers
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    > {
        let (first, end) = (start, min(start + items, identifiers.count))
        if first < end {
            found.append(try libraryState.openLibrary().assets(withIdentifiers: Array(identifiers[first..<end])))
        }
        start = end
        begun = begun ?? libraryState.generation
        guard end == identifiers.count else { return .more(items: end - first) }
        if libraryState.isLimited, begun != libraryState.generation {
            found = ReadParts()
            found.append(try libraryState.openLibrary().assets(withIdentifiers: identifiers))
        }
        return .done(Output(identifiers: identifiers, found: found), items: end - first)
    }
}
