#if FolderLibrary && os(Linux)
import CameraRoll
import Testing

@testable import FolderLibrary
@testable import CameraRollCodecs

struct WebPCodecTests {
    private let picture = TestPicture.quarters()

    @Test func `A lossy picture comes back in its colours`() throws {
        let file = try PictureFile(picture.webP)
        #expect(try file.header() == PictureHeader(size: picture.size))
        let pixels = try file.decode()
        #expect(pixels.size == picture.size && !pixels.isDamaged)
        #expect(pixels[8, 8].isLike(TestPicture.red, within: 24) && pixels[56, 40].isLike(TestPicture.white))
    }

    @Test func `A lossless picture comes back exactly, and premultiplied`() throws {
        let picture = TestPicture(4, 4) { x, _ in x < 2 ? .init(200, 100, 50, 128) : TestPicture.blue }
        let file = try PictureFile(picture.losslessWebP)
        #expect(try file.header().hasAlpha)
        let pixels = try file.decode()
        #expect(pixels[0, 0].isLike(.init(100, 50, 25, 128), within: 1))
        #expect(pixels[3, 0] == TestPicture.blue)
    }

    @Test func `A picture is scaled to more than twice what is asked for while it is decoded`() throws {
        let pixels = try PictureFile(picture.webP).decode(covering: PixelSize(width: 16, height: 12))
        #expect(pixels.size == PixelSize(width: 40, height: 30))
        #expect(pixels[4, 4].isLike(TestPicture.red, within: 24))
        #expect(WebPCodec.scaled(picture.size, covering: PixelSize(width: 26, height: 1)) == picture.size)
    }

    @Test func `A file that is cut short shows its first rows and is damaged`() throws {
        let bytes = TestPicture.waves(160, 160).webP
        let pixels = try PictureFile(Array(bytes.prefix(bytes.count * 3 / 4))).decode()
        let whole = try PictureFile(bytes).decode()
        #expect(pixels.isDamaged && !whole.isDamaged)
        #expect(pixels.bytes.prefix(160 * 4 * 8) == whole.bytes.prefix(160 * 4 * 8))
    }

    @Test func `The first picture of an animation is shown on its canvas`() throws {
        let first = TestPicture(4, 4) { _, _ in TestPicture.red }
        let file = try PictureFile(WebPPart.animation([first, first], canvas: PixelSize(width: 8, height: 6)))
        #expect(try file.header().isAnimated)
        let pixels = try file.decode()
        #expect(pixels.size == PixelSize(width: 8, height: 6))
        #expect(pixels[0, 0] == TestPicture.red && pixels[7, 5] == .zero)
    }

    @Test func `A profile is kept`() throws {
        let profile = SampleProfile.rgb()
        let bytes = WebPPart.file(
            PixelSize(width: 64, height: 48), flags: 0x20,
            [WebPPart.chunk("ICCP", profile), Array(picture.losslessWebP.dropFirst(12))])
        #expect(try PictureFile(bytes).decode().profile == profile)
    }

    @Test func `A profile is kept if the picture behind it is cut short`() throws {
        let (picture, profile) = (TestPicture.waves(160, 160), SampleProfile.rgb())
        let bytes = WebPPart.file(
            picture.size, flags: 0x20, [WebPPart.chunk("ICCP", profile), Array(picture.webP.dropFirst(12))])
        let pixels = try PictureFile(Array(bytes.prefix(bytes.count * 3 / 4))).decode()
        #expect(pixels.isDamaged)
        #expect(pixels.profile == profile)
    }

    @Test func `A profile counts only if the file's features name it`() throws {
        let bytes = WebPPart.file(
            picture.size, flags: 0,
            [WebPPart.chunk("ICCP", SampleProfile.rgb()), Array(picture.losslessWebP.dropFirst(12))])
        #expect(try PictureFile(bytes).decode().profile == nil)
    }
}

/// Chunks of WebP files.
enum WebPPart {
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, bytes: 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    static func file(_ canvas: PixelSize, flags: UInt8, _ chunks: [[UInt8]]) -> [UInt8] {
        let head = [flags, 0, 0, 0] + number(canvas.width - 1, bytes: 3) + number(canvas.height - 1, bytes: 3)
        let content = Array("WEBP".utf8) + chunk("VP8X", head) + chunks.flatMap(\.self)
        return Array("RIFF".utf8) + number(content.count, bytes: 4) + content
    }

    static func animation(_ pictures: [TestPicture], canvas: PixelSize) -> [UInt8] {
        let frames = pictures.map { picture in
            let size = number(picture.size.width - 1, bytes: 3) + number(picture.size.height - 1, bytes: 3)
            return chunk(
                "ANMF",
                number(0, bytes: 6) + size + number(100, bytes: 3) + [0]
                    + Array(picture.losslessWebP.dropFirst(12)))
        }
        return file(canvas, flags: 0x12, [chunk("ANIM", [0, 0, 0, 0, 0, 0])] + frames)
    }

    private static func number(_ number: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
#endif
