#if FolderLibrary && os(Linux)
import Foundation
import PhotoMetadataEditing
import TestSupport
import Testing

@testable import CameraRoll
@testable import CameraRollCodecs

struct TIFFCodecTests {
    private func tiff(
        _ picture: TestPicture, order: ByteOrder = .little, isBig: Bool = false,
        _ change: (inout TIFFBuilder) -> Void = { _ in }
    ) -> [UInt8] {
        SampleTIFF.bytes(picture, order: order, isBig: isBig, change)
    }

    @Test(arguments: [ByteOrder.little, .big], [false, true])
    func `Colors come back exactly in both byte orders, with short and long offsets`(order: ByteOrder, isBig: Bool)
        throws
    {
        let picture = TestPicture.waves(37, 21)
        let file = try PictureFile(tiff(picture, order: order, isBig: isBig))
        #expect(try file.header().size == picture.size)
        let pixels = try file.decode()
        #expect(pixels.bytes == picture.pixels && !pixels.isDamaged)
    }

    @Test(arguments: ImageOrientation.allCases)
    func `Pixels are as they are stored, and the orientation is reported`(orientation: ImageOrientation) throws {
        let picture = TestPicture.quarters(8, 6)
        let file = try PictureFile(tiff(picture) { $0.primary.append($0.short(274, orientation.rawValue)) })
        #expect(try file.header().orientation == orientation)
        #expect(try file.decode().bytes == picture.pixels)
    }

    @Test func `A profile is kept`() throws {
        let profile = SampleProfile.rgb()
        let file = try PictureFile(tiff(.quarters()) { $0.primary.append($0.undefined(34_675, profile)) })
        #expect(try file.decode().profile == profile)
    }

    @Test func `Numbers with a point fail with a reason, and nothing is printed`() throws {
        let file = try PictureFile(
            tiff(.quarters(8, 6)) { builder in
                builder.strip = [UInt8](repeating: 0, count: 8 * 6 * 4)
                builder.primary = [
                    builder.short(256, 8), builder.short(257, 6), builder.short(258, 32), builder.short(259, 1),
                    builder.short(262, 1), builder.short(277, 1), builder.short(278, 6), builder.short(339, 3),
                ]
            })
        #expect(throws: CodecError.damaged(.tiff, reason: "Sorry, can not handle images with 32-bit samples")) {
            try file.decode()
        }
    }

    @Test func `A file that is cut anywhere is shown in part, or fails with a reason`() throws {
        let bytes = tiff(.waves(32, 32))
        for count in stride(from: 12, to: bytes.count, by: 97) {
            guard let file = try? PictureFile(Array(bytes.prefix(count))), let pixels = try? file.decode() else {
                continue
            }
            #expect(pixels.isDamaged, "\(count)")
        }
    }

    @Test func `A picture that claims too much is refused before it is decoded`() throws {
        let size = PixelSize(width: 60_000, height: 60_000)
        let file = try PictureFile(
            tiff(.quarters(8, 6)) { builder in
                builder.primary[0] = builder.long(256, size.width)
                builder.primary[1] = builder.long(257, size.height)
            })
        #expect(throws: CodecError.tooManyPixels(size, limit: 250_000_000)) { try file.decode() }
        let deep = try PictureFile(tiff(.quarters(8, 6)) { $0.primary[5] = $0.short(277, 65_535) })
        #expect(throws: CodecError.self) { try deep.decode() }
    }

    @Test func `Numbers of bits and of samples that no picture has are refused, whatever their product`() throws {
        let file = try PictureFile(
            tiff(.quarters(8, 6), isBig: true) { builder in
                builder.primary[2] = .init(id: 258, type: 16, count: 1, bytes: builder.number(1 << 62, 8))
                builder.primary[5] = .init(id: 277, type: 16, count: 1, bytes: builder.number(1 << 62, 8))
            })
        #expect(try file.header().bitDepth == 16)
        #expect(throws: CodecError.self) { try file.decode() }
    }

    @Test func `Of ten thousand pages the first is read`() throws {
        let page = tiff(.quarters(8, 6))
        // Each directory leads to the next, which is a copy of it.
        var (file, count) = (page, Int(page[8]))
        let directory = Array(page[8..<8 + 2 + count * 12])
        count = 8 + 2 + count * 12
        var last = count
        for _ in 0..<10_000 {
            if file.count % 2 == 1 { file.append(0) }
            for byte in 0..<4 { file[last + byte] = UInt8(truncatingIfNeeded: file.count >> (byte * 8)) }
            file += directory
            last = file.count
            file += [0, 0, 0, 0]
        }
        #expect(try PictureFile(file).decode().bytes == TestPicture.quarters(8, 6).pixels)
    }
}

/// The JPEG in a camera's raw file.
struct RawPictureCodecTests {
    private let small = TestPicture.quarters(32, 24).jpeg()
    private let large = TestPicture.quarters(160, 120).jpeg()

    private func dng(_ further: [UInt8]) -> [UInt8] { SampleTIFF.raw(further) }

    @Test func `The largest JPEG is the picture, with the orientation of the file`() throws {
        let noise: [UInt8] = [0xFF, 0xD8, 0xFF, 0x12, 0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1]
        let file = try PictureFile(dng(small + noise + large + small))
        let header = try file.header()
        #expect(header.size == PixelSize(width: 160, height: 120) && header.orientation == .right)
        let pixels = try file.decode()
        #expect(pixels[10, 10].isLike(TestPicture.red) && pixels[150, 110].isLike(TestPicture.white))
        #expect(try file.decode(covering: PixelSize(width: 20, height: 15)).size.width < 160)
    }

    @Test func `The sensor's values, which are a JPEG without a loss, are no picture`() throws {
        var lossless = TestPicture.quarters(320, 240).jpeg()
        let frame = try #require(lossless.indices.dropLast().first { lossless[$0] == 0xFF && lossless[$0 + 1] == 0xC0 })
        lossless[frame + 1] = 0xC3
        #expect(try PictureFile(dng(lossless + small)).header().size == PixelSize(width: 32, height: 24))
    }

    @Test func `Segments that lead nowhere, from each of many beginnings, are given up`() throws {
        // Each beginning leads through all of the following, which is the square of their number.
        let trap = Array(repeatElement([0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x04, 0, 0] as [UInt8], count: 1 << 18).joined())
        #expect(RawPicture.largest(in: trap) == nil)
        #expect(RawPicture.largest(in: small + trap) == small.indices)
    }

    @Test func `A raw file that libtiff does not read fails with a reason if it has no JPEG`() throws {
        var bytes = dng([])
        // Panasonic's form of TIFF.
        bytes[2] = 0x55
        let file = try PictureFile(bytes)
        #expect(throws: CodecError.damaged(.raw, reason: "it has no picture for a screen")) { try file.decode() }
    }

    @Test func `Without a JPEG the picture of the first directory is shown`() throws {
        let file = try PictureFile(dng([]))
        #expect(try file.decode().bytes == TestPicture.quarters(8, 6).pixels)
    }

    @Test func `A file that is cut anywhere is shown as far as it goes, or fails with a reason`() throws {
        let bytes = dng(small + large)
        for count in stride(from: 12, to: bytes.count, by: 53) {
            guard let file = try? PictureFile(Array(bytes.prefix(count))) else { continue }
            _ = try? file.header()
            _ = try? file.decode()
        }
        let cut = try PictureFile(Array(bytes.dropLast(large.count / 3))).decode()
        #expect(cut.isDamaged && cut.size == PixelSize(width: 160, height: 120))
    }

    @Test func `Other cameras' files are read by their JPEG`() throws {
        let date = SampleFile.jpeg(exif: TIFFBuilder.camera().bytes())
        var fujifilm = Array("FUJIFILMCCD-RAW 0201".utf8)
        fujifilm += [UInt8](repeating: 0, count: 84 - fujifilm.count)
        fujifilm += [0, 0, 0, 92, 0, 0, UInt8(date.count >> 8), UInt8(date.count & 255)] + date + large
        let raf = try PictureFile(fujifilm)
        #expect(raf.format == .raw && raf.metadata.captureDate?.year == 2023)
        #expect(try raf.header().size == PixelSize(width: 160, height: 120))
        var olympus = dng(large)
        olympus.replaceSubrange(0..<4, with: Array("IIRO".utf8))
        let orf = try PictureFile(olympus)
        #expect(orf.format == .raw && orf.metadata.pixelSize == PixelSize(width: 8, height: 6))
        #expect(try orf.header().size == PixelSize(width: 160, height: 120))
        #expect(throws: (any Error).self) { try MetadataEditor(.removeLocation).edited(olympus) }
    }

    @Test func `Canon's boxes have the date, the camera and the place`() throws {
        func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let count = content.count + 8
            return [0, 0, UInt8(count >> 8), UInt8(count & 255)] + Array(type.utf8) + content
        }
        func directory(_ tags: (TIFFBuilder) -> [TIFFBuilder.Tag]) -> [UInt8] {
            var builder = TIFFBuilder(order: .little)
            builder.primary = tags(builder)
            return builder.bytes()
        }
        let first = directory { [$0.short(256, 160), $0.short(257, 120), $0.ascii(0x010F, "Canon"), $0.short(274, 8)] }
        let exif = directory { [$0.ascii(0x9003, "2023:04:19 10:11:12")] }
        let place = directory {
            [
                $0.ascii(1, "N"), $0.rational(2, (37, 1), (0, 1), (0, 1)), $0.ascii(3, "W"),
                $0.rational(4, (122, 1), (0, 1), (0, 1)),
            ]
        }
        let own = [UInt8](repeating: 7, count: 16) + box("CMT1", first) + box("CMT2", exif) + box("CMT4", place)
        let bytes =
            box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + box("moov", box("uuid", own)) + box("mdat", large)
        let file = try PictureFile(bytes)
        #expect(file.format == .raw && file.metadata.make == "Canon")
        #expect(file.metadata.captureDate?.description == "2023-04-19T10:11:12")
        #expect(file.metadata.place == Coordinate(latitude: 37, longitude: -122))
        #expect(file.metadata.pixelSize == PixelSize(width: 160, height: 120))
        #expect(try file.header().orientation == .left)
        for count in 24..<bytes.count { _ = try? PictureFile(Array(bytes.prefix(count))).decode() }
    }
}
#endif
