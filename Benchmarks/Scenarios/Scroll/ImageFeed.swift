import CameraRoll

/// A way for a grid to get its images, used on the main actor.
@MainActor protocol ImageFeed: AnyObject {
    /// Called when the grid opens.
    func begin() throws
    /// Reports the visible cells, and the speed in cells per second; called before new cells request images.
    func show(_ visible: Range<Int>, speed: Double) throws
    func cellAppeared(at position: Int, isForward: Bool)
    func cellDisappeared(at position: Int)
    /// The final image if it is in memory.
    func cachedImage(at position: Int) -> DecodedImage?
    /// The final image; `showDegraded` is called for one that arrives before it.
    func image(at position: Int, showDegraded: () -> Void) async throws -> DecodedImage
    /// Cancels everything, and returns the remains.
    func end() async -> ImageLeaks
    /// The maximum size of the decoded images in memory, in bytes.
    var highestBytes: Int { get }
}

extension ImageFeed {
    func begin() {}
    func show(_ visible: Range<Int>, speed: Double) {}
    func cellAppeared(at position: Int, isForward: Bool) {}
    func cellDisappeared(at position: Int) {}
}

/// The prefetching of a variant.
enum ScrollVariant: String, CaseIterable {
    case noWindows = "no windows"
    case everything = "start everything at once"
    case unordered = "unordered tasks, a screen ahead"
    case prefetcher = "prefetcher as Nuke's, a screen ahead"
    case window = "CameraRoll"

    /// Whether the images come from CameraRoll's manager.
    var isManaged: Bool { self != .unordered && self != .prefetcher }
}

/// Images from CameraRoll's manager: with a window, without one, or with everything started at once.
final class ManagerFeed: ImageFeed {
    private let variant: ScrollVariant
    private let subject: ImageStage.Subject
    private let requests: [AssetImageRequest]
    /// Whether cells request degraded images as well.
    private let wantsDegraded: Bool
    private var window: CachingWindow?

    init(
        _ variant: ScrollVariant, _ subject: ImageStage.Subject, requests: [AssetImageRequest], wantsDegraded: Bool
    ) {
        (self.variant, self.wantsDegraded) = (variant, wantsDegraded)
        self.subject = subject
        self.requests = requests
    }

    var highestBytes: Int { subject.images.cache.statistics.highestCost }

    func begin() throws {
        switch variant {
        case .window: window = try subject.images.window(over: subject.snapshot, request: ImageStage.request)
        case .everything: try subject.images.startCaching(requests)
        case .noWindows, .unordered, .prefetcher: break
        }
    }

    func show(_ visible: Range<Int>, speed: Double) throws {
        try window?.update(visible: visible, velocity: speed)
    }

    func cachedImage(at position: Int) -> DecodedImage? {
        subject.images.cachedImage(for: requests[position])
    }

    func image(at position: Int, showDegraded: () -> Void) async throws -> DecodedImage {
        var request = requests[position]
        guard wantsDegraded else { return try await subject.images.image(for: request) }
        request.deliveryMode = .opportunistic
        for try await delivery in subject.images.deliveries(for: request) {
            if case .degraded = delivery { showDegraded() }
            if case .final(let image) = delivery { return image }
        }
        throw ImageError.noImage(request.asset)
    }

    func end() async -> ImageLeaks {
        window = nil
        subject.images.stopCachingAll()
        return await subject.images.leaks()
    }
}
