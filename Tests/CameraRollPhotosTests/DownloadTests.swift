#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
@testable import CameraRollPhotos
import TestSupport
import Testing

/// Downloads of images and originals: their progress, their end by the app, and when they are allowed.
@Suite(.timeLimit(.hang)) struct DownloadTests {
    /// A library of one asset of each kind in the cloud.
    private func withImages(
        _ script: ImageScript? = nil, _ body: (PhotosWorld, MediaManager, CachingImageManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for (name, type) in [("photo", PHAssetMediaType.image), ("film", .video)] {
                var asset = AssetRecord(name)
                (asset.mediaType, asset.script, asset.isInCloud) = (type, script, true)
                if type == .image { asset.mediaSubtypes = .photoLive }
                var file = ResourceRecord(
                    type == .image ? .photo : .video, typeIdentifier: "public.data", fileName: "F",
                    data: Data(repeating: 1, count: 100))
                file.isInCloud = true
                asset.resources = [file]
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                try await body(world, manager, images)
            }
        }
    }

    private static let photo = MediaAsset(id: "photo", mediaSubtypes: .livePhoto)
    private static let film = MediaAsset(id: "film", mediaType: .video)

    private static func request(isNetworkAccessAllowed: Bool = true) -> AssetImageRequest {
        AssetImageRequest(
            for: photo, size: .pixels(40, 40), deliveryMode: .highQuality,
            isNetworkAccessAllowed: isNetworkAccessAllowed)
    }

    @Test func `The progress of an image's download is reported, within its bounds`() async throws {
        try await withImages(ImageScript([.progress(-3), .progress(0.25), .progress(7), .final])) { _, _, images in
            var fractions: [Double] = []
            for try await delivery in images.deliveries(for: Self.request()) {
                if case .progress(let fraction) = delivery { fractions.append(fraction) }
            }
            #expect(fractions.last == 1)
            #expect(fractions.allSatisfy { (0...1).contains($0) })
        }
    }

    @Test func `The progress of an original's download is reported`() async throws {
        try await withImages { world, _, images in
            world.switches.chunkSize = 10
            let fractions = Lock<[Double]>([])
            _ = try await images.originalData(for: Self.photo, isNetworkAccessAllowed: true) { fraction in
                fractions.withLock { $0.append(fraction) }
            }
            #expect(fractions.withLock(\.self) == (1...10).map { Double($0) / 10 })
        }
    }

    @Test(arguments: PhotosConfiguration.ImageManagerThread.allCases)
    func `Photos hears that an image is no longer wanted, once and on its thread`(
        thread: PhotosConfiguration.ImageManagerThread
    ) async throws {
        var configuration = PhotosConfiguration()
        configuration.imageManagerThread = thread
        let world = PhotosWorld()
        world.seed { $0.add(AssetRecord("photo")) }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess(configuration) { access in
                let images = try CachingImageManager(
                    of: MediaManager(access: access), limits: CachingImageManager.Limits(stallTimeout: nil))
                let (hasBegun, isCanceled) = (Gate(), Gate())
                world.switches.holdsImages = true
                world.switches.onRequest = { _ in hasBegun.open() }
                world.switches.expects = { call in
                    if call == .cancelImage { isCanceled.open() }
                    return true
                }
                let work = Task { try await images.image(for: Self.request()) }
                await hasBegun.wait()
                #expect(world.imagesInFlight.count == 1)
                work.cancel()
                await #expect(throws: ImageError.cancelled) { try await work.value }
                await isCanceled.wait()
                try await access.read("turn") { _ in }
                await MainActor.run {}
                #expect(world.imagesInFlight == [])
                #expect(world.record.counts[.cancelImage] == 1)
                #expect(world.record.onMain[.cancelImage, default: 0] == (thread == .main ? 1 : 0))
            }
        }
    }

    @Test func `A download that goes on after its request was canceled is stopped by its progress`() {
        let sink = ImageSink(unless: { true }) { _ in }
        var stop = ObjCBool(false)
        Self.request().photosOptions(for: sink).progressHandler?(0.5, nil, &stop, nil)
        #expect(stop.boolValue)
    }

    @Test func `Nothing is downloaded unless the app allows it`() async throws {
        try await withImages { world, manager, images in
            let (photo, film) = (Self.photo, Self.film)
            await #expect(throws: ImageError.networkRequired("photo")) {
                try await images.image(for: AssetImageRequest(for: photo, size: .pixels(40, 40)))
            }
            await #expect(throws: ImageError.networkRequired("photo")) { _ = try await images.originalData(for: photo) }
            for asset in [photo, film] {
                await #expect(throws: ImageError.networkRequired(asset.id)) {
                    try await manager.requestPlayback(of: asset)
                }
            }
            _ = try await images.image(for: Self.request())
            _ = try await images.originalData(for: photo, isNetworkAccessAllowed: true)
            for asset in [photo, film] { try await manager.requestPlayback(of: asset, isNetworkAccessAllowed: true) }
            #expect(world.imagesInFlight == [])
        }
    }

    @Test func `Pixels are taken from Photos' images outside of the main thread`() async throws {
        try await withImages { world, _, images in
            for side in 1...20 {
                let size = ImageTargetSize.pixels(side, side)
                let request = AssetImageRequest(for: Self.photo, size: size, isNetworkAccessAllowed: true)
                _ = try await images.image(for: request)
            }
            #expect(world.record.counts[.extract, default: 0] >= 20)
            #expect(world.record.onMain[.extract] == nil)
        }
    }

    @Test(arguments: ImageOrientation.allCases)
    func `A picture that is drawn turned has the pixels of one that is turned after it was drawn`(
        orientation: ImageOrientation
    ) {
        let upright = PixelSize(width: 5, height: 3)
        let stored = orientation.turned(upright)
        let pixels = (0..<15).flatMap { number -> [UInt8] in [UInt8(number), 0, 0, 255] }
        let turn = UprightTurn(orientation, upright)
        var drawn = [UInt8](repeating: 0, count: 60)
        for row in 0..<stored.height {
            for column in 0..<stored.width {
                // The middle of the pixel, in axes of which the vertical one points up.
                let (x, y) = (Double(column) + 0.5, Double(stored.height - row) - 0.5)
                let across = Int(turn.a * x + turn.c * y + turn.x)
                let down = upright.height - 1 - Int(turn.b * x + turn.d * y + turn.y)
                let (target, source) = ((down * 5 + across) * 4, (row * stored.width + column) * 4)
                for byte in 0..<4 { drawn[target + byte] = pixels[source + byte] }
            }
        }
        #expect(drawn == orientation.uprightPixels(pixels, upright))
    }

    /// | request                         | Photos is asked for                                           |
    /// |---------------------------------|---------------------------------------------------------------|
    /// | the maximum size, filled        | its maximum size, in the mode that belongs to it              |
    /// | a crop of the maximum size      | the size of the crop, since the maximum size has no exact one |
    @Test func `The maximum size is requested as Photos declares it`() async throws {
        try await withImages { _, _, images in
            var request = AssetImageRequest(
                for: Self.photo, size: .maximum, contentMode: .fill, resizeMode: .exact, isNetworkAccessAllowed: true)
            #expect(request.photosContentMode == .default)
            let whole = try await images.image(for: request)
            #expect(whole.size == PixelSize(width: 400, height: 300))
            request.crop = NormalizedRect(x: 0.25, y: 0.5, width: 0.5, height: 0.5)
            let part = try await images.image(for: request)
            #expect(part.size == PixelSize(width: 200, height: 150))
        }
    }
}
#endif
