#if FolderLibrary && os(Linux)
import Testing

@testable import CameraRoll
@testable import CameraRollCodecs

struct BMPCodecTests {
    private static let colors: [TestPicture.Color] = [.init(220, 30, 30, 255), .init(30, 40, 210, 255)]

    private func file(
        _ width: Int, _ height: Int, bits: Int, compression: Int = 0, extra: [UInt8] = [], _ rows: [UInt8]
    ) -> [UInt8] {
        SampleBMP.bytes(width, height, bits: bits, compression: compression, extra: extra, rows)
    }

    private let palette: [UInt8] = [30, 30, 220, 0, 210, 40, 30, 0]

    private func pixels(_ bytes: [UInt8]) throws -> DecodedPixels {
        let file = try PictureFile(bytes)
        let size = try file.header().size
        #expect(file.format == .bmp && file.metadata.pixelSize == size)
        return try file.decode()
    }

    @Test func `Rows stand upside down unless the height is negative`() throws {
        // One red and one blue row of two pixels, each row with two bytes of padding.
        let rows: [UInt8] = [30, 30, 220, 30, 30, 220, 0, 0, 210, 40, 30, 210, 40, 30, 0, 0]
        let up = try pixels(file(2, 2, bits: 24, rows))
        #expect([up[0, 0], up[1, 1]] == [Self.colors[1], Self.colors[0]] && !up.isDamaged)
        let down = try pixels(file(2, -2, bits: 24, rows))
        #expect([down[0, 0], down[1, 1]] == [Self.colors[0], Self.colors[1]])
    }

    @Test(arguments: [(1, [0b0100_0000, 0, 0, 0]), (4, [0x01, 0, 0, 0]), (8, [0, 1, 0, 0])] as [(Int, [UInt8])])
    func `A palette gives its colors`(bits: Int, row: [UInt8]) throws {
        let pixels = try pixels(
            file(2, 1, bits: bits, extra: palette + [UInt8](repeating: 0, count: (1 << bits) * 4 - 8), row))
        #expect([pixels[0, 0], pixels[1, 0]] == Self.colors)
    }

    @Test func `Sixteen bits have five of each color, and masks are followed`() throws {
        let five = try pixels(file(2, 1, bits: 16, [0x00, 0x7C, 0x1F, 0x00]))
        #expect([five[0, 0], five[1, 0]] == [.init(255, 0, 0, 255), .init(0, 0, 255, 255)])
        let masks: [UInt8] = [0, 0xF8, 0, 0, 0xE0, 0x07, 0, 0, 0x1F, 0, 0, 0]
        let six = try pixels(file(2, 1, bits: 16, compression: 3, extra: masks, [0xE0, 0x07, 0x00, 0xF8]))
        #expect([six[0, 0], six[1, 0]] == [.init(0, 255, 0, 255), .init(255, 0, 0, 255)])
    }

    @Test func `Runs, literal pixels and skips are followed`() throws {
        let runs: [UInt8] = [3, 1, 0, 0, 0, 3, 1, 0, 1, 0, 0, 2, 0, 0, 0, 1]
        let pixels = try pixels(
            file(3, 2, bits: 8, compression: 1, extra: palette + [UInt8](repeating: 0, count: 1_016), runs))
        #expect((0..<3).map { pixels[$0, 1] } == [Self.colors[1], Self.colors[1], Self.colors[1]])
        #expect((0..<3).map { pixels[$0, 0] } == [Self.colors[1], Self.colors[0], Self.colors[1]])
    }

    @Test func `A run that is longer than its row ends with it`() throws {
        let palette = palette + [UInt8](repeating: 0, count: 1_016)
        let pixels = try pixels(
            file(3, 2, bits: 8, compression: 1, extra: palette, [255, 1, 9, 1, 0, 0, 0, 4, 1, 1, 1, 1, 0, 1]))
        #expect((0..<3).allSatisfy { pixels[$0, 0] == Self.colors[1] && pixels[$0, 1] == Self.colors[1] })
    }

    @Test(arguments: [0, 1]) func `It is not decoded once it is cancelled`(compression: Int) throws {
        let palette = palette + [UInt8](repeating: 0, count: 1_016)
        let file = try PictureFile(file(4, 2, bits: 8, compression: compression, extra: palette, [4, 1, 0, 0, 4, 1]))
        #expect(throws: CodecError.cancelled) { try file.decode(unless: Cancellation { true }) }
    }

    @Test func `A file that is cut is shown in part, and one without sense fails with a reason`() throws {
        let rows: [UInt8] = [30, 30, 220, 30, 30, 220, 0, 0, 210, 40, 30, 210, 40, 30, 0, 0]
        let cut = try pixels(Array(file(2, 2, bits: 24, rows).dropLast(4)))
        #expect(cut.isDamaged && cut[0, 1] == Self.colors[0] && cut[0, 0] == .zero)
        for bits in [0, 2, 7, 255] {
            let file = try PictureFile(file(2, 2, bits: bits, rows))
            #expect(throws: CodecError.self) { try file.decode() }
        }
        let large = try PictureFile(file(60_000, 60_000, bits: 24, rows))
        #expect(throws: CodecError.tooManyPixels(PixelSize(width: 60_000, height: 60_000), limit: 250_000_000)) {
            try large.decode()
        }
        let whole = file(2, 2, bits: 24, rows)
        for count in 18..<whole.count { _ = try? PictureFile(Array(whole.prefix(count))).decode() }
    }
}
#endif
