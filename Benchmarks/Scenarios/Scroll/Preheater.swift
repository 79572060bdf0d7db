import CameraRoll
import Dispatch

/// Models the caching manager of Apple's sample: decodes started images on a concurrent queue, and drops stopped
/// ones.
final class Preheater: Sendable {
    struct Figures: Sendable {
        /// The number of submitted decodes that have not finished.
        var queued = 0
        var bytes = 0
        var highestBytes = 0
    }

    private struct Contents {
        var wanted: Set<Int> = []
        var images: [Int: DecodedImage] = [:]
        var figures = Figures()

        mutating func store(_ image: DecodedImage, at position: Int) {
            guard wanted.contains(position), images.updateValue(image, forKey: position) == nil else { return }
            figures.bytes += image.cost
            figures.highestBytes = max(figures.highestBytes, figures.bytes)
        }

        mutating func drop(_ position: Int) {
            wanted.remove(position)
            if let image = images.removeValue(forKey: position) { figures.bytes -= image.cost }
        }
    }

    private let stage: ImageStage
    private let log: DecodeLog
    private let queue = DispatchQueue(label: "bench.preheat", qos: .userInitiated, attributes: .concurrent)
    private let contents = Lock(Contents())

    init(_ stage: ImageStage, _ log: DecodeLog) {
        self.stage = stage
        self.log = log
    }

    var figures: Figures { contents.withLock(\.figures) }

    func image(at position: Int) -> DecodedImage? {
        contents.withLock { $0.images[position] }
    }

    func start(_ positions: [Int]) {
        for position in positions where contents.withLock({ $0.wanted.insert(position).inserted }) {
            enqueue { [self] in
                guard contents.withLock({ $0.wanted.contains(position) && $0.images[position] == nil }) else { return }
                if case .success(let image) = decode(position) { contents.withLock { $0.store(image, at: position) } }
            }
        }
    }

    func stop(_ positions: [Int]) {
        contents.withLock { contents in positions.forEach { contents.drop($0) } }
    }

    /// Decodes for one cell, even if another decode of it is running, and waits for the end.
    func request(_ position: Int) async throws -> DecodedImage {
        if let image = image(at: position) { return image }
        return try await withCheckedContinuation { continuation in
            enqueue { [self] in continuation.resume(returning: decode(position)) }
        }.get()
    }

    private func decode(_ position: Int) -> Result<DecodedImage, ImageError> {
        let asset = stage.assets[position]
        return log.decode(asset.id) {
            Result { () throws(ImageError) in try stage.paint(asset) }
        }
    }

    private func enqueue(_ body: @escaping @Sendable () -> Void) {
        contents.withLock { $0.figures.queued += 1 }
        queue.async { [self] in
            body()
            contents.withLock { $0.figures.queued -= 1 }
        }
    }
}
