import CameraRoll
import SyntheticLibrary
import TestSupport
import Testing

struct ImageManagerTests {
    @Test(arguments: [ImageLane.decodePool, .library, .main])
    func `A manager gets images from each lane, through every fault that still gives one`(lane: ImageLane) async throws
    {
        var configuration = SyntheticConfiguration(assets: 60, faults: SyntheticFaults(imageFault: .twice))
        configuration.imageLane = lane
        let store = SyntheticStore(configuration)
        let assets = store.contents.assets.prefix(20)
        store.faults.imageFaults[assets[3].id] = .early
        store.faults.imageFaults[assets[4].id] = .errorAfterEnd(reason: "broken")
        let images = try CachingImageManager(
            access: makeAccess(to: store), limits: CachingImageManager.Limits(stallTimeout: nil))
        for asset in assets {
            let image = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(30, 30)))
            #expect(SyntheticPainter.identify(image) == asset.id)
        }
        #expect(store.imageStatistics.started == 20 && store.imageStatistics.inFlight == 0)
    }

    @Test(.timeLimit(.hang), arguments: [SyntheticImageFault.late, .never])
    func `Nothing is left at the source without waiting callers`(fault: SyntheticImageFault) async throws {
        var configuration = SyntheticConfiguration(assets: 10, faults: SyntheticFaults(imageFault: fault))
        configuration.imageLane = .library
        let store = SyntheticStore(configuration)
        let images = try CachingImageManager(
            access: makeAccess(to: store), limits: CachingImageManager.Limits(stallTimeout: nil))
        let asset = try #require(store.contents.assets.first)
        let hold = fault == .late ? SyntheticHold.late : .never
        let reader = Task { try await images.image(for: AssetImageRequest(for: asset, size: .pixels(30, 30))).size }
        await store.waitUntilHeldBack(hold)
        #expect(store.imageStatistics.inFlight == 1)
        reader.cancel()
        await #expect(throws: ImageError.cancelled) { try await reader.value }
        await store.waitUntilImagesAreIdle()
        #expect(store.heldBack(hold) == 0 && store.imageStatistics.cancelled == 1)
    }
}
