import CameraRoll

/// Images from a pipeline with a prefetcher that stays one screen ahead, as `UICollectionView` prefetches with Nuke.
final class PrefetchFeed: ImageFeed {
    private let pipeline: PrefetchPipeline
    private let count: Int
    private var ahead = 0..<0

    init(_ stage: ImageStage, log: DecodeLog) {
        pipeline = PrefetchPipeline(stage, log, bytes: ScrollScenario.cacheBytes)
        count = stage.assets.count
    }

    var highestBytes: Int { pipeline.figures.highestBytes }

    func show(_ visible: Range<Int>, speed: Double) {
        let (start, end) = (visible.lowerBound, visible.upperBound)
        let next = speed >= 0 ? end..<min(end + visible.count, count) : max(start - visible.count, 0)..<start
        guard next != ahead else { return }
        let last = ahead
        ahead = next
        pipeline.stopPrefetching(last.filter { !next.contains($0) })
        pipeline.startPrefetching(next.filter { !last.contains($0) })
    }

    func cachedImage(at position: Int) -> DecodedImage? {
        pipeline.image(at: position)
    }

    func image(at position: Int, showDegraded: () -> Void) async throws -> DecodedImage {
        try await pipeline.request(position)
    }

    func end() async -> ImageLeaks {
        pipeline.stopPrefetching(ahead)
        var leaks = ImageLeaks()
        for _ in 0..<100 {
            let figures = pipeline.figures
            (leaks.running, leaks.waiting, leaks.cached) = (figures.running, figures.waiting, figures.bytes)
            leaks.bytes = leaks.cached
            if leaks.isIdle { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return leaks
    }
}
