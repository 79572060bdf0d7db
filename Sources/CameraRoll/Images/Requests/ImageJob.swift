/// One image that is being got, and for whom.
struct ImageJob {
    /// Tells the order in which jobs began.
    let number: UInt64
    /// The request that it began with; who waits decides how it is delivered.
    let request: ImageRequest
    /// Since when it is wanted, by the manager's clock.
    let since: Duration
    var waiters = ImageWaiters()
    /// How it is wanted in the cache, also if nobody waits; nil where it is not.
    var cached: ImageRequest?
    var run: ImageJobScheduler.RunID?
    /// The degraded image that came, for those who come later.
    var degraded: DecodedImage?
    /// What the run, or the last one, was given.
    var asked: ImageRequest?

    var isUnwanted: Bool { waiters.isEmpty && cached == nil }

    /// The urgency of its most urgent waiter; where it is only to be cached, that of getting ahead.
    var priority: ImagePriority {
        max(waiters.priority ?? .background, cached.map { min($0.priority, .prefetch) } ?? .background)
    }

    /// One request for all who want it.
    var merged: ImageRequest {
        var merged = request
        merged.priority = priority
        merged.isNetworkAllowed = waiters.allowNetwork || cached?.isNetworkAllowed ?? false
        let wantsDegraded = waiters.wantDegraded || cached?.acceptsFallback ?? false
        merged.deliveryMode = wantsDegraded ? .opportunistic : .highQuality
        merged.acceptsFallback = false
        return merged
    }

    /// Whether somebody has a use for a local image where the final one cannot be had.
    var acceptsFallback: Bool { waiters.acceptFallback || cached?.acceptsFallback ?? false }

    /// Whether a waiter allows what the run that failed did not have, so that another may succeed.
    func deservesAnotherRun(_ request: ImageRequest, after error: ImageError) -> Bool {
        guard error.isOfNetwork, let asked else { return false }
        if case .networkRequired = error, request.isNetworkAllowed, !asked.isNetworkAllowed { return true }
        return request.acceptsFallback && asked.deliveryMode == .highQuality
    }
}

extension ImageError {
    /// Whether a local image may do instead.
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

/// The jobs that wait to run, by urgency, first in, first out among equals: a pure value.
///
/// A job that has become more urgent stands in two lines; whether a place still counts is for the caller to say.
struct ImageJobQueue {
    private var lines = ImagePriority.allCases.map { _ in RingBuffer<ImageKey>(capacity: 16) }

    /// How many places there are, those included that do not count any more.
    var count: Int { lines.reduce(0) { $0 + $1.count } }

    mutating func append(_ key: ImageKey, _ priority: ImagePriority) {
        lines[Int(priority.rawValue)].append(key)
    }

    /// The next job of those whose place counts, the most urgent first.
    mutating func popFirst(
        atLeast least: ImagePriority, where counts: (ImageKey, ImagePriority) -> Bool
    ) -> ImageKey? {
        for priority in ImagePriority.allCases.reversed() where priority >= least {
            while let key = lines[Int(priority.rawValue)].popFirst() {
                if counts(key, priority) { return key }
            }
        }
        return nil
    }

    /// Drops the places that do not count, so that the lines are no longer than there are jobs.
    ///
    /// - Complexity: O(places).
    mutating func dropStalePlaces(where counts: (ImageKey, ImagePriority) -> Bool) {
        var seen: Set<ImageKey> = []
        for priority in ImagePriority.allCases {
            let line = Int(priority.rawValue)
            for _ in 0..<lines[line].count {
                guard let key = lines[line].popFirst() else { break }
                if counts(key, priority), seen.insert(key).inserted { lines[line].append(key) }
            }
        }
    }
}
