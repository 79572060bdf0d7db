import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollBrowsing

/// A pinch that the grid follows, and what is left out in small cells.
@MainActor @Suite(.timeLimit(.hang)) struct GridPinchTests {
    /// A grid with a screen of 390 by 844 points, three columns, at its 60th row.
    private func presenter(_ subject: GridSubject) async throws -> GridPresenter {
        let presenter = await subject.presenter()
        let side = try #require(presenter.geometry).layout.rowDistance
        presenter.scrolled(top: 60 * side, height: 844)
        return presenter
    }

    /// How large the cell of a position is drawn, and where a share of its height is on the screen.
    private func drawn(_ position: Int, share: Double, in presenter: GridPresenter) throws -> (Double, Double) {
        let frame = try #require(presenter.geometry?.frame(of: position))
        let (top, pinch) = (frame.top + share * frame.height - presenter.top, presenter.pinch)
        return (frame.width * pinch.scale, pinch.y + (top - pinch.y) * pinch.scale)
    }

    @Test func `The cell under the fingers is as large as they want it, and keeps its place, at each density`()
        async throws
    {
        let subject = try GridSubject(assets: 3_000)
        let presenter = try await presenter(subject)
        let position = try #require(presenter.position(atX: 200, y: 500))
        let frame = try #require(presenter.geometry?.frame(of: position))
        let share = (presenter.top + 500 - frame.top) / frame.height
        for magnification in [1, 1.2, 1.45, 1.55, 2, 2.8, 1.4, 1, 0.8, 0.66, 0.5] {
            presenter.pinch(to: magnification, x: 200, y: 500)
            presenter.scrolled(top: presenter.top, height: 844)
            let (width, place) = try drawn(position, share: share, in: presenter)
            #expect(abs(width - frame.width * magnification) < 1e-6, "\(magnification)")
            #expect(abs(place - 500) < 1e-6, "\(magnification)")
        }
        #expect(presenter.density == .standard.denser)
        presenter.endPinch()
        #expect(presenter.pinch.scale == 1)
        await subject.settle()
    }

    @Test func `At the ends of the densities cells grow and shrink within limits`() async throws {
        let subject = try GridSubject(assets: 3_000)
        let presenter = try await presenter(subject)
        presenter.pinch(to: 1_000, x: 10, y: 10)
        #expect(presenter.density == GridDensity.allCases.last)
        #expect(presenter.pinch.scale < 2)
        presenter.pinch(to: 0.001, x: 10, y: 10)
        #expect(presenter.density == GridDensity.allCases.first)
        #expect(presenter.pinch.scale > 0.5)
        for magnification in [0, -1, .nan, .infinity] { presenter.pinch(to: magnification, x: 10, y: 10) }
        #expect(presenter.density == GridDensity.allCases.first)
        presenter.endPinch()
        await subject.settle()
    }

    //   fingers                 screen
    //   -------                 ------
    //   apart by 1.2
    //                           turns: the width changes
    //   apart by 4: ignored
    //   leave, come again       followed again
    @Test func `A pinch during which the screen turns is over`() async throws {
        let subject = try GridSubject(assets: 3_000)
        let presenter = try await presenter(subject)
        presenter.pinch(to: 1.2, x: 200, y: 500)
        presenter.resize(width: 844, headerHeight: 40)
        presenter.scrolled(top: presenter.top, height: 390)
        #expect(presenter.pinch.scale == 1)
        presenter.pinch(to: 4, x: 400, y: 100)
        #expect(presenter.density == .standard && presenter.pinch.scale == 1)
        presenter.endPinch()
        presenter.pinch(to: 1.2, x: 400, y: 100)
        #expect(abs(presenter.pinch.scale - 1.2) < 1e-9)
        presenter.endPinch()
        await subject.settle()
    }

    @Test func `A density that is chosen begins with cells as large as before, unless the user wants less motion`()
        async throws
    {
        let subject = try GridSubject(assets: 3_000)
        let presenter = try await presenter(subject)
        let before = try #require(presenter.geometry).layout.cellWidth
        presenter.show(presenter.density.larger)
        let after = try #require(presenter.geometry).layout.cellWidth
        #expect(abs(after * presenter.pinch.scale - before) < 1e-6)
        presenter.settlePinch()
        #expect(presenter.pinch.scale == 1)
        presenter.reducesMotion = true
        presenter.show(presenter.density.denser)
        #expect(presenter.pinch.scale == 1)
        await subject.settle()
    }

    @Test func `Small cells show a small mark where an asset is selected, and the smallest ones none`() async throws {
        let widths = [0, 20, 39.9, 40, 77, 78, 390, .nan]
        #expect(widths.map { CellDetail(cellWidth: $0).rawValue } == [0, 0, 0, 1, 1, 2, 2, 0])
        #expect(CellDetail.allCases.map { $0.showsMark(isSelected: true) } == [false, true, true])
        #expect(CellDetail.allCases.map { $0.showsMark(isSelected: false) } == [false, false, true])
        #expect(CellDetail.allCases.map { $0.badges([.livePhoto, .favorite]).count } == [0, 1, 2])
        #expect(CellDetail.allCases.map(\.hasMarkTarget) == [false, false, true])
        #expect(CellDetail.full.markSide > CellDetail.mark.markSide && CellDetail.mark > .picture)
        let subject = try GridSubject(assets: 50)
        let presenter = GridPresenter(of: subject.grid)
        #expect(presenter.detail == .picture)
        presenter.resize(width: 390, headerHeight: 40)
        #expect(presenter.detail == .full)
        presenter.show(GridDensity.allCases[0])
        #expect(presenter.detail == .mark)
        presenter.resize(width: 20, headerHeight: 40)
        #expect(presenter.detail == .picture)
    }
}
