#if FolderLibrary && os(Linux)
import TestSupport

/// TIFF files of a picture's colors in one strip.
enum SampleTIFF {
    static func bytes(
        _ picture: TestPicture, order: ByteOrder = .little, isBig: Bool = false,
        _ change: (inout TIFFBuilder) -> Void = { _ in }
    ) -> [UInt8] {
        var builder = TIFFBuilder(order: order, isBig: isBig)
        builder.strip = picture.components
        builder.primary = [
            builder.short(256, picture.size.width), builder.short(257, picture.size.height),
            builder.short(258, 8, 8, 8), builder.short(259, 1), builder.short(262, 2), builder.short(277, 3),
            builder.short(278, picture.size.height),
        ]
        change(&builder)
        return builder.bytes()
    }

    /// A DNG with a small picture in its first directory, which lies on its side, and other bytes behind it.
    static func raw(_ further: [UInt8]) -> [UInt8] {
        bytes(.quarters(8, 6)) { builder in
            builder.primary += [builder.short(274, 6), builder.byte(0xC612, 1, 4, 0, 0)]
        } + further
    }
}

/// BMP files.
enum SampleBMP {
    /// A bitmap, from the bytes of its rows as they are stored.
    static func bytes(
        _ width: Int, _ height: Int, bits: Int, compression: Int = 0, extra: [UInt8] = [], _ rows: [UInt8]
    ) -> [UInt8] {
        func long(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let start = 54 + extra.count
        let head = Array("BM".utf8) + long(start + rows.count) + [0, 0, 0, 0] + long(start)
        let info = long(40) + long(width) + long(height) + [1, 0, UInt8(bits), 0] + long(compression)
        return head + info + long(rows.count) + [UInt8](repeating: 0, count: 16) + extra + rows
    }

    /// The pixels of a picture, with 32 bits each.
    static func bytes(_ picture: TestPicture) -> [UInt8] {
        let rows = stride(from: 0, to: picture.pixels.count, by: 4).flatMap { index in
            [picture.pixels[index + 2], picture.pixels[index + 1], picture.pixels[index], 0]
        }
        return bytes(picture.size.width, -picture.size.height, bits: 32, rows)
    }
}
#endif
