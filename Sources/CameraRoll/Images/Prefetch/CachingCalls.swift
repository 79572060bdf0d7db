/// The changes requested by `startCaching` and `stopCaching` that the manager has not applied yet.
///
/// A burst of calls is not stored call by call. The wanted image of each asset is determined at once, by the rule of
/// ``PrefetchRegistry``: the first image that is started counts until it is stopped. One change is pending for each
/// asset whose image differs from the one that the manager knows. An image that is started and stopped again leaves
/// nothing pending, and at most ``CachingCalls/limit`` images can be wanted.
final class CachingCalls: Sendable {
    /// The maximum number of started images.
    static let limit = 100_000
    /// The number of requests handled per lock acquisition.
    private static let batch = 128

    private let wishes = Lock(CachingWishes())

    /// The number of changes pending for the manager.
    var waiting: Int { wishes.withLock(\.changes.count) }

    /// Starts requests; returns true if the manager has to be notified.
    ///
    /// - Parameter shortage: the number of memory shortages; requests started before the last one are dropped.
    /// - Throws: `ImageError.tooMuchWork`; nothing is started then.
    /// - Complexity: O(requests).
    func start(_ requests: [AssetImageRequest], shortage: UInt64) throws(ImageError) -> Bool {
        let fits = wishes.withLock { $0.reserve(requests, shortage: shortage, limit: Self.limit) }
        guard fits else { throw .tooMuchWork(limit: Self.limit) }
        return change(requests) { $0.start($1, shortage: shortage) }
    }

    /// Stops requests; returns true if the manager has to be notified.
    ///
    /// - Complexity: O(requests).
    func stop(_ requests: [AssetImageRequest], shortage: UInt64) -> Bool {
        change(requests) { $0.stop($1, shortage: shortage) }
    }

    /// Stops everything; returns true if the manager has to be notified.
    func stopAll() -> Bool {
        let (announces, old) = wishes.withLock { wishes in
            let old = wishes
            wishes.stopAll()
            return (wishes.announce(), old)
        }
        return withExtendedLifetime(old) { announces }
    }

    /// Takes the oldest changes, for the manager to apply.
    func take(_ most: Int, shortage: UInt64) -> CachingWishes.Batch {
        wishes.withLock { wishes in
            wishes.follow(shortage)
            return wishes.take(most)
        }
    }

    /// Whether everything that the manager has started for calls is to be stopped, because memory was short in the
    /// meantime.
    func takeStop(shortage: UInt64) -> Bool {
        wishes.withLock { wishes in
            wishes.follow(shortage)
            return wishes.takeStop()
        }
    }

    private func change(
        _ requests: [AssetImageRequest], _ body: (inout CachingWishes, ArraySlice<AssetImageRequest>) -> Void
    ) -> Bool {
        var announces = false
        for start in stride(from: 0, to: requests.count, by: Self.batch) {
            let batch = requests[start...].prefix(Self.batch)
            let isFirst = wishes.withLock { wishes in
                body(&wishes, batch)
                return wishes.announce()
            }
            if isFirst { announces = true }
        }
        return announces
    }
}

/// The images that calls need in the cache, and the changes that the manager does not know: a pure value.
struct CachingWishes {
    /// The changes to apply, in this order.
    struct Batch {
        /// Whether everything started before has to be stopped.
        var stopsAll = false
        var stopped: [ImageKey] = []
        var started: [AssetImageRequest] = []
        /// The number of calls that named another image of an asset than the started one, and the last of them.
        var mismatches = 0
        var lastMismatch: ImageManagerStatistics.Mismatch?
        /// Whether more changes are pending.
        var isMore = false
    }

    /// The assets for which the manager needs another image, or has to load the same one again, in order.
    private(set) var changes = KeyedQueue<AssetID, (known: ImageKey?, wanted: AssetImageRequest?)>()
    private var wanted: [AssetID: ImageKey] = [:]
    /// The number of images that calls are about to start.
    private var reserved = 0
    private var stopsAll = false
    private var isAnnounced = false
    private var shortage: UInt64 = 0
    private var mismatches = 0
    private var lastMismatch: ImageManagerStatistics.Mismatch?

    /// Reserves places for requests, if the limit allows them; they count until they are started.
    mutating func reserve(_ requests: [AssetImageRequest], shortage: UInt64, limit: Int) -> Bool {
        follow(shortage)
        if wanted.count + reserved + requests.count > limit {
            let new = Set(requests.map(\.asset)).count { wanted[$0] == nil }
            guard wanted.count + reserved + new <= limit else { return false }
        }
        reserved += requests.count
        return true
    }

    /// Starts images with reserved places, unless memory was short since the call.
    mutating func start(_ requests: ArraySlice<AssetImageRequest>, shortage: UInt64) {
        reserved -= requests.count
        guard follow(shortage) else { return }
        for request in requests { start(request) }
    }

    private mutating func start(_ request: AssetImageRequest) {
        let (asset, key) = (request.asset, request.key)
        let own = wanted[asset]
        if let own, own != key { return noteMismatch(of: key, with: own) }
        wanted[asset] = key
        // Even if it is already started: it may have failed or been evicted since.
        change(asset, known: own, to: request)
    }

    /// Stops images, unless memory was short since the call: then they are already stopped.
    mutating func stop(_ requests: ArraySlice<AssetImageRequest>, shortage: UInt64) {
        guard follow(shortage) else { return }
        for request in requests { stop(request.key) }
    }

    private mutating func stop(_ key: ImageKey) {
        guard let own = wanted[key.asset] else { return }
        guard own == key else { return noteMismatch(of: key, with: own) }
        wanted[key.asset] = nil
        wanted.releaseStorageIfEmpty()
        change(key.asset, known: own, to: nil)
    }

    /// The number of images for which storage is allocated.
    var capacity: Int { changes.capacity + wanted.capacity }

    mutating func stopAll() {
        (changes, wanted) = (KeyedQueue(), [:])
        stopsAll = true
    }

    /// Drops everything that was started before memory was short.
    ///
    /// - Returns: whether `shortage` is the current number of shortages, so that the call is valid.
    @discardableResult mutating func follow(_ shortage: UInt64) -> Bool {
        guard self.shortage < shortage else { return self.shortage == shortage }
        self.shortage = shortage
        stopAll()
        return true
    }

    /// Whether the manager has to be notified: changes are pending, and it was not notified yet.
    mutating func announce() -> Bool {
        guard !isAnnounced, stopsAll || !changes.isEmpty || mismatches > 0 else { return false }
        isAnnounced = true
        return true
    }

    mutating func takeStop() -> Bool {
        defer { stopsAll = false }
        return stopsAll
    }

    mutating func take(_ most: Int) -> Batch {
        var batch = Batch(stopsAll: takeStop(), mismatches: mismatches, lastMismatch: lastMismatch)
        (mismatches, lastMismatch) = (0, nil)
        var left = most
        while left > 0, let (_, change) = changes.popFirst() {
            left -= 1
            if let known = change.known, known != change.wanted?.key { batch.stopped.append(known) }
            if let request = change.wanted { batch.started.append(request) }
        }
        batch.isMore = !changes.isEmpty
        isAnnounced = batch.isMore
        return batch
    }

    private mutating func change(_ asset: AssetID, known: ImageKey?, to request: AssetImageRequest?) {
        let before = if let change = changes[asset] { change.known } else { known }
        if before == nil, request == nil { return changes.remove(asset) }
        changes.set((before, request), for: asset)
    }

    private mutating func noteMismatch(of asked: ImageKey, with cached: ImageKey) {
        mismatches += 1
        lastMismatch = ImageManagerStatistics.Mismatch(asked: asked, cached: cached)
    }
}
