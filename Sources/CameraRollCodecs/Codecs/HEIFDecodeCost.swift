#if FolderLibrary && os(Linux)
import CameraRoll

/// The real cost of decoding a HEIF file's pictures, computed before libheif decodes anything.
///
/// libheif trusts the container: it allocates a grid's canvas, decodes each of its tiles, and the tiles of these,
/// and the decoders allocate memory for the sizes in the bit stream. Any of these may exceed the picture's size. A
/// file is refused if its parts need more memory than allowed, or together have more pixels than a picture may
/// have, or reference each other in a cycle: libheif 1.15 follows a cycle until the stack overflows, even when it
/// is only asked for the bit depth.
struct HEIFDecodeCost {
    private let file: [UInt8]
    private let limits: CodecLimits
    private let items: HEIFPictures
    private var coded: CodedSizes
    private var known: [Int: Parts] = [:]
    private var open: Set<Int> = []

    /// The parts that are decoded for a picture.
    private struct Parts {
        /// The number of pixels of all parts, and of the largest one.
        var (pixels, largest) = (0, 0)
        /// The bytes of all parts; repeated parts count repeatedly.
        var bytes = 0

        mutating func add(_ parts: Parts) {
            pixels = Self.sum(pixels, parts.pixels)
            bytes = Self.sum(bytes, parts.bytes)
            largest = max(largest, parts.largest)
        }

        private static func sum(_ a: Int, _ b: Int) -> Int {
            let (sum, isOver) = a.addingReportingOverflow(b)
            return isOver ? .max : sum
        }
    }

    /// Limits for reads that decode nothing, which allow every size without overflow.
    static let anySize: CodecLimits = {
        var limits = CodecLimits()
        (limits.pixels, limits.memory) = (1 << 40, 1 << 50)
        return limits
    }()

    /// The minimum cost of a tile, in pixels.
    private static let leastPixels = 1 << 16
    /// The number of tiles that libheif decodes at once.
    private static let threads = 4
    /// The maximum depth of nested pictures; a grid of rotated pictures has two levels.
    private static let deepest = 8

    /// Throws if decoding a file exceeds the limits.
    ///
    /// - Throws: `CodecError.damaged`, `.tooManyPixels`, `.tooMuchMemory`.
    static func check(_ file: [UInt8], _ limits: CodecLimits) throws(CodecError) {
        var coded = CodedSizes(file)
        for size in try coded.inConfigurations() { try limits.check(size, bytesPerPixel: HEIFCodec.bytesPerPixel) }
        for meta in try HEIFPictures.metas(in: file) {
            let items = try HEIFPictures(file, meta: meta)
            var demand = HEIFDecodeCost(file: file, limits: limits, items: items, coded: coded)
            for item in items.thumbnails.union(items.primary.map { [$0] } ?? []).sorted() { try demand.check(item) }
        }
    }

    private init(file: [UInt8], limits: CodecLimits, items: HEIFPictures, coded: CodedSizes) {
        (self.file, self.limits, self.items, self.coded) = (file, limits, items, coded)
    }

    private mutating func check(_ id: Int) throws(CodecError) {
        let parts = try parts(of: id)
        guard parts.pixels <= limits.pixels else { throw CodedSizes.tooMuch("\(limits.pixels) pixels in its parts") }
        // Tiles are stored consecutively, and no large one is used more than once.
        guard parts.bytes <= 4 * file.count + 1 << 20 else { throw CodedSizes.tooMuch("the file's bytes in its parts") }
    }

    /// - Complexity: O(parts), since repeated parts are visited once.
    private mutating func parts(of id: Int) throws(CodecError) -> Parts {
        if let parts = known[id] { return parts }
        guard let item = items.items[id] else { return Parts() }
        guard open.count < Self.deepest, open.insert(id).inserted else {
            throw .damaged(.heic, reason: "its pictures are made of each other")
        }
        defer { open.remove(id) }
        var inner = Parts()
        for source in item.sources { inner.add(try parts(of: source)) }
        inner.largest *= min(item.sources.count, Self.threads)
        for alpha in items.alphas(of: id) { inner.add(try parts(of: alpha)) }
        var parts = try own(item, beside: inner.largest)
        parts.add(inner)
        known[id] = parts
        return parts
    }

    /// The cost of the picture itself, in addition to its parts' pixels.
    private mutating func own(_ item: HEIFPictures.Item, beside pixels: Int) throws(CodecError) -> Parts {
        var parts = Parts()
        parts.bytes = item.parts.reduce(0) { $0 + $1.count }
        guard parts.bytes <= file.count else { throw CodedSizes.tooMuch("the file's bytes in a part") }
        let sizes = try coded.inData(of: item) + [item.size, items.canvas(of: item)].compactMap { $0 }
        for size in sizes {
            try limits.check(
                size, bytesPerPixel: HEIFCodec.bytesPerPixel, besides: pixels * HEIFCodec.bytesPerPixel)
            parts.largest = max(parts.largest, size.width * size.height)
        }
        parts.pixels = max(parts.largest, Self.leastPixels)
        return parts
    }
}

extension HEIFPictures {
    /// The declared size of a composed picture, which follows a header and an overlay's background color.
    fileprivate func canvas(of item: Item) -> PixelSize? {
        let isGrid = item.type == FourCC.number("grid")
        guard isGrid || item.type == FourCC.number("iovl") else { return nil }
        let data = item.parts.flatMap { file[$0.prefix(32)] }
        let (length, start) = ((data.dropFirst().first ?? 0) & 1 == 0 ? 2 : 4, isGrid ? 4 : 10)
        guard let width = data.number(at: start, bytes: length, .big),
            let height = data.number(at: start + length, bytes: length, .big)
        else { return nil }
        return PixelSize(width: Int(width), height: Int(height))
    }
}
#endif
