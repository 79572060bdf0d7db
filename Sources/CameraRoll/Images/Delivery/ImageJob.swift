/// One image that is being got, and for whom.
struct ImageJob {
    /// The request that it began with; who waits decides how it is delivered.
    let request: ImageRequest
    var waiters = ImageWaiters()
    /// Whether it is wanted in the cache, also if nobody waits.
    var isCached = false
    var run: ImageJobs.RunID?
    /// The degraded image that came, for those who come later.
    var degraded: DecodedImage?
    /// What the run, or the last one, was given.
    var asked: ImageRequest?

    var isUnwanted: Bool { waiters.isEmpty && !isCached }

    /// The urgency of its most urgent waiter; where it is only to be cached, that of getting ahead.
    var priority: ImagePriority {
        max(waiters.priority ?? .background, isCached ? min(request.priority, .prefetch) : .background)
    }

    /// One request for all who want it.
    var merged: ImageRequest {
        var merged = request
        merged.priority = priority
        merged.isNetworkAllowed = waiters.allowNetwork || (isCached && request.isNetworkAllowed)
        merged.deliveryMode = waiters.wantDegraded ? .opportunistic : .highQuality
        merged.acceptsFallback = false
        return merged
    }

    /// Whether a waiter allows what the run that failed did not have, so that another may succeed.
    func deservesAnotherRun(_ request: ImageRequest, after error: ImageError) -> Bool {
        guard error.isOfNetwork, let asked else { return false }
        if case .networkRequired = error, request.isNetworkAllowed, !asked.isNetworkAllowed { return true }
        return request.acceptsFallback && asked.deliveryMode == .highQuality
    }
}

extension ImageError {
    /// Whether a local image may do instead (R92).
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
