#if FolderLibrary && os(Linux)
import CameraRollCPNG
import Testing

@testable import CameraRoll
@testable import FolderLibrary
@testable import CameraRollCodecs

struct PNGCodecTests {
    @Test func `Colours come back exactly, and are premultiplied`() throws {
        let colors = [TestPicture.red, .init(200, 100, 50, 128), .init(9, 9, 9, 0), TestPicture.white]
        let picture = TestPicture(4, 1) { x, _ in colors[x] }
        let file = try PictureFile(picture.png)
        #expect(try file.header() == PictureHeader(size: picture.size, hasAlpha: true))
        let pixels = try file.decode()
        #expect((0..<4).map { pixels[$0, 0] } == [colors[0], .init(100, 50, 25, 128), .zero, colors[3]])
    }

    @Test func `Sixteen bits without a gamma are not taken for linear light`() throws {
        // Encoded as linear light; without the chunk that declares it, the numbers are taken as they are.
        let size = PixelSize(width: 2, height: 1)
        let bytes = TestPicture.png(
            size, [0x8080, 0xFFFF] as [UInt16], format: UInt32(PNG_FORMAT_FLAG_LINEAR))
        let file = try PictureFile(bytes.removing(["gAMA", "cHRM", "sRGB"]))
        #expect(try file.header().bitDepth == 16)
        #expect(try file.header().color == .gray)
        #expect(try file.decode()[0, 0] == .init(128, 128, 128, 255))
    }

    @Test(arguments: [(37, 21), (1, 9), (3, 1)]) func `An interlaced picture is the same as the one that is not`(
        width: Int, height: Int
    ) throws {
        let picture = TestPicture.waves(width, height)
        let file = try PictureFile(PNGPart.interlaced(picture))
        #expect(try file.header().isProgressive)
        #expect(try file.decode().bytes == picture.pixels)
    }

    @Test func `A palette gives its colours`() throws {
        let colors: [UInt8] = [220, 30, 30, 255, 30, 40, 210, 255]
        let format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLORMAP)
        let bytes = TestPicture.png(
            PixelSize(width: 2, height: 1), [0, 1] as [UInt8], format: format, colors: colors)
        let file = try PictureFile(bytes)
        #expect(try file.header().color == .indexed)
        #expect(try file.decode().bytes == colors)
    }

    @Test func `A profile is kept, and no gamma is applied beside it`() throws {
        let profile = SampleProfile.rgb()
        let gamma = PNGPart.chunk("gAMA", [0, 1, 0x86, 0xA0])
        let bytes = TestPicture(1, 1) { _, _ in .init(100, 50, 25, 255) }.png.removing(["gAMA", "cHRM", "sRGB"])
        let linear = try PictureFile(bytes.inserting(gamma, at: 33)).decode()
        #expect(linear[0, 0] != .init(100, 50, 25, 255) && linear.profile == nil)
        let both = bytes.inserting(gamma + PNGPart.profile(profile), at: 33)
        let pixels = try PictureFile(both).decode()
        #expect(pixels[0, 0] == .init(100, 50, 25, 255))
        #expect(pixels.profile == profile)
    }

    @Test func `A file that is cut short shows its first rows and is damaged`() throws {
        var number: UInt64 = 1
        let noise = TestPicture(64, 64) { _, _ in
            number = number &* 6_364_136_223_846_793_005 &+ 1
            return .init(UInt8(number >> 56), UInt8(number >> 48 & 255), 7, 255)
        }
        let bytes = noise.png
        let pixels = try PictureFile(Array(bytes.prefix(bytes.count / 2))).decode()
        #expect(pixels.isDamaged)
        #expect(pixels.bytes.prefix(64 * 4 * 8) == noise.pixels.prefix(64 * 4 * 8))
        #expect(pixels.bytes.suffix(64 * 4) == ArraySlice(repeating: 0, count: 64 * 4))
    }

    @Test func `A bomb of dimensions is refused with its numbers`() throws {
        var bytes = TestPicture.quarters().png
        bytes.replaceSubrange(16..<24, with: [0, 0, 0x80, 0, 0, 0, 0x40, 0])
        let size = PixelSize(width: 32_768, height: 16_384)
        let file = try PictureFile(bytes)
        #expect(throws: CodecError.tooManyPixels(size, limit: 250_000_000)) { try file.decode() }
        bytes.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
        let largest = try PictureFile(bytes)
        #expect(throws: CodecError.self) { try largest.decode() }
    }
}

/// Chunks of PNG files.
enum PNGPart {
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + body + bigEndian(CRC32.checksum(body))
    }

    /// A profile, packed with stored blocks.
    static func profile(_ profile: [UInt8]) -> [UInt8] {
        chunk("iCCP", Array("p".utf8) + [0, 0] + stored(profile))
    }

    /// A PNG whose rows come in seven passes, each with every n-th column and row of the picture.
    static func interlaced(_ picture: TestPicture) -> [UInt8] {
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        let (width, height) = (picture.size.width, picture.size.height)
        var rows: [UInt8] = []
        for (left, top, across, down) in passes where left < width {
            for y in stride(from: top, to: height, by: down) {
                rows.append(0)
                for x in stride(from: left, to: width, by: across) {
                    rows += picture.pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]
                }
            }
        }
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 6, 0, 0, 1]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
            + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// Up to 64 KB in zlib's stored blocks.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let head = [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8)]
        return head + bytes + bigEndian(high << 16 | low)
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

extension [UInt8] {
    /// A PNG without some kinds of chunks.
    func removing(_ names: Set<String>) -> [UInt8] {
        var result = Array(prefix(8))
        var position = 8
        while position + 12 <= count {
            let length = self[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = position + 12 + length
            let name = String(decoding: self[position + 4..<position + 8], as: UTF8.self)
            if !names.contains(name) { result += self[position..<end] }
            position = end
        }
        return result
    }
}
#endif
