import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// What a grid reads, shows and keeps.
@MainActor @Suite(.timeLimit(.hang)) struct AssetGridTests {
    @Test func `A list is there at once, its assets once their page is read, and its sections after them`() async throws
    {
        let subject = try GridSubject(assets: 500) { $0.sectionUnit = .month }
        let grid = subject.grid
        #expect(grid.state == .idle)
        grid.scrolled(to: 0..<20)
        grid.show(.all)
        #expect(grid.state == .opening)
        await subject.run { grid.sections != nil }
        await subject.settle()
        #expect(grid.state == .ready)
        #expect(grid.sections?.assetCount == grid.count)
        let ids = try await subject.shownIDs()
        #expect((0..<20).map { grid.asset(at: $0)?.id } == Array(ids.prefix(20)))
        #expect(subject.changes.map(\.reload) == [.opened, .sections])
        #expect(subject.changes.map(\.generation) == [1, 2])
    }

    @Test func `A page's arrival writes its cells, and nothing else`() async throws {
        let subject = try GridSubject(assets: 2_000) { $0.pageSize = 50 }
        let grid = subject.grid
        await subject.open(visible: 0..<20)
        let far = grid.cell(at: 1_000)
        let near = grid.cell(at: 0)
        let listChanges = ObservationCount {
            _ = (grid.count, grid.sections, grid.generation, grid.change?.id, grid.state, grid.selection.count)
        }
        let nearChanges = ObservationCount { _ = (near.asset, near.badges, near.position, near.orderNumber) }
        let farChanges = ObservationCount { _ = far.asset }
        grid.scrolled(to: 990..<1_010)
        await subject.settle()
        #expect(far.asset != nil)
        #expect(farChanges.count == 1)
        #expect(nearChanges.count == 0)
        #expect(listChanges.count == 0)
    }

    @Test func `A scroll event writes cells that go far away or appear, and nothing else`() async throws {
        let subject = try GridSubject(assets: 2_000)
        let grid = subject.grid
        await subject.open(visible: 100..<120)
        let cells = (80..<140).map { grid.cell(at: $0) }
        await subject.run { cells[20..<40].allSatisfy(\.image.isFinal) }
        await subject.settle()
        let counts = cells.map { cell in
            ObservationCount { _ = (cell.asset, cell.image, cell.progress, cell.position, cell.orderNumber) }
        }
        let listChanges = ObservationCount {
            _ = (grid.count, grid.sections, grid.generation, grid.change?.id, grid.state, grid.selection.count)
        }
        grid.scrolled(to: 104..<124, velocity: 480)
        // Four cells are too far away now, and four become visible; the image of every other one stays.
        let written = counts.indices.filter { counts[$0].count > 0 }
        #expect(written.allSatisfy { 0..<4 ~= $0 || 40..<44 ~= $0 } && counts.allSatisfy { $0.count <= 1 })
        #expect(listChanges.count == 0)
    }

    @Test(arguments: [0, 1, 16, 300, 100_000])
    func `A scroll event visits as many cells as the list moves by, at most those near the screen`(_ distance: Int) {
        func zones(_ start: Int) -> AssetGrid.ImageZones {
            AssetGrid.ImageZones(visible: start..<start + 28, zone: start - 28..<start + 56)
        }
        for (old, new) in [(1_000, 1_000 + distance), (1_000 + distance, 1_000)] {
            let moved = zones(new).moved(from: zones(old))
            let visits = (moved.shown + moved.left).reduce(0) { $0 + $1.count }
            #expect(visits <= min(3 * distance, 28 + 28 + 84))
            #expect(moved.shown.joined().count { _ in true } == min(distance, 28))
        }
    }

    @Test func `Cells show their image from memory at once, or load it when they are visible`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let cell = grid.cell(at: 3)
        await subject.run { cell.image.isFinal }
        let size = cell.image.decoded?.size
        grid.scrolled(to: 200..<220)
        await subject.settle()
        // Released, since it is far away; the cache still has it.
        #expect(cell.image.decoded == nil)
        grid.scrolled(to: 0..<20)
        #expect(cell.image.decoded?.size == size)
        #expect(grid.cell(at: 3) === cell)
    }

    @Test func `An image that fails is shown as failed, and asked for again when its cell returns`() async throws {
        var configuration = SyntheticConfiguration(assets: 300, seed: 5)
        configuration.faults.imageFault = .error(reason: "broken")
        let subject = try GridSubject(configuration)
        let grid = subject.grid
        await subject.open()
        let cell = grid.cell(at: 3)
        await subject.run { cell.image.isFailed }
        subject.store.faults = .none
        grid.scrolled(to: 200..<220)
        grid.scrolled(to: 0..<20)
        await subject.run { cell.image.isFinal }
    }

    @Test func `A cell whose image cannot be loaded in another size keeps the one that it has`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let cell = grid.cell(at: 3)
        await subject.run { cell.image.isFinal }
        let width = cell.image.decoded?.size.width
        subject.store.faults.imageFault = .error(reason: "broken")
        var steps = 0
        cell.onStep = { [activity = subject.activity] in
            steps += 1
            activity.note()
        }
        try grid.resizeCells(to: PixelSize(width: 32, height: 32))
        await subject.run { steps > 0 }
        #expect(cell.image.decoded?.size.width == width)
        // It is asked for again when its cell returns.
        subject.store.faults = .none
        grid.scrolled(to: 20..<40)
        grid.scrolled(to: 0..<20)
        await subject.run { cell.image.isFinal && cell.image.decoded?.size.width != width }
    }

    @Test func `While the scrubber is dragged nothing is read; when it rests, one read and one window`() async throws {
        let subject = try GridSubject(assets: 20_000)
        let grid = subject.grid
        await subject.open()
        await subject.finishLoading()
        let before = (subject.reads, await subject.images.statistics.started)
        for step in 1...100 {
            grid.scrub(.dragging(Double(step) / 100))
            grid.scrolled(to: step * 150..<step * 150 + 20, velocity: 3_000)
            _ = (0..<20).map { grid.cell(at: step * 150 + $0) }
            subject.manual.runAll()
        }
        #expect(subject.reads == before.0)
        #expect(await subject.images.statistics.started == before.1)
        grid.scrub(.resting(1))
        #expect(grid.pageTasks.count == 1)
        await subject.settle()
        #expect(grid.asset(at: 15_000) != nil)
        #expect(grid.asset(at: 15_019) != nil)
        #expect(grid.asset(at: 15_021) == nil)
        #expect(await grid.window?.status.wanted.contains(15_010) == true)
        grid.scrub(.idle)
        await subject.settle()
        #expect(grid.asset(at: 15_021) != nil)
    }

    @Test func `Over 1,000,000 assets the memory is bounded: pages, cells and images, wherever it was scrolled`()
        async throws
    {
        let subject = try GridSubject(SyntheticConfiguration(assets: 0), library: MillionLibrary.source)
        let (grid, options) = (subject.grid, subject.grid.options)
        await subject.open()
        for step in 0..<50 {
            try #require(grid.count == 1_000_000)
            let start = step * 17_919 % (grid.count - 60)
            grid.scrolled(to: start..<start + 60, velocity: step.isMultiple(of: 2) ? 10_000 : -10_000)
            for position in start..<start + 60 { _ = grid.cell(at: position) }
            await subject.settle()
            #expect(grid.pages.pageCount <= options.pageLimit)
            #expect(grid.cells.keptCount <= options.cellLimit)
        }
        let zone = grid.viewport.imageZone(in: grid.count)
        #expect(grid.cells.cells.allSatisfy { $0.image.decoded == nil || zone.contains($0.position) })
        // Without images: the values of the assets with their texts, and the cells.
        let asset = MemoryLayout<MediaAsset>.stride + 8 + 128
        let bytes = options.pageLimit * options.pageSize * asset + options.cellLimit * (asset + 1_024)
        #expect(bytes <= 8 << 20)
    }

    @Test func `A cell that leaves the screen while it loads stops, and loads again when it comes back`() async throws {
        let subject = try GridSubject(assets: 200)
        let grid = subject.grid
        await subject.open()
        #expect(grid.asset(at: 79) != nil)
        // All in one turn: no image arrives in between, and the window has loaded none here.
        grid.scrolled(to: 60..<80)
        let cells = (60..<80).map { grid.cell(at: $0) }
        #expect(cells.filter(\.isUnsettled).count == 20)
        grid.scrolled(to: 70..<90)
        let states = cells.map(\.isUnsettled)
        #expect(states == Array(repeating: false, count: 10) + Array(repeating: true, count: 10))
        #expect(grid.unsettled.count == 10)
        grid.scrolled(to: 60..<80)
        #expect(cells.filter(\.isUnsettled).count == 20)
    }

    @Test func `A cell that a view holds stays up to date after the grid has given it up`() async throws {
        let subject = try GridSubject(assets: 3_000) { ($0.cellLimit, $0.pageSize) = (16, 50) }
        let grid = subject.grid
        await subject.open()
        let held = grid.cell(at: 5)
        for start in stride(from: 100, to: 2_000, by: 20) {
            grid.scrolled(to: start..<start + 16)
            for position in start..<start + 16 { _ = grid.cell(at: position) }
        }
        #expect(grid.cells.keptCount <= 16)
        #expect(grid.cells.cells.count <= 17)
        grid.toggle(5)
        #expect(held.orderNumber == 1)
        #expect(grid.cell(at: 5) === held)
    }

    @Test func `Nothing outlives a grid: neither its tasks nor its window nor its cells`() async throws {
        weak var weakGrid: AssetGrid?
        weak var weakCell: AssetCell?
        let subject = try GridSubject(assets: 300)
        let (manager, images) = (subject.manager, subject.images)
        var other: AssetGrid? = try AssetGrid(
            of: manager, images: images, options: GridOptions(cellSize: PixelSize(width: 8, height: 8)))
        weakGrid = other
        other?.show(.all)
        await subject.run { other?.snapshot != nil }
        other?.scrolled(to: 0..<20)
        weakCell = other?.cell(at: 0)
        // Its reads and images are on their way.
        #expect(other?.pageTasks.isEmpty == false)
        #expect(weakCell != nil)
        other = nil
        #expect(weakGrid == nil)
        #expect(weakCell == nil)
        await subject.run { await images.statistics.windows == 0 }
        await subject.run { !manager.photos.access.changes.isWanted }
    }

    @Test func `Options outside of their limits, foreign images and snapshots are refused`() throws {
        let subject = try GridSubject(assets: 10)
        let other = try GridSubject(assets: 10)
        let changes: [(inout GridOptions) -> Void] = [
            { $0.cellSize.width = 0 }, { $0.cellSize.height = -1 }, { $0.cellSize.width = .max }, { $0.pageSize = 0 },
            { $0.pageLimit = 3 }, { $0.cellLimit = 0 }, { $0.window.maximumItemCount = 0 }, { $0.busyDelay = .zero },
            { $0.retryDelay = .seconds(-1) },
        ]
        for change in changes {
            var options = subject.grid.options
            change(&options)
            #expect(throws: InvalidArgument.self) {
                try AssetGrid(of: subject.manager, images: subject.images, options: options)
            }
        }
        #expect(throws: InvalidArgument.self) {
            try AssetGrid(of: subject.manager, images: other.images, options: subject.grid.options)
        }
        #expect(throws: InvalidArgument.self) { try subject.grid.resizeCells(to: PixelSize(width: 0, height: 1)) }
        #expect(throws: InvalidArgument.self) { try subject.grid.setSelection(AssetSelection(listCount: 1)) }
    }

    @Test func `Positions outside of the list, an empty list and an absurd screen have defined results`() async throws {
        let subject = try GridSubject(assets: 0)
        let grid = subject.grid
        grid.scrolled(to: .min ..< .max, velocity: .nan)
        await subject.open(visible: 5..<9)
        #expect(grid.state == .ready)
        #expect(grid.count == 0)
        for position in [-1, 0, .min, .max] {
            #expect(grid.asset(at: position) == nil)
            #expect(grid.cell(at: position).asset == nil)
            #expect(grid.toggle(position).isEmpty)
        }
        grid.scrolled(to: .min ..< .max, velocity: .infinity)
        let change = await subject.change { $0.insert(2, MediaAsset.plain) }
        #expect(change?.batch?.insertions == [0, 1])
        await subject.settle()
        #expect(grid.asset(at: 1) != nil)
    }

    @Test func `Another size of cells keeps the old image until the new one is there`() async throws {
        let subject = try GridSubject(assets: 100)
        let grid = subject.grid
        await subject.open()
        let cell = grid.cell(at: 0)
        await subject.run { cell.image.isFinal }
        let old = cell.image.decoded?.size.width ?? 0
        try grid.resizeCells(to: PixelSize(width: 32, height: 32))
        #expect(cell.image.decoded?.size.width == old)
        await subject.run { cell.image.isFinal && cell.image.decoded?.size.width != old }
    }

    @Test func `After a drag that goes back, each cell has its order number`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let cells = (0..<30).map { grid.cell(at: $0) }
        for position in [6, 20, 5, 7, 4] { grid.toggle(position) }
        grid.beginDrag(at: 4)
        for position in [7, 4, 9, 2] {
            grid.drag(to: position)
            #expect(cells.map(\.orderNumber) == (0..<30).map(grid.selection.orderNumber))
        }
        grid.cancelDrag()
        #expect([6, 20, 5, 7, 4].map { cells[$0].orderNumber } == [1, 2, 3, 4, 5])
    }

    @Test func `A function that says less than it has changed leaves no cell with an old order number`() async throws {
        let subject = try GridSubject(assets: 300)
        let grid = subject.grid
        await subject.open()
        let cells = (0..<30).map { grid.cell(at: $0) }
        for position in [6, 20, 5] { grid.toggle(position) }
        grid.changeSelection { selection, _ in
            selection.move(5, toOrderNumber: 1)
            return AssetSelection.Change()
        }
        #expect([5, 6, 20].map { cells[$0].orderNumber } == [1, 2, 3])
        grid.changeSelection { selection, mediaType in
            selection.deselect(6)
            selection.select(8, mediaTypeAt: mediaType)
            return selection.select(9, mediaTypeAt: mediaType)
        }
        #expect([5, 6, 20, 8, 9].map { cells[$0].orderNumber } == [1, nil, 2, 3, 4])
        grid.changeSelection { selection, mediaType in
            selection.deselectAll()
            return selection.select(3, mediaTypeAt: mediaType)
        }
        #expect(cells.filter(\.isSelected).map(\.position) == [3])
    }

    @Test func `Grouping by another period, and not at all`() async throws {
        let subject = try GridSubject(assets: 400) { $0.sectionUnit = .year }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections?.unit == .year }
        grid.group(by: .month)
        await subject.run { grid.sections?.unit == .month }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 50_400) ?? .current
        grid.group(by: .month, in: calendar)
        await subject.run { grid.sections?.calendar == calendar }
        grid.group(by: nil)
        #expect(grid.sections == nil)
        let change = await subject.change { $0.insert(1, MediaAsset.plain) }
        #expect(change?.batch != nil)
    }

    @Test func `A list that is not in the order of dates has no sections, and says why`() async throws {
        let subject = try GridSubject(assets: 100) { $0.sectionUnit = .month }
        await subject.open(.all.sorted())
        await subject.run { subject.grid.sectionsFailure != nil }
        #expect(subject.grid.sections == nil)
        #expect(subject.grid.state == .ready)
    }
}

extension GridSubject {
    /// The number of reads of pages so far; the window reads too, whenever its turn comes.
    var reads: Int { grid.pages.loadCount }
}
