#if FolderLibrary && os(Linux)
import CameraRollCHEIF
import CameraRollCTurboJPEG
import CameraRoll
import PhotoMetadataEditing
import Testing

@testable import FolderLibrary
@testable import CameraRollCodecs

struct ConversionTests {
    private static let date = MetadataDate("2024-02-29T12:34:56.5+01:00")
    private static let quarters = [TestPicture.red, TestPicture.green, TestPicture.blue, TestPicture.white]

    private func described(_ bytes: [UInt8], _ orientation: ImageOrientation = .up) throws -> [UInt8] {
        let date = try #require(Self.date)
        return try MetadataEditor(.setCaptureDate(date), .setCopyright("© Ana"), .setOrientation(orientation))
            .edited(bytes)
    }

    /// The converted picture, upright, after a check of its metadata.
    private func checked(_ jpeg: [UInt8], copyright: String? = "© Ana") throws -> DecodedImage {
        let file = try PictureFile(jpeg)
        #expect(file.metadata.format == .jpeg && file.metadata.problems.isEmpty)
        #expect(file.metadata.orientation == .up)
        #expect(file.metadata.copyright == copyright)
        #expect(file.metadata.exif.taken == Self.date)
        return try PictureRenderer().image(of: file, for: AssetImageRequest(for: MediaAsset(id: "a"), size: .maximum))
    }

    @Test(arguments: ImageOrientation.allCases)
    func `A picture is upright in the new file, and its metadata say so`(orientation: ImageOrientation) throws {
        let source = try described(TestPicture.quarters().jpeg(), orientation)
        let shown = try PictureRenderer().image(
            of: try PictureFile(source), for: AssetImageRequest(for: MediaAsset(id: "a"), size: .maximum))
        let image = try checked(try PictureFile(source).converted(to: .jpeg, quality: 0.95))
        #expect(image.size == shown.size)
        #expect(zip(image.quarters, shown.quarters).allSatisfy { $0.isLike($1) })
    }

    @Test func `What is transparent becomes white, and EXIF and profile are kept from PNG`() throws {
        let picture = TestPicture(64, 48) { x, y in x < 32 && y < 24 ? .zero : TestPicture.blue }
        let png = picture.png.removing(["gAMA", "cHRM", "sRGB"])
        let source = try described(png.inserting(PNGPart.profile(SampleProfile.rgb()), at: 33))
        let image = try checked(try PictureFile(source).converted(to: .jpeg))
        #expect(image.quarters[0].isLike(.init(255, 255, 255, 255)) && image.quarters[3].isLike(TestPicture.blue))
        #expect(image.colorProfile == SampleProfile.rgb())
    }

    @Test func `EXIF is kept from WebP`() throws {
        let image = try checked(
            try PictureFile(try described(TestPicture.quarters().losslessWebP)).converted(to: .jpeg))
        #expect(zip(image.quarters, Self.quarters).allSatisfy { $0.isLike($1) })
    }

    @Test(.enabled(if: SampleHEIF.canEncode)) func `A turned HEIC is turned once, and keeps EXIF and profile`() throws {
        // As phones write it: the container turns the picture, and EXIF says the same once more.
        let exif = try #require(
            MetadataBlocks(of: PictureFile(try described(TestPicture.quarters().jpeg(), .right))).exif)
        let heic = SampleHEIF.file(
            TestPicture.quarters(128, 96), orientation: heif_orientation_rotate_90_cw,
            exif: Array("Exif\0\0".utf8) + exif, profile: SampleProfile.rgb(count: 70_000))
        let image = try checked(try PictureFile(heic).converted(to: .jpeg, quality: 0.9))
        #expect(image.size == PixelSize(width: 96, height: 128))
        let expected = [TestPicture.blue, TestPicture.red, TestPicture.white, TestPicture.green]
        #expect(zip(image.quarters, expected).allSatisfy { $0.isLike($1, within: 24) })
        #expect(image.colorProfile == SampleProfile.rgb(count: 70_000))
    }

    @Test func `EXIF's small picture goes where the picture was turned, and stays where it was not`() throws {
        let source = SampleOriginals.withThumbnail(
            TestPicture.quarters(16, 12).jpeg(), in: TestPicture.quarters().jpeg())
        #expect(try PictureFile(PictureFile(source).converted(to: .jpeg)).metadata.thumbnail != nil)
        let turned = try MetadataEditor(.setOrientation(.left)).edited(source)
        #expect(try PictureFile(turned).metadata.thumbnail != nil)
        #expect(try PictureFile(PictureFile(turned).converted(to: .jpeg)).metadata.thumbnail == nil)
    }

    @Test(.enabled(if: SampleHEIF.canEncode))
    func `EXIF's small picture goes too where only the container of a HEIC turns the picture`() throws {
        let source = SampleOriginals.withThumbnail(
            TestPicture.quarters(16, 12).jpeg(), in: TestPicture.quarters().jpeg())
        let exif = Array("Exif\0\0".utf8) + (try #require(MetadataBlocks(of: PictureFile(source)).exif))
        for (turn, isKept) in [(heif_orientation_normal, true), (heif_orientation_rotate_90_cw, false)] {
            let file = try PictureFile(SampleHEIF.file(TestPicture.quarters(), orientation: turn, exif: exif))
            #expect((try PictureFile(file.converted(to: .jpeg)).metadata.thumbnail != nil) == isKept)
        }
    }

    @Test func `EXIF's width and height change places where the picture was turned on its side`() throws {
        let exif = exif([3, 64, 0], [4, 0, 48])
        let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 8)] + Array("Exif\0\0".utf8) + exif
        let source = TestPicture.quarters(64, 48).jpeg().inserting(segment, at: 2)
        for (orientation, isTurned) in [(ImageOrientation.right, true), (.down, false)] {
            var block = EXIFBlock(exif)
            block.turn(to: orientation.turned(PixelSize(width: 64, height: 48)))
            #expect(block.bytes == (isTurned ? self.exif([4, 0, 48], [3, 64, 0]) : exif))
            let turned = try MetadataEditor(.setOrientation(orientation)).edited(source)
            let blocks = MetadataBlocks(of: try PictureFile(PictureFile(turned).converted(to: .jpeg)))
            let directory = block.bytes[26..<50]
            #expect(try #require(blocks.exif).firstRange(of: directory) != nil)
        }
    }

    /// A block that has only the picture's size: of each side the type, and the value in two halves.
    private func exif(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        func entry(_ id: [UInt8], _ side: [UInt8]) -> [UInt8] { id + [0, side[0], 0, 0, 0, 1, 0, side[1], 0, side[2]] }
        return Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
            + [0, 2] + entry([0xA0, 2], width) + entry([0xA0, 3], height) + [0, 0, 0, 0]
    }

    @Test func `Better quality takes more bytes, and one beyond 0 to 1 is refused`() throws {
        let file = try PictureFile(TestPicture.waves(64, 64).png)
        let sizes = try [0, 0.3, 0.8, 1].map { try file.converted(to: .jpeg, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
        for quality in [-0.1, 1.1, .nan] {
            #expect(throws: CodecError.self) { try file.converted(to: .jpeg, quality: quality) }
        }
    }

    @Test func `A picture of which a part is missing, and metadata without room, are refused`() throws {
        let bytes = TestPicture.waves(64, 64).jpeg()
        let cut = try PictureFile(Array(bytes.prefix(bytes.count / 2)))
        #expect(throws: cut.damaged("a part of the picture is missing")) { try cut.converted(to: .jpeg) }
        let long = PNGPart.chunk("eXIf", Array("II*\0".utf8) + [UInt8](repeating: 0, count: 70_000))
        let file = try PictureFile(TestPicture.quarters().png.inserting(long, at: 33))
        let reason = "EXIF has 70010 bytes, and at most 65533 fit"
        #expect(throws: CodecError.cannotEncode(.jpeg, reason: reason)) { try file.converted(to: .jpeg) }
    }
}
#endif
