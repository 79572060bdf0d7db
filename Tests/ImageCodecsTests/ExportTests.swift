#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import ImageCodecs
import Testing

/// Assets of a library exported as files.
@Suite struct ExportTests {
    private let images: CachingImageManager
    private let assets = [
        MediaAsset(id: "large", pixelWidth: 400, pixelHeight: 300),
        MediaAsset(id: "small", pixelWidth: 30, pixelHeight: 40),
        MediaAsset(id: "unknown"),
    ]

    init() throws {
        let contents = FixedContents(assets: assets, imageSource: SolidColorImages(assets))
        let manager = MediaManager(.fixed(contents), executor: LibraryExecutor(label: "export"), limits: .untimed)
        images = try CachingImageManager(of: manager)
    }

    private func share(_ asset: MediaAsset) async throws -> [UInt8] {
        try await ImageCodecsSnippets.share(asset, with: images)
    }

    private func exportedSize(of asset: MediaAsset, fitting size: ImageTargetSize = .maximum) async throws -> PixelSize?
    {
        try PictureFile(await images.export(asset, as: .png, fitting: size)).metadata.orientedSize
    }

    @Test func `An exported picture fits the size`() async throws {
        #expect(try PictureFile(await share(assets[0])).metadata.orientedSize == PixelSize(width: 320, height: 240))
        #expect(try await exportedSize(of: assets[1], fitting: .pixels(20, 20)) == PixelSize(width: 15, height: 20))
        #expect(try await exportedSize(of: assets[2], fitting: .pixels(64, 99)) == PixelSize(width: 64, height: 64))
    }

    @Test func `It is never enlarged`() async throws {
        #expect(try await exportedSize(of: assets[1], fitting: .pixels(320, 320)) == PixelSize(width: 30, height: 40))
        #expect(try await exportedSize(of: assets[2], fitting: .pixels(900, 900)) == PixelSize(width: 512, height: 512))
    }

    @Test func `By default it has all of its pixels`() async throws {
        #expect(try await exportedSize(of: assets[0]) == PixelSize(width: 400, height: 300))
    }

    @Test func `It does not tell where and when it was taken`() async throws {
        let metadata = try PictureFile(await share(assets[0])).metadata
        #expect(metadata.place == nil)
        #expect(metadata.captureDate == nil)
    }

    @Test func `A converted original stays a JPEG without its place`() async throws {
        let png = try await images.export(assets[0], as: .png)
        let metadata = try PictureFile(ImageCodecsSnippets.share(png)).metadata
        #expect(metadata.format == .jpeg)
        #expect(metadata.place == nil)
    }

    @Test func `A PNG has the pixels that the manager delivers`() async throws {
        let request = AssetImageRequest(for: assets[0], size: .maximum, deliveryMode: .highQuality)
        let image = try await images.image(for: request)
        #expect(try await images.export(assets[0], as: .png) == image.encoded(as: .png))
    }

    @Test func `A wrong quality is refused before anything is read`() async throws {
        let missing = MediaAsset(id: "missing")
        let mistake = ImageError.invalidArgument(InvalidArgument("quality", 1.5, allowed: "0 to 1"))
        await #expect(throws: mistake) { try await images.export(missing, as: .jpeg(quality: 1.5)) }
    }

    @Test func `The error of loading the image is that of the export`() async throws {
        let missing = MediaAsset(id: "missing")
        await #expect(throws: ImageError.library(.assetNotFound("missing"))) {
            try await images.export(missing, as: .png)
        }
    }

    @Test func `A picture of which a part is missing is refused`() async throws {
        let contents = FixedContents(assets: assets, imageSource: DamagedImages())
        let manager = MediaManager(.fixed(contents), executor: LibraryExecutor(label: "damaged"), limits: .untimed)
        let images = try CachingImageManager(of: manager)
        let reason: ErrorReason = "only a part of the picture, or a small one, can be decoded"
        await #expect(throws: ImageError.failed("large", reason: reason)) {
            try await images.export(assets[0], as: .png)
        }
    }

    @Test func `A canceled task exports nothing`() async throws {
        let exporting = Task { [images, assets] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await images.export(assets[0], as: .png)
        }
        await #expect(throws: ImageError.cancelled) { try await exporting.value }
    }

    @Test func `Exports at the same time all end`() async throws {
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for side in 1...24 {
                group.addTask { [images, assets] in
                    try await images.export(assets[side % 2], as: .jpeg(), fitting: .pixels(side, side)).count
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.count == 24)
    }
}

/// Delivers one pixel of each picture, as a source does whose file is damaged.
private struct DamagedImages: ImageSource {
    let lane = ImageLane.decodePool
    let requestLimit = 8

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            let size = PixelSize(width: 1, height: 1)
            sink.final(try DecodedImage(size: size, bytesPerRow: 4, pixels: [1, 2, 3, 255]).degraded)
        } catch {
            sink.fail(error)
        }
        return nil
    }
}
#endif
