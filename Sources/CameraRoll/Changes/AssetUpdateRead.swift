/// Fetches a snapshot's query anew, and finds where what changed stood and stands, slice by slice.
///
/// Both results are frozen, so it does not matter what happens between the slices.
struct AssetUpdateRead: SlicedRead {
    /// More changes than this are not worked out: the list is shown anew.
    static let mostChanges = 100_000
    /// Finding a place is cheap: fewer are never worth a turn of their own.
    private static let smallestSlice = 512
    #if DEBUG
        /// Lists up to this length are proved: what the changes make of the old one is the new one.
        private static let longestProof = 20_000
    #else
        private static let longestProof = 0
    #endif

    private enum Step {
        case fetch
        case locate([TouchedAsset])
        case compare(changed: Set<AssetID>)
        case prove(ResolvedUpdate.Difference)
    }

    private let previous: AssetSnapshot
    private let reload: ReloadReason?
    private var step = Step.fetch
    private var snapshot: AssetSnapshot?
    private var old: [Int?] = []
    private var new: [Int?] = []
    private var lists: (old: [AssetID], new: [AssetID]) = ([], [])

    /// - Parameter reload: why everything is to be shown anew, whatever changed; nil where that is not so.
    init(of previous: AssetSnapshot, reload: ReloadReason?) {
        self.previous = previous
        self.reload = reload
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        ResolvedUpdate
    > {
        guard let snapshot else { return try fetch(in: libraryState) }
        let items = max(items, Self.smallestSlice)
        switch step {
        case .fetch: return try fetch(in: libraryState)
        case .locate(let touched): return try locate(touched, in: snapshot, libraryState, items)
        case .compare(let changed):
            if try readLists(snapshot, libraryState, items) { return .more(items: items) }
            return found(.lists(old: lists.old, new: lists.new, changed: changed), snapshot)
        case .prove(let difference):
            if try readLists(snapshot, libraryState, items) { return .more(items: items) }
            return found(difference, snapshot, proof: lists)
        }
    }

    private mutating func fetch(in libraryState: isolated LibraryState) throws(LibraryError) -> SliceOutcome<
        ResolvedUpdate
    > {
        let library = try libraryState.openLibrary()
        let update = try library.update(try libraryState.result(of: previous.id), of: previous.query)
        let opened = libraryState.keep(update.result, of: library)
        let snapshot = AssetSnapshot(opened, of: previous.query, behind: previous.access)
        self.snapshot = snapshot
        if let reload { return found(.reload(reload), snapshot) }
        switch update.difference {
        case .unknown(let reason): return found(.reload(reason), snapshot)
        case .indexes(let changes): return prove(.indexes(changes), snapshot)
        case .touched(let assets):
            if assets.count > Self.mostChanges { return found(.reload(.tooManyChanges(assets.count)), snapshot) }
            step = .locate(assets)
        case .rearranged(let changed):
            let count = max(previous.count, snapshot.count)
            if count > Self.mostChanges { return found(.reload(.tooManyChanges(count)), snapshot) }
            step = .compare(changed: changed)
        }
        return .more(items: 0)
    }

    /// Finds the next assets, in the old list first.
    private mutating func locate(
        _ touched: [TouchedAsset], in snapshot: AssetSnapshot, _ libraryState: isolated LibraryState, _ items: Int
    ) throws(LibraryError) -> SliceOutcome<ResolvedUpdate> {
        if old.count < touched.count {
            let ids = touched[old.count..<min(old.count + items, touched.count)].map(\.id)
            old += try libraryState.indexes(of: ids, in: previous.id)
        } else if new.count < touched.count {
            let ids = touched[new.count..<min(new.count + items, touched.count)].map(\.id)
            new += try libraryState.indexes(of: ids, in: snapshot.id)
        } else {
            let located = zip(touched, zip(old, new)).map { asset, places in
                LocatedElement(old: places.0, new: places.1, isChanged: asset.isChanged)
            }
            return prove(.located(located), snapshot)
        }
        return .more(items: items)
    }

    /// Reads the next part of both lists; false where they have been read.
    private mutating func readLists(
        _ snapshot: AssetSnapshot, _ libraryState: isolated LibraryState, _ items: Int
    ) throws(LibraryError) -> Bool {
        if lists.old.count < previous.count {
            let range = lists.old.count..<min(lists.old.count + items, previous.count)
            lists.old.take(on: try libraryState.identifiers(in: range, of: previous.id), expecting: previous.count)
        } else if lists.new.count < snapshot.count {
            let range = lists.new.count..<min(lists.new.count + items, snapshot.count)
            lists.new.take(on: try libraryState.identifiers(in: range, of: snapshot.id), expecting: snapshot.count)
        } else {
            return false
        }
        return true
    }

    private mutating func prove(
        _ difference: ResolvedUpdate.Difference, _ snapshot: AssetSnapshot
    ) -> SliceOutcome<ResolvedUpdate> {
        guard max(previous.count, snapshot.count) <= Self.longestProof else { return found(difference, snapshot) }
        step = .prove(difference)
        return .more(items: 0)
    }

    private func found(
        _ difference: ResolvedUpdate.Difference, _ snapshot: AssetSnapshot,
        proof: (old: [AssetID], new: [AssetID])? = nil
    ) -> SliceOutcome<ResolvedUpdate> {
        let update = ResolvedUpdate(
            snapshot: snapshot, oldCount: previous.count, difference: difference, proof: proof)
        return .done(update, items: 0)
    }
}

extension LibraryState {
    /// Where assets stand in a fetch result.
    fileprivate func indexes(of ids: [AssetID], in id: SnapshotID) throws(LibraryError) -> [Int?] {
        let indexes = try result(of: id).indexes(of: ids)
        guard indexes.count == ids.count else {
            throw .failed("find assets", reason: "\(ids.count) assets asked for, \(indexes.count) places given")
        }
        return indexes
    }

    /// The identifiers at some positions of a fetch result.
    func identifiers(in range: Range<Int>, of id: SnapshotID) throws(LibraryError) -> [AssetID] {
        let identifiers = try result(of: id).identifiers(in: range)
        guard identifiers.count == range.count else {
            throw .failed("read identifiers", reason: "\(range.count) asked for, \(identifiers.count) given")
        }
        return identifiers
    }
}

/// What was found behind the door, from which the changes by index are worked out outside of it.
struct ResolvedUpdate: Sendable {
    enum Difference: Sendable {
        /// Where the assets stood and stand that may have moved; all others kept their order.
        case located([LocatedElement])
        /// Both lists, where any asset may have moved.
        case lists(old: [AssetID], new: [AssetID], changed: Set<AssetID>)
        /// The library's own account.
        case indexes(IndexChanges)
        case reload(ReloadReason)
    }

    let snapshot: AssetSnapshot
    let oldCount: Int
    let difference: Difference
    /// Both lists, to prove the changes by; in debug builds only, and where they are not long.
    var proof: (old: [AssetID], new: [AssetID])?

    /// More elements than this that stand elsewhere are of no use to a list on the screen.
    private static let mostMoves = 10_000

    /// Whether its changes are worked out in a fraction of a millisecond.
    var isSmall: Bool {
        switch difference {
        case .reload: true
        case .indexes(let changes): proof == nil && changes.count <= 1_000
        case .located(let located): proof == nil && located.count <= 1_000
        case .lists: false
        }
    }

    /// How the list differs.
    func changes() -> AssetUpdate.Changes {
        switch difference {
        case .reload(let reason): return .reload(reason)
        case .located(let located): return proven(changes(of: located))
        case .indexes(let changes): return proven(changes.leads(from: oldCount, to: snapshot.count) ? changes : nil)
        case .lists(let old, let new, let changed):
            return proven(IndexDifference(from: old, to: new, isChanged: changed.contains).changes())
        }
    }

    private func changes(of located: [LocatedElement]) -> IndexChanges? {
        var located = located
        if let limit = snapshot.query.limit {
            located +=
                LimitEdgeChanges(of: located, oldCount: oldCount, newCount: snapshot.count, limit: limit).elements
        }
        return IndexDifference(of: located, oldCount: oldCount, newCount: snapshot.count).changes()
    }

    /// The changes, where they lead to the new list as far as that can be told; a library can contradict itself.
    private func proven(_ changes: IndexChanges?) -> AssetUpdate.Changes {
        guard let changes else { return .reload(.inconsistentDetails) }
        if changes.moves.count > Self.mostMoves { return .reload(.tooManyChanges(changes.moves.count)) }
        guard let proof else { return .indexes(changes) }
        let applied = try? changes.applied(to: proof.old) { proof.new[$0] }
        return applied == proof.new ? .indexes(changes) : .reload(.inconsistentDetails)
    }
}

extension IndexChanges {
    /// Whether they are about two lists of these lengths.
    func leads(from oldCount: Int, to newCount: Int) -> Bool {
        self.oldCount == oldCount && self.newCount == newCount
    }
}

extension IndexDifference {
    /// The difference of two lists, in which each element stands once.
    ///
    /// - Complexity: O(n log n).
    init<ID: Hashable>(from old: [ID], to new: [ID], isChanged: (ID) -> Bool) {
        var oldPositions = Dictionary(zip(old, old.indices), uniquingKeysWith: { first, _ in first })
        var located = new.enumerated().map { position, id in
            let before = oldPositions.removeValue(forKey: id)
            return LocatedElement(old: before, new: position, isChanged: before != nil && isChanged(id))
        }
        located += oldPositions.values.map { LocatedElement(old: $0, new: nil) }
        self.init(of: located, oldCount: old.count, newCount: new.count)
    }
}
