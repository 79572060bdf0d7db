import CameraRoll
import Foundation

/// A picture as PNG, for a drawing: with 32 levels of each color, which is enough for one and a third of the bytes.
struct PNG {
    let bytes: [UInt8]

    /// The address by which a drawing has the picture in itself.
    var dataURI: String { "data:image/png;base64," + Data(bytes).base64EncodedString() }

    /// Encodes the part of an image with the given proportions in its middle.
    ///
    /// - Parameter aspect: the width divided by the height.
    init(_ image: DecodedImage, aspect: Double) {
        let (size, pixels) = (image.size, image.pixels)
        let width = min(size.width, max(1, Int((Double(size.height) * aspect).rounded())))
        let height = min(size.height, max(1, Int((Double(size.width) / aspect).rounded())))
        let (left, top) = ((size.width - width) / 2, (size.height - height) / 2)
        var colors: [UInt32] = []
        colors.reserveCapacity(width * height)
        for row in top..<top + height {
            for column in left..<left + width {
                colors.append(Self.color(pixels, at: row * image.bytesPerRow + column * 4))
            }
        }
        bytes = Self.encode(colors, width, height)
    }

    /// A color of fewer levels, the lightest and the darkest as they are.
    private static func color(_ pixels: [UInt8], at offset: Int) -> UInt32 {
        (0..<3).reduce(0) { color, channel in
            let byte = UInt32(pixels[offset + channel]) & 0xF8
            return color << 8 | byte | byte >> 5
        }
    }

    private static func encode(_ colors: [UInt32], _ width: Int, _ height: Int) -> [UInt8] {
        let (rows, palette) = indexed(colors, width) ?? (plain(colors, width), nil)
        let kind: UInt8 = palette == nil ? 2 : 3
        let head = UInt32(width).bigEndianBytes + UInt32(height).bigEndianBytes + [8, kind, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", head)
            + (palette.map { chunk("PLTE", $0) } ?? []) + chunk("IDAT", Deflate.zlib(rows)) + chunk("IEND", [])
    }

    /// The rows as numbers of a palette; nil if there are more than 256 colors.
    private static func indexed(_ colors: [UInt32], _ width: Int) -> (rows: [UInt8], palette: [UInt8]?)? {
        var (numbers, palette, rows): ([UInt32: UInt8], [UInt8], [UInt8]) = ([:], [], [])
        for (index, color) in colors.enumerated() {
            if index.isMultiple(of: width) { rows.append(0) }
            if let number = numbers[color] {
                rows.append(number)
            } else {
                guard numbers.count < 256 else { return nil }
                let number = UInt8(numbers.count)
                numbers[color] = number
                palette += color.bigEndianBytes.dropFirst()
                rows.append(number)
            }
        }
        return (rows, palette)
    }

    /// The rows with each color as the difference from the one on its left.
    private static func plain(_ colors: [UInt32], _ width: Int) -> [UInt8] {
        var rows: [UInt8] = []
        var left: [UInt8] = [0, 0, 0]
        for (index, color) in colors.enumerated() {
            if index.isMultiple(of: width) { (left, rows) = ([0, 0, 0], rows + [1]) }
            let channels = Array(color.bigEndianBytes.dropFirst())
            for channel in 0..<3 { rows.append(channels[channel] &- left[channel]) }
            left = channels
        }
        return rows
    }

    private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return UInt32(data.count).bigEndianBytes + body + Checksum.crc32(body).bigEndianBytes
    }
}
