/// What `startCaching` and `stopCaching` were told and the manager has not heard yet.
///
/// A burst of calls is not kept call by call. What is wanted of an asset is worked out at once, by the rule of
/// ``PrefetchRegistry``: the first image that is started counts until it is stopped. What waits for the manager is one
/// change for each asset whose image is another than the manager knows, so nothing waits of what was started and
/// stopped again, and no more than ``CachingCalls/limit`` images can be wanted.
final class CachingCalls: Sendable {
    /// The most images that may be started at a time.
    static let limit = 100_000
    /// How many requests are taken in before others may take the lock.
    private static let batch = 128

    private let wishes = Lock(CachingWishes())

    /// How many changes wait for the manager, and for how many there is a place in line.
    var waiting: (changes: Int, places: Int) { wishes.withLock { ($0.changes.count, $0.order.count) } }

    /// Takes requests in; true where the manager is to be told.
    ///
    /// - Parameter shortage: how often memory was short; what was started before that counts no more.
    /// - Throws: `ImageError.tooMuchWork`; nothing is started then.
    /// - Complexity: O(requests).
    func start(_ requests: [ImageRequest], shortage: UInt64) throws(ImageError) -> Bool {
        let fits = wishes.withLock { $0.reserve(requests, shortage: shortage, limit: Self.limit) }
        guard fits else { throw .tooMuchWork(limit: Self.limit) }
        return change(requests) { $0.start($1, shortage: shortage) }
    }

    /// Takes keys out; true where the manager is to be told.
    ///
    /// - Complexity: O(requests).
    func stop(_ requests: [ImageRequest], shortage: UInt64) -> Bool {
        change(requests) { $0.stop($1, shortage: shortage) }
    }

    /// Takes everything out; true where the manager is to be told.
    func stopAll() -> Bool {
        let (announces, old) = wishes.withLock { wishes in
            let old = wishes
            wishes.stopAll()
            return (wishes.announce(), old)
        }
        return withExtendedLifetime(old) { announces }
    }

    /// Takes out what was changed first, for the manager to apply.
    func take(_ most: Int, shortage: UInt64) -> CachingWishes.Batch {
        wishes.withLock { wishes in
            wishes.follow(shortage)
            return wishes.take(most)
        }
    }

    /// Whether all that the manager has started for calls is past, since it was said before memory was short.
    func takeStop(shortage: UInt64) -> Bool {
        wishes.withLock { wishes in
            wishes.follow(shortage)
            return wishes.takeStop()
        }
    }

    private func change(
        _ requests: [ImageRequest], _ body: (inout CachingWishes, ArraySlice<ImageRequest>) -> Void
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

/// Which images calls want in the cache, and what of that the manager does not know: a pure value.
struct CachingWishes {
    /// What is to be done, in this order.
    struct Batch {
        /// Whether all that was started before is to be stopped.
        var stopsAll = false
        var stopped: [ImageKey] = []
        var started: [ImageRequest] = []
        /// How many calls named another image of an asset than the one that is started, and the last of them.
        var mismatches = 0
        var lastMismatch: ImageManagerStatistics.Mismatch?
        /// Whether there is more to be taken.
        var isMore = false
    }

    /// An asset of which the manager is to have another image, or the same once more.
    private(set) var changes: [AssetID: (known: ImageKey?, wanted: ImageRequest?)] = [:]
    /// The assets in the order in which they were changed; those that have no change any more are passed by.
    private(set) var order = RingBuffer<AssetID>()
    private var wanted: [AssetID: ImageKey] = [:]
    /// Images that calls are about to start.
    private var reserved = 0
    private var stopsAll = false
    private var isAnnounced = false
    private var shortage: UInt64 = 0
    private var mismatches = 0
    private var lastMismatch: ImageManagerStatistics.Mismatch?

    /// Whether so many more may be started; they are then counted until they are.
    mutating func reserve(_ requests: [ImageRequest], shortage: UInt64, limit: Int) -> Bool {
        follow(shortage)
        if wanted.count + reserved + requests.count > limit {
            let new = Set(requests.map(\.asset)).count { wanted[$0] == nil }
            guard wanted.count + reserved + new <= limit else { return false }
        }
        reserved += requests.count
        return true
    }

    /// Starts images for which there are places, unless memory was short since that was said.
    mutating func start(_ requests: ArraySlice<ImageRequest>, shortage: UInt64) {
        reserved -= requests.count
        guard follow(shortage) else { return }
        for request in requests { start(request) }
    }

    private mutating func start(_ request: ImageRequest) {
        let (asset, key) = (request.asset, request.key)
        let own = wanted[asset]
        if let own, own != key { return noteMismatch(of: key, with: own) }
        wanted[asset] = key
        // Also where it is started already: it may have failed since, or have been evicted.
        change(asset, known: own, to: request)
    }

    /// Stops images, unless memory was short since that was said: they are stopped then.
    mutating func stop(_ requests: ArraySlice<ImageRequest>, shortage: UInt64) {
        guard follow(shortage) else { return }
        for request in requests { stop(request.key) }
    }

    private mutating func stop(_ key: ImageKey) {
        guard let own = wanted[key.asset] else { return }
        guard own == key else { return noteMismatch(of: key, with: own) }
        wanted[key.asset] = nil
        change(key.asset, known: own, to: nil)
    }

    mutating func stopAll() {
        (changes, order, wanted) = ([:], RingBuffer(), [:])
        stopsAll = true
    }

    /// What was started before memory was short counts no more.
    ///
    /// - Returns: whether this is the last time that memory was short, so that what is said since then counts.
    @discardableResult mutating func follow(_ shortage: UInt64) -> Bool {
        guard self.shortage < shortage else { return self.shortage == shortage }
        self.shortage = shortage
        stopAll()
        return true
    }

    /// Whether the manager is to be told: something waits, and it was not told before.
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
        while left > 0, let asset = order.popFirst() {
            guard let change = changes.removeValue(forKey: asset) else { continue }
            left -= 1
            if let known = change.known, known != change.wanted?.key { batch.stopped.append(known) }
            if let request = change.wanted { batch.started.append(request) }
        }
        batch.isMore = !changes.isEmpty
        isAnnounced = batch.isMore
        return batch
    }

    private mutating func change(_ asset: AssetID, known: ImageKey?, to request: ImageRequest?) {
        if let change = changes[asset] {
            let isNothing = change.known == nil && request == nil
            changes[asset] = isNothing ? nil : (change.known, request)
            return
        }
        changes[asset] = (known, request)
        order.append(asset)
        if order.count > 2 * changes.count + 64 { dropPastPlaces() }
    }

    /// - Complexity: O(places), which are at least as many as were added since the last time.
    private mutating func dropPastPlaces() {
        var (kept, seen) = (RingBuffer<AssetID>(), Set<AssetID>())
        while let asset = order.popFirst() {
            if changes[asset] != nil, seen.insert(asset).inserted { kept.append(asset) }
        }
        order = kept
    }

    private mutating func noteMismatch(of asked: ImageKey, with cached: ImageKey) {
        mismatches += 1
        lastMismatch = ImageManagerStatistics.Mismatch(asked: asked, cached: cached)
    }
}
