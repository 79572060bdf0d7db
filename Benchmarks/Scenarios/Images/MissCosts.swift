import CameraRoll
import Dispatch

/// The cost of an image that must be decoded, in addition to the decode; one after another.
///
/// Each variant keeps its images, like an app with a cache: memory that was just released takes no time to allocate
/// again, while a new page takes as long as a part of the decode.
struct MissCosts: Sendable {
    /// The decode alone, on a dedicated thread.
    var bare = Samples()
    /// Through the manager.
    var awaited = Samples()
    /// Through a serial dispatch queue and a continuation.
    var queued = Samples()

    @concurrent static func measure(
        _ subject: ImageStage.Subject, _ stage: ImageStage, assets: [MediaAsset]
    ) async throws -> MissCosts {
        var costs = MissCosts()
        costs.bare = try await onThread {
            var kept: [DecodedImage] = []
            return try assets.reduce(into: Samples()) { samples, asset in
                let start = uptime()
                kept.append(try stage.paint(asset))
                samples.add(uptime() - start)
            }
        }
        var kept: [DecodedImage] = []
        let queue = DispatchQueue(label: "bench.decode", qos: .userInitiated)
        for asset in assets {
            let request = ImageStage.request(for: asset)
            costs.awaited.add(try await timed { blackHole(try await subject.images.image(for: request)) })
            costs.queued.add(try await timed { kept.append(try await decode(asset, on: queue, stage)) })
        }
        return costs
    }

    private static func decode(
        _ asset: MediaAsset, on queue: DispatchQueue, _ stage: ImageStage
    ) async throws -> DecodedImage {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try stage.paint(asset) }) }
        }
    }
}
