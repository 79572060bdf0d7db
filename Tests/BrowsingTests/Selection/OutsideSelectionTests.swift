import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Selected assets that are outside of the list shown.
@Suite(.timeLimit(.hang)) @MainActor struct OutsideSelectionTests {
    /// A snapshot of a library's assets.
    private func list(_ subject: PickerSubject, _ query: AssetQuery = .all) async throws -> AssetSnapshot {
        let photos = subject.manager.photos
        return try #require(await subject.value { try? await photos.snapshot(of: query) })
    }

    @Test func `A selection leaves its list by runs, however many assets they have`() async throws {
        let list = try await list(try PickerSubject())
        var selection = AssetSelection(listCount: 1_000_000_000)
        selection.beginDrag(at: 900_000_000)
        selection.drag(to: 0)
        selection.endDrag()
        selection.select(950_000_000..<960_000_000)
        let count = selection.count
        selection.leave(list, forOneOf: 10)
        #expect(selection.count == count && selection.runs.inOrder.count == 2 && selection.runs.hasOutside)
        selection.select(3..<5)
        #expect(selection.count == count + 2 && Array(selection.positions) == [3, 4])
        #expect(selection.serials(first: 2) == [0, 1])
    }

    @Test func `Assets outside of the list have no position, and stay when the list changes`() async throws {
        var selection = AssetSelection(listCount: 5)
        selection.select(2)
        selection.leave(try await list(try PickerSubject()), forOneOf: 5)
        selection.select(1)
        let behind = [2, 5, 6, 9, .max]
        #expect(behind.allSatisfy { !selection.contains($0) && selection.orderNumber(of: $0) == nil })
        #expect(selection.count == 2 && selection.count(in: 0..<20) == 1 && selection.position(ofOrderNumber: 1) == nil)
        let changes = ListChanges(oldCount: 5, newCount: 7, removed: [], inserted: [0, 1], moves: [], changed: [])
        #expect(try selection.apply(changes) == [])
        #expect(Array(selection.positions) == [3] && selection.orderNumber(of: 3) == 2)
    }

    @Test func `Serial numbers survive moves and changes, and are never used for another asset`() throws {
        var selection = AssetSelection(listCount: 10)
        selection.select(2..<6)
        selection.move(5, toOrderNumber: 1)
        #expect(selection.serials(first: 9) == [3, 0, 1, 2])
        selection.deselect(3)
        selection.select(3)
        #expect(selection.serials(first: 9) == [3, 0, 2, 4])
        let changes = ListChanges(oldCount: 10, newCount: 9, removed: [2], inserted: [], moves: [], changed: [])
        try selection.apply(changes)
        #expect(selection.serials(first: 9) == [3, 2, 4])
        selection.deselectAll()
        selection.select(0)
        #expect(selection.serials(first: 9) == [5])
        // A drag that is taken back has used none.
        selection.beginDrag(at: 4)
        selection.drag(to: 8)
        selection.cancelDrag()
        selection.select(1)
        #expect(selection.serials(first: 9) == [5, 6])
    }

    @Test func `An asset that was selected in two albums is selected once, and keeps its first order number`()
        async throws
    {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[12]]) }
        let session = try await subject.openSession()
        for position in [7, 12] { session.toggle(position) }
        session.browser.choose(.album(album))
        await subject.wait { session.browser.list == nil }
        await subject.run { session.browser.list?.count == 2 }
        // Before the library has answered.
        session.changeSelection { $0.selectAll() }
        await subject.run { session.isSettled }
        let members = await subject.ids(.album(album))
        #expect(session.selection.count == 3)
        #expect(session.selection.orderNumber(of: try #require(members.firstIndex(of: ids[12]))) == 2)
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.id) == [ids[7], ids[12], ids[2]])
    }

    // the user             | the library
    // selects by drags     |
    // shows an album       |
    // shows the library    |
    //                      | answers
    @Test func `Dragged assets keep their order over two changes of the album`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[12], ids[40]]) }
        let session = try await subject.openSession()
        let grid = session.browser.grid
        for (first, last) in [(20, 5), (30, 33), (10, 12)] {
            grid.beginDrag(at: first)
            grid.drag(to: last)
            grid.endDrag()
        }
        let selected = Array(session.selection.positions)
        #expect(selected.count == 17)
        session.browser.choose(.album(album))
        await subject.run { session.browser.list?.count == 3 }
        grid.toggle(0)
        let other = try #require(session.selection.position(ofOrderNumber: session.selection.count))
        session.browser.choose(.library)
        await subject.run { session.browser.list?.count == ids.count && session.isSettled }
        #expect(other == 0)
        #expect(session.selection.positions.prefix(17).map(\.self) == selected)
        let results = try await subject.finish(session).get()
        #expect(results.items.prefix(17).map(\.id) == selected.map { ids[$0] })
    }

    @Test func `An asset that leaves the album shown, and exists, stays selected`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[2], ids[12], ids[40]]) }
        let session = try await subject.openSession { $0.startingWith = .album(album) }
        session.changeSelection { $0.selectAll() }
        let members = await subject.ids(.album(album))
        subject.store.change {
            $0.remove([ids[12]], from: album)
            $0.delete([ids[40]])
        }
        await subject.run { session.browser.list?.count == 1 && session.isSettled }
        #expect(session.selection.count == 2 && session.removedCount == 1)
        #expect(session.browser.grid.change?.deselected == members.indices.filter { members[$0] == ids[40] })
        let results = try await subject.finish(session).get()
        #expect(Set(results.items.map(\.id)) == [ids[2], ids[12]])
    }

    @Test func `A list is released with the last asset that was selected in it`() async throws {
        let list = try await list(try PickerSubject())
        var selection = AssetSelection(listCount: 5)
        selection.select(2..<4)
        selection.leave(list, forOneOf: 5)
        selection.deselect(orderNumber: 1)
        #expect(selection.runs.sources.count == 2)
        var other = selection
        selection.deselect(orderNumber: 1)
        #expect(selection.runs.sources.count == 1)
        other.deselectAll()
        #expect(other.runs.sources.count == 1)
    }

    // the user                          | the library
    // selects an asset in two lists     |
    //                                   | deletes it
    @Test func `An asset that was selected in two lists, and is deleted, counts as one`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let asset = try #require(await subject.asset(at: 5))
        for _ in 0..<2 { session.changeSelection { $0.select(outside: asset) } }
        subject.store.delete([asset.id])
        await subject.run { session.selection.isEmpty }
        #expect(session.removedCount == 1)
    }

    @Test func `A copy with assets outside of the list is asked about`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        var copy = session.selection
        _ = copy.select(outside: try #require(await subject.asset(at: 5)))
        try session.browser.grid.setSelection(copy)
        #expect(!session.isSettled)
        await subject.run { session.isSettled }
        #expect(Array(session.selection.positions) == [5])
    }

    // the user              | the library
    // selects               |
    //                       | is asked
    // drags                 |
    //                       | answers
    @Test func `A question that was begun is answered after a drag`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let grid = session.browser.grid
        var copy = session.selection
        _ = copy.select(outside: try #require(await subject.asset(at: 5)))
        try grid.setSelection(copy)
        await subject.wait { subject.manual.waitingJobs > 0 }
        grid.beginDrag(at: 7)
        subject.manual.runAll()
        let reads = subject.store.statistics.reads
        await subject.value {}
        #expect(subject.store.statistics.reads == reads && !session.isSettled)
        grid.endDrag()
        await subject.run { session.isSettled }
        #expect(Array(session.selection.positions) == [5, 7])
    }

    @Test func `A session does not finish with fewer assets than it requires`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession { $0.minimumSelection = 2 }
        let asset = try #require(await subject.asset(at: 5))
        session.toggle(5)
        session.changeSelection { $0.select(outside: asset) }
        #expect(session.canFinish)
        #expect(await subject.finish(session).failure == .tooFewSelected(1, minimum: 2))
        #expect(session.phase == .open)
    }
}
