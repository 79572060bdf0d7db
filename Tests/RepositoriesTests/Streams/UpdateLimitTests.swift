import CameraRollTesting
import Testing

@testable import CameraRoll

/// Differences that are too large, or contradict themselves, lead to a reload.
@Suite struct UpdateLimitTests {
    private let access = LibraryAccess(.fixed(FixedContents()), limits: .untimed)

    private func snapshot(of count: Int, query: AssetQuery = .all) -> AssetSnapshot {
        let library = LibraryIdentity(rawValue: "library")
        let opened = OpenedSnapshot(id: SnapshotID(number: 1_000), count: count, library: library)
        return AssetSnapshot(opened, of: query, behind: access)
    }

    /// A reversed list, in which all elements but one move.
    private func reversal(of count: Int) -> ResolvedUpdate {
        let located = (0..<count).map { LocatedElement(old: $0, new: count - 1 - $0) }
        return ResolvedUpdate(snapshot: snapshot(of: count), oldCount: count, outcome: .located(located))
    }

    @Test func `More than 10,000 moves cause a reload`() {
        guard case .indexes(let changes) = reversal(of: 10_001).changes() else {
            return #expect(Bool(false), "10,000 moves are too many")
        }
        #expect(changes.moves.count == 10_000)
        #expect(reversal(of: 10_002).changes() == .reload(.tooManyChanges(10_001)))
    }

    @Test func `Changes that lead to another list than the current one are not reported`() {
        let old: [AssetID] = ["a", "b", "c"]
        let outcome = ResolvedUpdate.Resolution.located([LocatedElement(old: 1, new: nil)])
        for (new, isTrue) in [(["a", "c"], true), (["b", "c"], false), (["c", "a"], false)] as [([AssetID], Bool)] {
            let update = ResolvedUpdate(
                snapshot: snapshot(of: 2), oldCount: 3, outcome: outcome, proof: (old, new))
            let changes = update.changes()
            #expect((changes == .reload(.inconsistentDetails)) == !isTrue)
        }
    }

    /// The update of a stream whose library reports a difference.
    ///
    /// - Parameter slices: the number of further turns that determine the difference.
    private func update(
        of count: Int, _ difference: FetchUpdate.Difference, pendingFor slices: Int = 0
    ) async throws -> AssetUpdate.Changes? {
        let factory = PhotoLibrarySource.fixed(FixedContents())
            .wrapping { NamingLibrary($0, count, difference, slices: slices) }
        let photos = PhotoRepository(access: LibraryAccess(factory, limits: .untimed))
        let snapshot = try await photos.snapshot()
        var updates = photos.updates(of: snapshot).makeAsyncIterator()
        return try await updates.next()?.changes
    }

    @Test func `More than 100,000 assets that may have changed cause a reload`() async throws {
        let named = (0...100_000).map { TouchedAsset(AssetID("\($0)")) }
        #expect(try await update(of: 3, .touched(named)) == .reload(.tooManyChanges(100_001)))
        guard case .indexes(let changes) = try await update(of: 3, .touched(named.dropLast())) else {
            return #expect(Bool(false), "100,000 assets are too many")
        }
        #expect(changes.changed == [0, 1, 2])
    }

    @Test func `More than 100,000 assets in another order cause a reload`() async throws {
        let changed: Set<AssetID> = ["7"]
        #expect(try await update(of: 100_001, .rearranged(changed: changed)) == .reload(.tooManyChanges(100_001)))
        guard case .indexes(let changes) = try await update(of: 100_000, .rearranged(changed: changed)) else {
            return #expect(Bool(false), "100,000 assets are too many")
        }
        #expect(changes.changed == [7])
    }

    // MARK: Differences in slices

    @Test(arguments: [1, 2, 40])
    func `A difference that is determined in slices is that of the update`(slices: Int) async throws {
        let touched = FetchUpdate.Difference.touched([TouchedAsset("3")])
        guard case .indexes(let changes) = try await update(of: 5, touched, pendingFor: slices) else {
            return #expect(Bool(false), "the list was reloaded")
        }
        #expect(changes.changed == [3])
    }

    @Test func `A library that forgets what is pending causes a reload`() async throws {
        #expect(try await update(of: 5, .pending) == .reload(.inconsistentDetails))
    }

    // MARK: Index changes that the library reports

    /// The changes of a list of the assets 0 to 4, of which 1 was removed, 9 was inserted behind 4, and 3 moved to the
    /// start, as a library reports them.
    private static func changes(
        removed: [Int] = [1], inserted: [Int] = [4], moves: [ListChanges.Move] = [.init(from: 2, to: 0)],
        changed: [Int] = []
    ) throws -> ListChanges {
        try #require(
            ListChanges(
                reported: removed, inserted: inserted, moves: moves, changed: changed, oldCount: 5, newCount: 5))
    }

    private static func resolved(
        _ reported: ListChanges, located: [LocatedElement], _ snapshot: AssetSnapshot
    ) -> AssetUpdate.Changes {
        ResolvedUpdate(snapshot: snapshot, oldCount: 5, outcome: .located(located), reported: reported).changes()
    }

    @Test func `Index changes that agree with the assets' positions are reported`() throws {
        let located = [
            LocatedElement(old: 1, new: nil), LocatedElement(old: nil, new: 4), LocatedElement(old: 3, new: 0),
        ]
        let changes = try Self.changes()
        #expect(Self.resolved(changes, located: located, snapshot(of: 5)) == .indexes(changes))
    }

    @Test func `Index changes that name a wrong asset cause a reload`() throws {
        let reload = AssetUpdate.Changes.reload(.inconsistentDetails)
        // The asset at 1, which is said to be removed, is in both lists; and so is the one that is said to be inserted.
        let kept = [LocatedElement(old: 1, new: 1), LocatedElement(old: 4, new: 4)]
        #expect(Self.resolved(try Self.changes(moves: []), located: kept, snapshot(of: 5)) == reload)
        // The asset that is said to move to the start was there before.
        let unmoved = [
            LocatedElement(old: 1, new: nil), LocatedElement(old: nil, new: 4), LocatedElement(old: 0, new: 0),
        ]
        #expect(Self.resolved(try Self.changes(), located: unmoved, snapshot(of: 5)) == reload)
        // The asset that is said to be inserted behind the others is in front of one; and the one that is said to be
        // removed is another.
        let placed = [LocatedElement(old: 1, new: nil), LocatedElement(old: nil, new: 3)]
        #expect(Self.resolved(try Self.changes(moves: []), located: placed, snapshot(of: 5)) == reload)
        let other = [LocatedElement(old: 2, new: nil), LocatedElement(old: nil, new: 4)]
        #expect(Self.resolved(try Self.changes(moves: []), located: other, snapshot(of: 5)) == reload)
    }

    @Test func `A library that reports wrong index changes is not believed in any build`() async throws {
        // The lists are equal: nothing was removed, inserted or moved.
        let wrong = [
            try #require(ListChanges(reported: [1], inserted: [3], changed: [], oldCount: 5, newCount: 5)),
            try #require(
                ListChanges(
                    reported: [], inserted: [], moves: [.init(from: 0, to: 4)], changed: [], oldCount: 5, newCount: 5)),
            try #require(ListChanges(reported: [1], inserted: [], changed: [], oldCount: 5, newCount: 4)),
        ]
        for changes in wrong {
            #expect(try await update(of: 5, .indexes(changes)) == .reload(.inconsistentDetails))
        }
        let right = try #require(ListChanges(reported: [], inserted: [], changed: [2], oldCount: 5, newCount: 5))
        #expect(try await update(of: 5, .indexes(right)) == .indexes(right))
    }
}

/// A library whose assets are named by their positions, and which reports one difference.
private final class NamingLibrary: ForwardingLibrary {
    private let count: Int
    private let difference: FetchUpdate.Difference
    private let slices: Int

    /// - Parameter slices: the number of further turns that determine the difference.
    init(_ base: any PhotoLibraryBackend, _ count: Int, _ difference: FetchUpdate.Difference, slices: Int) {
        self.count = count
        self.difference = difference
        self.slices = slices
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        NumberedResult(count)
    }

    override func update(_ result: any AssetFetchResult, of query: AssetQuery) throws(LibraryError) -> FetchUpdate {
        let new = NumberedResult(count)
        guard slices > 0 else { return FetchUpdate(result: new, difference: difference) }
        new.pending = (difference, slices)
        return FetchUpdate(result: new, difference: .pending)
    }
}

private final class NumberedResult: AssetFetchResult {
    let count: Int
    /// The difference that is being determined, and the number of turns that it takes.
    var pending: (difference: FetchUpdate.Difference, slices: Int)?

    init(_ count: Int) {
        self.count = count
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        range.map { MediaAsset(id: AssetID("\($0)")) }
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        Int(id.rawValue).flatMap { $0 < count ? $0 : nil }
    }

    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        range.map { AssetID("\($0)") }
    }

    func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference {
        guard let pending else { return .unknown(.inconsistentDetails) }
        self.pending?.slices -= 1
        return pending.slices > 1 ? .pending : pending.difference
    }
}
