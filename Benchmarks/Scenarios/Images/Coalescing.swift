import CameraRoll
import Dispatch
import Foundation

/// Ten thousand simultaneous requests for a hundred pictures.
struct Coalescing: Sendable {
    let requests: Int
    let keys: Int
    /// The number of decodes, and the total time in nanoseconds.
    var ours = (decodes: 0, elapsed: UInt64(0))
    /// The same for an alternative with a cache, a queue and a continuation.
    var baseline = (decodes: 0, elapsed: UInt64(0))
    /// The same for an actor with a dictionary of tasks, which shares decodes too.
    var tasks = (decodes: 0, elapsed: UInt64(0))

    static func measure(
        _ stage: ImageStage, _ subject: ImageStage.Subject, requests: Int, keys: Int
    ) async throws -> Coalescing {
        var result = Coalescing(requests: requests, keys: keys)
        let assets = Array(stage.assets.prefix(keys))
        let wanted = assets.map(ImageStage.request)
        result.ours.elapsed = try await timed {
            try await askAtOnce(requests) { try await subject.images.image(for: wanted[$0 % keys]) }
        }
        result.ours.decodes = subject.log.count
        let log = DecodeLog()
        let cache = QueuedImages(stage, log)
        result.baseline.elapsed = try await timed {
            try await askAtOnce(requests) { try await cache.image(of: assets[$0 % keys], wanted[$0 % keys].key) }
        }
        result.baseline.decodes = log.count
        let taskLog = DecodeLog()
        let shared = TaskedImages(stage, taskLog)
        result.tasks.elapsed = try await timed {
            try await askAtOnce(requests) { try await shared.image(of: assets[$0 % keys], wanted[$0 % keys].key) }
        }
        result.tasks.decodes = taskLog.count
        return result
    }

    /// Makes each request in its own task, and awaits all.
    private static func askAtOnce(
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

/// A rival that shares decodes: an actor with a cache and a dictionary of tasks, one for each image on its way.
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
