/// The images that calls of `startCaching` need in the cache, and the changes that the manager has not applied yet: a
/// pure value.
///
/// A burst of calls is not stored call by call. The wanted image of each asset is determined at once, by the rule of
/// ``PrefetchRegistry``: the first image that is started counts until it is stopped. One change is pending for each
/// asset whose image differs from the one that the manager knows. An image that is started and stopped again leaves
/// nothing pending, and at most ``CachingWishes/limit`` images can be wanted.
struct CachingWishes {
    /// The maximum number of started images.
    static let limit = 100_000

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

    /// Reserves places for as many requests, whether they fit or not; returns the number of places taken before.
    ///
    /// Each request has a place of its own until it is started or released, even one whose image is already started: if
    /// another call stops that in between, a third one must not take its place.
    mutating func reserve(_ count: Int, shortage: UInt64) -> Int {
        follow(shortage)
        defer { reserved += count }
        return wanted.count + reserved
    }

    /// The number of assets for which no image is started.
    func missing(_ assets: ArraySlice<AssetID>) -> Int { assets.count { wanted[$0] == nil } }

    /// Gives back places that were reserved.
    mutating func release(_ count: Int) {
        reserved -= count
    }

    /// Starts images, unless memory was short since the call; returns the number that was not started before.
    @discardableResult mutating func start(_ requests: ArraySlice<AssetImageRequest>, shortage: UInt64) -> Int {
        guard follow(shortage) else { return 0 }
        let before = wanted.count
        for request in requests { start(request) }
        return wanted.count - before
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

    /// Whether `shortage` is a later one than the last that was followed.
    func isOutdated(at shortage: UInt64) -> Bool { self.shortage < shortage }

    /// Drops everything that was started before memory was short.
    ///
    /// - Returns: whether `shortage` is the current number of shortages, so that the call is valid.
    @discardableResult mutating func follow(_ shortage: UInt64) -> Bool {
        guard isOutdated(at: shortage) else { return self.shortage == shortage }
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
