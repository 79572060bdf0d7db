import CameraRoll
import Foundation

/// Models Nuke's pipeline: one job for each image, canceled when its last request leaves, visible images before
/// prefetched ones, and a cache that evicts the least recently used.
///
/// It decodes on as many threads and caches as many bytes as CameraRoll does.
final class PrefetchPipeline: Sendable {
    typealias Waiter = CheckedContinuation<DecodedImage, any Error>

    struct Figures: Sendable {
        /// The images that are being decoded, and those that wait.
        var running = 0
        var waiting = 0
        var bytes = 0
        var highestBytes = 0
    }

    private struct Job {
        var waiters: [Int: Waiter] = [:]
        var isPrefetched = false
        var isRunning = false
        var isWanted: Bool { isPrefetched || !waiters.isEmpty }
    }

    private struct Contents {
        let limit: Int
        var images: LRUList<Int, DecodedImage>
        var jobs: [Int: Job] = [:]
        var visible: [Int] = []
        var ahead: [Int] = []
        var running = 0
        var lastWaiter = 0
        var highestBytes = 0

        /// The next image to decode, if there is a free thread.
        mutating func next() -> Int? {
            guard running < limit else { return nil }
            while let position = visible.isEmpty ? ahead.first : visible.first {
                if visible.isEmpty { ahead.removeFirst() } else { visible.removeFirst() }
                guard let job = jobs[position], job.isWanted, !job.isRunning else { continue }
                jobs[position]?.isRunning = true
                running += 1
                return position
            }
            return nil
        }

        mutating func dropIfUnwanted(_ position: Int) {
            if let job = jobs[position], !job.isWanted, !job.isRunning { jobs[position] = nil }
        }
    }

    private let stage: ImageStage
    private let log: DecodeLog
    private let queue = DispatchQueue(label: "bench.pipeline", qos: .userInitiated, attributes: .concurrent)
    private let contents: Lock<Contents>

    init(_ stage: ImageStage, _ log: DecodeLog, bytes: Int) {
        self.stage = stage
        self.log = log
        let limit = CachingImageManager.Limits.suggestedDecodes
        contents = Lock(Contents(limit: limit, images: LRUList(limit: bytes)))
    }

    var figures: Figures {
        contents.withLock {
            Figures(
                running: $0.running, waiting: $0.jobs.count - $0.running, bytes: $0.images.cost,
                highestBytes: $0.highestBytes)
        }
    }

    func image(at position: Int) -> DecodedImage? {
        contents.withLock { $0.images.value(for: position) }
    }

    func startPrefetching(_ positions: some Sequence<Int>) {
        contents.withLock { contents in
            for position in positions where contents.images.value(for: position) == nil {
                contents.jobs[position, default: Job()].isPrefetched = true
                contents.ahead.append(position)
            }
        }
        start()
    }

    func stopPrefetching(_ positions: some Sequence<Int>) {
        contents.withLock { contents in
            for position in positions {
                contents.jobs[position]?.isPrefetched = false
                contents.dropIfUnwanted(position)
            }
        }
    }

    /// Decodes for a cell, or waits for the decode in progress; cancellation leaves it.
    func request(_ position: Int) async throws -> DecodedImage {
        let number = contents.withLock { contents in
            contents.lastWaiter += 1
            return contents.lastWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wait($0, number, for: position) }
        } onCancel: {
            leave(position, number)
        }
    }

    private func wait(_ waiter: Waiter, _ number: Int, for position: Int) {
        let image = contents.withLock { contents in
            let image = contents.images.value(for: position)
            if image == nil {
                contents.jobs[position, default: Job()].waiters[number] = waiter
                contents.visible.append(position)
            }
            return image
        }
        if let image { waiter.resume(returning: image) }
        // A cancellation before this found no waiter.
        if Task.isCancelled { leave(position, number) }
        start()
    }

    private func leave(_ position: Int, _ number: Int) {
        let waiter = contents.withLock { contents in
            let waiter = contents.jobs[position]?.waiters.removeValue(forKey: number)
            contents.dropIfUnwanted(position)
            return waiter
        }
        waiter?.resume(throwing: ImageError.cancelled)
    }

    private func start() {
        while let position = contents.withLock({ $0.next() }) {
            queue.async { [self] in
                finish(position, decode(position))
                start()
            }
        }
    }

    private func decode(_ position: Int) -> Result<DecodedImage, any Error> {
        let asset = stage.assets[position]
        return log.decode(asset.id) { Result { try stage.paint(asset) } }
    }

    private func finish(_ position: Int, _ result: Result<DecodedImage, any Error>) {
        let waiters = contents.withLock { contents in
            contents.running -= 1
            if case .success(let image) = result {
                contents.images.insert(image, for: position, cost: image.cost)
                contents.highestBytes = max(contents.highestBytes, contents.images.cost)
            }
            return contents.jobs.removeValue(forKey: position).map { Array($0.waiters.values) } ?? []
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
