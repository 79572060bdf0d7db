/// The job of loading one image, with its waiters in their order, and their merged requirements.
///
/// Ten thousand callers may wait for one image, so adding and removing one does not compare it with the others.
struct ImageJob {
    /// A waiting caller, and its own request.
    struct Waiter {
        let waiter: ImageWaiter
        let request: AssetImageRequest
        fileprivate let number: Int
    }

    /// The position in the order in which jobs were created.
    let number: UInt64
    /// The first request; the waiters determine how the image is delivered.
    let request: AssetImageRequest
    /// When the image was first requested, or its fetch was restarted, on the manager's clock.
    var since: Duration
    /// The request for caching, which applies even if no caller waits, with what any holder of the image allows; nil if
    /// the image is not needed in the cache.
    var cached: AssetImageRequest?
    var run: ImageJobScheduler.RunID?
    /// The place in the queue; nil while it runs.
    var place: LinkedSlots<ImageKey>.Slot?
    /// The place among all queued jobs by their age; nil while it runs.
    var age: LinkedSlots<ImageKey>.Slot?
    /// The progress of the present fetch, for later waiters.
    var progress: Double?
    /// The degraded image that was delivered, for later waiters.
    var degraded: DecodedImage?
    /// The request of the current or the last fetch.
    var asked: AssetImageRequest?

    private var waiting: [ObjectIdentifier: Waiter] = [:]
    private var nextWaiter = 0
    // The number of waiters with each priority, and of those that allow or can use what others cannot.
    private var (visible, prefetch, background) = (0, 0, 0)
    private var withNetwork = 0
    private var withDegraded = 0
    private var withFallback = 0

    init(number: UInt64, request: AssetImageRequest, since: Duration) {
        self.number = number
        self.request = request
        self.since = since
    }

    var isUnwanted: Bool { waiting.isEmpty && cached == nil }

    /// The priority of the most urgent waiter; at most prefetch priority if the image is only needed in the cache.
    var priority: ImagePriority {
        let ofWaiters: ImagePriority = visible > 0 ? .visible : prefetch > 0 ? .prefetch : .background
        return max(ofWaiters, cached.map { min($0.priority, .prefetch) } ?? .background)
    }

    /// The merged request of all waiters.
    var merged: AssetImageRequest {
        var merged = request
        merged.priority = priority
        merged.isNetworkAccessAllowed = withNetwork > 0 || cached?.isNetworkAccessAllowed ?? false
        let wantsDegraded = withDegraded > 0 || cached?.acceptsFallback ?? false
        merged.deliveryMode = wantsDegraded ? .opportunistic : .highQuality
        merged.acceptsFallback = false
        return merged
    }

    /// Whether a waiter or the cache accepts a local image if the final one is not available.
    var acceptsFallback: Bool { withFallback > 0 || cached?.acceptsFallback ?? false }

    /// Whether a waiter or the cache allows something that the failed fetch lacked, so that another fetch may succeed.
    func deservesAnotherRun(_ request: AssetImageRequest, after error: ImageError) -> Bool {
        guard error.isOfNetwork, let asked else { return false }
        if case .networkRequired = error, request.isNetworkAccessAllowed, !asked.isNetworkAccessAllowed { return true }
        return request.acceptsFallback && asked.deliveryMode == .highQuality
    }
}

// MARK: - Waiters

extension ImageJob {
    /// The number of waiters.
    var waiterCount: Int { waiting.count }

    /// All waiters, in the order in which they joined.
    ///
    /// - Complexity: O(n log n).
    var waiters: [Waiter] { waiting.values.sorted { $0.number < $1.number } }

    /// The request of a waiter; nil if it does not wait here.
    func request(of waiter: ImageWaiter) -> AssetImageRequest? { waiting[ObjectIdentifier(waiter)]?.request }

    mutating func add(_ waiter: ImageWaiter, _ request: AssetImageRequest) {
        let new = Waiter(waiter: waiter, request: request, number: nextWaiter)
        nextWaiter += 1
        guard waiting.updateValue(new, forKey: ObjectIdentifier(waiter)) == nil else { return }
        count(request, 1)
    }

    /// Removes a waiter; has no effect if it does not wait here.
    mutating func remove(_ waiter: ImageWaiter) {
        guard let removed = waiting.removeValue(forKey: ObjectIdentifier(waiter)) else { return }
        count(removed.request, -1)
    }

    private mutating func count(_ request: AssetImageRequest, _ step: Int) {
        switch request.priority {
        case .visible: visible += step
        case .prefetch: prefetch += step
        case .background: background += step
        }
        if request.isNetworkAccessAllowed { withNetwork += step }
        if request.wantsDegraded { withDegraded += step }
        if request.acceptsFallback { withFallback += step }
    }
}

extension AssetImageRequest {
    /// Whether a degraded image is useful, either in the meantime or as a fallback.
    var wantsDegraded: Bool { deliveryMode != .highQuality || acceptsFallback }

    /// This request, with all that another one for the same image allows, and at least its priority.
    func adding(_ other: AssetImageRequest) -> AssetImageRequest {
        var both = self
        both.priority = max(priority, other.priority)
        both.isNetworkAccessAllowed = isNetworkAccessAllowed || other.isNetworkAccessAllowed
        both.acceptsFallback = acceptsFallback || other.acceptsFallback
        return both
    }

    /// The request that reaches the source if the image is only needed in the cache.
    var forCaching: AssetImageRequest {
        var job = ImageJob(number: 0, request: self, since: .zero)
        job.cached = self
        return job.merged
    }
}

extension ImageError {
    /// Whether a local image may replace the final one after this error.
    var hasFallback: Bool {
        switch self {
        case .timedOut, .notEnoughSpace: true
        default: isOfNetwork
        }
    }

    fileprivate var isOfNetwork: Bool {
        switch self {
        case .networkRequired, .networkFailed: true
        default: false
        }
    }
}
