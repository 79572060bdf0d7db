import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// Selected assets that go over to another list, and find their places there.
@Suite struct OutsideSelectionTests {
    @Test func `A selection leaves its list by runs, however many assets they have`() throws {
        var selection = AssetSelection(listCount: 1_000_000_000)
        try selection.beginDrag(at: 900_000_000)
        try selection.drag(to: 0)
        selection.endDrag()
        try selection.select(950_000_000..<960_000_000)
        let count = selection.count
        selection.leaveList(forOneOf: 10)
        #expect(selection.count == count && selection.runs.runCount == 1)
        #expect(selection.numbersOutside(areBelow: count) && !selection.numbersOutside(areBelow: count - 1))
        try selection.select(3..<5)
        selection.leaveList(forOneOf: 7)
        #expect(selection.count == count + 2 && selection.runs.runCount == 1)
    }

    @Test func `Assets outside of the list have no position, and positions behind its end are ignored`() throws {
        var selection = AssetSelection(listCount: 5)
        selection.selectOutside(3)
        try selection.select(1..<2)
        #expect(selection.outsideNumbers == [0..<3])
        let behind = [5, 6, 7, 8, 9, .max]
        #expect(behind.allSatisfy { !selection.contains($0) && selection.orderNumber(of: $0) == nil })
        #expect(selection.count == 4 && selection.count(in: 0..<20) == 1 && selection.count(in: 6..<9) == 0)
    }

    @Test func `Assets outside of the list stay selected, and outside, when the list changes`() throws {
        var selection = AssetSelection(listCount: 5)
        try selection.select(1..<2)
        selection.selectOutside(3)
        let changes = ListChanges(oldCount: 5, newCount: 7, removed: [], inserted: [0, 1], moves: [], changed: [])
        #expect(try selection.apply(changes) == [])
        #expect(selection.places == [3, 8, 9, 10])
    }

    @Test func `What a search has found is where the changes since it began have brought it`() {
        var list = SearchedList(count: 5)
        let first = ListChanges(oldCount: 5, newCount: 6, removed: [1], inserted: [0, 1], moves: [], changed: [])
        let second = ListChanges(oldCount: 6, newCount: 5, removed: [0], inserted: [], moves: [], changed: [])
        let areFollowed = [first, second].map { list.follow($0.batchUpdate, newCount: $0.newCount) }
        #expect(areFollowed == [true, true] && list.isOutdated)
        let places = (0..<5).map { list.present(.inList($0, .image)) }
        let expected: [AssetSelection.OutsidePlace] = [
            .inList(1, .image), .outside(.image), .inList(2, .image), .inList(3, .image), .inList(4, .image),
        ]
        #expect(places == expected)
        #expect(list.present(.outside(nil)) == .outside(nil) && list.present(.deselected) == .deselected)
    }

    @Test func `A search follows so many changes of its list, and none that is not known`() {
        var list = SearchedList(count: 3)
        let moved = ListChanges(
            oldCount: 3, newCount: 3, removed: [], inserted: [], moves: [.init(from: 2, to: 0)], changed: [])
        let isUnknownFollowed = list.follow(nil, newCount: 3)
        let areFollowed = (0...SearchedList.mostChanges).map { _ in list.follow(moved.batchUpdate, newCount: 3) }
        #expect(!isUnknownFollowed && !list.isOutdated)
        #expect(areFollowed.count(where: \.self) == SearchedList.mostChanges)
    }

    @Test func `Changes that leave each asset in its place are followed without limit`() {
        var list = SearchedList(count: 3)
        let changed = ListChanges(oldCount: 3, newCount: 3, removed: [], inserted: [], moves: [], changed: [1])
        let areFollowed = (0..<1_000).map { _ in list.follow(changed.batchUpdate, newCount: 3) }
        #expect(areFollowed.allSatisfy(\.self) && !list.isOutdated)
        #expect(list.present(.inList(2, nil)) == .inList(2, nil))
        let isShorter = list.follow(changed.batchUpdate, newCount: 2)
        #expect(!isShorter)
    }

    @Test(arguments: Effort.seeds(1...8 as ClosedRange<UInt64>))
    func `The places of assets in another list are those of an array`(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        var faults = 0
        for _ in 0..<200 {
            var selection = AssetSelection(listCount: 30)
            selection.selectOutside(Int.random(in: 0...12, using: &numbers))
            for _ in 0..<4 {
                let (first, last) = (Int.random(in: 0..<30, using: &numbers), Int.random(in: 0..<30, using: &numbers))
                try selection.beginDrag(at: first)
                try selection.drag(to: last)
            }
            selection.endDrag()
            var found: [Int: AssetSelection.OutsidePlace] = [:]
            for number in 0..<12 {
                let position = Int.random(in: 0..<30, using: &numbers)
                found[number] = [.outside(nil), .inList(position, nil), .inList(position, nil), .deselected]
                    .randomElement(using: &numbers)
            }
            var expected: [Int] = []
            for place in selection.places {
                let new: Int? =
                    switch selection.outsideNumber(at: place).map({ found[$0] ?? .deselected }) {
                    case nil, .outside: place
                    case .inList(let position, _): position
                    case .deselected: nil
                    }
                if let new, !expected.contains(new) { expected.append(new) }
            }
            selection.settleOutside { found[$0] ?? .deselected }
            if selection.places != expected { faults += 1 }
        }
        #expect(faults == 0)
    }

    // the user             | the library
    // selects by drags     |
    // shows an album       |
    // shows the library    |
    //                      | answers
    @Test @MainActor func `Dragged assets keep their order over two changes of the album`() async throws {
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

    @Test func `The assets of runs and single ones are found by their numbers, also in parts`() async throws {
        let assets = OutsideAssets(["a", "b", "c"].map { .selected($0) })
        var all = OutsideAssets()
        all.append(assets, 1..<3)
        all.append(assets, 0..<9)
        all.append(assets, 3..<3)
        var part = OutsideAssets()
        part.append(all, 1..<4)
        let name = { (asset: OutsideAssets.Asset?) -> String in
            if case .selected(let id) = asset { id.rawValue } else { "?" }
        }
        #expect(all.all.map(name).joined() == "bcabc")
        #expect((0..<6).map { name(all[$0]) }.joined() == "bcabc?")
        #expect(part.all.map(name).joined() == "cab" && part.count == 3)
    }
}
