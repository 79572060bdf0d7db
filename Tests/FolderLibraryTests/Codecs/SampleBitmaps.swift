#if FolderLibrary && os(Linux)
import CameraRoll
import PhotoMetadata
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
        let file = bytes(.quarters(8, 6)) { builder in
            builder.primary.append(builder.short(274, 6))
            builder.primary.append(builder.byte(0xC612, 1, 4, 0, 0))
        }
        return file + further
    }
}

/// BMP files.
enum SampleBMP {
    /// A bitmap, from the bytes of its rows as they are stored.
    static func bytes(
        _ width: Int, _ height: Int, bits: Int, compression: Int = 0, extra: [UInt8] = [], _ rows: [UInt8]
    ) -> [UInt8] {
        let start = 54 + extra.count
        var file = Array("BM".utf8)
        file.append(start + rows.count, bytes: 4, .little)
        file.append(0, bytes: 4, .little)
        for number in [start, 40, width, height] { file.append(number, bytes: 4, .little) }
        file.append(1, bytes: 2, .little)
        file.append(bits, bytes: 2, .little)
        for number in [compression, rows.count, 0, 0, 0, 0] { file.append(number, bytes: 4, .little) }
        return file + extra + rows
    }

    /// The pixels of a picture, with 32 bits each.
    static func bytes(_ picture: TestPicture) -> [UInt8] {
        var rows: [UInt8] = []
        for index in stride(from: 0, to: picture.pixels.count, by: 4) {
            rows += picture.pixels[index..<index + 3].reversed() + [0]
        }
        return bytes(picture.size.width, -picture.size.height, bits: 32, rows)
    }
}
#endif
