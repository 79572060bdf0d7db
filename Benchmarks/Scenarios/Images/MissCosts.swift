import CameraRoll
import Dispatch

/// The cost of an image that must be decoded, in addition to the decode; one after the other.
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
            try assets.reduce(into: Samples()) { samples, asset in
                let start = uptime()
                blackHole(try stage.paint(asset))
                samples.add(uptime() - start)
            }
        }
        let queue = DispatchQueue(label: "bench.decode", qos: .userInitiated)
        for asset in assets {
            let request = ImageStage.request(for: asset)
            costs.awaited.add(try await timed { blackHole(try await subject.images.image(for: request)) })
            costs.queued.add(try await timed { blackHole(try await decode(asset, on: queue, stage)) })
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
