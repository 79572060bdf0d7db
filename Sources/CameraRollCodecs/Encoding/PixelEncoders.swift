#if FolderLibrary && os(Linux)
import CameraRollCPNG
import CameraRollCTurboJPEG
import CameraRoll

/// Writes pixels as JPEG with TurboJPEG.
enum JPEGEncoder {
    /// The longest side that TurboJPEG can write.
    static let longestSide = 65_500

    /// Returns a JPEG of packed, premultiplied pixels, with white where they are transparent.
    ///
    /// - Parameter quality: 0 to 1.
    /// - Throws: `CodecError.cannotEncode`.
    static func jpeg(_ pixels: [UInt8], _ size: PixelSize, quality: Double) throws(CodecError) -> [UInt8] {
        var pixels = pixels
        putOnWhite(&pixels)
        return try encoded(pixels, size, quality: Int((quality * 100).rounded()))
    }

    private static func putOnWhite(_ pixels: inout [UInt8]) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            var offset = 0
            while offset + 3 < pixels.count {
                let missing = 255 - pixels[offset + 3]
                if missing > 0 {
                    // The pixels are premultiplied, so no sum exceeds 255.
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

/// Writes images as PNG with libpng's simplified functions, with alpha only if a pixel is transparent.
enum PNGEncoder {
    /// The number of bytes up to the end of the header chunk, after which a profile belongs.
    private static let headLength = 33

    /// Returns a PNG of an image, with its color profile.
    ///
    /// - Throws: `CodecError.cannotEncode`.
    static func png(_ image: DecodedImage) throws(CodecError) -> [UInt8] {
        let pixels = image.packedPixels
        let isOpaque = !stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] != 255 }
        let samples = isOpaque ? withoutAlpha(pixels) : straight(pixels)
        guard let profile = ColorProfile.usable(image.colorProfile) else {
            return try encoded(samples, image.size, isOpaque: isOpaque, isSRGB: true)
        }
        let png = try encoded(samples, image.size, isOpaque: isOpaque, isSRGB: false)
        // libpng writes a gamma, which would contradict the profile.
        let plain = PNGDetails(png)?.withoutGamma(png) ?? png
        return Array(plain.prefix(headLength)) + chunk(of: profile) + plain.dropFirst(headLength)
    }

    private static func withoutAlpha(_ pixels: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 3) { buffer, count in
            for offset in stride(from: 0, to: pixels.count, by: 4) {
                for channel in 0..<3 { buffer[count + channel] = pixels[offset + channel] }
                count += 3
            }
        }
    }

    /// Divides colors by alpha, so that multiplying them again yields the same pixels.
    private static func straight(_ pixels: [UInt8]) -> [UInt8] {
        var pixels = pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            for offset in stride(from: 0, to: pixels.count, by: 4) {
                let alpha = Int(pixels[offset + 3])
                guard alpha < 255 else { continue }
                for channel in offset..<offset + 3 {
                    let color = alpha == 0 ? 0 : (Int(pixels[channel]) * 255 + alpha / 2) / alpha
                    pixels[channel] = UInt8(min(color, 255))
                }
            }
        }
        return pixels
    }

    private static func encoded(
        _ samples: [UInt8], _ size: PixelSize, isOpaque: Bool, isSRGB: Bool
    ) throws(CodecError) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(size.width)
        image.height = png_uint_32(size.height)
        image.format = png_uint_32(isOpaque ? PNG_FORMAT_FLAG_COLOR : PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
        if !isSRGB { image.flags |= png_uint_32(PNG_IMAGE_FLAG_COLORSPACE_NOT_sRGB) }
        defer { png_image_free(&image) }
        // Incompressible data grow by less than an eighth, and each row has one more byte.
        let longest = (samples.count + size.height) / 8 * 9 + 65_536
        var isWritten: CInt = 0
        let file = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
            var length = longest
            isWritten = png_image_write_to_memory(&image, buffer.baseAddress, &length, 0, samples, 0, nil)
            count = isWritten == 0 ? 0 : min(length, longest)
        }
        guard isWritten != 0 else { throw .cannotEncode(.png, reason: image.text) }
        // A copy, which has no room to spare.
        return Array(file[...])
    }

    /// The chunk of a profile: its name, and its bytes in uncompressed blocks (RFC 1950 and 1951).
    private static func chunk(of profile: [UInt8]) -> [UInt8] {
        var content = Array("iCCP".utf8) + Array("ICC profile\0".utf8) + [0, 0x78, 0x01]
        for start in stride(from: 0, to: profile.count, by: 65_535) {
            let part = profile[start..<min(start + 65_535, profile.count)]
            content.append(part.endIndex == profile.count ? 1 : 0)
            content.append(part.count, bytes: 2, .little)
            content.append(~part.count, bytes: 2, .little)
            content += part
        }
        content.append(checksum(of: profile), bytes: 4)
        var chunk: [UInt8] = []
        chunk.append(content.count - 4, bytes: 4)
        chunk += content
        chunk.append(Int(CRC32.checksum(content)), bytes: 4)
        return chunk
    }

    /// The checksum of zlib's format (RFC 1950).
    private static func checksum(of bytes: [UInt8]) -> Int {
        let sums = bytes.reduce((low: 1, high: 0)) { sums, byte in
            let low = (sums.low + Int(byte)) % 65_521
            return (low, (sums.high + low) % 65_521)
        }
        return sums.high << 16 | sums.low
    }
}
#endif
