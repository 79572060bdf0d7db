import CameraRoll
import Dispatch

/// Images as in Apple's sample: an actor around a caching manager, with a task for each cell that appears or
/// disappears.
///
/// The tasks are not ordered, and a request is not canceled when its cell leaves. The sample starts an image only when
/// its cell appears; this variant starts the images of one more screen ahead.
final class UnorderedFeed: ImageFeed {
    private let cache: SampleCache
    private let preheater: Preheater
    private let count: Int

    init(_ stage: ImageStage, log: DecodeLog) {
        preheater = Preheater(stage, log)
        cache = SampleCache(preheater)
        count = stage.assets.count
    }

    var highestBytes: Int { preheater.figures.highestBytes }

    func cellAppeared(at position: Int, isForward: Bool) {
        let screen = ScrollGrid.columns * ScrollGrid.rowsOnScreen
        let next = position + (isForward ? screen : -screen)
        let positions = [position, next].filter { (0..<count).contains($0) }
        Task { await cache.startCaching(positions) }
    }

    func cellDisappeared(at position: Int) {
        Task { await cache.stopCaching([position]) }
    }

    func cachedImage(at position: Int) -> DecodedImage? {
        preheater.image(at: position)
    }

    func image(at position: Int, showDegraded: () -> Void) async throws -> DecodedImage {
        try await cache.image(at: position)
    }

    /// Stops nothing: running decodes are completed.
    func end() async -> ImageLeaks {
        var leaks = ImageLeaks()
        for _ in 0..<100 {
            let figures = preheater.figures
            (leaks.running, leaks.bytes, leaks.windowed) = (figures.queued, figures.bytes, await cache.count)
            leaks.cached = leaks.bytes
            if leaks.running == 0 { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return leaks
    }
}

/// The sample's actor, with its dictionary of started images.
private actor SampleCache {
    private let preheater: Preheater
    private var cached: [Int: Bool] = [:]

    init(_ preheater: Preheater) {
        self.preheater = preheater
    }

    var count: Int { cached.count }

    func startCaching(_ positions: [Int]) {
        for position in positions { cached[position] = true }
        preheater.start(positions)
    }

    func stopCaching(_ positions: [Int]) {
        for position in positions { cached[position] = nil }
        preheater.stop(positions)
    }

    func image(at position: Int) async throws -> DecodedImage {
        try await preheater.request(position)
    }
}
