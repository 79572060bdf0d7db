import Synchronization

// How prefetching works
//
// Images are loaded ahead of requests for two kinds of holders: each `CachingWindow`, and all calls of `startCaching`
// together. Neither waits for the manager; what they ask waits in one `PrefetchMailbox`, under one lock:
//
// 1. `startCaching` and `stopCaching` change `CachingWishes`, which has one pending change per asset, however many
//    calls there are, and one command.
// 2. `CachingWindow.update` lets `WindowPlanner` compute the wanted range from the visible positions and the speed, and
//    stores it in the window's `WindowInbox`, which keeps only the latest request, and has one command.
// 3. On the manager, `WindowState` computes the difference between the applied range and the wanted one. It stops the
//    images that are left behind, and reads the assets at unknown positions through the library access, in chunks of
//    64, the visible ones first. One read per window runs at a time; a result that is no longer wanted is ignored.
// 4. `PrefetchRegistry` counts the holders of each image. The first image that a holder starts for an asset has
//    precedence until it is stopped; another size is only counted as a mismatch. A newly wanted image is pinned in the
//    cache and becomes a job of the `ImageJobScheduler` with prefetch priority at most, so visible requests always go
//    first. Whatever any of the holders allows, such as the network, is allowed until all have stopped it. When the
//    last holder stops it, it is unpinned, and its job is canceled unless a caller waits for it.
// 5. Long lists are applied in slices of 256, between which requests for images are handled.
//
// Memory pressure increments `shortages`, empties the windows and stops the calls: everything shown or started before
// is ignored, and prefetching resumes with the next `update` or `startCaching`. `move` keeps the images of assets that
// the new snapshot still contains, and finds the visible range by the first visible asset that remains. After a change
// of the user's selection, images of deselected assets are removed; they are loaded again when they are started again.

/// The images needed in the cache, and their holders: a pure value.
///
/// Each holder by itself behaves like one `PHCachingImageManager`: starting is idempotent and needs no balancing, and
/// the first size that it starts for an asset has precedence until it is stopped. An image is needed as long as any
/// holder needs it.
struct PrefetchRegistry {
    /// A caching window, or all calls of `startCaching` together.
    struct Holder: Hashable, Sendable {
        let number: UInt64

        /// The holder for all calls of `startCaching`.
        static let calls = Holder(number: 0)
    }

    enum Start: Equatable {
        /// No holder needed the image before.
        case wanted
        /// A holder already needed the image.
        case known
        /// The holder already needs the asset in another size or shape, which has precedence.
        case mismatch(ImageKey)
    }

    /// A position in the order in which images were started.
    typealias Number = UInt64

    /// The images that a holder has started, and stopped all at once; each still has to be released.
    struct Started {
        fileprivate let images: [AssetID: (key: ImageKey, number: Number)]

        /// The images in the order in which they were started.
        var inOrder: [ImageKey] { images.values.sorted { $0.number < $1.number }.map(\.key) }
    }

    private var keys: [Holder: [AssetID: (key: ImageKey, number: Number)]] = [:]
    /// The number of holders of each image.
    private var holders: [ImageKey: Int] = [:]
    private var next: Number = 0

    /// The number of images needed.
    var count: Int { holders.count }

    /// The number of images for which storage is allocated.
    var capacity: Int { holders.capacity + keys.values.reduce(0) { $0 + $1.capacity } }

    /// Starts an image for a holder.
    mutating func start(_ key: ImageKey, by holder: Holder) -> Start {
        if let own = keys[holder]?[key.asset]?.key { return own == key ? .known : .mismatch(own) }
        keys[holder, default: [:]][key.asset] = (key, next)
        next += 1
        holders[key, default: 0] += 1
        return holders[key] == 1 ? .wanted : .known
    }

    /// Stops an image for a holder; returns true if no holder needs it now.
    mutating func stop(_ key: ImageKey, by holder: Holder) -> Bool {
        guard keys[holder]?[key.asset]?.key == key else { return false }
        keys[holder]?[key.asset] = nil
        if keys[holder]?.isEmpty ?? false { keys[holder] = nil }
        return release(key)
    }

    /// Releases an image that a holder has stopped; returns true if no holder needs it now.
    mutating func release(_ key: ImageKey) -> Bool {
        guard let left = holders[key], left > 1 else {
            holders[key] = nil
            holders.releaseStorageIfEmpty()
            return true
        }
        holders[key] = left - 1
        return false
    }

    /// Stops all images of a holder; until they are released, they count as needed.
    ///
    /// - Complexity: O(1).
    mutating func takeAll(by holder: Holder) -> Started {
        Started(images: keys.removeValue(forKey: holder) ?? [:])
    }

    /// The windows that have started images, in the order of their creation.
    var windows: [Holder] {
        keys.keys.filter { $0 != .calls }.sorted { $0.number < $1.number }
    }

    /// The image that a holder needs of the same asset, if it is another one.
    func mismatch(of key: ImageKey, by holder: Holder) -> ImageKey? {
        keys[holder]?[key.asset].flatMap { $0.key == key ? nil : $0.key }
    }

    /// The needed image of the same asset, which a request misses, if this image is not needed; the first started one.
    ///
    /// - Complexity: O(holders).
    func mismatch(of key: ImageKey) -> ImageKey? {
        guard holders[key] == nil else { return nil }
        return keys.values.compactMap { $0[key.asset] }.min { $0.number < $1.number }?.key
    }
}

extension CachingImageManager {
    /// Applies one slice of the changes requested by calls.
    func followCalls() {
        let batch = mailbox.takeCalls(Self.slice, shortage: shortages.current)
        if let last = batch.lastMismatch { requests.noteMismatches(batch.mismatches, last: last) }
        if batch.isMore { rest.append(.calls) }
        if batch.stopsAll { requests.stopAll(by: [.calls]) }
        requests.stopCaching(batch.stopped, by: .calls)
        requests.startCaching(batch.started, by: .calls)
    }

    /// Stops everything that calls started before memory was short.
    func dropOutdatedCalls() {
        if mailbox.takeStop(shortage: shortages.current) { requests.stopAll(by: [.calls]) }
    }
}
