/// Fetches a snapshot's query anew, and finds where what changed stood and stands, slice by slice.
///
/// Both results are frozen (K2), so it does not matter what happens between the slices.
struct AssetUpdateRead: SlicedRead {
    /// More changes than this are not worked out: the list is shown anew (K23).
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
        case prove(FoundUpdate.Difference)
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

    mutating func advance(in room: isolated LibraryRoom, items: Int) throws(LibraryError) -> SliceOutcome<FoundUpdate> {
        guard let snapshot else { return try fetch(in: room) }
        let items = max(items, Self.smallestSlice)
        switch step {
        case .fetch: return try fetch(in: room)
        case .locate(let touched): return try locate(touched, in: snapshot, room, items)
        case .compare(let changed):
            if try readLists(snapshot, room, items) { return .more(items: items) }
            return found(.lists(old: lists.old, new: lists.new, changed: changed), snapshot)
        case .prove(let difference):
            if try readLists(snapshot, room, items) { return .more(items: items) }
            return found(difference, snapshot, proof: lists)
        }
    }

    private mutating func fetch(in room: isolated LibraryRoom) throws(LibraryError) -> SliceOutcome<FoundUpdate> {
        let library = try room.openLibrary()
        let update = try library.update(try room.result(of: previous.id), of: previous.query)
        let opened = room.keep(update.result, of: library)
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
        _ touched: [TouchedAsset], in snapshot: AssetSnapshot, _ room: isolated LibraryRoom, _ items: Int
    ) throws(LibraryError) -> SliceOutcome<FoundUpdate> {
        if old.count < touched.count {
            let ids = touched[old.count..<min(old.count + items, touched.count)].map(\.id)
            old += try room.indexes(of: ids, in: previous.id)
        } else if new.count < touched.count {
            let ids = touched[new.count..<min(new.count + items, touched.count)].map(\.id)
            new += try room.indexes(of: ids, in: snapshot.id)
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
        _ snapshot: AssetSnapshot, _ room: isolated LibraryRoom, _ items: Int
    ) throws(LibraryError) -> Bool {
        if lists.old.count < previous.count {
            let range = lists.old.count..<min(lists.old.count + items, previous.count)
            lists.old.take(on: try room.identifiers(in: range, of: previous.id), expecting: previous.count)
        } else if lists.new.count < snapshot.count {
            let range = lists.new.count..<min(lists.new.count + items, snapshot.count)
            lists.new.take(on: try room.identifiers(in: range, of: snapshot.id), expecting: snapshot.count)
        } else {
            return false
        }
        return true
    }

    private mutating func prove(
        _ difference: FoundUpdate.Difference, _ snapshot: AssetSnapshot
    ) -> SliceOutcome<FoundUpdate> {
        guard max(previous.count, snapshot.count) <= Self.longestProof else { return found(difference, snapshot) }
        step = .prove(difference)
        return .more(items: 0)
    }

    private func found(
        _ difference: FoundUpdate.Difference, _ snapshot: AssetSnapshot, proof: (old: [AssetID], new: [AssetID])? = nil
    ) -> SliceOutcome<FoundUpdate> {
        let update = FoundUpdate(
            snapshot: snapshot, oldCount: previous.count, difference: difference, proof: proof)
        return .done(update, items: 0)
    }
}

extension LibraryRoom {
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
