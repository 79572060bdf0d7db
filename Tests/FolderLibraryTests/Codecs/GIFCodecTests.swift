#if FolderLibrary && os(Linux)
import Testing

@testable import CameraRoll
@testable import CameraRollCodecs

struct GIFCodecTests {
    /// Red, green, blue and white in quarters.
    private var quarters: SampleGIF { SampleGIF(64, 48) { x, y in (y < 24 ? 0 : 2) + (x < 32 ? 0 : 1) } }

    @Test(arguments: [false, true]) func `The first picture is shown, also in passes`(isInterlaced: Bool) throws {
        var sample = quarters
        (sample.isInterlaced, sample.copies) = (isInterlaced, 3)
        let file = try PictureFile(sample.bytes)
        #expect(file.format == .gif && file.metadata.pixelSize == PixelSize(width: 64, height: 48))
        #expect(try file.header().size == PixelSize(width: 64, height: 48))
        let pixels = try file.decode()
        #expect([pixels[9, 9], pixels[50, 9], pixels[9, 40], pixels[50, 40]] == SampleGIF.colors)
        #expect(!pixels.isDamaged)
    }

    @Test func `What is transparent, and what the picture leaves free of the canvas, is`() throws {
        var sample = quarters
        (sample.transparent, sample.canvas, sample.origin) = (1, PixelSize(width: 80, height: 60), (8, 4))
        let pixels = try PictureFile(sample.bytes).decode()
        #expect(pixels.size == PixelSize(width: 80, height: 60))
        #expect(pixels[0, 0] == .zero && pixels[9, 5] == SampleGIF.colors[0] && pixels[60, 5] == .zero)
    }

    @Test func `A picture beside its canvas is cut`() throws {
        var sample = quarters
        (sample.canvas, sample.origin) = (PixelSize(width: 20, height: 20), (15, 15))
        let pixels = try PictureFile(sample.bytes).decode()
        #expect(pixels[19, 19] == SampleGIF.colors[0] && pixels[14, 14] == .zero)
    }

    @Test func `A file that is cut anywhere is shown in part, or fails with a reason`() throws {
        let bytes = quarters.bytes
        var shown = 0
        for count in stride(from: 6, to: bytes.count - 2, by: 7) {
            guard let file = try? PictureFile(Array(bytes.prefix(count))), let pixels = try? file.decode() else {
                continue
            }
            #expect(pixels.isDamaged)
            shown += 1
        }
        #expect(shown > 0)
    }

    @Test func `A small file with a huge canvas or picture is refused before it is decoded`() throws {
        var canvas = quarters
        canvas.canvas = PixelSize(width: 60_000, height: 60_000)
        let size = PixelSize(width: 60_000, height: 60_000)
        let file = try PictureFile(canvas.bytes)
        #expect(throws: CodecError.tooManyPixels(size, limit: 250_000_000)) { try file.decode() }
        var picture = quarters
        picture.claimed = size
        let other = try PictureFile(picture.bytes)
        #expect(throws: CodecError.tooManyPixels(size, limit: 250_000_000)) { try other.decode() }
    }

    @Test func `A canceled decode ends`() throws {
        let file = try PictureFile(quarters.bytes)
        #expect(throws: CodecError.cancelled) { try file.decode(unless: Cancellation { true }) }
    }
}

/// A GIF of four colors without compression: each code stands for one pixel.
struct SampleGIF {
    static let colors = [TestPicture.red, TestPicture.green, TestPicture.blue, TestPicture.white]

    var size: PixelSize
    var canvas: PixelSize
    var origin = (0, 0)
    var isInterlaced = false
    var transparent: UInt8?
    /// How many pictures there are.
    var copies = 1
    /// A false size of the picture.
    var claimed: PixelSize?
    private let color: (Int, Int) -> Int

    init(_ width: Int, _ height: Int, _ color: @escaping (Int, Int) -> Int) {
        size = PixelSize(width: width, height: height)
        (canvas, self.color) = (size, color)
    }

    var bytes: [UInt8] {
        func short(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }
        var file = Array("GIF89a".utf8) + short(canvas.width) + short(canvas.height) + [0x80 | 6, 0, 0]
        for index in 0..<128 {
            file += index < 4 ? [Self.colors[index].x, Self.colors[index].y, Self.colors[index].z] : [0, 0, 0]
        }
        for copy in 0..<copies {
            if copy == 0, let transparent { file += [0x21, 0xF9, 4, 1, 0, 0, transparent, 0] }
            file += [0x21, 0xFE, 3] + Array("abc".utf8) + [0]
            let shown = claimed ?? size
            file += [0x2C] + short(origin.0) + short(origin.1) + short(shown.width) + short(shown.height)
            file += [isInterlaced ? 0x40 : 0, 7] + blocks(copy) + [0]
        }
        return file + [0x3B]
    }

    private func blocks(_ copy: Int) -> [UInt8] {
        let passes = [(0, 8), (4, 8), (2, 4), (1, 2)]
        let rows =
            isInterlaced
            ? passes.flatMap { Array(stride(from: $0.0, to: size.height, by: $0.1)) } : Array(0..<size.height)
        var codes: [UInt8] = []
        for (number, row) in rows.enumerated() {
            for column in 0..<size.width {
                // The table of codes is cleared before it needs nine bits.
                if (number * size.width + column) % 100 == 0 { codes.append(128) }
                codes.append(UInt8((color(column, row) + copy) % 4))
            }
        }
        codes.append(129)
        return stride(from: 0, to: codes.count, by: 255).flatMap { start in
            let part = codes[start..<min(start + 255, codes.count)]
            return [UInt8(part.count)] + part
        }
    }
}
#endif
