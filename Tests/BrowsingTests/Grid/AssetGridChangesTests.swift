import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// How a grid follows the changes of its library.
@MainActor @Suite(.timeLimit(.hang)) struct AssetGridChangesTests {
    @Test func `An inserted asset moves the anchor and the cells with their assets, and nothing is read twice`()
        async throws
    {
        let subject = try GridSubject(assets: 1_000)
        let grid = subject.grid
        await subject.open(visible: 100..<120)
        await subject.finishLoading()
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

    @Test func `A grid to which no view answers follows every change`() async throws {
        let subject = try GridSubject(assets: 400)
        let grid = subject.grid
        grid.onChange = nil
        await subject.open()
        let count = grid.count
        for number in 1...3 {
            subject.store.insert(1, MediaAsset.plain)
            await subject.run { grid.count == count + number }
        }
        await subject.settle()
        #expect(grid.state == .ready)
    }

    @Test func `A grid without a handler waits once its view has said that it has shown a change`() async throws {
        let subject = try GridSubject(assets: 400)
        let grid = subject.grid
        grid.onChange = nil
        await subject.open()
        let count = grid.count
        subject.store.insert(1, MediaAsset.plain)
        await subject.run { grid.count == count + 1 }
        grid.finishedShowing(try #require(grid.change))
        subject.store.insert(1, MediaAsset.plain)
        await subject.run { grid.count == count + 2 }
        let second = try #require(grid.change)
        subject.store.insert(1, MediaAsset.plain)
        for _ in 0..<5 { try await subject.readElsewhere() }
        #expect(grid.count == count + 2)
        grid.finishedShowing(second)
        await subject.run { grid.count == count + 3 }
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

    @Test func `A change comes with the assets on the screen that it has changed`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        await subject.finishLoading()
        let asset = try #require(grid.asset(at: 3))
        var shown: [Bool?] = []
        grid.onChange = { _, apply in
            apply()
            shown.append(grid.asset(at: 3)?.isFavorite)
        }
        await subject.change { $0.edit(asset.id) { $0.isFavorite.toggle() } }
        #expect(shown == [!asset.isFavorite])
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

    @Test func `A reload comes with the assets on the screen`() async throws {
        let subject = try GridSubject(assets: 200)
        let grid = subject.grid
        await subject.open()
        var shown: [Int] = []
        grid.onChange = { [activity = subject.activity] _, apply in
            apply()
            shown.append((0..<20).count { grid.asset(at: $0) != nil })
            activity.note()
        }
        subject.manager.reloadAfterForeground()
        await subject.run { !shown.isEmpty }
        #expect(shown == [20])
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
