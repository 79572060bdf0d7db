import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// A grid whose library changes faster, or by more, than a user would.
@MainActor @Suite(.timeLimit(.hang)) struct GridStressTests {
    // finger                       library
    // flings: 120 scroll events    1,000 changes, eight or nine between two of them
    // rests
    //                              its last change is on the screen
    @Test(arguments: Effort.seeds(1...10 as ClosedRange<UInt64>))
    func `A thousand changes a second under a fling: each cell shows its asset, and nothing is lost`(
        seed: UInt64
    ) async throws {
        let subject = try GridSubject(assets: 2_000) { $0.sectionUnit = .month }
        let grid = subject.grid
        await subject.open()
        let chosen = try await subject.shownIDs().enumerated().filter { $0.offset % 180 == 7 }.map(\.element)
        for position in stride(from: 7, to: grid.count, by: 180) { grid.toggle(position) }
        var wrong: [Int] = []
        for event in 0..<120 {
            subject.store.applyBurst(
                seed: seed * 1_000 + UInt64(event), steps: event < 40 ? 9 : 8, kinds: [.insert, .delete, .date])
            let first = event * 14 % (grid.count - 28)
            grid.scrolled(to: first..<first + 28, velocity: 14 * 120)
            for position in first..<first + 28 where !shows(grid, position) { wrong.append(event) }
            subject.manual.runAll()
            // As a view without an animation.
            if let change = grid.change { grid.finishedShowing(change) }
            if event.isMultiple(of: 10) { try await subject.readElsewhere() }
        }
        #expect(wrong.isEmpty)
        try await rest(subject)
        let shown = try await subject.shownIDs()
        #expect(grid.selection.positions.map { shown[$0] } == chosen.filter(Set(shown).contains))
        let photos = subject.manager.photos
        let (snapshot, calendar) = (try #require(grid.snapshot), grid.options.calendar)
        let counted = try await subject.finish { try await photos.sections(of: snapshot, by: .month, in: calendar) }
        #expect(grid.sections == counted)
    }

    /// Whether the cell at a position has that position, and the asset there if it was read.
    private func shows(_ grid: AssetGrid, _ position: Int) -> Bool {
        let cell = grid.cell(at: position)
        return cell.position == position && cell.asset?.id == grid.asset(at: position)?.id
    }

    /// Stops at the top, and waits for a last change of the library.
    private func rest(_ subject: GridSubject) async throws {
        let grid = subject.grid
        grid.scrolled(to: 0..<28)
        let last = subject.store.insert(1) {
            MediaAsset.plain(&$0)
            $0.creationDate = .distantFuture
        }
        await subject.run {
            if let change = grid.change { grid.finishedShowing(change) }
            grid.scrolled(to: 0..<28)
            return !grid.isReading && grid.asset(at: 0)?.id == last[0]
        }
        let (shown, photos) = (try await subject.shownIDs(), subject.manager.photos)
        let listed = try await subject.finish {
            try await photos.identifiers(of: try await photos.snapshot(of: .all))
        }
        #expect(shown == listed)
    }

    @Test(arguments: [false, true])
    func `Half of many selected assets are deleted: the others stay selected, in their order`(
        isReloaded: Bool
    ) async throws {
        let selected = Effort.of(full: 100_000)
        let subject = try GridSubject(assets: selected + selected * 6 / 100)
        let grid = subject.grid
        await subject.open()
        let ids = try await subject.shownIDs()
        grid.beginDrag(at: selected - 1)
        grid.drag(to: 0)
        grid.endDrag()
        #expect(grid.selection.count == selected)
        subject.store.delete(stride(from: 0, to: selected, by: 2).map { ids[$0] })
        if isReloaded { grid.reload() }
        await subject.run {
            if let change = grid.change { grid.finishedShowing(change) }
            return grid.selection.count == selected / 2
        }
        #expect(grid.count == ids.count - selected / 2)
        // The odd ones have closed up, and the last one was selected first.
        #expect(grid.selection.positions.elementsEqual((0..<selected / 2).reversed()))
        await subject.settle()
        #expect(grid.asset(at: 3)?.id == ids[7])
        #expect(grid.cell(at: 3).orderNumber == selected / 2 - 3)
    }

    @Test func `Another time zone while a list is open: its sections are those of the zone, and nothing else moves`()
        async throws
    {
        let subject = try GridSubject(assets: 600) {
            ($0.sectionUnit, $0.calendar) = (.day, SampleCalendars.calendar(.gregorian, "Pacific/Apia"))
        }
        let grid = subject.grid
        await subject.open(visible: 100..<120)
        await subject.run { grid.sections != nil }
        let (cell, before) = (grid.cell(at: 105), grid.sections)
        for position in [300, 4] { grid.toggle(position) }
        let calendar = SampleCalendars.calendar(.gregorian, "America/Sao_Paulo")
        grid.group(by: .day, in: calendar)
        await subject.run { grid.sections?.calendar == calendar }
        #expect(grid.sections?.map(\.dates) != before?.map(\.dates))
        #expect(grid.change?.reload == .sections)
        #expect(grid.change?.anchor?.position == 100)
        #expect(grid.wantedPositions == 100..<120)
        #expect(grid.selection.positions.elementsEqual([300, 4]))
        #expect(grid.cell(at: 105) === cell)
        // Changes go on in the new zone.
        let change = await subject.change { $0.insert(3, MediaAsset.plain) }
        #expect(change?.sections != nil)
        let (photos, snapshot) = (subject.manager.photos, try #require(grid.snapshot))
        let counted = try await subject.finish { try await photos.sections(of: snapshot, by: .day, in: calendar) }
        #expect(grid.sections == counted)
    }

    // app                          library
    // another time zone: counts
    //                              changes
    // a third time zone
    //                              counts, and changes
    @Test func `Two changes of the time zone with a change of the library in between end in the last zone`()
        async throws
    {
        let subject = try GridSubject(assets: 300) {
            ($0.sectionUnit, $0.calendar) = (.month, SampleCalendars.calendar(.gregorian, "GMT"))
        }
        let grid = subject.grid
        await subject.open()
        await subject.run { grid.sections != nil }
        grid.group(by: .month, in: SampleCalendars.calendar(.gregorian, "Asia/Kathmandu"))
        subject.store.insert(20, MediaAsset.plain)
        let calendar = SampleCalendars.calendar(.gregorian, "Pacific/Kiritimati")
        grid.group(by: .month, in: calendar)
        let count = grid.count
        await subject.run {
            if let change = grid.change { grid.finishedShowing(change) }
            return grid.count == count + 20 && grid.sections?.assetCount == count + 20
        }
        let (photos, snapshot) = (subject.manager.photos, try #require(grid.snapshot))
        let counted = try await subject.finish { try await photos.sections(of: snapshot, by: .month, in: calendar) }
        #expect(grid.sections == counted)
    }

    @Test func `A grid without sections takes its calendar as it is when it is first grouped`() async throws {
        let subject = try GridSubject(assets: 100) { $0.calendar = .autoupdatingCurrent }
        let grid = subject.grid
        await subject.open()
        grid.group(by: .day)
        #expect(grid.options.calendar == .current)
        await subject.run { grid.sections != nil }
        #expect(grid.sections?.calendar == .current)
    }

    @Test func `Options are equal if their calendars are, whether they were given or not`() {
        let size = PixelSize(width: 32, height: 32)
        let (plain, other) = (GridOptions(cellSize: size), GridOptions(cellSize: size))
        var given = plain
        given.calendar = .current
        #expect(plain == other && plain == given && plain.hashValue == given.hashValue)
        given.calendar = SampleCalendars.calendar(.buddhist, "GMT")
        #expect(plain != given && given.calendar.identifier == .buddhist)
    }

    @Test func `A calendar that follows the user's settings is taken as it is when the list is grouped`() async throws {
        let subject = try GridSubject(assets: 100) { ($0.sectionUnit, $0.calendar) = (.day, .autoupdatingCurrent) }
        let grid = subject.grid
        #expect(grid.options.calendar == .current)
        await subject.open()
        await subject.run { grid.sections != nil }
        #expect(grid.sections?.calendar == .current)
        var calendar = Calendar(identifier: .buddhist)
        calendar.timeZone = .autoupdatingCurrent
        grid.group(by: .day, in: calendar)
        await subject.run { grid.sections?.calendar.identifier == .buddhist }
        #expect(grid.sections?.calendar.timeZone == .current)
        #expect(try AssetSections(of: [.firstOf2000], by: .day, in: .autoupdatingCurrent).calendar == .current)
    }

    @Test func `A library without dates has one section, and an asset that gets a date one of its own`() async throws {
        let subject = try GridSubject(assets: 200) { $0.sectionUnit = .day }
        let grid = subject.grid
        subject.store.change { contents in
            for asset in contents.assets { contents.edit(asset.id) { $0.creationDate = nil } }
        }
        await subject.open()
        await subject.run { grid.sections != nil }
        #expect(grid.sections?.map(\.range) == [0..<grid.count])
        #expect(grid.sections?[0].dates == nil)
        let ids = try await subject.shownIDs()
        let change = await subject.change { $0.edit(ids[30]) { $0.creationDate = .firstOf2000 } }
        #expect(change?.sections?.insertedSections == [0])
        #expect(grid.sections?.map(\.count) == [1, grid.count - 1])
        #expect(grid.asset(at: 0)?.id == ids[30])
    }

    @Test func `Types and traits that this version does not know are shown, selected and counted`() async throws {
        let type = MediaType(rawValue: 99)
        let traits = MediaSubtypes(rawValue: 1 << 40)
        let newer = ["a", "b"].map { MediaAsset(id: $0, mediaType: type, mediaSubtypes: traits) }
        let contents = FixedContents(assets: [MediaAsset(id: "picture", creationDate: .firstOf2000)] + newer)
        let subject = try GridSubject(SyntheticConfiguration(assets: 0), library: .fixed(contents)) {
            ($0.sectionUnit, $0.selectionLimits) = (.day, try .init(maximumByMediaType: [type: 1]))
        }
        let grid = subject.grid
        await subject.open()
        let cell = grid.cell(at: 1)
        #expect(cell.badges.mediaType == type)
        #expect(cell.badges.mediaSubtypes == traits)
        for position in 0...2 { grid.toggle(position) }
        #expect(grid.selection.positions.elementsEqual([0, 1]))
        #expect(grid.toggle(2).refusal == .mediaType(type, maximum: 1))
    }
}
