#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The lossless compression of a thumbnail's pixels: the QOI format, version 1.0 (qoiformat.org), without its
/// header.
///
/// It is lossless, so a stored thumbnail equals the original one; it compresses photos to about half their size, at
/// about the speed of memory, and needs no library.
package enum QOICodec {
    private typealias Pixel = SIMD4<UInt8>

    /// The tags of QOI's encodings; two-bit tags leave six bits for a number.
    private enum Tag {
        static let index: UInt8 = 0x00
        static let difference: UInt8 = 0x40
        static let luma: UInt8 = 0x80
        static let run: UInt8 = 0xC0
        static let rgb: UInt8 = 0xFE
        static let rgba: UInt8 = 0xFF
        static let mask: UInt8 = 0xC0
    }

    private static let longestRun: UInt8 = 62
    private static let start = Pixel(0, 0, 0, 255)

    /// Compresses pixels of four bytes each.
    package static func packed(_ pixels: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: pixels.count / 4 * 5) { output, count in
            pixels.withUnsafeBufferPointer { pack($0, into: output, &count) }
        }
    }

    private static func pack(
        _ pixels: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) {
        withUnsafeTemporaryAllocation(of: Pixel.self, capacity: 64) { seen in
            seen.initialize(repeating: .zero)
            var (last, run) = (start, UInt8(0))
            for offset in stride(from: 0, to: pixels.count - 3, by: 4) {
                let pixel = Pixel(pixels[offset], pixels[offset + 1], pixels[offset + 2], pixels[offset + 3])
                if pixel == last {
                    run += 1
                    if run == longestRun { put(Tag.run | (run - 1), output, &count, ending: &run) }
                    continue
                }
                if run > 0 { put(Tag.run | (run - 1), output, &count, ending: &run) }
                let place = place(of: pixel)
                if seen[place] == pixel {
                    put(Tag.index | UInt8(place), output, &count)
                } else {
                    seen[place] = pixel
                    put(pixel, after: last, output, &count)
                }
                last = pixel
            }
            if run > 0 { put(Tag.run | (run - 1), output, &count, ending: &run) }
        }
    }

    private static func place(of pixel: Pixel) -> Int {
        (Int(pixel.x) * 3 + Int(pixel.y) * 5 + Int(pixel.z) * 7 + Int(pixel.w) * 11) & 63
    }

    @inline(__always)
    private static func put(_ byte: UInt8, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int) {
        output[count] = byte
        count += 1
    }

    private static func put(
        _ byte: UInt8, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int, ending run: inout UInt8
    ) {
        put(byte, output, &count)
        run = 0
    }

    private static func put(
        _ pixel: Pixel, after last: Pixel, _ output: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
    ) {
        let (red, green, blue) = (pixel.x &- last.x, pixel.y &- last.y, pixel.z &- last.z)
        let (redToGreen, blueToGreen) = (red &- green, blue &- green)
        if pixel.w != last.w {
            for byte in [Tag.rgba, pixel.x, pixel.y, pixel.z, pixel.w] { put(byte, output, &count) }
        } else if red &+ 2 < 4, green &+ 2 < 4, blue &+ 2 < 4 {
            put(Tag.difference | (red &+ 2) << 4 | (green &+ 2) << 2 | (blue &+ 2), output, &count)
        } else if green &+ 32 < 64, redToGreen &+ 8 < 16, blueToGreen &+ 8 < 16 {
            put(Tag.luma | (green &+ 32), output, &count)
            put((redToGreen &+ 8) << 4 | (blueToGreen &+ 8), output, &count)
        } else {
            put(Tag.rgb, output, &count)
            put(pixel.x, output, &count)
            put(pixel.y, output, &count)
            put(pixel.z, output, &count)
        }
    }
}

extension QOICodec {
    /// Decompresses pixels into a number of bytes; nil if there are more or fewer.
    ///
    /// It allocates no more than the input can represent, since the number may be damaged.
    package static func unpacked(_ bytes: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
        guard count / 4 <= bytes.count * Int(longestRun) else { return nil }
        var isWhole = false
        let pixels = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
            filled = count
            isWhole = unpack(bytes, into: output)
            if !isWhole { output.initialize(repeating: 0) }
        }
        return isWhole ? pixels : nil
    }

    private static func unpack(_ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableBufferPointer<UInt8>) -> Bool
    {
        withUnsafeTemporaryAllocation(of: Pixel.self, capacity: 64) { seen in
            seen.initialize(repeating: .zero)
            var (pixel, position, offset) = (start, 0, 0)
            while position < bytes.count {
                let tag = bytes[position]
                var run = 1
                switch tag {
                case Tag.rgba, Tag.rgb:
                    let length = tag == Tag.rgba ? 4 : 3
                    guard position + length < bytes.count else { return false }
                    for channel in 0..<length { pixel[channel] = bytes[position + 1 + channel] }
                    position += length
                case _ where tag & Tag.mask == Tag.index: pixel = seen[Int(tag)]
                case _ where tag & Tag.mask == Tag.difference:
                    pixel &+= Pixel((tag >> 4 & 3) &- 2, (tag >> 2 & 3) &- 2, (tag & 3) &- 2, 0)
                case _ where tag & Tag.mask == Tag.luma:
                    guard position + 1 < bytes.count else { return false }
                    position += 1
                    let (green, rest) = ((tag & 63) &- 32, bytes[position])
                    pixel &+= Pixel(green &+ (rest >> 4) &- 8, green, green &+ (rest & 15) &- 8, 0)
                default: run = Int(tag & 63) + 1
                }
                position += 1
                seen[place(of: pixel)] = pixel
                guard offset + run * 4 <= output.count else { return false }
                for _ in 0..<run {
                    for channel in 0..<4 { output[offset + channel] = pixel[channel] }
                    offset += 4
                }
            }
            return offset == output.count
        }
    }
}

/// The stored form of a thumbnail; compressed outside of the database's lock.
struct StoredThumbnail: Sendable {
    let size: PixelSize
    let isDegraded: Bool
    /// The reason why the file contains no picture; nil if there is one.
    let failure: String?
    let profile: [UInt8]?
    let pixels: [UInt8]

    /// The size of a row besides its picture, in bytes.
    private static let rowBytes = 128

    /// Its size, in bytes, with regard to the store's limit.
    var byteCount: Int { pixels.count + (profile?.count ?? 0) + (failure?.utf8.count ?? 0) + Self.rowBytes }
}

extension StoredThumbnail {
    /// Compresses an image.
    init(_ image: DecodedImage) {
        self.init(
            size: image.size, isDegraded: image.isDegraded, failure: nil, profile: image.colorProfile,
            pixels: QOICodec.packed(image.pixels))
    }

    /// Creates the record of a failure.
    init(failure: String) {
        self.init(size: PixelSize(width: 0, height: 0), isDegraded: false, failure: failure, profile: nil, pixels: [])
    }

    /// Decompresses it; nil if it is damaged.
    var answer: ThumbnailAnswer? {
        if let failure { return .failure(reason: failure) }
        guard (1...AssetImageRequest.longestSide).contains(size.width),
            (1...AssetImageRequest.longestSide).contains(size.height),
            let pixels = pixels.withUnsafeBytes({ QOICodec.unpacked($0, count: size.width * size.height * 4) }),
            let image = try? DecodedImage(
                size: size, bytesPerRow: size.width * 4, pixels: pixels, colorProfile: profile)
        else { return nil }
        return .image(isDegraded ? image.degraded : image)
    }
}
#endif
