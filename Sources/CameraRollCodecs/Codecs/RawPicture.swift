#if FolderLibrary && os(Linux)
import CameraRoll

/// The picture in a camera's raw file: the largest JPEG in it, which cameras make for their own screens.
///
/// Raw formats keep it in different places, but always as a complete file, so that it is found by its markers.
struct RawPicture {
    private let file: PictureFile
    /// The maximum length of a JPEG that is copied, in bytes: enough for a hundred megapixels.
    private static let longest = 64 << 20
    /// The maximum number of segments that are visited in one file; a picture has some dozens.
    private static let mostSegments = 1 << 16

    /// Creates the picture; nil if the file is not a camera's raw file, or has no JPEG.
    ///
    /// - Complexity: O(n) in the bytes of the file.
    init?(in file: PictureFile) throws(CodecError) {
        guard file.metadata.isCameraRaw, let range = Self.largest(in: file.bytes) else { return nil }
        self.file = try PictureFile(Array(file.bytes[range]))
    }

    func header(_ orientation: ImageOrientation) throws(CodecError) -> PictureHeader {
        var header = try JPEGCodec().header(of: file)
        header.orientation = orientation
        return header
    }

    func decode(
        covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        try JPEGCodec().decode(file, covering: target, within: limits, unless: cancellation)
    }

    /// The range of the JPEG with the most pixels.
    ///
    /// JPEGs within others do not count, nor do lossless ones, which hold the sensor's values.
    static func largest(in bytes: [UInt8]) -> Range<Int>? {
        var best: (range: Range<Int>, area: Int)?
        // In total, since segments without a picture may lead through the whole file from each of many beginnings.
        var segments = mostSegments
        bytes.withUnsafeBufferPointer { bytes in
            var position = 0
            while position + 4 < bytes.count, segments > 0 {
                guard bytes[position] == 0xFF, bytes[position + 1] == 0xD8, bytes[position + 2] == 0xFF else {
                    position += 1
                    continue
                }
                guard let found = picture(at: position, in: bytes, visiting: &segments) else {
                    position += 2
                    continue
                }
                if found.area > best?.area ?? 0, found.end - position <= longest {
                    best = (position..<found.end, found.area)
                }
                position = found.end
            }
        }
        return best?.range
    }

    /// The number of pixels and the end of the JPEG at a position; nil if there is none that can be shown.
    private static func picture(
        at start: Int, in bytes: UnsafeBufferPointer<UInt8>, visiting segments: inout Int
    ) -> (area: Int, end: Int)? {
        var (position, area) = (start + 2, 0)
        while position + 9 < bytes.count, bytes[position] == 0xFF, segments > 0 {
            segments -= 1
            let marker = bytes[position + 1]
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            switch marker {
            case 0xC0, 0xC1, 0xC2:
                guard bytes[position + 4] == 8 else { return nil }
                area =
                    (Int(bytes[position + 5]) << 8 | Int(bytes[position + 6]))
                    * (Int(bytes[position + 7]) << 8 | Int(bytes[position + 8]))
            case 0xDA: return area > 0 ? (area, end(from: position, in: bytes)) : nil
            case 0xC4, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: break
            default: return nil
            }
            position += 2 + max(length, 2)
        }
        return nil
    }

    /// The end of a JPEG, from its first scan on; the end of the file if the JPEG is truncated.
    private static func end(from scan: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var position = scan + 2
        while position + 1 < bytes.count {
            if bytes[position] == 0xFF, bytes[position + 1] == 0xD9 { return position + 2 }
            position += 1
        }
        return bytes.count
    }
}
#endif
