import Synchronization

/// Which images are to be in the cache, and who wants them there: a pure value.
///
/// Each holder is for itself what one `PHCachingImageManager` is: starting is idempotent and needs no balance, and the
/// first size that it starts for an asset has precedence until it is stopped. An image is wanted as long as any
/// holder wants it.
struct PrefetchRegistry {
    /// A caching window, or all calls of `startCaching` together.
    struct Holder: Hashable, Sendable {
        let number: UInt64

        /// Who calls `startCaching`.
        static let calls = Holder(number: 0)
    }

    enum Start: Equatable {
        /// It was not wanted by anybody.
        case wanted
        /// It was wanted already.
        case known
        /// The holder wants the asset in another size or shape, which has precedence.
        case mismatch(ImageKey)
    }

    /// A place in the order in which images were first wanted.
    private typealias Number = UInt64

    private var keys: [Holder: [AssetID: (key: ImageKey, number: Number, request: ImageRequest?)]] = [:]
    /// How many holders want each image.
    private var holders: [ImageKey: Int] = [:]
    private var next: Number = 0

    /// How many images are wanted.
    var count: Int { holders.count }

    /// A holder wants an image in the cache.
    ///
    /// - Parameter request: how it wants it, where that is to be remembered; the last one counts.
    mutating func start(_ key: ImageKey, by holder: Holder, as request: ImageRequest? = nil) -> Start {
        if let own = keys[holder]?[key.asset]?.key {
            guard own == key else { return .mismatch(own) }
            if let request { keys[holder]?[key.asset]?.request = request }
            return .known
        }
        keys[holder, default: [:]][key.asset] = (key, next, request)
        next += 1
        holders[key, default: 0] += 1
        return holders[key] == 1 ? .wanted : .known
    }

    /// A holder does not want an image any more; true where nobody does now.
    mutating func stop(_ key: ImageKey, by holder: Holder) -> Bool {
        guard keys[holder]?[key.asset]?.key == key else { return false }
        keys[holder]?[key.asset] = nil
        return letGo(key)
    }

    private mutating func letGo(_ key: ImageKey) -> Bool {
        guard let left = holders[key], left > 1 else {
            holders[key] = nil
            return true
        }
        holders[key] = left - 1
        return false
    }

    /// A holder wants nothing any more; returns what nobody wants now, in the order in which it was started.
    mutating func stopAll(by holder: Holder) -> [ImageKey] {
        let own = keys.removeValue(forKey: holder) ?? [:]
        return own.values.sorted { $0.number < $1.number }.map(\.key).filter { letGo($0) }
    }

    /// No window wants anything any more; returns what nobody wants now, window by window, in the order of starting.
    mutating func stopAllWindows() -> [ImageKey] {
        keys.keys.filter { $0 != .calls }.sorted { $0.number < $1.number }.flatMap { stopAll(by: $0) }
    }

    /// Nobody wants anything any more; returns what was wanted.
    mutating func stopAll() -> [ImageKey] {
        stopAllWindows() + stopAll(by: .calls)
    }

    /// What a holder wants, in the order in which it was started.
    ///
    /// - Complexity: O(n log n).
    func wanted(by holder: Holder) -> [ImageKey] {
        let own = keys[holder] ?? [:]
        return own.values.sorted { $0.number < $1.number }.map(\.key)
    }

    /// How a holder wants an image; nil where it does not, or that is not remembered.
    func request(for key: ImageKey, by holder: Holder) -> ImageRequest? {
        guard let own = keys[holder]?[key.asset], own.key == key else { return nil }
        return own.request
    }

    /// What a holder wants of an asset, where it is another image.
    func mismatch(of key: ImageKey, by holder: Holder) -> ImageKey? {
        keys[holder]?[key.asset].flatMap { $0.key == key ? nil : $0.key }
    }

    /// The image that is wanted of an asset where another one is not: what a request misses; the first that was
    /// started.
    ///
    /// - Complexity: O(holders).
    func mismatch(of key: ImageKey) -> ImageKey? {
        guard holders[key] == nil else { return nil }
        return keys.values.compactMap { $0[key.asset] }.min { $0.number < $1.number }?.key
    }
}

extension CachingImageManager {
    /// Does what calls want, as much as may be done at a time.
    func followCalls() -> [ImageJobScheduler.Action] {
        let batch = calls.take(Self.slice, shortage: shortages.current)
        if let last = batch.lastMismatch {
            counts.mismatches += batch.mismatches
            counts.lastMismatch = last
        }
        if batch.isMore { rest.append(.calls) }
        let stopped = batch.stopsAll ? drop(registry.stopAll(by: .calls)) : []
        return stopped + stopCaching(batch.stopped, by: .calls) + startCaching(batch.started, by: .calls)
    }

    /// Stops what calls have started before memory was short.
    func dropOutdatedCalls() -> [ImageJobScheduler.Action] {
        calls.takeStop(shortage: shortages.current) ? drop(registry.stopAll(by: .calls)) : []
    }

    /// Has what calls started got again, since it is in memory no more; what is under way is left as it is.
    func restartCalls() {
        let isUnderWay = !again.isEmpty
        again = registry.wanted(by: .calls)[...]
        if !isUnderWay, !again.isEmpty { sliced.append(.again) }
    }

    /// Gets again what calls started and still want, as much as may be done at a time.
    func followRestart() -> [ImageJobScheduler.Action] {
        let next = again.prefix(Self.slice)
        again = again.dropFirst(Self.slice)
        if !again.isEmpty { rest.append(.again) }
        return startCaching(next.compactMap { registry.request(for: $0, by: .calls) }, by: .calls)
    }

    func startCaching(
        _ requests: some Sequence<ImageRequest>, by holder: PrefetchRegistry.Holder
    ) -> [ImageJobScheduler.Action] {
        guard !isClosed.load(ordering: .acquiring) else { return [] }
        var wanted: [ImageRequest] = []
        var pinned: [ImageKey] = []
        for request in requests {
            // Windows know by themselves how they want it.
            switch registry.start(request.key, by: holder, as: holder == .calls ? request : nil) {
            case .wanted:
                wanted.append(request)
                pinned.append(request.key)
            // It may have failed since, or have been evicted.
            case .known: wanted.append(request)
            case .mismatch(let cached): noteMismatch(of: request.key, with: cached)
            }
        }
        cache.pin(pinned)
        return wanted.flatMap { request in
            var request = request
            request.priority = min(request.priority, .prefetch)
            return cache.contains(request.key) ? [] : jobs.startCaching(request, key: request.key)
        }
    }

    func stopCaching(_ keys: some Sequence<ImageKey>, by holder: PrefetchRegistry.Holder) -> [ImageJobScheduler.Action]
    {
        drop(
            keys.filter { key in
                if let other = registry.mismatch(of: key, by: holder) { noteMismatch(of: key, with: other) }
                return registry.stop(key, by: holder)
            })
    }

    /// Nobody wants these ahead any more.
    func drop(_ keys: [ImageKey]) -> [ImageJobScheduler.Action] {
        cache.unpin(keys)
        return jobs.stopCaching(keys)
    }
}
