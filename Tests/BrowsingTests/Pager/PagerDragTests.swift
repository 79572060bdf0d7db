import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// What a finger does to a page, by arithmetic.
@Suite struct PagerDragTests {
    private let both = PagerDrag.Turns(left: true, right: true)
    private let none = PagerDrag.Turns(left: false, right: false)

    /// A drag over some places, on a screen of 400 by 800 points.
    private func drag(_ places: [(x: Double, y: Double)], _ turns: PagerDrag.Turns? = nil) -> PagerDrag {
        var drag = PagerDrag()
        for place in places { drag.move(x: place.x, y: place.y, width: 400, height: 800, turns: turns ?? both) }
        return drag
    }

    private func end(_ drag: PagerDrag, x: Double, y: Double) -> PagerDrag.End {
        var drag = drag
        let end = drag.end(x: x, y: y, width: 400, height: 800) { $0 < -200 ? .next : $0 > 200 ? .previous : .stay }
        #expect(drag == PagerDrag())
        return end
    }

    @Test func `The first ten points decide the direction, which then stays`() {
        #expect(!drag([(3, 4), (9, -9)]).isActive)
        #expect(drag([(3, 4), (12, 5)]).axis == .sideways)
        let down = drag([(3, 11), (300, 40)])
        #expect(down.axis == .down)
        #expect([down.x, down.y] == [300, 40])
        let sideways = drag([(-11, 3), (-90, 500)])
        #expect([sideways.x, sideways.y] == [-90, 0])
        #expect(drag([(2, -12)]).axis == .up)
        #expect(drag([(.nan, 50), (20, .infinity)]) == PagerDrag())
    }

    @Test func `At the ends of the list the page follows less and less, and never leaves the screen`() {
        let places = [20.0, 100, 400, 5_000, 1e12]
        let distances = places.map { drag([($0, 0)], none).x }
        #expect(distances == distances.sorted())
        #expect(zip(distances, places).allSatisfy { $0 < $1 * 0.6 && $0 <= 400 })
        #expect(drag([(-100, 0)], none).x == -drag([(100, 0)], none).x)
        #expect(drag([(-100, 0)], PagerDrag.Turns(left: false, right: true)).x == -100)
        var flat = PagerDrag()
        flat.move(x: 50, y: 0, width: 0, height: 0, turns: none)
        #expect(flat.x == 0)
    }

    @Test func `Ends: another page, closed, more, or back`() {
        #expect(end(drag([(-30, 0)]), x: -300, y: 900) == .turns(.next))
        #expect(end(drag([(-30, 0)]), x: -90, y: 0) == .turns(.stay))
        #expect(end(drag([(0, 30)]), x: -300, y: 260) == .closes)
        #expect(end(drag([(0, 30)]), x: 0, y: 150) == .turns(.stay))
        // The finger has come back up.
        #expect(end(drag([(0, 30), (0, -5)]), x: 0, y: 900) == .turns(.stay))
        #expect(end(drag([(0, -30)]), x: 0, y: -200) == .showsInfo)
        #expect(end(drag([(0, -30)]), x: 0, y: -20) == .turns(.stay))
        #expect(end(drag([]), x: 0, y: 900) == .turns(.stay))
        #expect(end(drag([(0, 30)]), x: .nan, y: 900) == .turns(.stay))
    }

    @Test func `A page that is pulled down shrinks, and the background fades`() {
        let drag = self.drag([(0, 20), (0, 200)])
        #expect(drag.closing(height: 800) == 0.5)
        #expect(abs(drag.scale(height: 800) - 0.85) < 1e-9)
        #expect(self.drag([(0, 20), (0, 9_000)]).closing(height: 800) == 1)
        #expect(self.drag([(200, 0)]).closing(height: 800) == 0)
        #expect(drag.closing(height: 0) == 0)
    }

    @Test func `A drag that begins in the bar of a player is the player's`() {
        var drag = PagerDrag()
        drag.begin(overPlayerAt: 700, height: 800)
        drag.move(x: -90, y: 0, width: 400, height: 800, turns: both)
        #expect(!drag.isActive)
        #expect(end(drag, x: -900, y: 0) == .turns(.stay))
        drag = PagerDrag()
        drag.begin(overPlayerAt: 300, height: 800)
        drag.move(x: -90, y: 0, width: 400, height: 800, turns: both)
        // A place that is noted later changes nothing.
        drag.begin(overPlayerAt: 790, height: 800)
        drag.move(x: -95, y: 0, width: 400, height: 800, turns: both)
        #expect(drag.x == -95)
    }

    @Test func `An enlarged picture is loaded in steps, within its own size and a limit`() {
        let screen = PixelSize(width: 1_200, height: 2_400)
        let photo = PixelSize(width: 4_000, height: 3_000)
        func size(_ scale: Double, of picture: PixelSize? = nil, on other: PixelSize? = nil) -> PixelSize? {
            PictureZoom.size(of: picture ?? photo, on: other ?? screen, scale: scale)
        }
        #expect([1, 0.5, .nan, .infinity].allSatisfy { size($0) == nil })
        #expect(size(1.1) == PixelSize(width: 2_400, height: 1_800))
        #expect(size(2) == PixelSize(width: 2_400, height: 1_800))
        #expect(size(2.1) == photo)
        #expect(size(50) == photo)
        // The screen shows all of it.
        #expect(size(3, of: PixelSize(width: 1_200, height: 900)) == nil)
        for empty in [PixelSize(width: 0, height: 900), PixelSize(width: 900, height: 0)] {
            #expect(size(3, of: empty) == nil)
            #expect(size(3, on: empty) == nil)
        }
        let large = size(1_000, of: PixelSize(width: 20_000, height: 10_000))
        #expect(large == PixelSize(width: 10_000, height: 5_000))
        let panorama = size(1_000, of: PixelSize(width: 60_000, height: 600))
        #expect(panorama?.width == 32_768)
    }
}

/// A pager whose picture is enlarged, and the pages beside the one on screen.
@MainActor @Suite(.timeLimit(.hang)) struct AssetPagerZoomTests {
    private func pager(_ subject: GridSubject, at position: Int) async throws -> AssetPager {
        await subject.open(visible: 0..<20)
        return try await subject.pager(at: position, imageSize: PixelSize(width: 16, height: 16))
    }

    /// A library of still pictures of 64 by 64 pixels.
    private func subject() throws -> GridSubject {
        let subject = try GridSubject(assets: 0)
        subject.store.change { contents in
            contents.insert(20) {
                MediaAsset.plain(&$0)
                ($0.pixelWidth, $0.pixelHeight) = (64, 64)
            }
        }
        return subject
    }

    @Test func `A picture that is enlarged has more pixels, until it fits again or another page is shown`() async throws
    {
        let subject = try subject()
        let pager = try await pager(subject, at: 5)
        let cell = try #require(pager.current)
        await subject.run { cell.image.isFinal }
        #expect(pager.picture(of: cell)?.size.width == 16)
        pager.zoom(to: 1.5)
        await subject.runAndObserve(until: { pager.picture(of: cell)?.size.width == 32 })
        pager.zoom(to: 4)
        await subject.runAndObserve(until: { pager.picture(of: cell)?.size.width == 64 })
        // More pixels than are wanted stay while the picture is enlarged.
        pager.zoom(to: 1.2)
        #expect(pager.picture(of: cell)?.size.width == 64)
        pager.zoom(to: 1)
        #expect(pager.picture(of: cell)?.size.width == 16)
        pager.zoom(to: 4)
        pager.show(.next)
        #expect(pager.picture(of: cell)?.size.width == 16)
        #expect(pager.current.flatMap(pager.picture(of:))?.size.width ?? 16 == 16)
    }

    @Test func `The sides on which there are pages, by the direction of the language`() async throws {
        let subject = try subject()
        let pager = try await pager(subject, at: 0)
        #expect(pager.turns() == PagerDrag.Turns(left: false, right: true))
        #expect(pager.turns(isRightToLeft: true) == PagerDrag.Turns(left: true, right: false))
        pager.moved(to: .max)
        #expect(pager.turns() == PagerDrag.Turns(left: true, right: false))
    }

    @Test(arguments: [SyntheticConsent.never, .forDeletions])
    func `The app asks before it deletes where the library does not`(_ consent: SyntheticConsent) async throws {
        var configuration = SyntheticConfiguration(assets: 50, seed: 5)
        configuration.consent = consent
        let subject = try GridSubject(configuration)
        let pager = try await pager(subject, at: 3)
        let asks = try await subject.finish { await pager.asksBeforeDeleting() }
        #expect(asks == (consent == .never))
        subject.authorization.status = .denied
        let support = try await subject.finish { [manager = subject.manager] in
            await manager.support(for: { $0.delete([MediaAsset(id: "a")]) })
        }
        #expect(support == .unavailable)
    }
}
