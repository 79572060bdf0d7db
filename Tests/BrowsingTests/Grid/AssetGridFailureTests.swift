import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Permission, libraries that hang or fail, and albums that go away.
@MainActor @Suite(.timeLimit(.hang)) struct AssetGridFailureTests {
    @Test func `A revocation empties everything at once, and the list returns with the permission`() async throws {
        let subject = try GridSubject(assets: 300) { $0.sectionUnit = .month }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        let cell = grid.cell(at: 2)
        await subject.run { cell.image.isFinal }
        grid.toggle(2)
        subject.authorization.status = .denied
        await subject.run { grid.state == .noAccess(.denied) }
        #expect(grid.count == 0)
        #expect(grid.sections == nil)
        #expect(grid.snapshot == nil)
        #expect(grid.window == nil)
        #expect(grid.asset(at: 2) == nil)
        #expect(cell.asset == nil)
        #expect(cell.image.decoded == nil)
        #expect(cell.orderNumber == nil)
        #expect(grid.change?.reload == .noAccess)
        #expect(grid.change?.deselected == [2])
        subject.authorization.status = .authorized
        await subject.run { grid.sections != nil }
        await subject.settle()
        #expect(grid.state == .ready)
        #expect(grid.asset(at: 2) != nil)
        #expect(subject.ledger.touchesBeforePermission.isEmpty)
    }

    @Test func `Without permission nothing is read, and the list appears when it is given`() async throws {
        let subject = try GridSubject(assets: 100, status: .notDetermined)
        let grid = subject.grid
        grid.scrolled(to: 0..<20)
        grid.show(.all)
        await subject.run { grid.state == .noAccess(.notDetermined) }
        #expect(subject.ledger.entries.isEmpty)
        subject.authorization.status = .authorized
        await subject.run { grid.snapshot != nil }
        await subject.settle()
        #expect(grid.asset(at: 0) != nil)
    }

    @Test func `Access that becomes limited empties the grid, and shows what is left`() async throws {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        let cell = grid.cell(at: 0)
        subject.store.select(ids[10..<13])
        subject.authorization.status = .limited
        await subject.run { grid.count == 3 }
        await subject.settle()
        #expect(cell.asset == nil)
        #expect(grid.state == .ready)
        #expect((0..<3).map { grid.asset(at: $0)?.id } == Array(ids[10..<13]))
        // Newly allowed ones appear.
        subject.store.select(ids[10..<20])
        await subject.run {
            if let change = grid.change { grid.finishedShowing(change) }
            return grid.count == 10
        }
    }

    // view                     permission       grid
    // is shown a change                         the feed waits for the view
    //                          is narrowed      is emptied, though the feed reads nothing
    @Test func `Access that becomes limited empties the grid before its feed learns of it`() async throws {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 1 }
        await subject.settle()
        let cell = grid.cell(at: 0)
        #expect(cell.asset != nil)
        subject.authorization.status = .limited
        while grid.status != .limited { try await subject.readElsewhere() }
        #expect(subject.changes.contains { $0.reload == .library(.limitedAccess) })
        #expect(cell.asset == nil)
    }

    @Test func `Under limited access a deselected asset leaves the selection, and the others stay in their order`()
        async throws
    {
        let subject = try GridSubject(assets: 100, status: .limited)
        let grid = subject.grid
        let all = subject.store.contents.assets.filter { AssetQuery.all.matches($0) }.map(\.id)
        subject.store.select(all.prefix(10))
        await subject.open()
        #expect(grid.count == 10)
        for position in [8, 2, 5] { grid.toggle(position) }
        let ids = [8, 2, 5].compactMap { grid.asset(at: $0)?.id }
        subject.store.select(all.prefix(20).filter { $0 != ids[1] })
        await subject.run { grid.count == 19 }
        await subject.settle()
        #expect(grid.change?.reload == .library(.limitedAccess))
        #expect(grid.change?.deselected == [2])
        let shown = try await subject.shownIDs()
        #expect(grid.selection.positions.map { shown[$0] } == [ids[0], ids[2]])
    }

    @Test func `A library that hangs is shown as busy, and the grid reads on once it answers`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.openUntilBusy()
        #expect(grid.count > 0)
        await subject.settle()
        #expect(grid.state == .ready)
        #expect(grid.asset(at: 0) != nil)
    }

    @Test func `An album that is deleted while it is shown empties the grid, which says why`() async throws {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        let album = subject.store.change {
            $0.makeAlbum("Trip", $0.assets.filter { AssetQuery.all.matches($0) }.prefix(9).map(\.id))
        }
        await subject.open(.album(album))
        #expect(grid.count == 9)
        subject.store.change { $0.deleteAlbum(album) }
        await subject.run { grid.state == .failed(.albumNotFound(album)) }
        #expect(grid.count == 0)
        #expect(grid.change?.reload == .failed)
        grid.show(.all)
        await subject.run { grid.state == .ready }
        #expect(grid.count > 9)
    }

    @Test func `The failure of a page that is no longer wanted ends after the pause`() async throws {
        let subject = try GridSubject(assets: 3_000)
        let grid = subject.grid
        await subject.open()
        subject.store.faults.failingOperations[.readAssets] = "disk error"
        grid.scrolled(to: 2_000..<2_020)
        await subject.run { grid.isPaused }
        guard case .failed = grid.state else {
            Issue.record("\(grid.state)")
            return
        }
        grid.scrolled(to: 0..<20)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(1))
        await subject.run { grid.state == .ready }
    }

    @Test func `A page that fails is read again after a while, and the state says so meanwhile`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        grid.show(.all)
        await subject.run { grid.snapshot != nil }
        subject.store.faults.failingOperations[.readAssets] = "disk error"
        grid.scrolled(to: 0..<20)
        await subject.run { grid.isPaused }
        guard case .failed(.failed) = grid.state else {
            Issue.record("\(grid.state)")
            return
        }
        subject.store.faults = .none
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(1))
        await subject.run { grid.asset(at: 0) != nil }
        await subject.settle()
        #expect(grid.state == .ready)
    }

    /// A grid that follows a list whose updates fail with an error, if there is one.
    private func following(_ store: SyntheticStore, failing error: Lock<LibraryError?>) async throws -> GridSubject {
        let source = PhotoLibrarySource.synthetic(store, authorization: AlwaysAuthorized())
        let subject = try GridSubject(
            SyntheticConfiguration(assets: 0), library: source.wrapping { UpdateFailingLibrary($0, error) })
        await subject.open()
        return subject
    }

    // feed                    library
    //                         inserts an asset that is not in the list
    // reads the update        fails, or does not answer in time
    // reads it again          answers that nothing has changed
    // is ready
    @Test(arguments: [
        LibraryError.failed("update", reason: "disk error"), .timedOut("update", after: .seconds(1), behind: nil),
    ])
    func `A library that answers again ends the state of its failure, also if nothing has changed`(
        _ failure: LibraryError
    ) async throws {
        let (store, error) = (SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), Lock(LibraryError?.none))
        let subject = try await following(store, failing: error)
        let grid = subject.grid
        let generation = grid.generation
        error.withLock { $0 = failure }
        store.change { contents in contents.insert(1) { $0.isHidden = true } }
        await subject.run { grid.state != .ready }
        let isBusy = if case .timedOut = failure { true } else { false }
        #expect(grid.state == (isBusy ? .busy : .failed(failure)))
        error.withLock { $0 = nil }
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: grid.options.retryDelay)
        await subject.run { grid.state == .ready }
        #expect(grid.generation == generation)
    }

    @Test func `After an update the feed's next failure is its first again`() async throws {
        let (store, error) = (SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), Lock(LibraryError?.none))
        let subject = try await following(store, failing: error)
        let (grid, clock) = (subject.grid, subject.clock)
        for _ in 0..<3 {
            let count = grid.count
            error.withLock { $0 = .failed("update", reason: "disk error") }
            store.change { $0.insert(1, MediaAsset.plain) }
            await subject.run { grid.state != .ready }
            error.withLock { $0 = nil }
            await clock.waitUntilSleeping(1)
            #expect(clock.nextDeadline == clock.now.advanced(by: grid.options.retryDelay))
            clock.advance(by: .seconds(60))
            await subject.run { grid.count == count + 1 }
            await subject.settle()
            if let change = grid.change { grid.finishedShowing(change) }
        }
    }

    // library                  grid
    // does not answer          the feed has failed; is closed, shows a list, and reads: is busy
    //                          gives the reads up: is not busy
    @Test func `A failed feed of a list that was closed does not keep the next one busy`() async throws {
        let (store, error) = (SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), Lock(LibraryError?.none))
        let subject = try await following(store, failing: error)
        let grid = subject.grid
        let snapshot = try #require(grid.snapshot)
        error.withLock { $0 = .timedOut("update", after: .seconds(1), behind: nil) }
        store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.state == .busy }
        grid.close()
        #expect(grid.state == .idle)
        try grid.show(snapshot)
        grid.scrolled(to: 0..<20)
        // The executor does not run: the library does not answer.
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: grid.options.busyDelay)
        await subject.activity.wait { grid.state == .busy }
        grid.scrub(.dragging(0.5))
        #expect(grid.reads == 0)
        #expect(grid.state == .ready)
    }

    // library                  grid
    // answers no page in time  is busy, and pauses
    // is forbidden             is empty
    // is allowed again         opens the list, and is not busy yet
    @Test func `A grid that was busy when access was withdrawn is not busy when access returns`() async throws {
        let error = Lock(LibraryError?.some(.timedOut("read", after: .seconds(1), behind: nil)))
        let authorization = MockAuthorization(.authorized)
        let subject = try await failing(error, authorization)
        let grid = subject.grid
        #expect(grid.state == .busy)
        authorization.status = .denied
        await subject.activity.wait { grid.state == .noAccess(.denied) }
        authorization.status = .authorized
        // The executor does not run: the library does not answer.
        await subject.activity.wait { grid.reads == 1 }
        #expect(grid.state == .opening)
    }

    // library                  grid
    // answers no page in time  is busy, and pauses
    //                          counts sections
    //                          gives that up: is busy until the library answers
    @Test func `A paused grid that gives up another read is still busy`() async throws {
        let error = Lock(LibraryError?.some(.timedOut("read", after: .seconds(1), behind: nil)))
        let subject = try await failing(error)
        let grid = subject.grid
        #expect(grid.state == .busy)
        grid.group(by: .month)
        // The executor does not run from here on.
        await subject.activity.wait { grid.reads == 1 }
        grid.group(by: nil)
        await subject.activity.wait { grid.reads == 0 }
        #expect(grid.isPaused)
        #expect(grid.state == .busy)
    }

    /// A grid whose pages fail with an error, at its first failure.
    private func failing(
        _ error: Lock<LibraryError?>, _ authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) async throws -> GridSubject {
        let source = PhotoLibrarySource.synthetic(
            SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), authorization: authorization)
        let subject = try GridSubject(
            SyntheticConfiguration(assets: 0), library: source.wrapping { PageFailingLibrary($0, error) })
        let grid = subject.grid
        grid.show(.all)
        await subject.run { grid.snapshot != nil }
        grid.scrolled(to: 0..<20)
        await subject.run { grid.isPaused && grid.pageTasks.isEmpty }
        return subject
    }

    @Test func `A page that goes on failing is read again after ever longer pauses, until it is read`() async throws {
        let error = Lock(LibraryError?.some(.failed("read", reason: "disk error")))
        let subject = try await failing(error)
        let grid = subject.grid
        for seconds in [1, 2, 4, 8, 16, 32, 32] {
            let reads = subject.reads
            await subject.clock.waitUntilSleeping(1)
            #expect(subject.clock.nextDeadline == subject.clock.now.advanced(by: .seconds(seconds)))
            subject.clock.advance(by: .seconds(seconds))
            await subject.run { subject.reads > reads && grid.isPaused && grid.pageTasks.isEmpty }
        }
        error.withLock { $0 = nil }
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(32))
        await subject.run { grid.asset(at: 0) != nil && grid.state == .ready }
        #expect(grid.pauses == 0)
    }

    @Test func `A library that answers no attempt in time is busy all the while`() async throws {
        let error = Lock(LibraryError?.some(.timedOut("read", after: .seconds(1), behind: nil)))
        let subject = try await failing(error)
        let grid = subject.grid
        #expect(grid.state == .busy)
        // A browser says since when it is busy by these changes.
        let changes = ObservationCount { _ = grid.state }
        for _ in 0..<3 {
            let reads = subject.reads
            await subject.clock.waitUntilSleeping(1)
            subject.clock.advance(by: grid.options.retryDelay)
            await subject.run { subject.reads > reads && grid.isPaused && grid.pageTasks.isEmpty }
        }
        #expect(changes.count == 0)
        error.withLock { $0 = nil }
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: grid.options.retryDelay)
        await subject.run { grid.asset(at: 0) != nil && grid.state == .ready }
    }

    @Test func `A page that no attempt can read is read again only when other assets are visible`() async throws {
        let error = Lock(LibraryError?.some(.shutDown))
        let subject = try await failing(error)
        let (grid, reads) = (subject.grid, subject.reads)
        #expect(grid.state == .failed(.shutDown))
        #expect(subject.clock.sleepers == 0)
        grid.scrolled(to: 0..<20, velocity: 3)
        #expect(grid.pageTasks.isEmpty && subject.reads == reads)
        error.withLock { $0 = nil }
        grid.scrolled(to: 100..<120)
        await subject.run { grid.asset(at: 100) != nil && grid.state == .ready }
    }

    @Test func `A list that cannot be opened is tried again`() async throws {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        subject.store.faults.failingOperations[.fetch] = "disk error"
        grid.scrolled(to: 0..<20)
        grid.show(.all)
        await subject.run { if case .failed = grid.state { true } else { false } }
        subject.store.faults = .none
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .seconds(1))
        await subject.run { grid.state == .ready }
        await subject.settle()
        #expect(grid.asset(at: 0) != nil)
    }

    @Test func `Showing another list while the first is being opened shows only the second`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        grid.show(.all)
        grid.show(.all.prefix(5))
        await subject.run { grid.snapshot != nil }
        #expect(grid.count == 5)
        #expect(subject.changes.count == 1)
        grid.close()
        #expect(grid.state == .idle)
        #expect(grid.count == 0)
    }
}

/// A library whose assets cannot be read while there is an error.
private final class PageFailingLibrary: ForwardingLibrary {
    private final class Result: AssetFetchResult {
        let base: any AssetFetchResult
        let error: Lock<LibraryError?>

        init(_ base: any AssetFetchResult, _ error: Lock<LibraryError?>) {
            (self.base, self.error) = (base, error)
        }

        var count: Int { base.count }

        func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
            if let error = error.withLock(\.self) { throw error }
            return try base.assets(in: range)
        }

        func index(of id: AssetID) throws(LibraryError) -> Int? { try base.index(of: id) }

        func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] { try base.indexes(of: ids) }

        // The feed goes on: only pages fail.
        func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] { try base.identifiers(in: range) }

        func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference {
            try base.continueDifference(items: items)
        }
    }

    private let error: Lock<LibraryError?>

    init(_ base: any PhotoLibraryBackend, _ error: Lock<LibraryError?>) {
        self.error = error
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        Result(try super.fetchAssets(query), error)
    }

    override func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        try super.update((result as? Result)?.base ?? result, of: query)
    }
}

/// A library whose updates cannot be read while there is an error.
private final class UpdateFailingLibrary: ForwardingLibrary {
    private let error: Lock<LibraryError?>

    init(_ base: any PhotoLibraryBackend, _ error: Lock<LibraryError?>) {
        self.error = error
        super.init(base)
    }

    override func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        if let error = error.withLock(\.self) { throw error }
        return try super.update(result, of: query)
    }
}
