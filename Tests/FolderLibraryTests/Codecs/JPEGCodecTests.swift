#if FolderLibrary && os(Linux)
import CameraRollCTurboJPEG
import CameraRoll
import Testing

@testable import FolderLibrary
@testable import CameraRollCodecs

struct JPEGCodecTests {
    private let picture = TestPicture.quarters()

    @Test(arguments: [0, TJFLAG_PROGRESSIVE]) func `A picture comes back in its colours, in one pass or in several`(
        flags: Int32
    ) throws {
        let file = try PictureFile(picture.jpeg(flags: flags))
        let header = try file.header()
        #expect(header.size == picture.size && header.color == .rgb && header.bitDepth == 8 && !header.hasAlpha)
        #expect(header.isProgressive == (flags != 0))
        let pixels = try file.decode()
        #expect(pixels.size == picture.size && !pixels.isDamaged && pixels.profile == nil)
        #expect(pixels[3, 3].isLike(TestPicture.red) && pixels[60, 3].isLike(TestPicture.green))
        #expect(pixels[3, 44].isLike(TestPicture.blue) && pixels[60, 44].isLike(TestPicture.white))
    }

    @Test func `A grey picture is grey`() throws {
        let file = try PictureFile(picture.jpeg(sampling: TJSAMP_GRAY))
        #expect(try file.header().color == .gray)
        let pixel = try file.decode()[3, 3]
        #expect(pixel.x == pixel.y && pixel.y == pixel.z && pixel.w == 255)
    }

    @Test func `The smallest scale is taken that gives a good image, or the whole picture`() throws {
        let whole = PixelSize(width: 640, height: 480)
        func eighths(_ width: Int, _ height: Int) -> Int {
            JPEGScale(of: whole, for: PixelSize(width: width, height: height)).eighths
        }
        #expect([eighths(1, 1), eighths(26, 20), eighths(27, 20), eighths(26, 21)] == [1, 1, 2, 2])
        #expect([eighths(64, 48), eighths(65, 48), eighths(120, 90), eighths(121, 90)] == [2, 3, 3, 4])
        #expect([eighths(177, 133), eighths(178, 1), eighths(1_000, 1_000)] == [4, 8, 8])
        let file = try PictureFile(picture.jpeg())
        let small = try file.decode(covering: PixelSize(width: 12, height: 9))
        #expect(small.size == PixelSize(width: 24, height: 18))
        #expect(small[2, 2].isLike(TestPicture.red, within: 24))
    }

    @Test func `Where the limits refuse the pixels for a good image, the fewest are decoded that cover it`() throws {
        var limits = CodecLimits()
        limits.memory = 10_000
        let pixels = try PictureFile(picture.jpeg()).decode(covering: PixelSize(width: 33, height: 20), within: limits)
        #expect(pixels.size == PixelSize(width: 40, height: 30))
    }

    @Test func `The last pixels may be filled in part`() throws {
        let file = try PictureFile(TestPicture.quarters(60, 45).jpeg())
        let pixels = try file.decode(covering: PixelSize(width: 7, height: 5))
        #expect(pixels.size == PixelSize(width: 23, height: 17))
        #expect(pixels.content == (22.5, 16.875))
    }

    @Test func `Four inks are converted to light, as Adobe stores them`() throws {
        let inks = TestPicture(32, 32) { x, _ in x < 16 ? .init(255, 255, 255, 255) : .init(255, 0, 0, 255) }
        let file = try PictureFile(inks.jpeg(format: TJPF_CMYK))
        #expect(try file.header().color == .cmyk)
        let pixels = try file.decode()
        #expect(pixels[4, 16].isLike(.init(255, 255, 255, 255)))
        #expect(pixels[27, 16].isLike(.init(255, 0, 0, 255)))
    }

    @Test func `Inks are light of the same colours, and black dims them all`() {
        var pixels: [UInt8] = [255, 128, 0, 255, 255, 128, 0, 128]
        CMYKPixels.convert(&pixels, isInverted: true)
        #expect(pixels == [255, 128, 0, 255, 128, 64, 0, 255])
        pixels = [0, 127, 255, 0]
        CMYKPixels.convert(&pixels, isInverted: false)
        #expect(pixels == [255, 128, 0, 255])
    }

    @Test func `A file that is cut short shows its first part and is damaged`() throws {
        let bytes = TestPicture.waves(64, 64).jpeg()
        let pixels = try PictureFile(Array(bytes.prefix(bytes.count / 2))).decode()
        #expect(pixels.isDamaged && pixels.size == PixelSize(width: 64, height: 64))
        let whole = try PictureFile(bytes).decode()
        #expect(pixels.bytes.prefix(64 * 4 * 8) == whole.bytes.prefix(64 * 4 * 8))
    }

    @Test(arguments: [2, 20, 200]) func `A file that is cut before its picture is damaged`(length: Int) throws {
        let file = try PictureFile(Array(picture.jpeg().prefix(length)))
        #expect(throws: CodecError.self) { try file.decode() }
        #expect(throws: CodecError.self) { try file.header() }
    }

    @Test func `A size beyond the limits is refused with its numbers before anything is decoded`() throws {
        var bytes = picture.jpeg()
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let size = PixelSize(width: 65_500, height: 65_500)
        let file = try PictureFile(bytes)
        #expect(throws: CodecError.tooManyPixels(size, limit: 250_000_000)) { try file.decode() }
        var limits = CodecLimits()
        limits.memory = 10_000
        let small = try PictureFile(picture.jpeg())
        #expect(throws: CodecError.tooMuchMemory(picture.size, bytes: 12_288, limit: 10_000)) {
            try small.decode(within: limits)
        }
        limits.fileBytes = 100
        #expect(throws: CodecError.tooManyBytes(picture.jpeg().count, limit: 100)) {
            try PictureFile(reading: MemoryBytes(picture.jpeg()), limits: limits)
        }
    }

    /// With one scan for each component all coefficients are kept, as in a progressive file.
    @Test(arguments: [[], [0xFF, 0xD0], [0x00]] as [[UInt8]])
    func `The memory that a first scan of one component makes libjpeg keep counts, after any other segment`(
        between: [UInt8]
    ) throws {
        var bytes = picture.jpeg()
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x3D, 0xB8, 0x3D, 0xB8])
        let scan = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        bytes.replaceSubrange(scan..<scan + 14, with: between + [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0])
        let size = PixelSize(width: 15_800, height: 15_800)
        let count = 15_800 * 15_800 * 3 * 2 + 1_975 * 1_975 * 4
        let file = try PictureFile(bytes)
        #expect(throws: CodecError.tooMuchMemory(size, bytes: count, limit: 640 << 20)) {
            try file.decode(covering: PixelSize(width: 1, height: 1))
        }
    }

    @Test func `A profile in two parts is put together, whichever comes first`() throws {
        let profile = SampleProfile.rgb(count: 400)
        let parts = [
            SampleProfile.segment(Array(profile[250...]), 2, of: 2),
            SampleProfile.segment(Array(profile[..<250]), 1, of: 2),
        ]
        let file = try PictureFile(picture.jpeg().inserting(parts.flatMap(\.self), at: 2))
        #expect(try file.decode().profile == profile)
    }

    @Test func `A profile behind bytes that belong to no segment is found, as the picture is`() throws {
        let profile = SampleProfile.rgb(count: 400)
        let stray = [0, 7, 9] + SampleProfile.segment(profile, 1, of: 1)
        #expect(try PictureFile(picture.jpeg().inserting(stray, at: 2)).decode().profile == profile)
    }

    @Test func `A profile that is incomplete, or for other colours than the pixels', is left out`() throws {
        let half = SampleProfile.segment(SampleProfile.rgb(count: 200), 1, of: 2)
        #expect(try PictureFile(picture.jpeg().inserting(half, at: 2)).decode().profile == nil)
        let gray = SampleProfile.segment(SampleProfile.profile(count: 200, space: "GRAY"), 1, of: 1)
        #expect(try PictureFile(picture.jpeg().inserting(gray, at: 2)).decode().profile == nil)
    }
}
#endif
