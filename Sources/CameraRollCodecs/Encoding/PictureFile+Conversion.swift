#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A format to which pictures can be converted.
public enum ImageFileFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG, which every program can read.
    case jpeg
}

extension PictureFile {
    /// Converts the picture to another format, upright, with its metadata and its color profile.
    ///
    /// ```swift
    /// let jpeg = try PictureFile(heic).converted(to: .jpeg, quality: 0.8)
    /// ```
    ///
    /// On Linux, EXIF, XMP, the color profile and, from a JPEG, Photoshop's resources and comments are kept. If the
    /// pixels were rotated, the orientation in them becomes 1, EXIF's thumbnail is dropped, and its width and height
    /// are swapped. The longest properties of XMP over 64 KB continue in further segments (XMP part 3, 1.1.3.1); a
    /// profile uses as many segments as it needs.
    ///
    /// On Linux, JFIF's density is kept, and a PNG's `pHYs` is converted to one per inch. The following texts of a PNG
    /// become properties of XMP unless it already has them: `Title`, `Author`, `Description` and `Copyright` become
    /// those of Dublin Core, `Comment` becomes `exif:UserComment`, `Software` `xmp:CreatorTool`, and `Creation Time`
    /// `xmp:CreateDate`. EXIF, XMP and IPTC that are stored in its texts become normal blocks.
    ///
    /// On Apple platforms, the color profile is kept, and those metadata that ImageIO knows: EXIF with the place, and
    /// IPTC; the orientation becomes 1. Other XMP, Photoshop resources, comments and a PNG's texts may be lost.
    ///
    /// The result has 8 bits per component, and a white background in place of transparency. CMYK is converted to RGB
    /// without color management, and loses its profile. A PNG's other texts, a density that JFIF cannot express,
    /// further pictures (of an animation, of HDR, a depth map) and sound are lost.
    ///
    /// Conversion takes as long as a whole decode on the caller's thread, which must be one that may block. Canceling
    /// the task ends it as soon as the codec allows.
    ///
    /// - Parameters:
    ///   - format: the new format.
    ///   - quality: from 0, the smallest file, to 1, the best image.
    /// - Throws: `CodecError.damaged`, also for an incomplete picture; `.invalidArgument` for a quality outside 0 to 1;
    ///   `.cannotEncode` for metadata that JPEG cannot hold, such as more than 64 KB of EXIF; `.cancelled`; and other
    ///   errors of the file's codec.
    public func converted(to format: ImageFileFormat, quality: Double = 0.8) throws(CodecError) -> [UInt8] {
        try ImageEncoding.jpeg(quality: quality).validate()
        #if FolderLibrary && os(Linux)
        return try JPEGConversion(of: self).jpeg(quality: quality)
        #else
        return try SystemConversion(of: self).jpeg(quality: quality)
        #endif
    }
}

#if FolderLibrary && os(Linux)
import CameraRoll

/// The density of a picture's pixels, as JFIF stores it.
struct PixelDensity: Equatable {
    /// The unit: 0 if the numbers are only an aspect ratio, 1 for pixels per inch, 2 for pixels per centimeter.
    let unit: UInt8
    let x: Int
    let y: Int

    private static let name = Array("JFIF\0".utf8)

    private init?(unit: UInt8, x: Int, y: Int) {
        guard unit <= 2, (1...65_535).contains(x), (1...65_535).contains(y) else { return nil }
        (self.unit, self.x, self.y) = (unit, x, y)
    }

    /// The density of a file; nil if there is none that JFIF can express.
    init?(of file: PictureFile) {
        switch file.format {
        case .png: self.init(png: file.bytes)
        case .jpeg: self.init(jpeg: file.bytes)
        default: return nil
        }
    }

    /// Reads `pHYs`, which is per meter: 2,835 is 72 per inch.
    private init?(png bytes: [UInt8]) {
        var chunks = PNGChunks(ByteReader(bytes))
        while let chunk = try? chunks.next(), chunk.isWhole, chunk.type != PNGChunk.imageData {
            guard chunk.type == FourCC.number("pHYs") else { continue }
            let content = bytes[chunk.data]
            guard content.count == 9, let x = content.uint32(at: content.startIndex),
                let y = content.uint32(at: content.startIndex + 4)
            else { return nil }
            let isMetric = content.last == 1
            let perInch = [x, y].map { isMetric ? Int((Double($0) * 0.0254).rounded()) : $0 }
            self.init(unit: isMetric ? 1 : 0, x: perInch[0], y: perInch[1])
            return
        }
        return nil
    }

    private init?(jpeg bytes: [UInt8]) {
        var segments = JPEGSegments(ByteReader(bytes))
        while let segment = try? segments.next(), segment.isWhole {
            let content = bytes[segment.payload]
            guard segment.marker == 0xE0, content.starts(with: Self.name), content.count >= 12 else { continue }
            let start = content.startIndex + 7
            guard let x = content.uint16(at: start + 1), let y = content.uint16(at: start + 3) else { return nil }
            self.init(unit: content[start], x: x, y: y)
            return
        }
        return nil
    }

    /// The density of the picture rotated by 90 degrees.
    var onItsSide: PixelDensity? { PixelDensity(unit: unit, x: y, y: x) }

    /// Returns a JPEG with this density in its JFIF segment, the first one; unchanged if there is none.
    func set(in jpeg: [UInt8]) -> [UInt8] {
        guard jpeg.count >= 18, jpeg[3] == 0xE0, jpeg[6...].starts(with: Self.name) else { return jpeg }
        var jpeg = jpeg
        jpeg.replaceSubrange(
            13..<18, with: [unit, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)])
        return jpeg
    }
}
#endif
#endif
