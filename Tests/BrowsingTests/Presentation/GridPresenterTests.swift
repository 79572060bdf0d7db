import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// What a view of a grid places, selects and scrolls to, without a view.
@MainActor @Suite(.timeLimit(.hang)) struct GridPresenterTests {
    /// A grid with a screen of 390 by 844 points, three columns, at its top.
    private func presenter(
        _ subject: GridSubject, leadingItems: Int = 0, width: Double = 390
    ) async -> GridPresenter {
        let presenter = GridPresenter(of: subject.grid, leadingItems: leadingItems)
        presenter.follow()
        presenter.resize(width: width, headerHeight: 40)
        presenter.scrolled(top: 0, height: 844)
        await subject.open()
        return presenter
    }

    private func insert(_ count: Int, in subject: GridSubject, at date: Date = .distantFuture) async -> GridChange? {
        await subject.change {
            $0.insert(count) {
                MediaAsset.plain(&$0)
                $0.creationDate = date
            }
        }
    }

    @Test func `The items are those of the visible rows, with their assets, and the grid is told`() async throws {
        let subject = try GridSubject(assets: 5_000)
        let presenter = await presenter(subject)
        #expect(presenter.geometry?.layout.columns == 3)
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 100 * side + 1, height: 844)
        await subject.settle()
        let rows = Int((844 / side).rounded(.up)) + 2 * VisibleRows.overscan
        #expect((rows * 3...(rows + 1) * 3).contains(presenter.items.count))
        #expect(subject.grid.viewport.wanted == presenter.visible.positions)
        let ids = try await subject.shownIDs()
        let first = presenter.visible.positions.lowerBound
        #expect(presenter.items.contains { $0.id == .asset(ids[first]) && $0.content == .asset(first) })
    }

    @Test func `Of very many assets, a presenter's items are those of the screen and the overscan, wherever it jumps`()
        async throws
    {
        let subject = try GridSubject(SyntheticConfiguration(assets: 0), library: MillionLibrary.source)
        let presenter = await presenter(subject)
        let geometry = try #require(presenter.geometry)
        try #require(subject.grid.count == 1_000_000 && geometry.layout.columns == 3)
        let onScreen = Int((844 / geometry.layout.rowDistance).rounded(.up)) + 1
        var numbers = SeededNumbers(seed: 29)
        for _ in 0..<60 {
            presenter.scrolled(top: .random(in: 0...geometry.height - 844, using: &numbers), height: 844)
            let items = presenter.items
            #expect(items.count <= (onScreen + 2 * VisibleRows.overscan) * 3)
            #expect(presenter.visible.positions.allSatisfy { place in items.contains { $0.content == .asset(place) } })
            #expect(Set(items.map(\.id)).count == items.count)
        }
        await subject.settle()
    }

    @Test func `What a view observes changes when a row comes or goes, not with each point`() async throws {
        let subject = try GridSubject(assets: 5_000)
        let presenter = await presenter(subject)
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 50 * side + 10, height: 844)
        await subject.settle()
        let drawn = ObservationCount { _ = (presenter.visible, presenter.geometry) }
        for step in 1...5 { presenter.scrolled(top: 50 * side + 10 + Double(step), height: 844) }
        #expect(drawn.count == 0)
        presenter.scrolled(top: 51 * side + 10, height: 844)
        #expect(drawn.count == 1)
    }

    @Test func `What comes in above moves the screen with the cells, without an animation`() async throws {
        let subject = try GridSubject(assets: 2_000)
        let presenter = await presenter(subject)
        var animated: [Bool] = []
        presenter.follow { isAnimated, change, completion in
            animated.append(isAnimated)
            change()
            completion()
        }
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 40 * side + 7, height: 844)
        await subject.settle()
        let seen = try await subject.shownIDs()[120]
        #expect(await insert(3, in: subject) != nil)
        let target = try #require(presenter.target)
        #expect(abs(target.top - (41 * side + 7)) < 0.001)
        #expect(!target.isAnimated)
        #expect(presenter.keepsPlace)
        #expect(presenter.items.first { $0.id == .asset(seen) }?.frame.top == 41 * side)
        #expect(animated == [false])
    }

    @Test func `What changes below the screen leaves it where it is within its row, and is animated`() async throws {
        let subject = try GridSubject(assets: 2_000)
        let presenter = await presenter(subject)
        var animated: [Bool] = []
        presenter.follow { isAnimated, change, completion in
            animated.append(isAnimated)
            change()
            completion()
        }
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 40 * side + 7, height: 844)
        await subject.settle()
        let rows = presenter.visible
        presenter.scrolled(top: 40 * side + 9, height: 844)
        #expect(presenter.visible == rows)
        let target = presenter.target
        let last = try #require(try await subject.shownIDs().last)
        #expect(await subject.change { $0.delete([last]) } != nil)
        #expect(presenter.target == target && presenter.top == 40 * side + 9)
        #expect(animated == [true])
    }

    @Test func `The focus stays on its asset, and is nowhere in another list`() async throws {
        let subject = try GridSubject(assets: 200)
        let presenter = await presenter(subject)
        presenter.tap(4)
        #expect(await insert(3, in: subject) != nil)
        #expect(presenter.cursor.position == 7)
        let generation = subject.grid.generation
        subject.grid.show(.videos)
        await subject.run { subject.grid.generation > generation }
        #expect(presenter.cursor.position == nil)
        presenter.cursor.place(at: .max)
        #expect(presenter.cursor.range.upperBound == .max)
    }

    @Test func `At the top what comes in is seen, and cells move to their new places`() async throws {
        let subject = try GridSubject(assets: 500)
        let presenter = await presenter(subject)
        var animated: [Bool] = []
        presenter.follow { isAnimated, change, completion in
            animated.append(isAnimated)
            change()
            completion()
        }
        let first = try await subject.shownIDs()[0]
        let targets = presenter.target
        _ = await insert(1, in: subject)
        #expect(presenter.target == targets)
        #expect(presenter.items.first { $0.id == .asset(first) }?.content == .asset(1))
        #expect(animated == [true])
    }

    //   finger                  screen
    //   ------                  ------
    //   down on the first cell
    //   over the second row
    //                           turns: the width changes
    //   moves on: ignored
    @Test func `A rotation during a drag ends it, and keeps what it has selected`() async throws {
        let subject = try GridSubject(assets: 500)
        let presenter = await presenter(subject)
        presenter.beginDrag(x: 5, y: 5)
        presenter.drag(x: 5, y: 200)
        let selected = subject.grid.selection.count
        #expect(selected == 4)
        presenter.resize(width: 844, headerHeight: 40)
        presenter.scrolled(top: 0, height: 390)
        presenter.drag(x: 500, y: 380)
        #expect(subject.grid.selection.count == selected)
        #expect(!subject.grid.selection.isDragging)
        presenter.endDrag()
    }

    @Test func `A drag near the lower edge scrolls, and selects what comes under the finger`() async throws {
        let subject = try GridSubject(assets: 5_000)
        let presenter = await presenter(subject)
        presenter.beginDrag(x: 5, y: 400)
        presenter.drag(x: 5, y: 840)
        #expect(presenter.isAutoscrolling)
        let before = subject.grid.selection.count
        for _ in 0..<60 { presenter.autoscroll(seconds: 1.0 / 60) }
        #expect(presenter.top > 1_000)
        #expect(presenter.target?.top == presenter.top)
        #expect(subject.grid.selection.count > before + 15)
        presenter.drag(x: 5, y: 400)
        #expect(!presenter.isAutoscrolling)
        presenter.endDrag()
        presenter.autoscroll(seconds: 1)
        #expect(!presenter.isAutoscrolling)
        await subject.settle()
    }

    @Test func `A permission that is withdrawn during a drag leaves nothing, and nothing traps`() async throws {
        let subject = try GridSubject(assets: 500)
        let presenter = await presenter(subject)
        presenter.beginDrag(x: 5, y: 5)
        presenter.drag(x: 5, y: 300)
        subject.authorization.status = .denied
        await subject.run { subject.grid.count == 0 }
        #expect(presenter.items.isEmpty)
        presenter.drag(x: 5, y: 400)
        presenter.autoscroll(seconds: 1)
        presenter.endDrag()
        presenter.tap(3)
        presenter.move(.down)
        presenter.selectAll()
        presenter.scrub(to: 0.5)
        presenter.reveal(9)
        #expect(subject.grid.selection.isEmpty)
        #expect(presenter.cursor.position == nil)
    }

    @Test func `One point of width, none, and an empty library`() async throws {
        let subject = try GridSubject(assets: 50)
        let presenter = await presenter(subject, width: 1)
        #expect(presenter.geometry?.layout.columns == 1)
        #expect(presenter.items.count == subject.grid.count)
        presenter.resize(width: 0, headerHeight: 40)
        #expect(presenter.items.isEmpty)
        presenter.resizeImages(pixelsPerPoint: 3)
        presenter.resize(width: 390, headerHeight: .nan)
        presenter.show(.standard.larger)
        #expect(presenter.position(atX: 1, y: 1) != nil)

        let empty = try GridSubject(assets: 0)
        let other = await self.presenter(empty, leadingItems: 1)
        #expect(other.items.map(\.id) == [.leading(0)])
        #expect(other.floatingLabel(now: .now) == nil)
        #expect(!other.hasScrubber)
    }

    @Test func `Another density keeps the first visible asset in its place`() async throws {
        let subject = try GridSubject(assets: 3_000)
        let presenter = await presenter(subject)
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 60 * side, height: 844)
        let first = presenter.visible.positions.lowerBound
        presenter.show(presenter.density.denser)
        #expect(presenter.target?.top == presenter.geometry?.frame(of: first)?.top)
        await subject.settle()
    }

    @Test func `If one asset may be selected at most, another one takes its place`() async throws {
        let limits = try AssetSelection.Limits(maximum: 1)
        let subject = try GridSubject(assets: 100) { $0.selectionLimits = limits }
        let presenter = await presenter(subject)
        presenter.tap(2)
        let change = presenter.tap(7)
        #expect(change.selected == [7..<8])
        #expect(change.deselected == [2..<3])
        #expect(subject.grid.cell(at: 7).orderNumber == 1)
        #expect(subject.grid.cell(at: 2).orderNumber == nil)
        presenter.tap(7)
        #expect(subject.grid.selection.isEmpty)
        presenter.tap(9_999)
        #expect(subject.grid.selection.isEmpty)
    }

    @Test func `Shift, sections and all`() async throws {
        let subject = try GridSubject(assets: 400) { $0.sectionUnit = .month }
        let presenter = await presenter(subject)
        await subject.run { subject.grid.sections != nil }
        let sections = try #require(subject.grid.sections)
        presenter.tap(2)
        presenter.tap(5, extending: true)
        #expect(subject.grid.selection.ranges == [2..<6])
        presenter.selectAll()
        #expect(subject.grid.selection.count == subject.grid.count)
        #expect(presenter.selectionPhrase(ofSection: 0) == Phrase(.gridDeselectSection))
        presenter.toggleSection(0)
        #expect(subject.grid.selection.count == subject.grid.count - sections[0].count)
        #expect(presenter.selectionPhrase(ofSection: 0) == Phrase(.gridSelectSection))
        #expect(presenter.toggleSection(9_999).isEmpty)
        presenter.move(.last)
        #expect(presenter.cursor.position == subject.grid.count - 1)
        let geometry = try #require(presenter.geometry)
        #expect(presenter.top == geometry.height - 844)
        await subject.settle()
    }

    @Test func `The scrubber moves the screen, rests, and has marks and labels`() async throws {
        let subject = try GridSubject(assets: 4_000) { $0.sectionUnit = .month }
        let presenter = await presenter(subject)
        await subject.run { subject.grid.sections != nil }
        #expect(presenter.hasScrubber)
        presenter.scrub(to: 424, barHeight: 848)
        #expect(presenter.thumb == 0.5)
        #expect(presenter.isScrubbing)
        let geometry = try #require(presenter.geometry)
        #expect(presenter.target?.top == (geometry.height - 844) / 2)
        #expect(presenter.scrubbedSection != nil)
        presenter.restScrubber()
        presenter.endScrub()
        #expect(!presenter.isScrubbing)
        #expect(abs(presenter.thumb - 0.5) < 1e-9)
        #expect(presenter.thumbTop(barHeight: 848) == 400)
        #expect(presenter.floatingLabel(now: .now) != nil)
        let marks = presenter.marks(barHeight: 848)
        #expect(!marks.isEmpty && marks.map(\.top) == marks.map(\.top).sorted())
        let before = presenter.top
        presenter.stepScrubber(forward: true)
        #expect(presenter.top > before)
        presenter.scrub(to: .nan)
        await subject.settle()
    }

    @Test func `The floating date is not above the header that says it`() async throws {
        let subject = try GridSubject(assets: 4_000) { $0.sectionUnit = .month }
        let presenter = await presenter(subject)
        #expect(!presenter.floatsLabel)
        await subject.run { subject.grid.sections != nil }
        #expect(!presenter.floatsLabel)
        presenter.scrolled(top: 1, height: 844)
        #expect(presenter.floatsLabel)
        let geometry = try #require(presenter.geometry)
        let second = try #require(geometry.frame(ofHeader: 1))
        let drawn = ObservationCount { _ = presenter.floatsLabel }
        // Assets of the first section are still on the screen.
        presenter.scrolled(top: second.top - 20, height: 844)
        #expect(drawn.count == 0)
        presenter.scrolled(top: second.top, height: 844)
        #expect(!presenter.floatsLabel)
        // Without headers nothing else says the date.
        presenter.resize(headerHeight: 0)
        #expect(presenter.floatsLabel)
        subject.grid.group(by: nil)
        #expect(!presenter.floatsLabel)
        await subject.settle()
    }

    @Test func `A collection view animates what a view does`() async throws {
        let subject = try GridSubject(assets: 500)
        let presenter = await presenter(subject)
        var animated: [Bool] = []
        subject.grid.onChange = { change, apply in
            animated.append(presenter.animates(change))
            presenter.show(change, apply)
        }
        _ = await insert(1, in: subject)
        presenter.reducesMotion = true
        _ = await insert(1, in: subject)
        presenter.reducesMotion = false
        presenter.scrolled(top: 2_000, height: 844)
        await subject.settle()
        // What comes in above moves the screen.
        _ = await insert(3, in: subject)
        #expect(animated == [true, false, false])
    }

    //   finger                  screen
    //   ------                  ------
    //   drags the thumb
    //                           turns: two screens are enough now
    //   moves on, leaves
    @Test func `The scrubber does not vanish under a finger, and the grid reads after it`() async throws {
        let subject = try GridSubject(assets: 60) { $0.sectionUnit = .year }
        let presenter = await presenter(subject)
        await subject.run { subject.grid.sections != nil }
        presenter.scrolled(top: 0, height: 300)
        #expect(presenter.hasScrubber)
        presenter.scrub(to: 0.5)
        presenter.scrolled(top: 0, height: 20_000)
        #expect(presenter.hasScrubber)
        presenter.scrub(to: 0.6)
        presenter.endScrub()
        #expect(!presenter.hasScrubber)
        #expect(subject.grid.viewport.allowsReading)
        await subject.settle()
    }

    @Test func `Positions and index paths belong together, with sections and without`() async throws {
        for unit in [nil, AssetSections.Unit.month] {
            let subject = try GridSubject(assets: 300) { $0.sectionUnit = unit }
            let presenter = await presenter(subject)
            if unit != nil { await subject.run { subject.grid.sections != nil } }
            let count = subject.grid.count
            let total = (0..<presenter.sectionCount).reduce(0) { $0 + presenter.itemCount(inSection: $1) }
            #expect(total == count)
            let paths = (0..<count).compactMap(presenter.indexPath(of:))
            #expect(paths.compactMap(presenter.position(of:)) == Array(0..<count))
            #expect(presenter.indexPath(of: count) == nil)
            #expect(presenter.position(of: [0]) == nil)
            #expect(presenter.position(of: [0, 9_999]) == nil)
            #expect(presenter.itemCount(inSection: 9_999) == 0)
            let change = try #require(await insert(2, in: subject, at: .firstOf2000))
            let steps = presenter.steps(of: change)
            #expect(steps?.insertions == (unit == nil ? change.batch?.insertions.map { [0, $0] } : steps?.insertions))
            #expect(unit == nil || steps == change.sections)
        }
    }
}
