import CameraRoll
import Dispatch

/// What an image costs that is to be decoded, above the decode itself; one after the other.
struct MissCosts: Sendable {
    /// The decode alone, on a thread that does nothing else.
    var bare = Samples()
    /// The manager's.
    var awaited = Samples()
    /// A serial dispatch queue and a continuation around the same decode.
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
