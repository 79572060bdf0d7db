#if FolderLibrary && os(Linux)
import CameraRoll
import Testing

@testable import FolderLibrary
@testable import CameraRollCodecs

/// Small files that declare large pictures, each in a place that only one of its readers reads.
struct DimensionBombTests {
    private let huge = PixelSize(width: 65_535, height: 65_535)

    private func refusal(_ file: [UInt8], _ limits: CodecLimits = CodecLimits()) -> CodecError? {
        do throws(CodecError) {
            try HEIFDecodeCost.check(file, limits)
            return nil
        } catch {
            return error
        }
    }

    @Test func `The canvas of an animated WebP is refused, however small its pictures are`() throws {
        let size = PixelSize(width: 60_000, height: 60_000)
        let file = try PictureFile(WebPPart.animation([.waves(8, 8)], canvas: size))
        let error = CodecError.tooManyPixels(size, limit: CodecLimits().pixels)
        #expect(throws: error) { try file.decode(covering: PixelSize(width: 1, height: 1)) }
    }

    @Test func `A WebP whose picture is larger than its canvas is damaged`() throws {
        let webP = WebPPart.animation([.waves(32, 32)], canvas: PixelSize(width: 8, height: 8))
        let file = try PictureFile(webP)
        #expect(throws: CodecError.self) { try file.decode() }
    }

    @Test func `A size that only AV1's sequence header says is refused`() {
        let small = PixelSize(width: 64, height: 48)
        let header = AV1Sample.header(PixelSize(width: 65_536, height: 65_536))
        let error = CodecError.tooManyPixels(PixelSize(width: 65_536, height: 65_536), limit: CodecLimits().pixels)
        #expect(refusal(HEIFSample([.init(1, "av01", small, header)]).bytes) == error)
        let configured = HEIFSample([.init(1, "av01", small, [])], configuration: [0x81, 0, 0, 0] + header)
        #expect(refusal(configured.bytes) == error)
        #expect(refusal(HEIFSample([.init(1, "av01", small, AV1Sample.header(small))]).bytes) == nil)
    }

    @Test func `A full sequence header of AV1 is read to its size`() throws {
        // Timing, a decoder model, delays, and two operating points.
        let bits =
            "000" + "0" + "0" + "1" + String(repeating: "0", count: 64) + "1" + "1" + "1" + "00011"
            + String(repeating: "0", count: 42) + "1" + "00001" + String(repeating: "0", count: 12) + "01001" + "1"
            + "1" + "000000001" + "1" + "0000" + String(repeating: "0", count: 12) + "00001" + "0" + "0"
            + "0111" + "0111" + "11000111" + "01100011"
        var visits = 0
        let sizes = try AV1Units.sizes(inData: AV1Sample.unit(bits)[...], visiting: &visits)
        #expect(sizes == [PixelSize(width: 200, height: 100)])
    }

    @Test func `An oversized canvas of a grid is refused, regardless of its container's size`() {
        let tile = HEIFSample.Item(2, "hvc1", PixelSize(width: 64, height: 64), [])
        for (size, isGood) in [(huge, false), (PixelSize(width: 64, height: 64), true)] {
            let grid = HEIFSample.grid(1, size, of: [2])
            let error = isGood ? nil : CodecError.tooManyPixels(huge, limit: CodecLimits().pixels)
            #expect(refusal(HEIFSample([grid, tile]).bytes) == error)
        }
    }

    // The picture is 64 pixels wide, and its auxiliary image 65,535.
    @Test(arguments: [("urn:mpeg:hevc:2015:auxid:1", false), ("urn:mpeg:hevc:2015:auxid:2", true)])
    func `An alpha image counts, and a depth map, which is not decoded, does not`(name: String, isGood: Bool) {
        let properties = HEIFSample.box(
            "ipco",
            HEIFSample.box("ispe", [0, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64])
                + HEIFSample.box("ispe", [0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
                + HEIFSample.box("auxC", [0, 0, 0, 0] + Array(name.utf8) + [0]))
        let uses = HEIFSample.box("ipma", [0, 0, 0, 0, 0, 0, 0, 2] + [0, 1, 1, 1] + [0, 2, 2, 2, 3])
        let types = [1, 2].map { HEIFSample.box("infe", [2, 0, 0, 0, 0, $0, 0, 0] + Array("hvc1".utf8) + [0]) }
        let lists = [
            HEIFSample.box("pitm", [0, 0, 0, 0, 0, 1]),
            HEIFSample.box("iinf", [0, 0, 0, 0, 0, 2] + types.joined()),
            HEIFSample.box("iref", [0, 0, 0, 0] + HEIFSample.box("auxl", [0, 2, 0, 1, 0, 1])),
            HEIFSample.box("iprp", properties + uses),
        ]
        let error = isGood ? nil : CodecError.tooManyPixels(huge, limit: CodecLimits().pixels)
        #expect(refusal(HEIFSample.box("meta", [0, 0, 0, 0] + lists.joined())) == error)
    }

    @Test func `Tiles that are decoded thousands of times are refused, also over several steps`() {
        let small = PixelSize(width: 64, height: 64)
        let tile = HEIFSample.Item(9, "hvc1", small, [])
        let many = HEIFSample.grid(1, small, of: Array(repeating: 9, count: 5_000))
        #expect(refusal(HEIFSample([many, tile]).bytes) == CodedSizes.tooMuch("250000000 pixels in its parts"))
        let steps = (1...6).map { HEIFSample.grid($0, small, of: Array(repeating: $0 + 1, count: 100)) }
        #expect(
            refusal(HEIFSample(steps + [.init(7, "hvc1", small, [])]).bytes)
                == CodedSizes.tooMuch("250000000 pixels in its parts"))
        #expect(refusal(HEIFSample([HEIFSample.grid(1, small, of: [9, 9, 9]), tile]).bytes) == nil)
    }

    @Test func `Pictures that are made of each other are refused`() throws {
        let small = PixelSize(width: 64, height: 64)
        let ring = [HEIFSample.grid(1, small, of: [2]), HEIFSample.grid(2, small, of: [1])]
        let error = CodecError.damaged(.heic, reason: "its pictures are made of each other")
        let bytes = HEIFSample(ring).bytes
        #expect(refusal(bytes) == error)
        #expect(throws: error) { try PictureFile(bytes).decode() }
        #expect(throws: error) { try PictureFile(bytes).header() }
        #expect(throws: error) { try HEIFCodec().smallPicture(in: PictureFile(bytes), within: CodecLimits()) }
        let long = (1...9).map { HEIFSample.grid($0, small, of: [$0 + 1]) }
        #expect(refusal(HEIFSample(long).bytes) == error)
    }

    @Test func `Parts that are the whole file each are refused`() {
        let small = PixelSize(width: 64, height: 64)
        let tiles = (2...9).map { HEIFSample.Item($0, "hvc1", small, nil) }
        let bytes = HEIFSample([HEIFSample.grid(1, small, of: Array(2...9))] + tiles, padding: 300_000).bytes
        #expect(refusal(bytes) == CodedSizes.tooMuch("the file's bytes in its parts"))
    }

    @Test func `More boxes within one than libheif reads are refused, and as many are not`() {
        func boxes(_ count: Int, _ name: String = "free") -> [UInt8] {
            Array(repeatElement(HEIFSample.box(name, []), count: count).joined())
        }
        let error = CodecError.damaged(.heic, reason: "more than 20000 boxes within one")
        let nests: [([UInt8]) -> [UInt8]] = [
            { $0 }, { HEIFSample.box("meta", [0, 0, 0, 0] + $0) },
            { HEIFSample.box("meta", [0, 0, 0, 0] + HEIFSample.box("iinf", [0, 0, 0, 0, 0, 1] + $0)) },
            { HEIFSample.box("meta", [0, 0, 0, 0] + HEIFSample.box("iref", [0, 0, 0, 0] + $0)) },
            { HEIFSample.box("meta", [0, 0, 0, 0] + HEIFSample.box("iprp", $0)) },
            { HEIFSample.box("meta", [0, 0, 0, 0] + HEIFSample.box("iprp", HEIFSample.box("ipco", $0))) },
        ]
        for nest in nests {
            #expect(refusal(nest(boxes(20_001))) == error)
            #expect(refusal(nest(boxes(20_000))) == nil)
        }
    }

    @Test func `A picture in more parts than libheif reads is refused`() {
        func file(_ parts: Int) -> [UInt8] {
            let places = [1, 0, 0, 0, 0x44, 0, 0, 1] + [0, 1, 0, 1, 0, 0, 0, UInt8(parts)]
            let list = places + [UInt8](repeating: 0, count: 8 * parts)
            return HEIFSample.box("meta", [0, 0, 0, 0] + HEIFSample.box("iloc", list))
        }
        #expect(refusal(file(33)) == CodecError.damaged(.heic, reason: "a picture in 33 parts"))
        #expect(refusal(file(32)) == nil)
    }

    @Test func `Large tiles, of which four are decoded at once, count for the memory`() {
        let side = PixelSize(width: 5_000, height: 5_000)
        let tiles = (2...5).map { HEIFSample.Item($0, "hvc1", side, []) }
        for count in [1, 4] {
            let bytes = HEIFSample([HEIFSample.grid(1, side, of: Array(2..<2 + count))] + tiles).bytes
            let bytesNeeded = 25_000_000 * (10 + 6 * count)
            let error = CodecError.tooMuchMemory(side, bytes: bytesNeeded, limit: CodecLimits().memory)
            #expect(refusal(bytes) == (count == 1 ? nil : error))
        }
    }

    @Test(.enabled(if: SampleHEIF.canEncode, "libheif has no encoder here"))
    func `A size that stands among HEVC's picture data is refused`() throws {
        let file = SampleHEIF.file(.quarters(256, 192))
        // A sequence parameter set begins with this, and follows its length of two bytes.
        let start = try #require(file.firstRange(of: [0x42, 0x01, 0x01])?.lowerBound)
        let length = try #require(file.uint16(at: start - 2))
        let unit = [0, 0, 0, UInt8(length)] + file[start..<start + length]
        var limits = CodecLimits()
        limits.pixels = 10_000
        let picture = HEIFSample([.init(1, "hvc1", PixelSize(width: 64, height: 48), [0, 0, 0, 1, 2] + unit)])
        let error = CodecError.tooManyPixels(PixelSize(width: 256, height: 192), limit: 10_000)
        #expect(refusal(picture.bytes, limits) == error)
    }
}

enum AV1Sample {
    /// A sequence header for a still picture.
    static func header(_ size: PixelSize) -> [UInt8] {
        func binary(_ number: Int) -> String {
            let digits = String(number, radix: 2)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return unit("000" + "1" + "1" + "00000" + "1111" + "1111" + binary(size.width - 1) + binary(size.height - 1))
    }

    /// A sequence header of some bits.
    static func unit(_ bits: String) -> [UInt8] {
        let digits = Array(bits + String(repeating: "0", count: (8 - bits.count % 8) % 8))
        let bytes = stride(from: 0, to: digits.count, by: 8).compactMap { UInt8(String(digits[$0..<$0 + 8]), radix: 2) }
        return [0x0A, UInt8(bytes.count)] + bytes
    }
}

/// A HEIF file built by a test, whose first picture is the primary one.
struct HEIFSample {
    struct Item {
        let id: Int
        let type: String
        let size: PixelSize
        /// The item's data; nil for the whole file.
        let data: [UInt8]?
        let sources: [Int]

        init(_ id: Int, _ type: String, _ size: PixelSize, _ data: [UInt8]?, sources: [Int] = []) {
            (self.id, self.type, self.size, self.data, self.sources) = (id, type, size, data, sources)
        }
    }

    let bytes: [UInt8]

    /// A grid that is small according to its container.
    static func grid(_ id: Int, _ size: PixelSize, of tiles: [Int]) -> Item {
        let data = [0, 0, 0, UInt8(min(tiles.count - 1, 255))] + short(size.width) + short(size.height)
        return Item(id, "grid", PixelSize(width: 64, height: 64), data, sources: tiles)
    }

    init(_ items: [Item], configuration: [UInt8] = [], padding: Int = 0) {
        let lists = [
            Self.box("pitm", [0, 0, 0, 0] + Self.short(items[0].id)), Self.types(of: items),
            Self.references(of: items), Self.properties(of: items, configuration), Self.places(of: items),
            Self.box("idat", items.flatMap { item -> [UInt8] in item.data ?? [] }),
        ]
        bytes =
            Self.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8))
            + Self.box("meta", [0, 0, 0, 0] + lists.joined()) + [UInt8](repeating: 0, count: padding)
    }

    private static func types(of items: [Item]) -> [UInt8] {
        let types = items.map { box("infe", [2, 0, 0, 0] + short($0.id) + [0, 0] + Array($0.type.utf8) + [0]) }
        return box("iinf", [0, 0, 0, 0] + short(items.count) + types.joined())
    }

    private static func references(of items: [Item]) -> [UInt8] {
        let lists = items.filter { !$0.sources.isEmpty }.map { item in
            box("dimg", short(item.id) + short(item.sources.count) + item.sources.flatMap(short))
        }
        return box("iref", [0, 0, 0, 0] + lists.joined())
    }

    private static func properties(of items: [Item], _ configuration: [UInt8]) -> [UInt8] {
        var properties = items.map { box("ispe", [0, 0, 0, 0] + long($0.size.width) + long($0.size.height)) }
        if !configuration.isEmpty { properties.append(box("av1C", configuration)) }
        let uses = items.indices.map { short(items[$0].id) + [1, UInt8($0 + 1)] }
        let table = long(0) + long(items.count) + uses.joined()
        return box("iprp", box("ipco", Array(properties.joined())) + box("ipma", table))
    }

    /// The position of each item's data in the data box, or the range of the whole file.
    private static func places(of items: [Item]) -> [UInt8] {
        var (position, places): (Int, [UInt8]) = (0, [])
        for item in items {
            let place = long(item.data == nil ? 0 : position) + long(item.data?.count ?? 0)
            places += short(item.id) + [0, item.data == nil ? 0 : 1, 0, 0, 0, 1] + place
            position += item.data?.count ?? 0
        }
        return box("iloc", [1, 0, 0, 0, 0x44, 0] + short(items.count) + places)
    }

    private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    private static func long(_ number: Int) -> [UInt8] { short(number >> 16) + short(number) }
    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        long(content.count + 8) + Array(name.utf8) + content
    }
}
#endif
