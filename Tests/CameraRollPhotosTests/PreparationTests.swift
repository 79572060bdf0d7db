#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// What Photos' own caching is asked for.
@Suite(.timeLimit(.hang)) struct PreparationTests {
    private static func configuration(_ thread: PhotosConfiguration.ImageManagerThread) -> PhotosConfiguration {
        var configuration = PhotosConfiguration()
        configuration.imageManagerThread = thread
        return configuration
    }

    private static func request(_ asset: MediaAsset) -> AssetImageRequest {
        AssetImageRequest(
            for: asset, size: .pixels(40, 40), contentMode: .fill, resizeMode: .exact, deliveryMode: .highQuality)
    }

    /// A manager that waits for an image for as long as the double holds it.
    private static func manager(_ access: LibraryAccess) throws -> CachingImageManager {
        try CachingImageManager(
            of: MediaManager(access: access), limits: CachingImageManager.Limits(stallTimeout: nil))
    }

    /// Pictures on the device of which an image can be prepared.
    private static func pictures(_ access: LibraryAccess) async throws -> [MediaAsset] {
        let photos = PhotoRepository(access: access)
        let snapshot = try await photos.snapshot(of: .photos)
        return try await photos.assets(in: snapshot.indices, of: snapshot)
    }

    @Test(arguments: PhotosConfiguration.ImageManagerThread.allCases)
    func `Photos prepares what is loaded ahead, with the same size, mode and options, and in few calls`(
        thread: PhotosConfiguration.ImageManagerThread
    ) async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            // An image that is in the cache before Photos is told of it need not be prepared any more.
            world.switches.holdsImages = true
            try await world.withAccess(Self.configuration(thread)) { access in
                let images = try Self.manager(access)
                let requests = try await Self.pictures(access).map { Self.request($0) }
                try images.startCaching(requests)
                await world.images(areStarted: requests.count)
                let calls = world.record.counts[.startCaching, default: 0]
                #expect(calls <= 2)
                #expect(world.record.onMain[.startCaching, default: 0] == (thread == .main ? calls : 0))
                world.switches.holdsImages = false
                world.deliverAll()
                for request in requests { _ = try? await images.image(for: request) }
                #expect(world.cacheMisses == 0)
                #expect(world.cacheHits > 0)
                images.stopCaching(requests)
                await world.images(areStarted: 0)
                #expect(world.unmatchedStops == 0)
            }
            #expect(world.startedCaching == [])
        }
    }

    @Test func `Photos prepares at most 500 images, the others when their turn comes`() async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<600 {
                var asset = AssetRecord("\(number)")
                (asset.mediaType, asset.pixelWidth, asset.pixelHeight) = (.image, 40, 30)
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            world.switches.holdsImages = true
            try await world.withAccess { access in
                let images = try Self.manager(access)
                let requests = try await Self.pictures(access).map { Self.request($0) }
                try images.startCaching(requests)
                await world.images(areStarted: 500)
                images.stopCaching(Array(requests.prefix(300)))
                await world.images(areStarted: 300)
                #expect(world.maximumCachedAssets == 500)
                images.close()
                await world.images(areStarted: 0)
                #expect(world.unmatchedStops == 0)
            }
        }
    }

    @Test func `Sounds and unknown assets are not prepared, and a deleted asset is released`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            world.switches.holdsImages = true
            try await world.withAccess { access in
                let images = try Self.manager(access)
                let pictures = try await Self.pictures(access)
                let sounds = try await access.read("sounds") { library in
                    try library.fetchAssets(.all.inLibraryOrder()).assets(in: 0..<40).filter { $0.mediaType == .audio }
                }
                let unknown = MediaAsset(id: "of another device")
                let requests = (pictures.prefix(12) + sounds + [unknown]).map { Self.request($0) }
                try images.startCaching(requests)
                await world.images(areStarted: 12)
                world.edit { $0.delete([pictures[3].id.rawValue]) }
                images.stopCaching(requests)
                await world.images(areStarted: 0)
                #expect(world.unmatchedStops == 0)
            }
        }
    }
}
#endif
