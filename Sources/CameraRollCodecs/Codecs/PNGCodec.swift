#if FolderLibrary && os(Linux)
import CameraRollCPNG
import CameraRoll

/// Decodes PNG with libpng's simplified functions: any depth, palettes, alpha and interlacing; of an animation, the
/// still picture.
struct PNGCodec: ImageCodec {
    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        try header(of: file, try chunks(of: file))
    }

    private func chunks(of file: PictureFile) throws(CodecError) -> PNGDetails {
        guard let chunks = PNGDetails(file.bytes) else { throw file.damaged("its header is missing") }
        return chunks
    }

    private func header(of file: PictureFile, _ chunks: PNGDetails) throws(CodecError) -> PictureHeader {
        PictureHeader(
            size: chunks.size, orientation: file.metadata.orientation, color: chunks.color, hasAlpha: chunks.hasAlpha,
            bitDepth: chunks.bitDepth, isAnimated: chunks.isAnimated, isProgressive: chunks.isInterlaced)
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let chunks = try chunks(of: file)
        try limits.check(chunks.size, bytesPerPixel: 0)
        let profile = ColorProfile.usable(chunks.profile)
        let bytes = profile == nil || chunks.gammaRanges.isEmpty ? file.bytes : chunks.withoutGamma(file.bytes)
        var pixels = try Self.decodeAny(bytes, chunks.size)
        if chunks.hasAlpha { pixels.premultiply() }
        pixels.profile = profile
        return pixels
    }

    /// Decodes as much as possible: rows are written one by one, so that those before the damage can be shown.
    private static func decodeAny(_ bytes: [UInt8], _ size: PixelSize) throws(CodecError) -> DecodedPixels {
        var pixels = DecodedPixels(size: size, bytes: [UInt8](repeating: 0, count: size.width * size.height * 4))
        guard let failure = decode(bytes, into: &pixels) else { return pixels }
        // libpng reads some KB at once, and fails if there are fewer.
        if !pixels.hasContent { _ = decode(bytes + [UInt8](repeating: 0, count: 16 << 10), into: &pixels) }
        guard pixels.hasContent else { throw .failure(.png, reason: failure) }
        pixels.isDamaged = true
        return pixels
    }

    /// Decodes into empty pixels; returns the error, if any.
    private static func decode(_ bytes: [UInt8], into pixels: inout DecodedPixels) -> String? {
        bytes.withUnsafeBytes { bytes in
            var image = png_image()
            image.version = png_uint_32(PNG_IMAGE_VERSION)
            defer { png_image_free(&image) }
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return image.text
            }
            guard image.width == pixels.size.width, image.height == pixels.size.height else {
                return "it has two sizes"
            }
            image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
            // Without this flag, 16-bit values without a gamma are interpreted as linear light.
            image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
            let isWhole = pixels.bytes.withUnsafeMutableBytes {
                png_image_finish_read(&image, nil, $0.baseAddress, 0, nil)
            }
            return isWhole == 0 ? image.text : nil
        }
    }
}

extension png_image {
    /// libpng's error message.
    var text: String {
        withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// Values of a PNG's chunks that libpng's simplified functions do not report.
struct PNGDetails {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bitDepth = 0
    /// Bit 0: a palette, bit 1: color, bit 2: alpha.
    private(set) var colorType: UInt8 = 0
    private(set) var isInterlaced = false
    private(set) var isAnimated = false
    private(set) var hasTransparency = false
    private(set) var profile: [UInt8]?
    /// The ranges of gamma and primaries in the file, which are ignored if there is a profile.
    private(set) var gammaRanges: [Range<Int>] = []

    /// Reads the chunks up to the picture data; nil if the first one is not the header.
    init?(_ bytes: [UInt8]) {
        var chunks = PNGChunks(ByteReader(bytes))
        while let chunk = try? chunks.next(), chunk.isWhole, chunk.type != PNGChunk.imageData {
            take(chunk, bytes[chunk.data])
        }
        guard width > 0, height > 0 else { return nil }
    }

    private mutating func take(_ chunk: PNGChunk, _ content: ArraySlice<UInt8>) {
        switch chunk.type {
        case PNGChunk.header where content.count == 13: readHeader(Array(content))
        case FourCC.number("acTL"): isAnimated = true
        case FourCC.number("tRNS"): hasTransparency = true
        case FourCC.number("gAMA"), FourCC.number("cHRM"): gammaRanges.append(chunk.range)
        case FourCC.number("iCCP"):
            // The chunk contains a name, a zero, the compression method, and the compressed profile.
            guard profile == nil, let end = content.firstIndex(of: 0), end + 2 < content.endIndex else { return }
            profile = Inflate.zlib(content[(end + 2)...], limit: ColorProfile.longest)
        default: break
        }
    }

    private mutating func readHeader(_ content: [UInt8]) {
        width = content[0..<4].reduce(0) { $0 << 8 | Int($1) }
        height = content[4..<8].reduce(0) { $0 << 8 | Int($1) }
        (bitDepth, colorType, isInterlaced) = (Int(content[8]), content[9], content[12] == 1)
    }

    var size: PixelSize { PixelSize(width: width, height: height) }
    var hasAlpha: Bool { colorType & 4 != 0 || hasTransparency }
    var color: PictureHeader.ColorKind { colorType & 1 != 0 ? .indexed : colorType & 2 != 0 ? .rgb : .gray }

    /// The file without the chunks that a profile overrides, since libpng would apply the gamma in addition to the
    /// profile.
    func withoutGamma(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for range in gammaRanges.reversed() { bytes.removeSubrange(range) }
        return bytes
    }
}
#endif
