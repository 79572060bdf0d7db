#if FolderLibrary && os(Linux)
import CameraRollCPNG
import CameraRollCTurboJPEG
import CameraRollCWebP
import CameraRoll
import Foundation

import FolderLibrary
import CameraRollCodecs

/// A small picture that a test paints and encodes.
struct TestPicture {
    typealias Color = SIMD4<UInt8>

    let size: PixelSize
    var pixels: [UInt8]

    static let red = Color(220, 30, 30, 255)
    static let green = Color(30, 200, 40, 255)
    static let blue = Color(30, 40, 210, 255)
    static let white = Color(250, 250, 250, 255)

    init(_ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> Color) {
        size = PixelSize(width: width, height: height)
        pixels = []
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                pixels += [color.x, color.y, color.z, color.w]
            }
        }
    }

    /// Red and green above, blue and white below.
    static func quarters(_ width: Int = 64, _ height: Int = 48) -> TestPicture {
        TestPicture(width, height) { x, y in
            y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : white)
        }
    }

    /// Waves of many lengths, as a photo has.
    static func waves(_ width: Int, _ height: Int) -> TestPicture {
        TestPicture(width, height) { x, y in
            func wave(_ step: Int) -> UInt8 {
                let far = (x * x * step / (width * 2) + y * (7 - step)) % 96
                return UInt8(40 + (far < 48 ? far : 96 - far) * 3 + (x + y * step) % 7)
            }
            return Color(wave(1), wave(2), wave(3), 255)
        }
    }

    /// Rings that become finer from the first corner on, down to a distance of two pixels.
    static func rings(_ width: Int, _ height: Int) -> TestPicture {
        let step = Double.pi / Double(2 * max(width, height))
        return TestPicture(width, height) { x, y in
            let value = UInt8(127.5 + 100 * cos(step * Double(x * x + y * y)))
            return Color(value, value, 255 - value, 255)
        }
    }

    /// Lines of small dark characters on a light background.
    static func text(_ width: Int, _ height: Int) -> TestPicture {
        TestPicture(width, height) { x, y in
            let (column, row) = ((x + 4) % 8, (y + 10) % 14)
            guard column < 5, row < 8 else { return Color(245, 245, 245, 255) }
            let sign = (x / 8 &* 2_654_435_761 ^ y / 14 &* 40_503) & 0xFF_FFFF
            let isInk = ((sign &* (row * 7 + column * 13 + 1)) >> 5) & 1 == 1
            return isInk ? Color(20, 20, 40, 255) : Color(245, 245, 245, 255)
        }
    }

    var isOpaque: Bool { pixels.indices.allSatisfy { $0 & 3 != 3 || pixels[$0] == 255 } }

    /// The pixels without their alpha.
    var components: [UInt8] {
        pixels.indices.filter { $0 & 3 != 3 }.map { pixels[$0] }
    }
}

// MARK: - Encoding

extension TestPicture {
    func jpeg(
        quality: CInt = 95, sampling: TJSAMP = TJSAMP_444, format: TJPF = TJPF_RGBA, flags: Int32 = 0
    ) -> [UInt8] {
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var buffer: UnsafeMutablePointer<UInt8>?
        var count: CUnsignedLong = 0
        tjCompress2(
            handle, pixels, CInt(size.width), CInt(size.width * 4), CInt(size.height), CInt(format.rawValue), &buffer,
            &count, CInt(sampling.rawValue), quality, flags)
        defer { tjFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
    }

    var png: [UInt8] {
        Self.png(size, pixels, format: UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA))
    }

    /// A PNG of samples in any of libpng's formats.
    static func png<Sample: BitwiseCopyable>(
        _ size: PixelSize, _ samples: [Sample], format: UInt32, colors: [UInt8] = []
    ) -> [UInt8] {
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        image.width = png_uint_32(size.width)
        image.height = png_uint_32(size.height)
        image.format = format
        image.colormap_entries = png_uint_32(colors.count / 4)
        var count = 4096 + size.width * size.height * 16
        var bytes = [UInt8](repeating: 0, count: count)
        samples.withUnsafeBytes { _ = png_image_write_to_memory(&image, &bytes, &count, 0, $0.baseAddress, 0, colors) }
        return Array(bytes.prefix(count))
    }

    var losslessWebP: [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeLosslessRGBA(pixels, CInt(size.width), CInt(size.height), CInt(size.width * 4), &buffer)
        defer { WebPFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: count))
    }

    var webP: [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = WebPEncodeRGBA(pixels, CInt(size.width), CInt(size.height), CInt(size.width * 4), 95, &buffer)
        defer { WebPFree(buffer) }
        return Array(UnsafeBufferPointer(start: buffer, count: count))
    }
}

// MARK: - Checking decoded pixels

extension DecodedPixels {
    subscript(x: Int, y: Int) -> TestPicture.Color { bytes.color(at: y * size.width + x) }
}

extension DecodedImage {
    subscript(x: Int, y: Int) -> TestPicture.Color { pixels.color(at: y * size.width + x) }

    /// The colors in the middle of the quarters, row by row.
    var quarters: [TestPicture.Color] {
        let (left, right) = (size.width / 4, size.width * 3 / 4)
        let (top, bottom) = (size.height / 4, size.height * 3 / 4)
        return [self[left, top], self[right, top], self[left, bottom], self[right, bottom]]
    }
}

extension [UInt8] {
    fileprivate func color(at pixel: Int) -> TestPicture.Color {
        TestPicture.Color(self[pixel * 4], self[pixel * 4 + 1], self[pixel * 4 + 2], self[pixel * 4 + 3])
    }

    /// The similarity of two pictures in decibels; infinite if they are identical.
    func decibels(to other: [UInt8]) -> Double {
        let sum = zip(self, other).reduce(0.0) { sum, pair in
            let difference = Double(pair.0) - Double(pair.1)
            return sum + difference * difference
        }
        return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(count) / sum)
    }
}

extension TestPicture.Color {
    /// Whether no component differs by more than lossy codecs cause.
    func isLike(_ other: Self, within tolerance: Int = 12) -> Bool {
        indices.allSatisfy { abs(Int(self[$0]) - Int(other[$0])) <= tolerance }
    }
}
#endif
