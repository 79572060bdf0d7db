import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Grids whose list is grouped, opened or replaced while a finger, an animation or a read keeps them waiting.
@MainActor @Suite(.timeLimit(.hang)) struct GridInterruptionTests {
    // scrubber    feed
    // dragged
    //             1: a change has been shown; the feed waits for the finger
    //             2: the list is grouped; 1 ends, and 2 waits for the finger too
    // released
    //             2: the next update is shown
    @Test func `Grouping while the feed waits for the scrubber goes on waiting, and updates come afterwards`()
        async throws
    {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 1 }
        let shown = try #require(grid.change)
        grid.scrub(.dragging(0.5))
        grid.finishedShowing(shown)
        try await subject.readElsewhere()
        grid.group(by: .month)
        #expect(grid.drag?.hasEnded == false)
        await subject.run { grid.sections != nil }
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        try await subject.readElsewhere()
        #expect(grid.count == count + 1)
        grid.scrub(.idle)
        await subject.run { grid.count == count + 2 }
    }

    // view                feed
    // shows a change      1: waits for its end
    //                     2: the list is grouped; the library changes again
    // has shown it
    //                     2: the update is shown
    @Test func `Grouping during an animation leaves the next update where it is until the animation ends`() async throws
    {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 1 }
        let shown = try #require(grid.change)
        grid.group(by: .month)
        await subject.run { grid.sections != nil }
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        try await subject.readElsewhere()
        try await subject.readElsewhere()
        #expect(grid.count == count + 1)
        grid.finishedShowing(shown)
        await subject.run { grid.count == count + 2 }
    }

    // finger                  library               feed
    // begins to select
    //                         inserts an asset
    //                                               waits for the finger
    // selects further
    // leaves
    //                                               shows the asset
    @Test(arguments: [false, true])
    func `An update waits for a finger that selects, whose drag goes on`(isCanceled: Bool) async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        grid.beginDrag(at: 3)
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        try await subject.readElsewhere()
        try await subject.readElsewhere()
        #expect(grid.count == count)
        grid.drag(to: 8)
        #expect(grid.selection.ranges == [3..<9])
        if isCanceled { grid.cancelDrag() } else { grid.endDrag() }
        await subject.run { grid.count == count + 1 }
        #expect(grid.selection.count == (isCanceled ? 0 : 6))
    }

    // finger                  library               feed
    //                         inserts an asset
    //                                               prepares the change
    // begins to select
    //                                               waits for the finger
    // leaves
    //                                               shows the asset
    @Test func `An update that is ready waits for a finger that has begun to select since`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        let prepared = Gate()
        grid.onStep = { [activity = subject.activity] in
            if !prepared.isOpen { grid.beginDrag(at: 3) }
            prepared.open()
            activity.note()
        }
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { prepared.isOpen }
        try await subject.readElsewhere()
        #expect(grid.count == count)
        grid.drag(to: 8)
        grid.endDrag()
        await subject.run { grid.count == count + 1 }
        #expect(grid.selection.count == 6)
    }

    @Test func `A drag that another operation or another list ends keeps no update waiting`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        for end in [{ grid.toggle(9) }, { grid.show(.all.prefix(50)) }] as [@MainActor () -> Void] {
            grid.beginDrag(at: 3)
            #expect(grid.drag != nil)
            end()
            await subject.run { grid.drag == nil && grid.state == .ready }
        }
        #expect(grid.count == 50)
    }

    // finger                  the app
    // begins to select
    //                         copies the selection
    // leaves
    //                         puts the copy into the grid: no finger drags
    @Test(arguments: [false, true])
    func `A selection that was copied during a drag keeps no update waiting`(isSet: Bool) async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        grid.beginDrag(at: 3)
        grid.drag(to: 5)
        let copy = grid.selection
        grid.cancelDrag()
        let cell = grid.cell(at: 4)
        if isSet {
            try grid.setSelection(copy)
        } else {
            grid.changeSelection { selection, _ in
                selection = copy
                return AssetSelection.Change()
            }
        }
        #expect(!grid.selection.isDragging)
        #expect(cell.orderNumber == 2)
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 1 }
        #expect(grid.selection.count == 3)
    }

    @Test func `A drag that a function of the app begins goes on`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        grid.changeSelection { $0.beginDrag(at: 3, mediaTypeAt: $1) }
        #expect(grid.drag != nil)
        grid.changeSelection { $0.drag(to: 5, mediaTypeAt: $1) }
        #expect(grid.selection.isDragging)
        #expect(grid.selection.ranges == [3..<6])
        grid.endDrag()
        #expect(grid.drag == nil)
    }

    // view 1                      view 2
    // animates a change
    // is gone: no end
    //                             shows the grid
    //                             the next update is shown
    @Test func `A view that is gone during its animation keeps no update of the next one waiting`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let count = grid.count
        let (first, second) = (GridPresenter(of: grid), GridPresenter(of: grid))
        first.follow { _, change, _ in change() }
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 1 }
        second.follow()
        subject.store.change { $0.insert(1, MediaAsset.plain) }
        await subject.run { grid.count == count + 2 }
    }

    // the view's handler                   feed
    //                                      has read the list again, with an asset more
    // deselects 3, selects 200 and 9
    // shows the new list
    //                                      looks for 200 and 9 in the new list
    @Test func `What a handler selects before it shows a list that was read again stays selected`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        for position in [3, 7] { grid.toggle(position) }
        grid.onChange = { change, apply in
            guard change.reload == .opened else { return }
            for position in [3, 200, 9] { grid.toggle(position) }
            apply()
            // And so does what the user selects meanwhile.
            grid.toggle(1)
        }
        subject.store.change { contents in
            contents.insert(1) {
                MediaAsset.plain(&$0)
                $0.creationDate = .distantFuture
            }
        }
        grid.reload()
        await subject.run { grid.count == ids.count + 1 && grid.isSettled }
        #expect(Array(grid.selection.positions) == [8, 201, 10, 1])
        #expect(grid.cell(at: 10).orderNumber == 3)
        #expect(grid.cell(at: 4).orderNumber == nil)
    }

    @Test func `What a handler selects while a list is replaced is not counted as removed`() async throws {
        let subject = try GridSubject(assets: 300)
        let (grid, owner) = (subject.grid, RemovalCounter())
        await subject.open()
        for position in [3, 7] { grid.toggle(position) }
        grid.selectionOwner = owner
        grid.onChange = { change, apply in
            guard change.reload == .opened else { return }
            for position in [200, 9] { grid.toggle(position) }
            apply()
        }
        grid.reload()
        await subject.run { grid.selection.count == 4 && grid.isSettled }
        #expect(owner.removed == 0 && Array(grid.selection.positions) == [3, 7, 200, 9])
    }

    @Test func `Observers of a drag are told of its end`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        grid.beginDrag(at: 3)
        let changes = ObservationCount { _ = grid.selection.isDragging }
        grid.endDrag()
        #expect(changes.count == 1)
        #expect(!grid.selection.isDragging)
    }

    @Test func `A list that is opened while the scrubber is dragged is read`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        grid.scrub(.dragging(0.5))
        grid.show(.all.prefix(50))
        await subject.run { grid.count == 50 }
        await subject.settle()
        #expect(grid.asset(at: 0) != nil)
    }

    @Test(arguments: [false, true])
    func `A finger that leaves the scrubber after its sections have gone lets the grid read`(
        isReleased: Bool
    ) async throws {
        let subject = try GridSubject(assets: 300) { $0.sectionUnit = .month }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        let presenter = GridPresenter(of: grid)
        presenter.follow()
        presenter.resize(width: 390, headerHeight: 40)
        presenter.scrolled(top: 0, height: 800)
        presenter.scrub(to: 0.5)
        #expect(!grid.viewport.allowsReading)
        grid.group(by: nil)
        if isReleased { presenter.endScrub() }
        #expect(grid.viewport.allowsReading)
        await subject.settle()
        #expect(grid.asset(at: presenter.visible.positions.lowerBound) != nil)
    }

    @Test func `Grouping while another list is being opened opens that list`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        grid.show(.all.prefix(5))
        grid.group(by: .month)
        await subject.run { grid.sections != nil && grid.state == .ready }
        #expect(grid.count == 5)
    }

    @Test func `Reloading while another list is being opened takes no selection into that list`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open(visible: 40..<60)
        grid.toggle(3)
        grid.show(.all.prefix(50))
        grid.reload()
        await subject.run { grid.count == 50 }
        #expect(grid.selection.isEmpty)
        #expect(grid.change?.anchor?.position == 0)
        // The list that is shown is opened again as the same list.
        grid.toggle(7)
        let generation = grid.generation
        grid.reload()
        await subject.run { grid.generation > generation }
        #expect(Array(grid.selection.positions) == [7])
    }

    // permission      feed
    //                 opens another list
    // is narrowed     the read is refused
    //                 opens the other list again
    @Test func `Another list whose opening is repeated takes no selection from the first`() async throws {
        let refusals = Lock(0)
        let source = PhotoLibrarySource.synthetic(
            SyntheticStore(SyntheticConfiguration(assets: 300, seed: 5)), authorization: AlwaysAuthorized())
        let subject = try GridSubject(
            SyntheticConfiguration(assets: 0), library: source.wrapping { RefusingLibrary($0, refusals) })
        let grid = subject.grid
        await subject.open()
        grid.toggle(3)
        refusals.withLock { $0 = 1 }
        grid.show(.all.prefix(50))
        await subject.run { grid.count == 50 }
        #expect(refusals.withLock(\.self) == 0)
        #expect(grid.selection.isEmpty)
    }

    @Test func `A grid is busy no longer once it gives up the reads that were not answered`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.openUntilBusy()
        grid.scrub(.dragging(0.5))
        #expect(grid.state == .ready)
    }
}

/// A library that refuses some fetches, as one whose permission is narrowed at that moment.
private final class RefusingLibrary: ForwardingLibrary {
    private let refusals: Lock<Int>

    init(_ base: any PhotoLibraryBackend, _ refusals: Lock<Int>) {
        self.refusals = refusals
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        let isRefused = refusals.withLock { count in
            defer { count = max(count - 1, 0) }
            return count > 0
        }
        if isRefused { throw .snapshotInvalidated(of: identity) }
        return try super.fetchAssets(query)
    }
}

/// Counts the selected assets that the library has removed, as a picker does.
@MainActor private final class RemovalCounter: GridSelectionOwner {
    let isSelecting = true
    let showsOrderNumbers = true
    let checkedFilter: PickerFilter? = nil
    let filter: PickerFilter? = nil
    var removed = 0

    func selectionChanged(_ outcome: SelectionOutcome) { removed += outcome.removedCount }
}
