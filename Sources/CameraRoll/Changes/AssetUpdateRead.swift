/// Fetches a snapshot's query again, and finds the old and new positions of changed assets, slice by slice.
///
/// Both results are immutable, so changes between the slices have no effect.
struct AssetUpdateRead: SlicedRead {
    /// The maximum number of changes; with more, the list is reloaded.
    static let mostChanges = 100_000
    /// The minimum number of lookups per slice, since a lookup is cheap.
    private static let smallestSlice = 512
    #if DEBUG
        /// The maximum length of lists whose changes are verified: applied to the old list they must produce the new
        /// one.
        private static let longestProof = 20_000
    #else
        private static let longestProof = 0
    #endif

    /// A position that the library reports in its own index changes.
    private struct ReportedPosition {
        let index: Int
        let isOld: Bool
        var isChanged = false
    }

    private enum Step {
        case fetch
        /// The library determines the difference.
        case differ
        case identify([ReportedPosition])
        case locate([TouchedAsset])
        case compare(changed: Set<AssetID>)
        case prove(ResolvedUpdate.Resolution)
    }

    private let previous: AssetSnapshot
    private let reload: ReloadReason?
    private var step = Step.fetch
    private var snapshot: AssetSnapshot?
    private var old: [Int?] = []
    private var new: [Int?] = []
    private var lists: (old: [AssetID], new: [AssetID]) = ([], [])
    /// The library's own index changes, and the assets that they concern, with whether their content changed.
    private var reported: ListChanges?
    private var identified = (positions: 0, isChanged: [AssetID: Bool]())

    /// - Parameter reload: the reason for a reload regardless of the changes; nil for none.
    init(of previous: AssetSnapshot, reload: ReloadReason?) {
        self.previous = previous
        self.reload = reload
    }

    var itemsLeft: Int {
        switch step {
        case .fetch: 1
        case .differ: previous.count
        case .identify(let positions): positions.count - identified.positions
        case .locate(let touched): 2 * touched.count - old.count - new.count
        case .compare, .prove: previous.count + (snapshot?.count ?? 0) - lists.old.count - lists.new.count
        }
    }

    mutating func advance(in libraryState: isolated LibraryState, items: Int) throws(LibraryError) -> SliceOutcome<
        ResolvedUpdate
    > {
        guard let snapshot else { return try fetch(in: libraryState) }
        let slice = items
        let items = max(items, Self.smallestSlice)
        switch step {
        case .fetch: return try fetch(in: libraryState)
        case .differ:
            let difference = try libraryState.result(of: snapshot.id).continueDifference(items: slice)
            return begin(difference, snapshot, items: slice)
        case .identify(let positions): return try identify(positions, in: snapshot, libraryState, items)
        case .locate(let touched): return try locate(touched, in: snapshot, libraryState, items)
        case .compare(let changed):
            if try readLists(snapshot, libraryState, items) { return .more(items: items) }
            return found(.lists(old: lists.old, new: lists.new, changed: changed), snapshot)
        case .prove(let outcome):
            if try readLists(snapshot, libraryState, items) { return .more(items: items) }
            return found(outcome, snapshot, proof: lists)
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
        return begin(update.difference, snapshot, items: 0)
    }

    /// Begins to find the assets of a difference; `items` have been handled in this slice.
    private mutating func begin(
        _ difference: FetchUpdate.Difference, _ snapshot: AssetSnapshot, items: Int
    ) -> SliceOutcome<ResolvedUpdate> {
        switch difference {
        case .pending: step = .differ
        case .unknown(let reason): return found(.reload(reason), snapshot)
        case .indexes(let changes):
            if let reason = refusal(of: changes, to: snapshot) { return found(.reload(reason), snapshot) }
            reported = changes
            step = .identify(Self.positions(in: changes))
        case .touched(let assets):
            if assets.count > Self.mostChanges { return found(.reload(.tooManyChanges(assets.count)), snapshot) }
            step = .locate(assets)
        case .rearranged(let changed):
            let count = max(previous.count, snapshot.count)
            if count > Self.mostChanges { return found(.reload(.tooManyChanges(count)), snapshot) }
            step = .compare(changed: changed)
        }
        return .more(items: items)
    }

    /// The reason why index changes that a library reports cannot be used; nil if they may be usable.
    private func refusal(of changes: ListChanges, to snapshot: AssetSnapshot) -> ReloadReason? {
        guard changes.leads(from: previous.count, to: snapshot.count) else { return .inconsistentDetails }
        return changes.count > Self.mostChanges ? .tooManyChanges(changes.count) : nil
    }

    private static func positions(in changes: ListChanges) -> [ReportedPosition] {
        // Conversion to new positions is needed only if something moved.
        let inserted = changes.moves.isEmpty ? changes.inserted : changes.batchUpdate.insertions
        return changes.removed.map { ReportedPosition(index: $0, isOld: true) }
            + (inserted + changes.moves.map(\.to)).map { ReportedPosition(index: $0, isOld: false) }
            + changes.changed.map { ReportedPosition(index: $0, isOld: false, isChanged: true) }
    }

    /// Reads the identifiers at the next positions that the library reports.
    ///
    /// Photos' own indexes are known to overlap, and a wrong batch update crashes an app. What a library reports
    /// therefore only names the assets: their positions are found as for ``FetchUpdate/Difference/touched(_:)``, and
    /// compared with the report.
    private mutating func identify(
        _ positions: [ReportedPosition], in snapshot: AssetSnapshot, _ libraryState: isolated LibraryState,
        _ items: Int
    ) throws(LibraryError) -> SliceOutcome<ResolvedUpdate> {
        let slice = positions[identified.positions...].prefix(items)
        for (list, isOld) in [(previous.id, true), (snapshot.id, false)] {
            let wanted = slice.filter { $0.isOld == isOld }
            let ids = try libraryState.identifiers(in: wanted.map { $0.index..<$0.index + 1 }, of: list)
            for (id, position) in zip(ids, wanted) {
                identified.isChanged[id] = identified.isChanged[id] == true || position.isChanged
            }
        }
        identified.positions += slice.count
        if identified.positions == positions.count {
            step = .locate(identified.isChanged.map { TouchedAsset($0.key, isChanged: $0.value) })
        }
        return .more(items: slice.count)
    }

    /// Finds the positions of the next assets, in the old list first.
    private mutating func locate(
        _ touched: [TouchedAsset], in snapshot: AssetSnapshot, _ libraryState: isolated LibraryState, _ items: Int
    ) throws(LibraryError) -> SliceOutcome<ResolvedUpdate> {
        if old.count < touched.count {
            let ids = touched[old.count..<min(old.count + items, touched.count)].map(\.id)
            old.take(on: try libraryState.indexes(of: ids, in: previous.id), expecting: touched.count)
        } else if new.count < touched.count {
            let ids = touched[new.count..<min(new.count + items, touched.count)].map(\.id)
            new.take(on: try libraryState.indexes(of: ids, in: snapshot.id), expecting: touched.count)
        } else {
            let located = zip(touched, zip(old, new)).map { asset, places in
                LocatedElement(old: places.0, new: places.1, isChanged: asset.isChanged)
            }
            return prove(.located(located), snapshot)
        }
        return .more(items: items)
    }

    /// Reads the next part of both lists; returns false if they are complete.
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
        _ outcome: ResolvedUpdate.Resolution, _ snapshot: AssetSnapshot
    ) -> SliceOutcome<ResolvedUpdate> {
        guard max(previous.count, snapshot.count) <= Self.longestProof else { return found(outcome, snapshot) }
        step = .prove(outcome)
        return .more(items: 0)
    }

    private func found(
        _ outcome: ResolvedUpdate.Resolution, _ snapshot: AssetSnapshot,
        proof: (old: [AssetID], new: [AssetID])? = nil
    ) -> SliceOutcome<ResolvedUpdate> {
        let update = ResolvedUpdate(
            snapshot: snapshot, oldCount: previous.count, outcome: outcome, reported: reported, proof: proof)
        return .done(update, items: 0)
    }
}

extension LibraryState {
    /// The positions of assets in a fetch result.
    func indexes(of ids: [AssetID], in id: SnapshotID) throws(LibraryError) -> [Int?] {
        let indexes = try result(of: id).indexes(of: ids)
        guard indexes.count == ids.count else {
            let (asked, given) = (ids.count.counting("asset"), indexes.count.counting("place"))
            throw .failed("find assets", reason: "\(asked) asked for, \(given) given")
        }
        return indexes
    }

    /// The identifiers at some positions of a fetch result.
    func identifiers(in range: Range<Int>, of id: SnapshotID) throws(LibraryError) -> [AssetID] {
        try identifiers(in: CollectionOfOne(range), of: id)
    }

    /// The identifiers at several ranges of a fetch result, one after the other, with one permission check.
    func identifiers(
        in ranges: some Sequence<Range<Int>>, of id: SnapshotID
    ) throws(LibraryError) -> [AssetID] {
        let result = try result(of: id)
        var identifiers: [AssetID] = []
        for range in ranges {
            let found = try result.identifiers(in: range)
            guard found.count == range.count else {
                throw .failed("read identifiers", reason: "\(range.count) asked for, \(found.count) given")
            }
            if identifiers.isEmpty { identifiers = found } else { identifiers += found }
        }
        return identifiers
    }
}

/// The result of an update read, from which the changes by index are computed off the executor.
struct ResolvedUpdate: Sendable {
    enum Resolution: Sendable {
        /// The old and new positions of the assets that may have moved; all others kept their relative order.
        case located([LocatedElement])
        /// Both lists, in which any asset may have moved.
        case lists(old: [AssetID], new: [AssetID], changed: Set<AssetID>)
        case reload(ReloadReason)
    }

    let snapshot: AssetSnapshot
    let oldCount: Int
    let outcome: Resolution
    /// The library's own changes, which must agree with the positions that were found.
    var reported: ListChanges?
    /// Both lists, for verifying the changes; in debug builds only, and only for short lists.
    var proof: (old: [AssetID], new: [AssetID])?

    /// The maximum number of moves; more are not useful for a list on the screen.
    static let mostMoves = 10_000

    /// Whether the changes are computed in a fraction of a millisecond.
    var isSmall: Bool {
        switch outcome {
        case .reload: true
        case .located(let located): proof == nil && located.count <= 1_000
        case .lists: false
        }
    }

    /// Computes the difference of the lists.
    func changes() -> AssetUpdate.Changes {
        switch outcome {
        case .reload(let reason): return .reload(reason)
        case .located(let located): return proven(agreed(changes(of: located), with: located))
        case .lists(let old, let new, let changed):
            return proven(IndexDifference(from: old, to: new, isChanged: changed.contains).changes())
        }
    }

    private func changes(of located: [LocatedElement]) -> ListChanges? {
        var located = located
        if let limit = snapshot.query.limit {
            located +=
                LimitEdgeChanges(of: located, oldCount: oldCount, newCount: snapshot.count, limit: limit).elements
        }
        return IndexDifference(of: located, oldCount: oldCount, newCount: snapshot.count).changes()
    }

    /// Returns the computed changes; nil if they contradict those that the library reported.
    ///
    /// The same order can be described by different moves, so each reported move is compared with the positions found.
    private func agreed(_ changes: ListChanges?, with located: [LocatedElement]) -> ListChanges? {
        guard let reported, let changes else { return changes }
        let (ours, theirs) = (changes.batchUpdate, reported.batchUpdate)
        guard ours.deletions == theirs.deletions, ours.insertions == theirs.insertions else { return nil }
        let found = Set(
            located.compactMap { element in
                element.old.flatMap { old in element.new.map { ListChanges.Move(from: old, to: $0) } }
            })
        return theirs.moves.allSatisfy(found.contains) ? changes : nil
    }

    /// Returns the changes if they lead to the new list, as far as that can be checked; a library can contradict
    /// itself.
    private func proven(_ changes: ListChanges?) -> AssetUpdate.Changes {
        guard let changes else { return .reload(.inconsistentDetails) }
        if changes.moves.count > Self.mostMoves { return .reload(.tooManyChanges(changes.moves.count)) }
        guard let proof else { return .indexes(changes) }
        let applied = try? changes.applied(to: proof.old) { proof.new[$0] }
        return applied == proof.new ? .indexes(changes) : .reload(.inconsistentDetails)
    }
}

extension ListChanges {
    /// Whether the changes are for two lists of these lengths.
    func leads(from oldCount: Int, to newCount: Int) -> Bool {
        self.oldCount == oldCount && self.newCount == newCount
    }
}

extension IndexDifference {
    /// Creates the difference of two lists without duplicates.
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
