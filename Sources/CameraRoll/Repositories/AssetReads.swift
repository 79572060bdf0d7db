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

    var itemsLeft: Int { positions.count - identifiers.count }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [AssetID]
    > {
        let slice = positions.dropFirst(identifiers.count).prefix(max(items, Self.smallestSlice))
        let found = try libraryState.identifiers(in: slice.runs, of: snapshot.id)
        identifiers.take(on: found, expecting: positions.count)
        let isAll = identifiers.count >= positions.count
        return isAll ? .done(identifiers, items: slice.count) : .more(items: slice.count)
    }
}

/// Finds the positions of assets in a snapshot, slice by slice.
struct IndexesRead: SlicedRead {
    private let snapshot: AssetSnapshot
    private let identifiers: [AssetID]
    private var indexes: [Int?] = []

    init(of identifiers: [AssetID], in snapshot: AssetSnapshot) {
        self.identifiers = identifiers
        self.snapshot = snapshot
    }

    /// A lookup is cheap: a smaller slice is not worth a turn.
    private static var smallestSlice: Int { 512 }

    var itemsLeft: Int { identifiers.count - indexes.count }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        [Int?]
    > {
        let slice = Array(identifiers.dropFirst(indexes.count).prefix(max(items, Self.smallestSlice)))
        indexes.take(on: try libraryState.indexes(of: slice, in: snapshot.id), expecting: identifiers.count)
        let isAll = indexes.count >= identifiers.count
        return isAll ? .done(indexes, items: slice.count) : .more(items: slice.count)
    }
}

/// Reads the assets after a position in a query's order, slice by slice, each from the library's current state.
struct KeysetRead: SlicedRead {
    struct Output: Sendable {
        /// The assets, and those among them that the user has deselected since.
        var assets: ReadParts<MediaAsset>
        var missing: Set<AssetID>
        var hasMore: Bool
        var library: LibraryIdentity

        /// The assets that the user shares with the app.
        ///
        /// - Complexity: O(n)
        func visibleAssets() -> [MediaAsset] {
            let assets = assets.joined()
            return missing.isEmpty ? assets : assets.filter { !missing.contains($0.id) }
        }
    }

    private let query: AssetQuery
    private let count: Int
    private var position: SortPosition?
    private let origin: LibraryIdentity?
    private var assets = ReadParts<MediaAsset>()
    private var hasMore = true
    /// A change between two slices may have deselected assets of the earlier one.
    private var check = SelectionCheck()
    /// The number of deselected assets, and the number of positions at which they were read.
    private var hidden = (assets: 0, positions: 0)

    /// Creates a read of up to `count` assets after a position, or from the start of a query.
    ///
    /// - Parameter origin: the library to which the position belongs; nil if there is no position.
    init(_ query: AssetQuery, after position: SortPosition?, from origin: LibraryIdentity?, count: Int) {
        self.query = query
        self.position = position
        self.origin = origin
        self.count = count
    }

    var itemsLeft: Int { check.isRunning ? check.itemsLeft : count - visibleCount }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    > {
        let library = try libraryState.openLibrary()
        let identity = library.identity
        if let origin, origin != identity { throw .foreignCursor(from: origin, usedIn: identity) }
        if check.isRunning {
            guard try check.advance(assets, in: libraryState) else { return .more(items: 0) }
            countHidden()
            return outcome(of: identity, items: 0)
        }
        try library.checkOrder(of: query)
        let wanted = min(max(items, SliceSizer.smallest), count - visibleCount)
        let (slice, hasMore) = try library.assets(after: position, of: query, count: wanted)
        guard slice.count <= wanted else {
            throw .failed("read page", reason: "\(wanted.counting("asset")) asked for, \(slice.count) given")
        }
        self.hasMore = hasMore && !slice.isEmpty
        assets.append(slice)
        if let last = slice.last { position = SortPosition(of: last, in: query.order) }
        check.recordSlice(in: libraryState)
        if isComplete, check.begin(assets, in: libraryState) { return .more(items: slice.count) }
        return outcome(of: identity, items: slice.count)
    }

    /// The number of assets that count toward the limit: later ones take the places of deselected ones.
    private var visibleCount: Int { assets.count - hidden.positions }

    /// Counts the deselected assets that were read; one whose place in the order changed meanwhile was read twice.
    ///
    /// - Complexity: O(assets) if further ones are missing, otherwise O(1).
    private mutating func countHidden() {
        guard check.missing.count > hidden.assets else { return }
        hidden.assets = check.missing.count
        hidden.positions = assets.count { check.missing.contains($0.id) }
    }

    private var isComplete: Bool { !hasMore || visibleCount == count }

    private func outcome(of library: LibraryIdentity, items: Int) -> SliceOutcome<Output> {
        guard isComplete else { return .more(items: items) }
        return .done(
            Output(assets: assets, missing: check.missing, hasMore: hasMore, library: library), items: items)
    }
}

/// Looks up assets by identifier, in batches.
struct IdentifierRead: SlicedRead {
    /// The assets that the library found.
    struct Output: Sendable {
        fileprivate let identifiers: [AssetID]
        fileprivate let found: ReadParts<MediaAsset>
        /// The assets that the user has deselected since.
        fileprivate let missing: Set<AssetID>

        /// The assets in the requested order, including duplicates; unknown and deselected ones are skipped.
        ///
        /// - Complexity: O(n); nothing is hashed if the library returned all of them in the requested order.
        func inOrder() -> [MediaAsset] {
            let assets = found.joined()
            if missing.isEmpty, assets.lazy.map(\.id).elementsEqual(identifiers) { return assets }
            let byID = Dictionary(zip(assets.lazy.map(\.id), assets.indices), uniquingKeysWith: { _, last in last })
            return identifiers.compactMap { id in missing.contains(id) ? nil : byID[id].map { assets[$0] } }
        }
    }

    private let identifiers: [AssetID]
    private var start = 0
    private var found = ReadParts<MediaAsset>()
    /// A change between two slices may have deselected assets of the earlier one.
    private var check = SelectionCheck()

    init(_ identifiers: [AssetID]) {
        self.identifiers = identifiers
    }

    var itemsLeft: Int { identifiers.count - start + check.itemsLeft }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        Output
    > {
        if check.isRunning {
            return try check.advance(found, in: libraryState) ? output(items: 0) : .more(items: 0)
        }
        let (first, end) = (start, min(start + max(items, SliceSizer.smallest), identifiers.count))
        if first < end {
            found.append(try libraryState.openLibrary().assets(withIdentifiers: Array(identifiers[first..<end])))
        }
        start = end
        check.recordSlice(in: libraryState)
        guard end == identifiers.count, !check.begin(found, in: libraryState) else { return .more(items: end - first) }
        return output(items: end - first)
    }

    private func output(items: Int) -> SliceOutcome<Output> {
        .done(Output(identifiers: identifiers, found: found, missing: check.missing), items: items)
    }
}
