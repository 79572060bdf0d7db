#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import Testing

/// Everything that Photos' result handler is known to do, in every delivery mode, on both threads.
struct ImageOddityTests {
    /// An oddity, and the end that it leads to for each request.
    struct Oddity: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [ImageScript.Step]
        /// The end; nil for an image.
        let error: ImageError?
        var early = 0

        var testDescription: String { "\(name), \(early) early" }

        static let all: [Oddity] =
            plain + plain.map { Oddity(name: $0.name, steps: $0.steps, error: $0.error, early: 1) }

        private static let reason = PhotosWorld.reason(.networkError)
        private static let plain: [Oddity] = [
            Oddity(name: "one image", steps: [.final], error: nil),
            Oddity(name: "degraded, then final", steps: [.degraded, .final], error: nil),
            Oddity(name: "two degraded ones, then final", steps: [.degraded, .degraded, .final], error: nil),
            Oddity(name: "final twice", steps: [.final, .final], error: nil),
            Oddity(name: "degraded after final", steps: [.final, .degraded], error: nil),
            Oddity(name: "an error after final", steps: [.final, .error(.networkError)], error: nil),
            Oddity(name: "progress beyond the ends", steps: [.progress(-1), .progress(7), .final], error: nil),
            Oddity(
                name: "an error", steps: [.error(.networkError)], error: .networkFailed("odd", reason: reason)),
            Oddity(
                name: "an error, then an image", steps: [.error(.networkError), .final],
                error: .networkFailed("odd", reason: reason)),
            Oddity(name: "in the cloud", steps: [.inCloud], error: .networkRequired("odd")),
            Oddity(name: "canceled by Photos", steps: [.cancelled], error: .cancelled),
            Oddity(name: "neither an image nor an error", steps: [.nothing], error: ImageRequestEnd.noImage),
        ]
    }

    @Test(arguments: Oddity.all, PhotosConfiguration.ImageManagerThread.allCases)
    func `Every oddity of Photos ends a request once, as it should`(
        oddity: Oddity, thread: PhotosConfiguration.ImageManagerThread
    ) async throws {
        try await withImages(of: oddity, thread) { images, asset, world in
            for mode in [ImageDeliveryMode.opportunistic, .highQuality] {
                let request = AssetImageRequest(for: asset, size: .pixels(40, 40), deliveryMode: mode)
                let end = await images.end(of: request)
                #expect(end == oddity.error, "\(mode)")
            }
            #expect(world.maximumImagesInFlight <= 10)
        }
    }

    @Test(arguments: Oddity.all, [CancelAnswer.silence, .call])
    func `A canceled request ends at once, whatever Photos still answers`(
        oddity: Oddity, answer: CancelAnswer
    ) async throws {
        try await withImages(of: oddity, .library, answer: answer, ignoringCancel: true) { images, asset, world in
            world.switches.holdsImages = true
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
            let work = Task { await images.end(of: request) }
            work.cancel()
            let end = await work.value
            // The early answer may come before the cancellation.
            #expect(end == .cancelled || (oddity.early > 0 && end == oddity.error))
            world.deliverAll()
        }
    }

    @Test func `A degraded image that is followed by an error is never the last delivery`() async throws {
        let oddity = Oddity(name: "", steps: [.degraded, .error(.networkError)], error: nil)
        try await withImages(of: oddity, .library) { images, asset, _ in
            let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
            var deliveries: [Bool] = []
            var failure: ImageError?
            do throws(ImageError) {
                for try await delivery in images.deliveries(for: request) {
                    if let image = delivery.image { deliveries.append(image.isDegraded) }
                }
            } catch {
                failure = error
            }
            // The manager draws it only if the error is not there yet.
            #expect(!deliveries.contains(false))
            #expect(failure == .networkFailed("odd", reason: PhotosWorld.reason(.networkError)))
        }
    }

    @Test(arguments: PhotosConfiguration.ImageManagerThread.allCases)
    func `Photos works on ten of a hundred requests at a time`(
        thread: PhotosConfiguration.ImageManagerThread
    ) async throws {
        let oddity = Oddity(name: "one image", steps: [.final], error: nil)
        try await withImages(of: oddity, thread) { images, asset, world in
            let (asked, tenAsked) = (Counter(), Gate())
            world.switches.holdsImages = true
            world.switches.onRequest = { inFlight in
                _ = asked.next()
                if inFlight == 10 { tenAsked.open() }
            }
            let ends = await withTaskGroup(of: ImageError?.self) { group in
                for side in 1...100 {
                    let request = AssetImageRequest(for: asset, size: .pixels(side, side))
                    group.addTask { await images.end(of: request) }
                }
                await tenAsked.wait()
                // A request that is not among those in flight yet finds that it need not wait.
                world.switches.holdsImages = false
                world.deliverAll()
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(ends.allSatisfy { $0 == nil })
            #expect(asked.count == 100 && world.maximumImagesInFlight == 10)
        }
    }

    private func withImages(
        of oddity: Oddity, _ thread: PhotosConfiguration.ImageManagerThread, answer: CancelAnswer = .silence,
        ignoringCancel: Bool = false,
        _ body: @Sendable (CachingImageManager, MediaAsset, PhotosWorld) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.switches.cancelAnswer = answer
        world.seed { edits in
            var asset = AssetRecord("odd")
            asset.script = ImageScript(oddity.steps, early: oddity.early, ignoresCancel: ignoringCancel)
            edits.add(asset)
        }
        var configuration = PhotosConfiguration()
        configuration.imageManagerThread = thread
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess(configuration) { access in
                // No timeout: a sanitizer on a busy machine may be slower than any.
                let images = try CachingImageManager(
                    of: MediaManager(access: access), limits: CachingImageManager.Limits(stallTimeout: nil))
                let asset = try await access.read("asset") { try $0.assets(withIdentifiers: ["odd"])[0] }
                try await body(images, asset, world)
            }
        }
    }
}

/// Counts calls from any thread.
private final class Counter: Sendable {
    private let state = Lock(0)

    var count: Int { state.withLock(\.self) }

    func next() -> Int {
        state.withLock { count in
            count += 1
            return count
        }
    }
}

enum ImageRequestEnd {
    /// The end of a request that Photos answers with neither an image nor an error.
    static var noImage: ImageError { .noImage("odd") }
}

extension CachingImageManager {
    /// The error with which a request ends; nil for an image.
    fileprivate func end(of request: AssetImageRequest) async -> ImageError? {
        do throws(ImageError) {
            _ = try await image(for: request)
            return nil
        } catch {
            return error
        }
    }
}
#endif
