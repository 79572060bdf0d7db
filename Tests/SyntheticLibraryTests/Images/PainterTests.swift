import CameraRoll
import Testing

@testable import SyntheticLibrary

struct PainterTests {
    private let painter = SyntheticPainter()

    @Test(arguments: [0, 1, 2, 69_999, 9_999_999, Int(UInt32.max)])
    func `A picture names its asset and content version`(row: Int) throws {
        for version in [0, 1, 65_535, 65_536, UInt64.max] {
            let image = try painter.paint(.picture(row, contentVersion: version), size: .pixels(48, 48))
            #expect(SyntheticPainter.identify(image) == .row(row))
            #expect(SyntheticPainter.contentVersion(of: image) == UInt16(truncatingIfNeeded: version))
        }
    }

    @Test(arguments: ImageContentMode.allCases)
    func `A picture names its asset at every size from 8×8 on`(mode: ImageContentMode) throws {
        for (width, height) in (8...40).flatMap({ one in [8, 9, 15, 16, 31, 64].map { (one, $0) } }) {
            let image = try painter.paint(.picture(42, width, height), size: .pixels(8, 8), contentMode: mode)
            let whole = try painter.paint(.picture(42, width, height), storedOrientation: 6, size: .maximum)
            #expect(SyntheticPainter.isWhole(image) && SyntheticPainter.isWhole(whole))
            #expect(SyntheticPainter.identify(whole) == .row(42))
            if image.size.width >= 8, image.size.height >= 8 { #expect(SyntheticPainter.identify(image) == .row(42)) }
        }
    }

    @Test func `A thousand assets have a thousand different pictures`() throws {
        let images = try (0..<1_000).map { try painter.paint(.picture($0), size: .pixels(12, 12)).pixels }
        #expect(Set(images).count == 1_000)
    }

    @Test func `The same request makes the same bytes, also from another painter`() throws {
        let one = try painter.paint(.picture(), storedOrientation: 6, size: .pixels(64, 64))
        let other = try SyntheticPainter(decodeCost: .microseconds(1)).paint(
            .picture(), storedOrientation: 6, size: .pixels(64, 64)
        )
        #expect(one.pixels == other.pixels && one.size == other.size)
    }

    @Test func `Pixels are opaque, without a gap between rows, and cost what they take`() throws {
        let image = try painter.paint(.picture(), size: .pixels(64, 64))
        #expect(image.bytesPerRow == image.size.width * 4)
        #expect(image.cost == image.size.width * image.size.height * 4)
        #expect(image.rows.joined().allSatisfy { $0 & 0xFF == 0xFF })
    }

    @Test func `Every asset of a library can be painted as it is stored`() throws {
        let contents = SyntheticStore(assets: 300).contents
        for asset in contents.assets {
            let orientation = try #require(contents.storedOrientation(of: asset.id))
            let image = try painter.paint(
                asset, storedOrientation: orientation, size: .pixels(32, 32), contentMode: .fill)
            #expect(SyntheticPainter.identify(image) == asset.id)
            #expect(PictureCorner.allCases.allSatisfy { SyntheticPainter.pictureCorner(at: $0, of: image) == $0 })
        }
    }

    @Test(arguments: [1, 6])
    func `A crop shows the corner that is in it`(orientation: Int) throws {
        for corner in PictureCorner.allCases {
            let crop = NormalizedRect(x: corner.isLeft ? 0 : 0.5, y: corner.isUpper ? 0 : 0.5, width: 0.5, height: 0.5)
            let image = try painter.paint(
                .picture(5, 400, 300), storedOrientation: orientation, size: .pixels(100, 100), crop: crop
            )
            for place in PictureCorner.allCases {
                #expect(SyntheticPainter.pictureCorner(at: place, of: image) == (place == corner ? corner : nil))
            }
            #expect(SyntheticPainter.identify(image) == .row(5))
        }
    }

    @Test func `A crop of the middle shows no corner, and a crop within a corner nothing else`() throws {
        let middle = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
        let image = try painter.paint(.picture(), size: .pixels(40, 40), crop: middle)
        #expect(PictureCorner.allCases.allSatisfy { SyntheticPainter.pictureCorner(at: $0, of: image) == nil })
        let corner = NormalizedRect(x: 0, y: 0, width: 0.1, height: 0.1)
        let red = try painter.paint(.picture(), size: .pixels(40, 40), crop: corner)
        #expect(PictureCorner.allCases.allSatisfy { SyntheticPainter.pictureCorner(at: $0, of: red) == .upperLeft })
        #expect(SyntheticPainter.identify(red) == nil)
    }
}

// MARK: - Reading other pixels

extension PainterTests {
    @Test(arguments: [0, 0x55, 0xFF] as [UInt8])
    func `Pixels that no painter painted name no asset`(byte: UInt8) throws {
        let size = PixelSize(width: 20, height: 10)
        let image = try DecodedImage(size: size, bytesPerRow: 80, pixels: [UInt8](repeating: byte, count: 800))
        #expect(SyntheticPainter.identify(image) == nil)
        #expect(!SyntheticPainter.isWhole(image))
    }

    @Test func `Chance names no asset`() throws {
        var generator = SeededGenerator(seed: 5)
        let size = PixelSize(width: 6, height: 6)
        for _ in 0..<500 {
            let bytes = (0..<144).map { $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &generator) }
            #expect(SyntheticPainter.identify(try DecodedImage(size: size, bytesPerRow: 24, pixels: bytes)) == nil)
        }
    }

    @Test func `A torn picture is not whole`() throws {
        let halves = try [1, 2].map { try painter.paint(.picture($0), size: .pixels(64, 48)).pixels }
        let middle = halves[0].count / 2
        let torn = try DecodedImage(
            size: PixelSize(width: 64, height: 48), bytesPerRow: 256,
            pixels: Array(halves[0][..<middle] + halves[1][middle...])
        )
        #expect(!SyntheticPainter.isWhole(torn))
    }

    @Test func `Rows may be further apart than they are long`() throws {
        let image = try painter.paint(.picture(9), size: .pixels(16, 12))
        let gap: [UInt8] = [1, 2, 3, 4, 5]
        let padded = (0..<12).flatMap { (row: Int) -> [UInt8] in image.pixels[row * 64..<(row + 1) * 64] + gap }
        let other = try DecodedImage(size: image.size, bytesPerRow: 69, pixels: padded)
        #expect(SyntheticPainter.identify(other) == .row(9))
        #expect(SyntheticPainter.isWhole(other))
    }

    @Test(arguments: [0, 1, 0x1234_5678, UInt64.max, 1 << 63])
    func `Unmixing gives back what was mixed`(value: UInt64) {
        #expect(SeededHash.unmix(SeededHash.mix(value)) == value)
        #expect(SeededHash.mix(SeededHash.unmix(value)) == value)
    }
}
