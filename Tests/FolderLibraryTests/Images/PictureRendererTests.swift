#if FolderLibrary && os(Linux)
import CameraRoll
import PhotoMetadataEditing
import Testing

import FolderLibrary
import CameraRollCodecs

struct PictureRendererTests {
    private static let upright = [TestPicture.red, TestPicture.green, TestPicture.blue, TestPicture.white]

    /// The quarter of the stored picture shown in each quarter of the upright one.
    private static let turns: [(ImageOrientation, [Int])] = [
        (.up, [0, 1, 2, 3]), (.upMirrored, [1, 0, 3, 2]), (.down, [3, 2, 1, 0]), (.downMirrored, [2, 3, 0, 1]),
        (.leftMirrored, [0, 2, 1, 3]), (.right, [2, 0, 3, 1]), (.rightMirrored, [3, 1, 2, 0]), (.left, [1, 3, 0, 2]),
    ]

    private func image(_ bytes: [UInt8], _ request: AssetImageRequest) throws -> DecodedImage {
        try PictureRenderer().image(of: try PictureFile(bytes), for: request)
    }

    private func request(
        _ width: Int, _ height: Int, _ mode: ImageContentMode = .fit, _ resizeMode: ImageResizeMode = .exact,
        crop: NormalizedRect? = nil
    ) -> AssetImageRequest {
        AssetImageRequest(
            for: MediaAsset(id: "a"), size: .pixels(width, height), contentMode: mode, resizeMode: resizeMode,
            crop: crop)
    }

    @Test(arguments: turns) func `A picture stands upright, whichever way it was stored`(
        orientation: ImageOrientation, order: [Int]
    ) throws {
        let bytes = try MetadataEditor(.setOrientation(orientation)).edited(TestPicture.quarters().jpeg())
        let image = try image(bytes, request(32, 32))
        #expect(image.size == (orientation.swapsSides ? .init(width: 24, height: 32) : .init(width: 32, height: 24)))
        let expected = order.map { Self.upright[$0] }
        #expect(zip(image.quarters, expected).allSatisfy { $0.isLike($1, within: 24) })
    }

    @Test(arguments: turns) func `A crop is that of the upright picture`(
        orientation: ImageOrientation, order: [Int]
    ) throws {
        let bytes = try MetadataEditor(.setOrientation(orientation)).edited(TestPicture.quarters().jpeg())
        let crop = NormalizedRect(x: 0.5, y: 0, width: 0.5, height: 0.5)
        let image = try image(bytes, request(16, 16, crop: crop))
        let shape = orientation.swapsSides ? PixelSize(width: 12, height: 16) : PixelSize(width: 16, height: 12)
        #expect(image.size == shape)
        #expect(image.quarters.allSatisfy { $0.isLike(Self.upright[order[1]], within: 24) })
    }

    @Test func `Sizes are met as the request says`() throws {
        let bytes = TestPicture.quarters().png
        #expect(try image(bytes, request(32, 32, .fill)).size == PixelSize(width: 43, height: 32))
        #expect(try image(bytes, request(128, 128, .fit, .exact)).size == PixelSize(width: 128, height: 96))
        #expect(try image(bytes, request(128, 128, .fit, .fast)).size == PixelSize(width: 64, height: 48))
        #expect(try image(bytes, request(8, 8, .fit, .none)).size == PixelSize(width: 64, height: 48))
        let maximum = AssetImageRequest(for: MediaAsset(id: "a"), size: .maximum)
        #expect(try image(bytes, maximum).pixels == TestPicture.quarters().pixels)
    }

    @Test func `A size that no image can have is refused`() throws {
        let bytes = TestPicture(400, 1) { _, _ in TestPicture.red }.png
        let size = PixelSize(width: 80_000, height: 200)
        #expect(throws: ImageError.invalidSize(size)) { try image(bytes, request(200, 200, .fill)) }
        var renderer = PictureRenderer()
        renderer.limits.memory = 100_000
        let file = try PictureFile(TestPicture.quarters().png)
        #expect(throws: ImageError.tooManyPixels(PixelSize(width: 267, height: 200), limit: 25_000)) {
            try renderer.image(of: file, for: request(200, 200, .fill))
        }
    }

    @Test func `A damaged picture is degraded, and its profile is kept`() throws {
        let segment = SampleProfile.segment(SampleProfile.rgb(), 1, of: 1)
        let bytes = TestPicture.waves(64, 64).jpeg().inserting(segment, at: 2)
        let whole = try image(bytes, request(16, 16))
        #expect(!whole.isDegraded && whole.colorProfile == SampleProfile.rgb())
        let part = try image(Array(bytes.prefix(bytes.count * 2 / 3)), request(16, 16))
        #expect(part.isDegraded && part.colorProfile == SampleProfile.rgb())
    }

    @Test func `A file of a kind that no codec reads fails with its kind`() throws {
        let movie: [UInt8] = [0, 0, 0, 20] + Array("ftypqt  \0\0\0\0qt  ".utf8)
        let file = try PictureFile(movie)
        #expect(throws: CodecError.unsupportedFormat("quickTime")) { try file.header() }
        let reason = CodecError.unsupportedFormat("quickTime").reason
        #expect(throws: ImageError.failed("a", reason: ErrorReason(reason))) {
            try PictureRenderer().image(of: file, for: request(8, 8))
        }
    }
}
#endif
