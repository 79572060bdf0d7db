#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import Foundation
import TestSupport
@testable import CameraRollCodecs
import Testing

/// Gives each asset the same PNG as its original.
private struct OneOriginal: ResourceSource {
    let bytes: [UInt8]

    func resources(of asset: AssetID) throws(ImageError) -> [AssetResource] {
        [AssetResource(asset: asset, kind: .photo, typeIdentifier: "public.png")]
    }

    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool, into receiver: ResourceReceiver
    ) throws(ImageError) {
        try receiver.append(bytes)
    }
}

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
        images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
    }

    private func share(_ asset: MediaAsset) async throws -> [UInt8] {
        let url = FileManager.default.temporaryDirectory.appending(path: "cameraroll-export-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: url) }
        try await CameraRollCodecsSnippets.share(asset, with: images, at: url)
        return Array(try Data(contentsOf: url))
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
        let source = OneOriginal(bytes: try await images.export(assets[0], as: .png))
        let manager = MediaManager(.fixed(FixedContents(assets: assets, resourceSource: source)), limits: .untimed)
        let untimed = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let shared = try await CameraRollCodecsSnippets.convert(assets[0], with: untimed)
        let metadata = try PictureFile(shared).metadata
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
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
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

/// The places that limit how many exports have an image.
@Suite(.timeLimit(.hang)) struct ExportPlacesTests {
    /// A manager whose images come when a test delivers them, and the exports that wait for a place.
    private struct Subject {
        let source = HeldImages()
        let waiting = HeldCount()
        let places: ExportPlaces
        let images: CachingImageManager

        init(places limit: Int, waiting most: Int = 100) throws {
            places = ExportPlaces(limit: limit, waiting: most) { [waiting] in waiting.add() }
            let contents = FixedContents(assets: (0..<20).map { MediaAsset(id: AssetID("\($0)")) }, imageSource: source)
            let manager = MediaManager(.fixed(contents), executor: LibraryExecutor(label: "places"), limits: .untimed)
            images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        }

        /// Waits until all places were returned; the thread that has encoded an image may do that after its end.
        func takeAllPlaces() async throws {
            var taken: [ExportPlace] = []
            for _ in 0..<places.limit { taken.append(try await places.enter()) }
            #expect(places.free == 0)
        }

        func export(_ number: Int) -> Task<[UInt8], any Error> {
            Task { [images, places] in
                let request = AssetImageRequest(for: MediaAsset(id: AssetID("\(number)")), size: .pixels(8, 8))
                return try await images.export(request, as: .png, in: places)
            }
        }
    }

    // exports                         source
    // -------                         ------
    // two take the places, and load
    // ten wait
    //                                 delivers one image after the other
    // each place goes to the next
    @Test func `No more images are loaded than there are places`() async throws {
        let subject = try Subject(places: 2)
        let exports = (0..<12).map(subject.export)
        await subject.waiting.wait(for: 10)
        for number in 1...12 {
            await subject.source.arrived.wait(for: number)
            #expect(subject.source.mostHeld <= 2)
            subject.source.deliverOne()
        }
        for export in exports { #expect(try await export.value.isEmpty == false) }
        try await subject.takeAllPlaces()
    }

    // first             second           third
    // -----             ------           -----
    // loads
    //                   waits
    //                                    waits
    //                   is canceled
    // gets its image
    //                                    loads
    @Test func `A canceled export leaves the queue, and its turn goes to the next`() async throws {
        let subject = try Subject(places: 1)
        let first = subject.export(1)
        await subject.source.arrived.wait(for: 1)
        let second = subject.export(2)
        await subject.waiting.wait(for: 1)
        let third = subject.export(3)
        await subject.waiting.wait(for: 2)
        second.cancel()
        await #expect(throws: ImageError.cancelled) { try await second.value }
        #expect(subject.source.assets == ["1"])
        subject.source.deliverOne()
        _ = try await first.value
        await subject.source.arrived.wait(for: 2)
        #expect(subject.source.assets == ["1", "3"])
        subject.source.deliverOne()
        _ = try await third.value
        try await subject.takeAllPlaces()
    }

    @Test func `An export that is canceled while it loads returns its place`() async throws {
        let subject = try Subject(places: 1)
        let first = subject.export(1)
        await subject.source.arrived.wait(for: 1)
        let second = subject.export(2)
        await subject.waiting.wait(for: 1)
        first.cancel()
        await #expect(throws: ImageError.cancelled) { try await first.value }
        await subject.source.arrived.wait(for: 2)
        subject.source.deliverOne()
        subject.source.deliverOne()
        _ = try await second.value
        try await subject.takeAllPlaces()
    }

    @Test func `An export that fails returns its place`() async throws {
        let subject = try Subject(places: 1)
        let missing = AssetImageRequest(for: MediaAsset(id: "missing"), size: .maximum)
        let export = Task { try await subject.images.export(missing, as: .png, in: subject.places) }
        await subject.source.arrived.wait(for: 1)
        subject.source.deliverOne(nil)
        await #expect(throws: ImageError.noImage("missing")) { try await export.value }
        try await subject.takeAllPlaces()
    }

    @Test func `Too many waiting exports are refused`() async throws {
        let subject = try Subject(places: 1, waiting: 1)
        let first = subject.export(1)
        await subject.source.arrived.wait(for: 1)
        let second = subject.export(2)
        await subject.waiting.wait(for: 1)
        await #expect(throws: ImageError.tooMuchWork(limit: 1)) { try await subject.export(3).value }
        second.cancel()
        await #expect(throws: ImageError.cancelled) { try await second.value }
        let fourth = subject.export(4)
        await subject.waiting.wait(for: 2)
        subject.source.deliverOne()
        _ = try await first.value
        await subject.source.arrived.wait(for: 2)
        subject.source.deliverOne()
        _ = try await fourth.value
    }
}

/// A number that tasks wait for.
private final class HeldCount: Sendable {
    private let count = Lock(0)
    private let watchers = Watchers()

    func add() {
        count.withLock { $0 += 1 }
        watchers.check()
    }

    /// Waits until so much was added.
    func wait(for number: Int) async {
        await watchers.wait { [count] in count.withLock(\.self) >= number }
    }
}

/// Delivers an image when a test says so.
private final class HeldImages: ImageSource {
    private struct Contents {
        var held: [(request: AssetImageRequest, sink: ImageSink)] = []
        var assets: [AssetID] = []
        var mostHeld = 0
    }

    let lane = ImageLane.decodePool
    let requestLimit = 100
    let arrived = HeldCount()
    private let contents = Lock(Contents())

    /// The most requests at a time that were not answered.
    var mostHeld: Int { contents.withLock(\.mostHeld) }

    /// The assets that were requested.
    var assets: [AssetID] { contents.withLock(\.assets) }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        contents.withLock { contents in
            contents.held.append((request, sink))
            contents.assets.append(request.asset)
            contents.mostHeld = max(contents.mostHeld, contents.held.count)
        }
        arrived.add()
        return nil
    }

    /// Answers the oldest request.
    func deliverOne(_ size: PixelSize? = PixelSize(width: 1, height: 1)) {
        guard let oldest = contents.withLock({ $0.held.isEmpty ? nil : $0.held.removeFirst() }) else { return }
        guard let size, let image = try? DecodedImage(size: size, bytesPerRow: 4, pixels: [1, 2, 3, 255]) else {
            return oldest.sink.fail(.noImage(oldest.request.asset))
        }
        oldest.sink.final(image)
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
