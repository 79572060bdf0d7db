import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// What a grid says when a limit is reached, and which cells it dims.
@MainActor @Suite(.timeLimit(.hang)) struct SelectionLimitTests {
    private func subject(_ maximum: Int?, _ types: [MediaType: Int] = [:]) throws -> GridSubject {
        let limits = try AssetSelection.Limits(maximum: maximum, maximumByMediaType: types)
        return try GridSubject(assets: 200) { $0.selectionLimits = limits }
    }

    @Test func `At the limit the others are dimmed and each refusal is told; below it nothing is`() async throws {
        let subject = try subject(3)
        let presenter = await subject.presenter()
        let cells = (0..<6).map(subject.grid.cell(at:))
        for position in [0, 2] { presenter.tap(position) }
        #expect(!cells.contains(where: presenter.isDimmed) && presenter.notice == nil)
        presenter.tap(4)
        #expect(cells.map(presenter.isDimmed) == [false, true, false, true, false, true])
        #expect(presenter.notice == nil)
        presenter.tap(5)
        let first = try #require(presenter.notice)
        #expect(first.phrase == Phrase(.limitReachedOther, .number(3)))
        presenter.tap(5)
        let second = try #require(presenter.notice)
        #expect(second.phrase == first.phrase && second.number == first.number + 1)
        // The time of the first one is over.
        presenter.hide(first)
        #expect(presenter.notice == second)
        presenter.hide(second)
        #expect(presenter.notice == nil)
        presenter.tap(0)
        #expect(!cells.contains(where: presenter.isDimmed))
    }

    @Test func `A drag that reaches the limit half-way tells it once, and the next drag again`() async throws {
        let subject = try subject(5)
        let presenter = await subject.presenter()
        presenter.press(x: 5, y: 5)
        for y in stride(from: 100.0, through: 800, by: 20) { presenter.press(x: 5, y: y) }
        #expect(subject.grid.selection.count == 5)
        #expect(presenter.notice?.number == 1)
        presenter.press(x: 5, y: 5)
        #expect(subject.grid.selection.count == 1)
        presenter.release()
        presenter.press(x: 385, y: 5)
        for y in stride(from: 100.0, through: 800, by: 20) { presenter.press(x: 385, y: y) }
        presenter.release()
        #expect(presenter.notice?.number == 2)
        presenter.selectAll()
        #expect(presenter.notice?.number == 3)
        await subject.settle()
    }

    @Test func `With a limit of one nothing is dimmed, and another one takes the place`() async throws {
        let subject = try subject(1)
        let presenter = await subject.presenter()
        presenter.tap(0)
        presenter.tap(1)
        #expect(subject.grid.selection.ranges == [1..<2])
        #expect(!(0..<6).map(subject.grid.cell(at:)).contains(where: presenter.isDimmed))
        #expect(presenter.notice == nil)
    }

    @Test func `A limit of one kind dims that kind only`() async throws {
        let subject = try subject(nil, [.video: 1])
        let presenter = await subject.presenter()
        subject.grid.scrolled(to: 0..<100)
        let cells = (0..<100).map(subject.grid.cell(at:))
        await subject.run { cells.allSatisfy { $0.asset != nil } }
        let videos = cells.indices.filter { cells[$0].asset?.mediaType == .video }
        let others = cells.indices.filter { cells[$0].asset?.mediaType == .image }
        try #require(videos.count > 1 && !others.isEmpty)
        presenter.tap(videos[0])
        #expect(videos.dropFirst().allSatisfy { presenter.isDimmed(cells[$0]) })
        #expect(!others.contains { presenter.isDimmed(cells[$0]) })
        presenter.tap(videos[1])
        #expect(presenter.notice?.phrase == Phrase(.limitVideosOne, .number(1)))
    }

    @Test func `Cells are drawn again when the limit is reached, not with each asset that is selected`() async throws {
        let subject = try subject(3)
        let presenter = await subject.presenter()
        let cell = subject.grid.cell(at: 9)
        let drawn = ObservationCount { _ = presenter.isDimmed(cell) }
        for position in 0..<2 { presenter.tap(position) }
        #expect(drawn.count == 0)
        presenter.tap(2)
        #expect(drawn.count == 1)
    }

    @Test func `Each refusal has words, except that of an asset that is still to be read`() {
        typealias Refusal = AssetSelection.Refusal
        let refusals: [Refusal] = [
            .maximum(1), .maximum(9), .mediaType(.video, maximum: 0), .mediaType(.video, maximum: 2),
            .mediaType(.image, maximum: 1), .mediaType(.image, maximum: 4), .mediaType(.audio, maximum: 2),
            .notOffered(position: 3), .unknownMediaType(position: 3),
        ]
        #expect(
            refusals.map { $0.phrase?.key } == [
                .limitReachedOne, .limitReachedOther, .limitNotOffered, .limitVideosOther, .limitPhotosOne,
                .limitPhotosOther, .limitReachedOther, .limitNotOffered, nil,
            ])
    }

    @Test func `The mark selects and the picture is looked at, where the mark is large enough`() async throws {
        let subject = try subject(9)
        let presenter = await subject.presenter()
        #expect(!presenter.pictureSelects(true, opensPictures: true))
        #expect(presenter.pictureSelects(true, opensPictures: false))
        #expect(!presenter.pictureSelects(false, opensPictures: false))
        presenter.show(GridDensity.allCases[0])
        #expect(presenter.pictureSelects(true, opensPictures: true))
        #expect(GridPresenter.isSideways(x: -20, y: 10) && !GridPresenter.isSideways(x: 12, y: -10))
        await subject.settle()
    }

    @Test func `Order numbers move, also to and from the ends, and nothing else changes`() {
        var selection = AssetSelection(listCount: 20)
        for position in [3, 9, 4, 15] { selection.select(position) { _ in nil } }
        selection.move(orderNumber: 4, to: 1)
        #expect(Array(selection.positions) == [15, 3, 9, 4])
        selection.move(orderNumber: 2, to: .max)
        #expect(Array(selection.positions) == [15, 9, 4, 3])
        for number in [0, 5, -1, .max] { selection.move(orderNumber: number, to: 1) }
        #expect(Array(selection.positions) == [15, 9, 4, 3])
        var empty = AssetSelection(listCount: 20)
        empty.move(orderNumber: 1, to: 2)
        #expect(empty.isEmpty)
    }
}
