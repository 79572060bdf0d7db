import CameraRoll
import Dispatch
import Foundation

/// Ten thousand simultaneous requests for a hundred pictures.
struct Coalescing: Sendable {
    /// The results of one way, in each round.
    struct Figures: Sendable {
        /// The maximum number of decodes in a round.
        var decodes = 0
        /// The time until the last image, in nanoseconds.
        var elapsed = Samples()

        mutating func add(_ elapsed: UInt64, decodes: Int) {
            self.elapsed.add(elapsed)
            self.decodes = max(self.decodes, decodes)
        }
    }

    let requests: Int
    let keys: Int
    var ours = Figures()
    /// An alternative with a cache, a queue and a continuation.
    var baseline = Figures()
    /// An actor with a dictionary of tasks, which shares decodes too.
    var tasks = Figures()
    /// The remains of the managers, from the round that leaves the most.
    var leaks = ImageLeaks()

    /// Measures the ways alternately, each with nothing in memory.
    static func measure(_ stage: ImageStage, requests: Int, keys: Int, rounds: Int) async throws -> Coalescing {
        var result = Coalescing(requests: requests, keys: keys)
        let assets = Array(stage.assets.prefix(keys))
        let wanted = assets.map(ImageStage.request)
        for round in 0..<rounds {
            let subject = try await stage.makeSubject(cacheBytes: ImagesScenario.cacheBytes)
            let elapsed = try await timed {
                try await requestAtOnce(requests) { try await subject.images.image(for: wanted[$0 % keys]) }
            }
            result.ours.add(elapsed, decodes: subject.log.count)
            let leaks = await subject.images.leaks()
            if result.leaks.isNothing { result.leaks = leaks }
            try await result.addShared(stage, assets, wanted.map(\.key))
            // Only once, since it decodes thousands of times.
            if round == 0 { try await result.addQueued(stage, assets, wanted.map(\.key)) }
        }
        return result
    }

    private mutating func addShared(_ stage: ImageStage, _ assets: [MediaAsset], _ keys: [ImageKey]) async throws {
        let (count, log) = (keys.count, DecodeLog())
        let images = TaskedImages(stage, log)
        let elapsed = try await timed {
            try await Self.requestAtOnce(requests) { try await images.image(of: assets[$0 % count], keys[$0 % count]) }
        }
        tasks.add(elapsed, decodes: log.count)
    }

    private mutating func addQueued(_ stage: ImageStage, _ assets: [MediaAsset], _ keys: [ImageKey]) async throws {
        let (count, log) = (keys.count, DecodeLog())
        let images = QueuedImages(stage, log)
        let elapsed = try await timed {
            try await Self.requestAtOnce(requests) { try await images.image(of: assets[$0 % count], keys[$0 % count]) }
        }
        baseline.add(elapsed, decodes: log.count)
    }

    /// Makes each request in its own task, and awaits all.
    private static func requestAtOnce(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> DecodedImage
    ) async throws {
        let (ends, ended) = AsyncStream<(any Error)?>.makeStream()
        for number in 0..<count {
            Task.detached {
                do {
                    blackHole(try await body(number))
                    ended.yield(nil)
                } catch {
                    ended.yield(error)
                }
            }
        }
        for await failure in ends.prefix(count) {
            if let failure { throw failure }
        }
    }
}

/// The alternative: a cache, a serial queue and a continuation.
private final class QueuedImages: Sendable {
    private let stage: ImageStage
    private let log: DecodeLog
    private let cache = LRUCache(bytes: ImagesScenario.cacheBytes)
    private let queue = DispatchQueue(label: "bench.queued", qos: .userInitiated)

    init(_ stage: ImageStage, _ log: DecodeLog) {
        self.stage = stage
        self.log = log
    }

    func image(of asset: MediaAsset, _ key: ImageKey) async throws -> DecodedImage {
        if let image = cache.image(for: key) { return image }
        let image = try await withCheckedContinuation { continuation in
            queue.async { [self] in
                continuation.resume(returning: log.decode(asset.id) { Result { try stage.paint(asset) } })
            }
        }.get()
        cache.insert(image, for: key)
        return image
    }
}

/// A rival that shares decodes: an actor with a cache and a dictionary of tasks, one for each image being loaded.
///
/// It decodes on a concurrent queue, as many images at once as CameraRoll.
private actor TaskedImages {
    private let stage: ImageStage
    private let log: DecodeLog
    private let cache = LRUCache(bytes: ImagesScenario.cacheBytes)
    private let queue = OperationQueue()
    private var tasks: [ImageKey: Task<DecodedImage, any Error>] = [:]

    init(_ stage: ImageStage, _ log: DecodeLog) {
        self.stage = stage
        self.log = log
        queue.maxConcurrentOperationCount = CachingImageManager.Limits.suggestedDecodes
        queue.qualityOfService = .userInitiated
    }

    func image(of asset: MediaAsset, _ key: ImageKey) async throws -> DecodedImage {
        if let image = cache.image(for: key) { return image }
        if let task = tasks[key] { return try await task.value }
        let task = Task { [stage, log, queue] in
            try await withCheckedThrowingContinuation { continuation in
                queue.addOperation {
                    continuation.resume(with: log.decode(asset.id) { Result { try stage.paint(asset) } })
                }
            }
        }
        tasks[key] = task
        defer { tasks[key] = nil }
        let image = try await task.value
        cache.insert(image, for: key)
        return image
    }
}
