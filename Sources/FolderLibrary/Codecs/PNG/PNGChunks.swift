#if FolderLibrary && os(Linux)
import CameraRoll

/// Values of a PNG's chunks that libpng's simplified functions do not report.
struct PNGChunks {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bitDepth = 0
    /// Bit 0: a palette, bit 1: color, bit 2: alpha.
    private(set) var colorType: UInt8 = 0
    private(set) var isInterlaced = false
    private(set) var isAnimated = false
    private(set) var hasTransparency = false
    private(set) var profile: [UInt8]?
    /// The ranges of gamma and primaries, which are ignored if there is a profile.
    private(set) var gammaRanges: [Range<Int>] = []

    /// Reads the chunks up to the picture data; nil if the first one is not the header.
    init?(_ bytes: [UInt8]) {
        for (name, range) in Self.chunks(of: bytes) {
            if name == "IDAT" { break }
            take(name, bytes[range], range.lowerBound - 8..<range.upperBound + 4)
        }
        guard width > 0, height > 0 else { return nil }
    }

    /// All complete chunks: their names, and the ranges of their contents.
    static func chunks(of bytes: [UInt8]) -> some Sequence<(name: String, content: Range<Int>)> {
        sequence(state: 8) { position in
            guard position + 12 <= bytes.count else { return nil }
            let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let start = position + 8
            guard length <= bytes.count - start - 4 else { return nil }
            position = start + length + 4
            return (String(decoding: bytes[start - 4..<start], as: UTF8.self), start..<start + length)
        }
    }

    private mutating func take(_ name: String, _ content: ArraySlice<UInt8>, _ range: Range<Int>) {
        switch name {
        case "IHDR" where content.count == 13: readHeader(Array(content))
        case "acTL": isAnimated = true
        case "tRNS": hasTransparency = true
        case "gAMA", "cHRM": gammaRanges.append(range)
        case "iCCP":
            // A name, a zero, the compression method, and the compressed profile.
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

    /// The file without chunks that a profile overrides: libpng would apply the gamma on top of the profile.
    func withoutGamma(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for range in gammaRanges.reversed() { bytes.removeSubrange(range) }
        return bytes
    }
}
#endif
