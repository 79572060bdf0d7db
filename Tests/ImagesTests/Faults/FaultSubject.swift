import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary

@testable import CameraRoll

/// A synthetic library with a fault, and a manager of its images on an executor with a thread.
struct FaultSubject {
    let store: SyntheticStore
    let images: CachingImageManager
    let activity = Activity()
    let asset: MediaAsset

    init(_ fault: SyntheticImageFault?, lane: ImageLane = .decodePool, isInCloud: Bool = false) throws {
        var configuration = SyntheticConfiguration(assets: 200)
        configuration.imageLane = lane
        configuration.cloudOriginals = isInCloud
        configuration.faults.imageFault = fault
        let store = SyntheticStore(configuration)
        self.store = store
        let pictures = store.contents.assets.filter { $0.mediaType == .image }
        asset = pictures.first { store.contents.isCloudOnly($0.id) == isInCloud } ?? MediaAsset(id: "none")
        let access = LibraryAccess(.synthetic(store), limits: .untimed)
        images = try CachingImageManager(
            access: access, limits: CachingImageManager.Limits(stallTimeout: nil), clock: ContinuousClock(),
            memoryPressure: .system, onChange: activity.note)
    }

    func request(_ mode: ImageDeliveryMode = .opportunistic, fallback: Bool = false) -> AssetImageRequest {
        AssetImageRequest(
            for: asset, size: .pixels(16, 16), resizeMode: .exact, deliveryMode: mode, isNetworkAccessAllowed: true,
            acceptsFallback: fallback)
    }

    /// Returns once at least this many callers wait.
    func waitForWaiters(_ count: Int) async {
        await activity.wait { await images.statistics.waiting >= count }
    }

    /// The leftovers of a test, in words; nil as soon as nothing is left.
    ///
    /// A source that is working on an image when it is canceled ends a moment later.
    func leftovers() async -> String? {
        await activity.wait {
            await store.waitUntilImagesAreIdle()
            return await leftoversNow() == nil
        }
        return await leftoversNow()
    }

    private func leftoversNow() async -> String? {
        let statistics = await images.statistics
        let isClean = statistics.jobs == 0 && statistics.running == 0 && statistics.waiting == 0
        let atSource = store.imageStatistics.inFlight
        return isClean && atSource == 0 ? nil : "\(statistics), \(atSource) at the source"
    }
}
