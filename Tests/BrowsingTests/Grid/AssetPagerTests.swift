import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// A full-screen pager: its pages, its neighbors, and edits that are shown before they are done.
@MainActor @Suite(.timeLimit(.hang)) struct AssetPagerTests {
    private static let screen = PixelSize(width: 16, height: 16)

    private func pager(_ subject: GridSubject, at position: Int) async throws -> AssetPager {
        await subject.open(visible: 0..<20)
        return try await subject.pager(at: position, imageSize: Self.screen)
    }

    @Test func `The page on screen and its neighbors are loaded at the size of the screen, and no others`() async throws
    {
        let subject = try GridSubject(assets: 100)
        let pager = try await pager(subject, at: 50)
        #expect(pager.index == 50)
        #expect(pager.count == subject.grid.count)
        let cells = (48...52).map(pager.cell(at:))
        await subject.run { cells[1...3].allSatisfy(\.image.isFinal) }
        #expect(!cells[0].image.isFinal)
        #expect(!cells[4].image.isFinal)
        pager.moved(to: 51)
        await subject.run { cells[4].image.isFinal }
        pager.moved(to: .max)
        #expect(pager.index == pager.count - 1)
        pager.moved(to: -7)
        #expect(pager.index == 0)
    }

    @Test func `A view places the page on screen and those beside it, from the side of the language`() async throws {
        let subject = try GridSubject(assets: 100)
        let pager = try await pager(subject, at: 0)
        #expect(pager.visiblePages.map(\.distance) == [0, 1])
        #expect(pager.visiblePages.map(\.isCurrent) == [true, false])
        pager.show(.previous)
        #expect(pager.index == 0)
        pager.show(.next)
        #expect(pager.index == 1)
        #expect(pager.visiblePages.map { $0.offset(width: 400) } == [-400, 0, 400])
        #expect(pager.visiblePages.map { $0.offset(width: 400, isRightToLeft: true) } == [400, 0, -400])
        #expect(Set(pager.visiblePages.map(\.id)).count == 3)
        #expect(pager.turn(afterDragTo: -300, width: 400) == .next)
        #expect(pager.turn(afterDragTo: -300, width: 400, isRightToLeft: true) == .previous)
        pager.moved(to: pager.count - 1)
        #expect(pager.visiblePages.map(\.distance) == [-1, 0])
        #expect(pager.turn(afterDragTo: -300, width: 400) == .stay)
    }

    @Test func `Without a page nothing is placed, and nothing turns`() async throws {
        let subject = try GridSubject(assets: 1)
        let pager = try await pager(subject, at: 0)
        #expect(pager.visiblePages.count == 1)
        let ids = try await subject.shownIDs()
        subject.store.change { $0.delete(ids) }
        await subject.run { pager.index == nil }
        #expect(pager.visiblePages.isEmpty)
        pager.show(.next)
        #expect(pager.turn(afterDragTo: 300, width: 400) == .stay)
    }

    @Test func `A change above keeps the page on screen; if it is deleted, its neighbor is shown`() async throws {
        let subject = try GridSubject(assets: 100)
        let pager = try await pager(subject, at: 10)
        let ids = try await subject.shownIDs()
        subject.store.change { $0.delete(ids[3..<5]) }
        await subject.run { pager.index == 8 }
        #expect(pager.current?.asset?.id == ids[10])
        subject.store.change { $0.delete([ids[10]]) }
        await subject.run { pager.current?.asset?.id == ids[11] }
        #expect(pager.index == 8)
    }

    @Test func `A favorite is shown at once, and stays without a flicker until the library has it`() async throws {
        let subject = try GridSubject(assets: 100)
        let pager = try await pager(subject, at: 10)
        guard let cell = pager.current, let id = cell.asset?.id else {
            Issue.record("no page")
            return
        }
        let isFavorite = cell.badges.isFavorite
        let edit = Task {
            defer { subject.activity.note() }
            try await pager.setFavorite(!isFavorite)
        }
        var seen = [cell.badges.isFavorite]
        await subject.run {
            if seen.last != cell.badges.isFavorite { seen.append(cell.badges.isFavorite) }
            return seen.count > 1 && !pager.hasPendingEdits
                && subject.store.contents.assets.contains { $0.id == id && $0.isFavorite != isFavorite }
        }
        try await edit.value
        await subject.run {
            if seen.last != cell.badges.isFavorite { seen.append(cell.badges.isFavorite) }
            return !pager.isReading
        }
        #expect(seen == [isFavorite, !isFavorite])
    }

    @Test func `A favorite that the library refuses is taken back`() async throws {
        var configuration = SyntheticConfiguration(assets: 100, seed: 5)
        configuration.faults.editFailure = SyntheticEditFault(at: 1, .notEnoughSpace)
        let subject = try GridSubject(configuration)
        let pager = try await pager(subject, at: 10)
        guard let cell = pager.current else {
            Issue.record("no page")
            return
        }
        let isFavorite = cell.badges.isFavorite
        let edit = Task {
            defer { subject.activity.note() }
            try await pager.setFavorite(!isFavorite)
        }
        await subject.activity.wait { cell.badges.isFavorite != isFavorite }
        await subject.run { !pager.hasPendingEdits }
        await #expect(throws: EditError.self) { try await edit.value }
        #expect(cell.badges.isFavorite == isFavorite)
    }

    @Test func `A deleted page disappears at once, and stays away when the library's update arrives`() async throws {
        let subject = try GridSubject(assets: 100)
        let pager = try await pager(subject, at: 10)
        let (ids, count) = (try await subject.shownIDs(), pager.count)
        let edit = Task {
            defer { subject.activity.note() }
            try await pager.delete()
        }
        await subject.activity.wait { pager.count == count - 1 }
        #expect(pager.index == 10)
        #expect(pager.listCount == count)
        await subject.run { pager.listCount == count - 1 }
        await subject.run { pager.current?.asset?.id == ids[11] }
        try await edit.value
        #expect(pager.count == count - 1)
        #expect(pager.index == 10)
    }

    @Test func `A deletion that the library refuses brings the page back beside the one on screen`() async throws {
        var configuration = SyntheticConfiguration(assets: 100, seed: 5)
        configuration.faults.editFailure = SyntheticEditFault(at: 1, .notEnoughSpace)
        let subject = try GridSubject(configuration)
        let pager = try await pager(subject, at: 10)
        let (ids, count) = (try await subject.shownIDs(), pager.count)
        let edit = Task {
            defer { subject.activity.note() }
            try await pager.delete()
        }
        await subject.activity.wait { pager.count == count - 1 }
        await subject.run { pager.count == count }
        await #expect(throws: EditError.self) { try await edit.value }
        #expect(pager.index == 11)
        await subject.run { pager.current?.asset?.id == ids[11] && pager.cell(at: 10).asset?.id == ids[10] }
    }

    @Test func `The last page deleted leaves no page, and an edit without a page does nothing`() async throws {
        let subject = try GridSubject(assets: 1)
        let pager = try await pager(subject, at: 0)
        let edit = Task {
            defer { subject.activity.note() }
            try await pager.delete()
        }
        await subject.activity.wait { pager.count == 0 }
        #expect(pager.index == nil)
        #expect(pager.current == nil)
        try await pager.setFavorite(true)
        try await pager.delete()
        pager.moved(to: 0)
        await subject.run { pager.listCount == 0 }
        try await edit.value
    }

    @Test func `A pager needs a list, some neighbors and a size`() async throws {
        let subject = try GridSubject(assets: 10)
        #expect(throws: InvalidArgument.self) { try AssetPager(over: subject.grid, at: 0, imageSize: Self.screen) }
        await subject.open()
        for neighbors in [0, 11, .max] {
            #expect(throws: InvalidArgument.self) {
                try AssetPager(over: subject.grid, at: 0, imageSize: Self.screen, neighbors: neighbors)
            }
        }
        #expect(throws: InvalidArgument.self) {
            try AssetPager(over: subject.grid, at: 0, imageSize: PixelSize(width: 0, height: 0))
        }
    }
}
