#if FolderLibrary && os(Linux)
import CTurboJPEG
import CameraRoll

/// Converts a picture to JPEG: upright pixels, preceded by the segments of its metadata.
struct JPEGConversion {
    private let file: PictureFile
    private let orientation: ImageOrientation
    private let decoded: DecodedPixels

    /// The longest side that TurboJPEG writes.
    private static let longestSide = 65_500

    /// Decodes the whole picture.
    init(of file: PictureFile) throws(CodecError) {
        self.file = file
        orientation = try file.header().orientation
        decoded = try file.decode(unless: .ofTask)
        guard !decoded.isDamaged else { throw file.damaged("a part of the picture is missing") }
        guard max(decoded.size.width, decoded.size.height) <= Self.longestSide else {
            throw .cannotEncode(.jpeg, reason: "\(decoded.size) pixels are more than \(Self.longestSide) on a side")
        }
    }

    /// The JPEG file.
    func jpeg(quality: Double) throws(CodecError) -> [UInt8] {
        let size = orientation.turned(decoded.size)
        var pixels = orientation.uprightPixels(decoded.bytes, size)
        Self.putOnWhite(&pixels)
        let picture = try Self.encoded(pixels, size, quality: Int((quality * 100).rounded()))
        // A HEIC's container may define the rotation, which its codec has then applied.
        let isTurned = orientation != .up || file.metadata.orientation != .up
        let segments = try JPEGSegments(file, profile: decoded.profile, size: size, isTurned: isTurned)
        let density = PixelDensity(of: file)
        let shown = orientation.swapsSides ? density?.onItsSide : density
        return try upright(segments.inserted(into: picture, density: shown))
    }

    /// Sets the orientation in the metadata to that of the pixels.
    private func upright(_ jpeg: [UInt8]) throws(CodecError) -> [UInt8] {
        let inXMP = file.metadata.xmp.text("Orientation", in: .tiff) ?? "1"
        guard (file.metadata.storedOrientation ?? .up) != .up || inXMP != "1" else { return jpeg }
        do throws(MetadataEditError) {
            return try MetadataEditor(.setOrientation(.up)).edited(jpeg)
        } catch {
            throw .cannotEncode(.jpeg, reason: "its orientation cannot be set: \(error)")
        }
    }

    private static func putOnWhite(_ pixels: inout [UInt8]) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            var offset = 0
            while offset + 3 < pixels.count {
                let missing = 255 - pixels[offset + 3]
                if missing > 0 {
                    // Premultiplied, so no sum exceeds 255.
                    for channel in offset..<offset + 4 { pixels[channel] += min(missing, 255 - pixels[channel]) }
                }
                offset += 4
            }
        }
    }

    private static func encoded(_ pixels: [UInt8], _ size: PixelSize, quality: Int) throws(CodecError) -> [UInt8] {
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: CUnsignedLong = 0
        defer { tjFree(buffer) }
        // Full color resolution is worth its bytes only at high quality.
        let sampling = quality >= 90 ? TJSAMP_444 : TJSAMP_420
        let code = tjCompress2(
            handle, pixels, CInt(size.width), CInt(size.width * 4), CInt(size.height), CInt(TJPF_RGBA.rawValue),
            &buffer, &count, CInt(sampling.rawValue), CInt(max(quality, 1)), 0)
        guard code == 0, let buffer else {
            let reason = tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown"
            throw .cannotEncode(.jpeg, reason: reason)
        }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }
}
#endif
