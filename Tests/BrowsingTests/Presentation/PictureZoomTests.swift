import CameraRoll
import CameraRollBrowsing
import TestSupport
import Testing

/// A picture stays within its limits, and a drag turns at most one page.
@Suite struct PictureZoomTests {
    private let landscape = PixelSize(width: 4_000, height: 3_000)

    @Test func `Any gestures leave the picture within the screen`() {
        var numbers = SeededNumbers(seed: 3)
        var zoom = PictureZoom(of: landscape, width: 400, height: 800)
        for _ in 0..<5_000 {
            func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &numbers) }
            switch Int.random(in: 0..<3, using: &numbers) {
            case 0: zoom.magnify(by: .random(in: 0.2...4, using: &numbers), x: number(200), y: number(400))
            case 1: zoom.move(x: number(500), y: number(500))
            default: zoom.toggle(x: number(200), y: number(400))
            }
            #expect((1...zoom.greatest).contains(zoom.scale))
            #expect(abs(zoom.x) <= max(400 * zoom.scale - 400, 0) / 2 + 1e-9)
            #expect(abs(zoom.y) <= max(300 * zoom.scale - 800, 0) / 2 + 1e-9)
        }
    }

    @Test func `The point under the fingers keeps its place`() {
        var zoom = PictureZoom(of: landscape, width: 400, height: 300)
        zoom.magnify(by: 2, x: 50, y: -20)
        #expect([zoom.scale, zoom.x, zoom.y] == [2, -50, 20])
        #expect(zoom.isZoomed)
        zoom.toggle()
        #expect([zoom.scale, zoom.x, zoom.y] == [1, 0, 0])
    }

    @Test func `Each pixel of a picture can be seen, and what is not a number changes nothing`() {
        var zoom = PictureZoom(of: landscape, width: 400, height: 300, pixelsPerPoint: 2)
        #expect(zoom.greatest == 10)
        let before = zoom
        zoom.magnify(by: .nan)
        zoom.magnify(by: -1)
        zoom.move(x: .infinity, y: 0)
        #expect(zoom == before)
        #expect(PictureZoom(of: nil, width: .nan, height: -5, pixelsPerPoint: 0).greatest == 4)
        #expect(PictureZoom(of: PixelSize(width: 1, height: 1), width: 1, height: 1, pixelsPerPoint: .nan).scale == 1)
    }

    @Test func `A pinch, a drag and a double tap are counted from their own beginning`() {
        var zoom = PictureZoom(of: landscape, width: 400, height: 300)
        zoom.pinch(to: 1.5, x: 250, y: 130)
        zoom.pinch(to: 2, x: 250, y: 130)
        zoom.endPinch()
        #expect([zoom.scale, zoom.x, zoom.y].map { ($0 * 1e9).rounded() / 1e9 } == [2, -50, 20])
        zoom.drag(toX: 10, y: 5)
        zoom.drag(toX: 30, y: 5)
        zoom.endDrag()
        #expect([zoom.x, zoom.y].map { ($0 * 1e9).rounded() / 1e9 } == [-20, 25])
        zoom.pinch(to: 1.5, x: 200, y: 150)
        #expect(abs(zoom.scale - 3) < 1e-9)
        zoom.pinch(to: .nan, x: 0, y: 0)
        zoom.pinch(to: -1, x: 0, y: 0)
        zoom.drag(toX: .infinity, y: 0)
        #expect(abs(zoom.scale - 3) < 1e-9)
        zoom.endPinch()
        zoom.doubleTap(x: 200, y: 150)
        #expect(!zoom.isZoomed)
        zoom.doubleTap(x: 400, y: 300)
        #expect([zoom.scale, zoom.x, zoom.y] == [2.5, -300, -225])
    }

    //   fingers          screen
    //   -------          ------
    //   apart by 2
    //                    turns: the picture fits again
    //   apart by 2.2     enlarged by 1.1, not by 2.2
    @Test func `A pinch that goes on while the screen turns continues from the picture that fits`() {
        var zoom = PictureZoom(of: nil, width: 400, height: 300)
        zoom.pinch(to: 2, x: 200, y: 150)
        zoom.fit(nil, width: 300, height: 400)
        #expect(!zoom.isZoomed)
        zoom.pinch(to: 2.2, x: 150, y: 200)
        #expect(abs(zoom.scale - 1.1) < 1e-9)
    }

    @Test func `Arrow keys turn toward the side of the language`() {
        let keys = GridCursor.Direction.allCases
        #expect(keys.map { PageTurn($0) } == [.previous, .next, nil, nil, nil, nil])
        #expect(keys.map { PageTurn($0, isRightToLeft: true) } == [.next, .previous, nil, nil, nil, nil])
    }

    @Test func `A page turns beyond half of the screen, toward the side of the language, and never off the list`() {
        func turn(_ translation: Double, at position: Int = 5, mirrored: Bool = false) -> PageTurn {
            PageTurn(translation: translation, width: 400, at: position, of: 10, isRightToLeft: mirrored)
        }
        #expect([turn(-300), turn(300), turn(-199), turn(9_999)] == [.next, .previous, .stay, .previous])
        #expect([turn(-300, mirrored: true), turn(300, mirrored: true)] == [.previous, .next])
        #expect([turn(-300, at: 9), turn(300, at: 0)] == [.stay, .stay])
        #expect([turn(-300, at: .max), turn(300, at: .min)] == [.stay, .stay])
        #expect(PageTurn(translation: -300, width: 400, at: 0, of: -1) == .stay)
        #expect([turn(.nan), PageTurn(translation: 5, width: 0, at: 0, of: 0)] == [.stay, .stay])
    }
}
