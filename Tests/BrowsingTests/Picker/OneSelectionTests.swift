import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A selection that has one home: the grid, the strip, the limit and the results say the same, also of other albums.
@Suite(.timeLimit(.hang)) @MainActor struct OneSelectionTests {
    // grid                       strip
    // deselects the first
    //                            removes the second, in the same turn
    @Test func `The strip removes the asset that is tapped, also right after a change in the grid`() async throws {
        let subject = try PickerSubject()
        let session = try await subject.openSession()
        let strip = SelectedStrip(of: session)
        for position in [0, 1, 2] { session.toggle(position) }
        await subject.run { strip.items.count == 3 }
        let item = strip.items[1]
        session.toggle(0)
        strip.deselect(item)
        #expect(Array(session.selection.positions) == [2])
        strip.deselect(item)
        #expect(Array(session.selection.positions) == [2])
    }

    // the session                | the library
    // shows an album             | deletes both selected assets, which the album does not contain
    @Test func `Selected assets that are deleted while another album is shown are selected no more`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[40], ids[41]]) }
        let session = try await subject.openSession {
            $0.selectionLimit = 2
            $0.minimumSelection = 1
        }
        let strip = SelectedStrip(of: session)
        for position in [5, 8] { session.toggle(position) }
        session.browser.choose(.album(album))
        await subject.run { session.browser.list?.count == 2 && session.isSettled && strip.items.count == 2 }
        subject.store.delete([ids[5], ids[8]])
        await subject.run { session.selection.isEmpty }
        #expect(session.removedCount == 2 && !session.canFinish && strip.items.isEmpty)
        #expect(session.toggle(0).refusal == nil && session.toggle(1).refusal == nil)
        let results = try await subject.finish(session).get()
        #expect(results.items.map(\.orderNumber) == [1, 2] && results.missing.isEmpty)
    }

    @Test func `Another album reports no asset as deselected that stays selected`() async throws {
        let subject = try PickerSubject()
        let ids = await subject.ids()
        let album = subject.store.change { $0.makeAlbum("Trip", [ids[40]]) }
        let session = try await subject.openSession()
        session.changeSelection { $0.select(3..<47) }
        var deselected: [Int] = []
        session.browser.grid.onChange = { change, apply in
            apply()
            deselected += session.browser.grid.change?.deselected ?? []
            session.browser.grid.finishedShowing(change)
        }
        session.browser.choose(.album(album))
        await subject.run { session.browser.list?.count == 1 && session.isSettled }
        #expect(session.selection.count == 44 && deselected.isEmpty)
    }

    @Test func `A strip reads nothing while a finger drags, and what it shows once`() async throws {
        let subject = try PickerSubject(assets: 2_000)
        let session = try await subject.openSession()
        let (grid, strip) = (session.browser.grid, SelectedStrip(of: session))
        let known = await subject.ids().count
        for position in 0..<100 { session.toggle(3 * position) }
        await subject.run { strip.items.count == 100 }
        let before = subject.store.statistics.reads
        grid.beginDrag(at: 400)
        for position in stride(from: 410, to: known, by: 10) {
            grid.drag(to: position)
            await subject.value {}
        }
        #expect(subject.store.statistics.reads == before)
        grid.drag(to: 400)
        grid.cancelDrag()
        await subject.value {}
        #expect(subject.store.statistics.reads == before && strip.items.count == 100)
    }
}
