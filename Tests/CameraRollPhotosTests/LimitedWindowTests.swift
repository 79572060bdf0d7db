#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import TestSupport
import Testing

/// Limited access that begins and ends while a caching window runs.
@Suite(.timeLimit(.hang)) struct LimitedWindowTests {
    private static func picture(_ number: Int) -> AssetRecord {
        var asset = AssetRecord("\(number)")
        asset.creationDate = Date(timeIntervalSinceReferenceDate: Double(number))
        return asset
    }

    private static func request(_ asset: MediaAsset) -> AssetImageRequest {
        AssetImageRequest(for: asset, size: .pixels(40, 40), contentMode: .fill, deliveryMode: .highQuality)
    }

    // The window             The user                  A cell                          Photos
    // ----------             --------                  ------                          ------
    // shows all twenty                                                                 holds their images
    //                                                  requests the first two
    //                        selects every second one
    //                                                  reads: there are ten
    //                                                                                  delivers
    //                                                  the first: `.assetNotFound`
    // is empty                                         the second: its image
    // moves to the ten                                                                 prepares and delivers them
    //                                                  ten images, ten `.assetNotFound`
    //                        selects all
    // moves to the twenty                                                              prepares the other ten
    //                                                  twenty images
    // is closed                                                                        has nothing left
    @Test func `A window goes on with the assets that the user selects, and with all of them again`() async throws {
        let world = PhotosWorld()
        world.seed { edits in for number in 0..<20 { edits.add(Self.picture(number)) } }
        try await PhotosWorld.exclusively(world) { world in
            world.switches.holdsImages = true
            try await world.withAccess { access in
                let photos = PhotoRepository(access: access)
                let images = try CachingImageManager(
                    of: MediaManager(access: access), limits: CachingImageManager.Limits(stallTimeout: nil))
                let snapshot = try await photos.snapshot(of: .photos)
                let assets = try await photos.assets(in: snapshot.indices, of: snapshot)
                let window = try images.window(over: snapshot) { Self.request($0) }
                try window.update(visible: 0..<20)
                await world.images(areStarted: 20)

                let first = Task { try await images.image(for: Self.request(assets[0])) }
                let second = Task { try await images.image(for: Self.request(assets[1])) }
                let selected = assets.indices.filter { !$0.isMultiple(of: 2) }.map { assets[$0] }
                world.select(selected.map(\.id.rawValue))
                let few = try await photos.snapshot(of: .photos)
                #expect(few.count == 10)
                world.deliverHeld()
                await #expect(throws: ImageError.library(.assetNotFound(assets[0].id))) { try await first.value }
                _ = try await second.value
                await world.images(areStarted: 0)

                try await Self.show(few, in: window, preparing: selected.dropFirst(), world)
                for asset in selected { _ = try await images.image(for: Self.request(asset)) }
                for asset in assets where !selected.contains(asset) {
                    await #expect(throws: ImageError.library(.assetNotFound(asset.id))) {
                        try await images.image(for: Self.request(asset))
                    }
                }

                world.select(nil)
                let all = try await photos.snapshot(of: .photos)
                #expect(all.count == 20)
                let others = assets.filter { !selected.contains($0) }
                try await Self.show(all, in: window, preparing: others[...], world)
                for asset in assets { _ = try await images.image(for: Self.request(asset)) }
                let status = await window.status
                #expect(status.held == 20)
                #expect(status.failure == nil && status.refusal == nil)

                images.close()
                await world.images(areStarted: 0)
                #expect(world.unmatchedStops == 0)
            }
            await world.census.waitUntilEmpty()
            #expect(world.census.alive == [:])
            #expect(world.observerCount == 0)
        }
    }

    /// Shows a list in a window, and waits until Photos prepares those images that are not in memory yet.
    private static func show(
        _ list: AssetSnapshot, in window: CachingWindow, preparing assets: ArraySlice<MediaAsset>, _ world: PhotosWorld
    ) async throws {
        let watchers = Watchers()
        world.switches.holdsImages = true
        world.switches.onCaching = { watchers.check() }
        try window.move(to: list)
        try window.update(visible: list.indices)
        let expected = Set(assets.map(\.id.rawValue))
        await watchers.wait { expected.isSubset(of: world.startedCaching) }
        world.deliverHeld()
    }
}

extension PhotosWorld {
    /// Delivers the images that are held, and those that are requested from now on.
    fileprivate func deliverHeld() {
        switches.holdsImages = false
        deliverAll()
    }
}
#endif
