import CameraRollTesting
import Foundation
import SyntheticLibrary
import Testing

@testable import CameraRoll

/// How a grid follows the changes of its library.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AssetGridChangesTests {
    @Test func `An inserted asset moves the anchor and the cells with their assets, and nothing is read twice`()
        async throws
    {
        let subject = try GridSubject(assets: 1_000)
        let grid = subject.grid
        await subject.open(visible: 100..<120)
        await subject.run { await subject.images.statistics.jobs == 0 }
        let cell = grid.cell(at: 105)
        let (id, before) = (cell.asset?.id, subject.reads)
        let change = await subject.change {
            $0.insert(
                3,
                {
                    MediaAsset.plain(&$0); $0.creationDate = .distantFuture
                })
        }
        #expect(change?.batch?.insertions == [0, 1, 2])
        #expect(change?.itemsAbove == 3)
        #expect(change?.anchor?.position == 103)
        #expect(cell.position == 108)
        #expect(cell.asset?.id == id)
        #expect(grid.cell(at: 108) === cell)
        #expect(grid.asset(at: 103) != nil)
        // The edges of the pages around it, which have moved too.
        #expect(subject.reads <= before + 4)
    }

    @Test func `If the anchor is deleted, the nearest asset that is left takes its place, with its offset`()
        async throws
    {
        let subject = try GridSubject(assets: 500)
        let grid = subject.grid
        await subject.open(visible: 100..<120)
        let ids = try await subject.shownIDs()
        grid.scrolled(to: 100..<120, anchor: GridGeometry.Anchor(position: 102, offset: 0.25))
        let change = await subject.change { $0.delete(ids[100...103]) }
        #expect(change?.anchor == GridGeometry.Anchor(position: 100, offset: 0.25))
        #expect(grid.asset(at: 100)?.id == ids[104])
        #expect(grid.viewport.wanted == 98..<118)
    }

    @Test func `Whole list deleted, then filled again: no anchor, no cell, and everything back`() async throws {
        let subject = try GridSubject(assets: 50)
        let grid = subject.grid
        await subject.open(visible: 0..<20)
        let (held, ids) = (grid.cell(at: 4), try await subject.shownIDs())
        grid.toggle(4)
        let emptied = await subject.change { $0.delete(ids) }
        #expect(emptied?.anchor == nil)
        #expect(emptied?.deselected == [4])
        #expect(grid.count == 0)
        #expect(held.asset == nil)
        #expect(held.orderNumber == nil)
        let filled = await subject.change { $0.insert(30, MediaAsset.plain) }
        #expect(filled?.batch?.insertions.count == 30)
        grid.scrolled(to: 0..<20)
        await subject.settle()
        #expect(grid.asset(at: 0) != nil)
    }

    // view                         library
    // takes change 1, animates
    //                              1,000 changes
    // the animation ends
    // takes change 2: all of them
    @Test func `A burst of 1,000 changes during an animation becomes one change, after it has ended`() async throws {
        let subject = try GridSubject(assets: 400)
        let grid = subject.grid
        await subject.open()
        var animations: [Task<Void, Never>] = []
        grid.onChange = { change, apply in
            apply()
            guard change.batch != nil || change.reload != .opened else { return }
            animations.append(
                Task { [clock = subject.clock, activity = subject.activity] in
                    try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(300)), tolerance: nil)
                    grid.finishedShowing(change)
                    activity.note()
                })
        }
        subject.store.insert(1, MediaAsset.plain)
        await subject.run { animations.count == 1 }
        let (generation, updates) = (grid.generation, subject.ledger.entries(of: .updateResult).count)
        subject.store.applyBurst(seed: 3, steps: 1_000, kinds: [.insert, .delete, .favorite, .date])
        for _ in 0..<5 { try await subject.readElsewhere() }
        #expect(grid.generation == generation)
        #expect(subject.ledger.entries(of: .updateResult).count == updates)
        await subject.clock.waitUntilSleeping(1)
        subject.clock.advance(by: .milliseconds(300))
        await subject.run { animations.count == 2 }
        #expect(grid.generation == generation + 1)
        #expect(grid.count == (try await subject.readElsewhere()))
    }

    // finger                       library
    // drags
    //                              indexes: an asset after the other
    // rests
    // all of them at once
    @Test func `While a library indexes under a dragged scrubber nothing moves; then all arrives at once`() async throws
    {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        await subject.open()
        grid.scrub(.dragging(0.1))
        let (generation, count) = (grid.generation, grid.count)
        let updates = subject.ledger.entries(of: .updateResult).count
        for step in 1...50 {
            subject.store.insert(1, MediaAsset.plain)
            grid.scrub(.dragging(Double(step) / 50))
            grid.scrolled(to: step..<step + 20)
            if step.isMultiple(of: 10) { try await subject.readElsewhere() }
        }
        #expect(grid.generation == generation)
        // The one that was waited for when the drag began.
        #expect(subject.ledger.entries(of: .updateResult).count <= updates + 1)
        #expect(grid.pageTasks.isEmpty)
        grid.scrub(.resting(1))
        await subject.run {
            if let change = grid.change { grid.finishedShowing(change) }
            return grid.count == count + 50
        }
        grid.scrub(.idle)
        await subject.settle()
        #expect(grid.generation <= generation + 2)
        #expect(grid.viewport.visible(in: grid.count).allSatisfy { grid.asset(at: $0) != nil })
    }

    // library                      view                        finger
    // inserts one
    //                              animates
    //                                                          drags
    // inserts another
    //                              has ended
    //                                                          lets go
    //                              shows it
    @Test func `A change is not even read under a finger that came during an animation`() async throws {
        let subject = try GridSubject(assets: 400)
        let grid = subject.grid
        await subject.open()
        var shown: [GridChange] = []
        grid.onChange = { change, apply in
            apply()
            shown.append(change)
        }
        subject.store.insert(1, MediaAsset.plain)
        await subject.run { shown.count == 1 }
        grid.scrub(.dragging(0.5))
        let updates = subject.ledger.entries(of: .updateResult).count
        subject.store.insert(1, MediaAsset.plain)
        grid.finishedShowing(shown[0])
        // Each runs the library until its own read has ended: a read of the grid's would have begun long before.
        for _ in 0..<5 { try await subject.readElsewhere() }
        #expect(subject.ledger.entries(of: .updateResult).count == updates)
        grid.scrub(.idle)
        await subject.run { shown.count == 2 }
        #expect(grid.count == (try await subject.readElsewhere()))
    }

    @Test func `A view gets a change before the grid has it, and the whole of it with the call of apply`() async throws
    {
        let subject = try GridSubject(assets: 300) { $0.sectionUnit = .year }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        let before = (grid.count, grid.generation)
        var seen: [(count: Int, sections: Int?, generation: Int)] = []
        grid.onChange = { change, apply in
            seen.append((grid.count, grid.sections?.assetCount, grid.generation))
            apply()
            seen.append((grid.count, grid.sections?.assetCount, grid.generation))
            apply()
        }
        let change = await subject.change { $0.insert(2, MediaAsset.plain) }
        #expect(seen.map(\.count) == [before.0, before.0 + 2])
        #expect(seen.map(\.sections) == [before.0, before.0 + 2])
        #expect(seen.map(\.generation) == [before.1, before.1 + 1])
        #expect(change?.sections?.insertions.count == 2)
    }

    @Test func `Sections follow edited dates, and equal those that are counted again`() async throws {
        let subject = try GridSubject(assets: 300) { $0.sectionUnit = .month }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        let ids = try await subject.shownIDs()
        for (number, id) in ids.prefix(5).enumerated() {
            let date = Date(timeIntervalSince1970: Double(number) * 40_000_000)
            let change = await subject.change { $0.edit(id) { $0.creationDate = number == 4 ? nil : date } }
            #expect(change?.sections != nil)
            guard let snapshot = grid.snapshot else {
                Issue.record("no list")
                return
            }
            let (photos, calendar) = (subject.manager.photos, grid.options.calendar)
            let counted = try await subject.finish { try await photos.sections(of: snapshot, by: .month, in: calendar) }
            #expect(grid.sections == counted)
        }
    }

    @Test func `More changes than are read for sections: they are counted again, and the view reloads`() async throws {
        let subject = try GridSubject(assets: 100) { $0.sectionUnit = .year }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        let change = await subject.change { $0.insert(2_500, MediaAsset.plain) }
        #expect(change?.reload == .library(.tooManyChanges(2_500)))
        #expect(change?.batch == nil)
        #expect(grid.sections?.assetCount == grid.count)
    }

    @Test func `A selection survives changes, reloads and its own changes meanwhile; deleted assets are named`()
        async throws
    {
        let subject = try GridSubject(assets: 200)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        for position in [7, 3, 150, 12] { grid.toggle(position) }
        let cell = grid.cell(at: 12)
        #expect(cell.orderNumber == 4)
        let change = await subject.change { $0.delete([ids[3], ids[0]]) }
        #expect(change?.deselected == [3])
        #expect(cell.orderNumber == 3)
        #expect(grid.selection.positions.map(\.self) == [5, 148, 10])
        subject.manager.reloadAfterForeground()
        let generation = grid.generation
        await subject.run { grid.generation > generation }
        #expect(grid.change?.reload == .library(.foreground))
        #expect(grid.selection.positions.map(\.self) == [5, 148, 10])
        #expect(grid.cell(at: 10) === cell)
        #expect(cell.asset?.id == ids[12])
    }

    // library             feed                   user
    // deletes 3, 5, 7     prepares the change
    //                                            selects 3
    //                     tells the view of it
    //                                            selects 7, in the view's handler
    //                     puts it into the grid
    @Test func `A change names the deleted assets that were selected while it was on its way`() async throws {
        let subject = try GridSubject(assets: 200)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        grid.toggle(5)
        var told: [[Int]] = []
        grid.onChange = { [activity = subject.activity] change, apply in
            told.append(change.deselected)
            grid.toggle(7)
            apply()
            activity.note()
        }
        var isPrepared = false
        grid.onStep = { [activity = subject.activity] in
            // The change is ready, and not shown yet.
            if !isPrepared { grid.toggle(3) }
            isPrepared = true
            activity.note()
        }
        subject.store.change { $0.delete([ids[3], ids[5], ids[7]]) }
        await subject.run { !told.isEmpty }
        #expect(told == [[5, 3]])
        #expect(grid.change?.deselected == [5, 3, 7])
        #expect(grid.selection.isEmpty)
    }

    @Test func `Half of 100 selected assets deleted: the others keep their order`() async throws {
        let subject = try GridSubject(assets: 400)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        grid.beginDrag(at: 99)
        grid.drag(to: 0)
        grid.endDrag()
        let change = await subject.change {
            $0.delete(ids[0..<100].enumerated().filter { $0.offset % 2 == 0 }.map(\.element))
        }
        #expect(change?.deselected.count == 50)
        #expect(grid.selection.positions.map(\.self) == Array((0..<50).reversed()))
    }
}

/// Permission, libraries that hang or fail, and albums that go away.
@MainActor @Suite(.timeLimit(.minutes(10))) struct AssetGridFailureTests {
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
        let source = PhotoLibrarySource.synthetic(store, authorization: AlwaysAuthorized())
        let subject = try GridSubject(
            SyntheticConfiguration(assets: 0), library: source.wrapping { UpdateFailingLibrary($0, error) })
        let grid = subject.grid
        await subject.open()
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

    /// A grid whose pages fail with an error, at its first failure.
    private func failing(_ error: Lock<LibraryError?>) async throws -> GridSubject {
        let source = PhotoLibrarySource.synthetic(
            SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), authorization: AlwaysAuthorized())
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
