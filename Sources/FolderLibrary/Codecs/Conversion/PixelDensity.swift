#if FolderLibrary && os(Linux)
import CameraRoll

/// The density of a picture's pixels, as JFIF stores it.
struct PixelDensity: Equatable {
    /// 0: the numbers are only an aspect ratio, 1: pixels per inch, 2: per centimeter.
    let unit: UInt8
    let x: Int
    let y: Int

    private static let name = Array("JFIF\0".utf8)

    private init?(unit: UInt8, x: Int, y: Int) {
        guard unit <= 2, (1...65_535).contains(x), (1...65_535).contains(y) else { return nil }
        (self.unit, self.x, self.y) = (unit, x, y)
    }

    /// The density of a file; nil without a density that JFIF can express.
    init?(of file: PictureFile) {
        switch file.format {
        case .png: self.init(png: file.bytes)
        case .jpeg: self.init(jpeg: file.bytes)
        default: return nil
        }
    }

    /// `pHYs` is per meter: 2,835 are 72 per inch.
    private init?(png bytes: [UInt8]) {
        let chunk = PNGChunks.chunks(of: bytes).prefix { $0.name != "IDAT" }.first { $0.name == "pHYs" }
        guard let content = chunk?.content, content.count == 9 else { return nil }
        let numbers = [content.lowerBound, content.lowerBound + 4].map { start in
            bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let isMetric = bytes[content.lowerBound + 8] == 1
        let perInch = numbers.map { isMetric ? Int((Double($0) * 0.0254).rounded()) : $0 }
        self.init(unit: isMetric ? 1 : 0, x: perInch[0], y: perInch[1])
    }

    private init?(jpeg bytes: [UInt8]) {
        let segment = JPEGMarkers.segments(of: bytes).first { marker, range in
            marker == 0xE0 && bytes[range].dropFirst(4).starts(with: Self.name) && range.count >= 16
        }
        guard let start = segment?.range.lowerBound else { return nil }
        self.init(
            unit: bytes[start + 11], x: Int(bytes[start + 12]) << 8 | Int(bytes[start + 13]),
            y: Int(bytes[start + 14]) << 8 | Int(bytes[start + 15]))
    }

    /// The density of the picture rotated by a quarter.
    var onItsSide: PixelDensity? { PixelDensity(unit: unit, x: y, y: x) }

    /// A JPEG with this density in its JFIF segment, the first one; unchanged if it has none.
    func set(in jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.count >= 18, jpeg[3] == 0xE0, jpeg[6...].starts(with: Self.name) else { return jpeg }
        var jpeg = jpeg
        jpeg.replaceSubrange(
            13..<18, with: [unit, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
        return jpeg
    }
}
#endif
