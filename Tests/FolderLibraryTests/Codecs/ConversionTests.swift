#if FolderLibrary && os(Linux)
import CHEIF
import CTurboJPEG
import CameraRoll
import Testing

@testable import FolderLibrary

struct ConversionTests {
    private static let date = MetadataDate("2024-02-29T12:34:56.5+01:00")
    private static let quarters = [TestPicture.red, TestPicture.green, TestPicture.blue, TestPicture.white]

    private func described(_ bytes: [UInt8], _ orientation: ImageOrientation = .up) throws -> [UInt8] {
        let date = try #require(Self.date)
        return try MetadataEditor(.setCaptureDate(date), .setCopyright("© Ana"), .setOrientation(orientation))
            .edited(bytes)
    }

    /// The converted picture, upright, after a look at its metadata.
    private func checked(_ jpeg: [UInt8], copyright: String? = "© Ana") throws -> DecodedImage {
        let file = try PictureFile(jpeg)
        #expect(file.metadata.format == .jpeg && file.metadata.problems.isEmpty)
        #expect(file.metadata.orientation == .up)
        #expect(file.metadata.copyright == copyright)
        #expect(file.metadata.exif.taken == Self.date)
        return try PictureRenderer().image(of: file, for: ImageRequest(for: MediaAsset(id: "a"), size: .maximum))
    }

    @Test(arguments: ImageOrientation.allCases)
    func `A picture is upright in the new file, and its metadata say so`(orientation: ImageOrientation) throws {
        let source = try described(TestPicture.quarters().jpeg(), orientation)
        let shown = try PictureRenderer().image(
            of: try PictureFile(source), for: ImageRequest(for: MediaAsset(id: "a"), size: .maximum))
        let image = try checked(try PictureFile(source).convert(to: .jpeg, quality: 0.95))
        #expect(image.size == shown.size)
        #expect(zip(image.quarters, shown.quarters).allSatisfy { $0.isLike($1) })
    }

    @Test func `What is transparent becomes white, and EXIF and profile are kept from PNG`() throws {
        let picture = TestPicture(64, 48) { x, y in x < 32 && y < 24 ? .zero : TestPicture.blue }
        let png = picture.png.removing(["gAMA", "cHRM", "sRGB"])
        let source = try described(png.inserting(PNGPart.profile(SampleProfile.rgb()), at: 33))
        let image = try checked(try PictureFile(source).convert(to: .jpeg))
        #expect(image.quarters[0].isLike(.init(255, 255, 255, 255)) && image.quarters[3].isLike(TestPicture.blue))
        #expect(image.colorProfile == SampleProfile.rgb())
    }

    @Test func `EXIF is kept from WebP`() throws {
        let image = try checked(try PictureFile(try described(TestPicture.quarters().losslessWebP)).convert(to: .jpeg))
        #expect(zip(image.quarters, Self.quarters).allSatisfy { $0.isLike($1) })
    }

    @Test(.enabled(if: SampleHEIF.canEncode)) func `A turned HEIC is turned once, and keeps EXIF and profile`() throws {
        // As phones write it: the container turns the picture, and EXIF says the same once more.
        let exif = try #require(
            MetadataBlocks(of: PictureFile(try described(TestPicture.quarters().jpeg(), .right))).exif)
        let heic = SampleHEIF.file(
            TestPicture.quarters(128, 96), orientation: heif_orientation_rotate_90_cw,
            exif: Array("Exif\0\0".utf8) + exif, profile: SampleProfile.rgb(count: 70_000))
        let image = try checked(try PictureFile(heic).convert(to: .jpeg, quality: 0.9))
        #expect(image.size == PixelSize(width: 96, height: 128))
        let expected = [TestPicture.blue, TestPicture.red, TestPicture.white, TestPicture.green]
        #expect(zip(image.quarters, expected).allSatisfy { $0.isLike($1, within: 24) })
        #expect(image.colorProfile == SampleProfile.rgb(count: 70_000))
    }

    @Test func `EXIF's small picture goes where the picture was turned, and stays where it was not`() throws {
        let source = SampleOriginals.withThumbnail(
            TestPicture.quarters(16, 12).jpeg(), in: TestPicture.quarters().jpeg())
        #expect(try PictureFile(PictureFile(source).convert(to: .jpeg)).metadata.thumbnail != nil)
        let turned = try MetadataEditor(.setOrientation(.left)).edited(source)
        #expect(try PictureFile(turned).metadata.thumbnail != nil)
        #expect(try PictureFile(PictureFile(turned).convert(to: .jpeg)).metadata.thumbnail == nil)
    }

    @Test func `Better quality takes more bytes, and one beyond 0 to 1 is refused`() throws {
        let file = try PictureFile(TestPicture.waves(64, 64).png)
        let sizes = try [0, 0.3, 0.8, 1].map { try file.convert(to: .jpeg, quality: $0).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 4)
        for quality in [-0.1, 1.1, .nan] {
            #expect(throws: CodecError.self) { try file.convert(to: .jpeg, quality: quality) }
        }
    }

    @Test func `A picture of which a part is missing, and metadata without room, are refused`() throws {
        let bytes = TestPicture.waves(64, 64).jpeg()
        let cut = try PictureFile(Array(bytes.prefix(bytes.count / 2)))
        #expect(throws: cut.damaged("a part of the picture is missing")) { try cut.convert(to: .jpeg) }
        let long = PNGPart.chunk("eXIf", Array("II*\0".utf8) + [UInt8](repeating: 0, count: 70_000))
        let file = try PictureFile(TestPicture.quarters().png.inserting(long, at: 33))
        let reason = "EXIF has 70010 bytes, and at most 65533 fit"
        #expect(throws: CodecError.cannotEncode(.jpeg, reason: reason)) { try file.convert(to: .jpeg) }
    }
}
#endif
