import CameraRoll
import Foundation
import TestSupport
import Testing

@testable import ScreenDrawing

/// The pictures in a drawing: what is compressed is what any reader of PNG gets back.
@Suite struct PictureTests {
    private static let texts = [
        NamedBytes("nothing", []), NamedBytes("one byte", [7]), NamedBytes("two bytes", [1, 2]),
        NamedBytes("one byte repeated", Array(repeating: 5, count: 100_000)),
        NamedBytes("few repetitions", (0..<70_000).map { UInt8($0 * $0 / 97 & 255) }),
        NamedBytes("a period of 251", (0..<3_000).map { UInt8($0 % 251) }),
        NamedBytes("a short repetition", Array("abcabcabcabcabd".utf8)),
        NamedBytes(
            "repetitions that change", (0..<40_000).map { UInt8(truncatingIfNeeded: ($0 / 300) &* 37 &+ $0 % 7) }),
    ]

    @Test(arguments: texts)
    func `What was deflated is inflated to the same bytes`(sample: NamedBytes) throws {
        var inflate = try Inflate(Deflate.zlib(sample.bytes))
        #expect(try inflate.bytes() == sample.bytes)
    }

    @Test func `A repetition takes little`() {
        #expect(Deflate.zlib([UInt8](repeating: 5, count: 100_000)).count < 1_000)
    }

    @Test func `Checksums are those of the standards`() {
        #expect(Checksum.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Checksum.adler32(Array("Wikipedia".utf8)) == 0x11E6_0398)
    }

    @Test(arguments: [2, 300])
    func `A picture has its size and the part in its middle`(colors: Int) throws {
        let (width, height) = (40, 20)
        let pixels = (0..<width * height).flatMap { index -> [UInt8] in
            let color = index % colors
            return [UInt8(color & 15) * 16, UInt8(color >> 4 & 31) * 8, UInt8(index % width < 10 ? 255 : 0), 255]
        }
        let image = try DecodedImage(
            size: PixelSize(width: width, height: height), bytesPerRow: width * 4, pixels: pixels)
        let png = PNG(image, aspect: 1).bytes
        #expect(Array(png[16..<24]) == [0, 0, 0, 20, 0, 0, 0, 20])
        #expect(png[25] == (colors > 256 ? 2 : 3))
        #expect(Array(png.suffix(8)) == [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
    }
}

/// Reads what is deflated in the fixed code.
private struct Inflate {
    struct Broken: Error {}

    private let input: [UInt8]
    private var position = 16

    init(_ input: [UInt8]) throws {
        guard input.count >= 6, input[0] & 15 == 8, (Int(input[0]) << 8 | Int(input[1])).isMultiple(of: 31) else {
            throw Broken()
        }
        self.input = input
    }

    mutating func bytes() throws -> [UInt8] {
        guard try bits(3) == 0b011 else { throw Broken() }
        var output: [UInt8] = []
        while true {
            let symbol = try symbol()
            switch symbol {
            case 0..<256: output.append(UInt8(symbol))
            case 256:
                guard Array(input.suffix(4)) == Checksum.adler32(output).bigEndianBytes else { throw Broken() }
                return output
            default:
                let length = try length(symbol)
                let distance = try distance()
                guard distance <= output.count else { throw Broken() }
                for _ in 0..<length { output.append(output[output.count - distance]) }
            }
        }
    }

    private mutating func length(_ symbol: Int) throws -> Int {
        if symbol == 285 { return 258 }
        let code = symbol - 257
        if code < 8 { return code + 3 }
        let extra = code / 4 - 1
        return 3 + ((4 + code % 4) << extra) + (try bits(extra))
    }

    private mutating func distance() throws -> Int {
        let code = try reversedBits(5)
        if code < 4 { return code + 1 }
        let extra = code / 2 - 1
        return 1 + ((2 + code % 2) << extra) + (try bits(extra))
    }

    private mutating func symbol() throws -> Int {
        let seven = try reversedBits(7)
        if seven < 0b001_1000 { return 256 + seven }
        let eight = seven << 1 | (try bits(1))
        switch eight {
        case 0x30..<0xC0: return eight - 0x30
        case 0xC0..<0xC8: return 280 + eight - 0xC0
        default: return 144 + (eight << 1 | (try bits(1))) - 0x190
        }
    }

    private mutating func bits(_ count: Int) throws -> Int {
        var value = 0
        for index in 0..<count {
            guard position / 8 < input.count else { throw Broken() }
            value |= Int(input[position / 8] >> UInt8(position % 8) & 1) << index
            position += 1
        }
        return value
    }

    private mutating func reversedBits(_ count: Int) throws -> Int {
        try (0..<count).reduce(0) { value, _ in value << 1 | (try bits(1)) }
    }
}
