import CameraRoll
import Testing

@testable import SyntheticLibrary

struct PainterLimitTests {
    private let painter = SyntheticPainter()

    @Test(arguments: [(0, 9), (9, 0), (-1, 9), (Int.min, Int.min)])
    func `A target without area is refused`(width: Int, height: Int) {
        let size = PixelSize(width: width, height: height)
        for mode in ImageContentMode.allCases {
            #expect(throws: ImageError.invalidSize(size)) {
                try painter.paint(.picture(), size: .pixels(size), contentMode: mode)
            }
        }
    }

    @Test(arguments: [(0, 0), (-4, 3), (40_000, 2)])
    func `An asset of no or absurd size is refused at its own size`(width: Int, height: Int) {
        #expect(throws: ImageError.invalidSize(PixelSize(width: width, height: height))) {
            try painter.paint(.picture(1, width, height), size: .maximum)
        }
    }

    @Test func `More pixels than the limit are refused, and as many are not`() throws {
        let painter = SyntheticPainter(pixelLimit: 1_200)
        #expect(try painter.paint(.picture(1, 40, 30), size: .maximum).size.width == 40)
        let size = PixelSize(width: 41, height: 30)
        #expect(throws: ImageError.tooManyPixels(size, limit: 1_200)) {
            try painter.paint(.picture(1, 41, 30), size: .maximum)
        }
        #expect(throws: ImageError.tooManyPixels(size, limit: 1_200)) {
            try painter.paintStored(.picture(1, 41, 30), storedOrientation: 6)
        }
    }

    @Test func `Sides beyond all sense are refused, and asked small are painted`() throws {
        let asset = MediaAsset.picture(1, .max, .max)
        #expect(throws: ImageError.invalidSize(PixelSize(width: .max, height: .max))) {
            try painter.paint(asset, size: .maximum)
        }
        #expect(throws: ImageError.invalidSize(PixelSize(width: .max, height: .max))) {
            try painter.paint(asset, size: .pixels(.max, .max), contentMode: .fill)
        }
        #expect(try painter.paint(asset, size: .pixels(16, 16)).size == PixelSize(width: 16, height: 16))
    }

    @Test(arguments: [0, 9, -1, Int.max])
    func `An invalid orientation is refused by name`(orientation: Int) {
        let error = #expect(throws: ImageError.self) {
            try painter.paint(.picture(), storedOrientation: orientation, size: .maximum)
        }
        #expect(error == .failed(.row(7), reason: "the stored orientation \(orientation) is not 1 to 8"))
    }

    @Test func `Sounds have no picture, and videos have one`() throws {
        var asset = MediaAsset.picture()
        asset.mediaType = .audio
        #expect(throws: ImageError.wrongMediaType(asset.id, .audio)) { try painter.paint(asset, size: .pixels(9, 9)) }
        asset.mediaType = .video
        #expect(try SyntheticPainter.identify(painter.paint(asset, size: .pixels(9, 9))) == asset.id)
    }

    @Test func `An asset of another library is refused`() {
        let asset = MediaAsset(id: "IMG_0001.HEIC", pixelWidth: 40, pixelHeight: 30)
        #expect(throws: ImageError.failed(asset.id, reason: "it is not an asset of a synthetic library")) {
            try painter.paint(asset, size: .maximum)
        }
    }

    @Test(arguments: [0, 200, 3_000])
    func `A picture takes at least its time on the processor`(microseconds: Int) throws {
        let cost = Duration.microseconds(microseconds)
        let start = CPUBurner.threadTime()
        _ = try SyntheticPainter(decodeCost: cost).paint(.picture(), size: .pixels(8, 8))
        #expect(CPUBurner.threadTime() - start >= cost)
    }

    @Test func `A cost below nothing costs nothing`() throws {
        #expect(try SyntheticPainter(decodeCost: .seconds(-1)).paint(.picture(), size: .pixels(8, 8)).size.width == 8)
    }
}
