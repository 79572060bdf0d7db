#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import PhotoMetadataEditing
import Testing

import FolderLibrary

struct FolderImageSourceTests {
    @Test(arguments: ConformanceCheck.images) func `The source conforms`(check: ConformanceCheck) async throws {
        let pictures = SampleOriginals.all
        let assets = pictures.files.map { id, file in
            var asset = MediaAsset(id: id)
            asset.mediaType = file.mediaType
            (asset.pixelWidth, asset.pixelHeight) = (file.size.width, file.size.height)
            return asset
        }
        let contents = FixedContents(
            assets: assets.sorted { $0.id.rawValue < $1.id.rawValue }, imageSource: FolderImageSource(pictures))
        _ = try await check.run(LibrarySubject(deadline: .seconds(3_600)) { .fixed(contents) })
    }

    @Test func `The small picture comes first, upright and without its bars, and then the one that was asked for`()
        throws
    {
        let small = TestPicture(160, 120) { _, y in y < 15 || y >= 105 ? .init(0, 0, 0, 255) : TestPicture.green }
        let bytes = SampleOriginals.withThumbnail(small.jpeg(), in: TestPicture.quarters(160, 90).jpeg())
        let turned = try MetadataEditor(.setOrientation(.right)).edited(bytes)
        let events = answers(turned, size: .pixels(64, 64))
        guard case .degraded(let degraded) = events.first, case .end(.success(let final)) = events.last else {
            Issue.record("\(events)")
            return
        }
        #expect(events.count == 2)
        #expect(degraded.size == PixelSize(width: 36, height: 64) && degraded.isDegraded)
        #expect(degraded.quarters.allSatisfy { $0.isLike(TestPicture.green, within: 24) })
        #expect(final.size == PixelSize(width: 36, height: 64) && !final.isDegraded)
        #expect(final.quarters[0].isLike(TestPicture.blue, within: 24))
    }

    @Test func `A small picture is not enlarged, and is left out where only the final image is wanted`() throws {
        let bytes = SampleOriginals.withThumbnail(
            TestPicture.quarters(16, 12).jpeg(), in: TestPicture.quarters().jpeg())
        let events = answers(bytes, size: .pixels(40, 40))
        guard case .degraded(let degraded) = events.first else {
            Issue.record("\(events)")
            return
        }
        #expect(degraded.size == PixelSize(width: 16, height: 12))
        #expect(answers(bytes, size: .pixels(40, 40), .highQuality).count == 1)
    }

    @Test func `A small picture of another shape, or a damaged one, is left out`() throws {
        let turned = SampleOriginals.withThumbnail(
            TestPicture.quarters(12, 16).jpeg(), in: TestPicture.quarters().jpeg())
        #expect(answers(turned, size: .pixels(40, 40)).count == 1)
        let damaged = SampleOriginals.withThumbnail([0xFF, 0xD8, 1, 2, 3], in: TestPicture.quarters().jpeg())
        #expect(answers(damaged, size: .pixels(40, 40)).count == 1)
    }

    @Test(arguments: [
        ("text", Array("This is no picture".utf8)), ("empty", []),
        ("cut", Array(TestPicture.quarters().png.prefix(30))),
    ])
    func `A file without a picture fails with the reason`(name: String, bytes: [UInt8]) throws {
        let events = answers(bytes, size: .maximum)
        guard case .end(.failure(.failed("a", _))) = events.first else {
            Issue.record("\(name): \(events)")
            return
        }
        #expect(events.count == 1)
    }

    private func answers(
        _ bytes: [UInt8], size: ImageTargetSize, _ mode: ImageDeliveryMode = .opportunistic
    ) -> [ImageSourceEvent] {
        let events = Lock<[ImageSourceEvent]>([])
        let source = FolderImageSource(SampleOriginals(files: ["a": .init(bytes, .init(width: 1, height: 1))]))
        let request = AssetImageRequest(for: MediaAsset(id: "a"), size: size, deliveryMode: mode)
        #expect(source.start(request, sink: ImageSink { event in events.withLock { $0.append(event) } }) == nil)
        return events.withLock { $0 }
    }
}

/// Files in memory.
struct SampleOriginals: PictureOriginals {
    struct File {
        let bytes: [UInt8]
        let size: PixelSize
        var mediaType = MediaType.image

        init(_ bytes: [UInt8], _ size: PixelSize, _ mediaType: MediaType = .image) {
            (self.bytes, self.size, self.mediaType) = (bytes, size, mediaType)
        }
    }

    var files: [AssetID: File]
    var contentVersion: UInt64 = 1

    /// A file of each kind that the image source supports, and a sound.
    static let all: SampleOriginals = {
        let (wide, high) = (TestPicture.quarters(160, 120), TestPicture.quarters(120, 160))
        let turned = try? MetadataEditor(.setOrientation(.right)).edited(wide.jpeg())
        return SampleOriginals(files: [
            "jpeg": File(withThumbnail(TestPicture.quarters(40, 30).jpeg(), in: wide.jpeg()), wide.size),
            "turned": File(turned ?? [], high.size), "png": File(high.png, high.size),
            "sound": File(Array("RIFF....WAVE".utf8), .init(width: 0, height: 0), .audio),
        ])
    }()

    func picture(of asset: AssetID) throws(ImageError) -> PictureOriginal {
        guard let file = files[asset] else { throw .library(.assetNotFound(asset)) }
        return PictureOriginal(MemoryBytes(file.bytes), contentVersion: contentVersion)
    }

    /// A JPEG with an EXIF block that contains a thumbnail.
    static func withThumbnail(_ thumbnail: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
        let content = Array("Exif\0\0".utf8) + exif(withThumbnail: thumbnail, size: PixelSize(width: 0, height: 0))
        return jpeg.inserting([0xFF, 0xE1] + short(content.count + 2) + content, at: 2)
    }

    /// A TIFF structure with the size of its picture, and a second directory with a thumbnail.
    static func exif(withThumbnail thumbnail: [UInt8], size: PixelSize) -> [UInt8] {
        func entry(_ id: Int, _ type: Int, _ value: Int) -> [UInt8] {
            short(id) + short(type) + [0, 0, 0, 1] + short(value >> 16) + short(value & 0xFFFF)
        }
        let sides = entry(0x0100, 4, size.width) + entry(0x0101, 4, size.height)
        return Array("MM\0*".utf8) + [0, 0, 0, 8] + short(3) + sides + entry(0x0128, 3, 2 << 16) + [0, 0, 0, 50]
            + short(2) + entry(0x0201, 4, 80) + entry(0x0202, 4, thumbnail.count) + [0, 0, 0, 0] + thumbnail
    }

    private static func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }
}
#endif
