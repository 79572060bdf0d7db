/// The job of loading one image, with its waiters.
struct ImageJob {
    /// The position in the order in which jobs were created.
    let number: UInt64
    /// The first request; the waiters determine how the image is delivered.
    let request: AssetImageRequest
    /// When the image was first requested, on the manager's clock.
    let since: Duration
    var waiters = ImageWaiters()
    /// The request for caching, which applies even if no caller waits; nil if the image is not needed in the cache.
    var cached: AssetImageRequest?
    var run: ImageJobScheduler.RunID?
    /// The place in the queue; nil while it runs.
    var place: LinkedSlots<ImageKey>.Slot?
    /// The degraded image that was delivered, for later waiters.
    var degraded: DecodedImage?
    /// The request of the current or the last fetch.
    var asked: AssetImageRequest?

    var isUnwanted: Bool { waiters.isEmpty && cached == nil }

    /// The priority of the most urgent waiter; at most prefetch priority if the image is only needed in the cache.
    var priority: ImagePriority {
        max(waiters.priority ?? .background, cached.map { min($0.priority, .prefetch) } ?? .background)
    }

    /// The merged request of all waiters.
    var merged: AssetImageRequest {
        var merged = request
        merged.priority = priority
        merged.isNetworkAccessAllowed = waiters.allowNetwork || cached?.isNetworkAccessAllowed ?? false
        let wantsDegraded = waiters.wantDegraded || cached?.acceptsFallback ?? false
        merged.deliveryMode = wantsDegraded ? .opportunistic : .highQuality
        merged.acceptsFallback = false
        return merged
    }

    /// Whether a waiter or the cache accepts a local image if the final one is not available.
    var acceptsFallback: Bool { waiters.acceptFallback || cached?.acceptsFallback ?? false }

    /// Whether a waiter allows something that the failed fetch lacked, so that another fetch may succeed.
    func deservesAnotherRun(_ request: AssetImageRequest, after error: ImageError) -> Bool {
        guard error.isOfNetwork, let asked else { return false }
        if case .networkRequired = error, request.isNetworkAccessAllowed, !asked.isNetworkAccessAllowed { return true }
        return request.acceptsFallback && asked.deliveryMode == .highQuality
    }
}

extension AssetImageRequest {
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
        if case .timedOut = self { true } else { isOfNetwork }
    }

    fileprivate var isOfNetwork: Bool {
        switch self {
        case .networkRequired, .networkFailed: true
        default: false
        }
    }
}
