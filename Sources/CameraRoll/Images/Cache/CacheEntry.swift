/// A cached picture, or the remembered key of an evicted one.
struct CacheEntry {
    /// The result of a lookup.
    enum Look {
        case found(isFirst: Bool)
        case tooOld
        case nothing
    }

    /// The maximum use count: an image survives at most this many rounds of eviction after its last use.
    static let mostUses: UInt8 = 3
    /// The uses that a fresh image needs to stay: one use is not enough, since a fast scroll shows each image once.
    static let proof: UInt8 = 2

    let key: ImageKey
    /// Nil if the image was evicted and only its key is remembered.
    var image: DecodedImage?
    /// The image's cost in bytes, also when only its key is remembered.
    var cost: Int
    /// When the image was stored, on the cache's clock; nil if images do not expire.
    var stored: Duration?
    /// The number of lookups that found it, up to `mostUses`; each round of eviction that it survives subtracts one.
    var uses: UInt8 = 0
    /// Whether any lookup has found it.
    var wasHit = false

    var isUsed: Bool { uses >= Self.proof }

    /// The entry that is remembered after an eviction.
    var memory: CacheEntry { CacheEntry(key: key, image: nil, cost: cost) }

    /// Whether the image is confirmed for a permission's generation; without a library every image is.
    func isOf(_ generation: UInt64) -> Bool { image?.generation ?? 0 >= generation }

    func isOlder(than timeToLive: Duration?, at now: Duration?) -> Bool {
        guard let timeToLive, let stored, let now else { return false }
        return now - stored >= timeToLive
    }

    /// Handles a lookup of an image of at least a generation.
    ///
    /// - Parameter found: set to the image if it is found. It is no part of the result, where the image would be copied
    ///   at each function on the way: that takes longer than the lookup.
    mutating func look(timeToLive: Duration?, now: Duration?, generation: UInt64, found: inout DecodedImage?) -> Look {
        guard image != nil, isOf(generation) else { return .nothing }
        guard !isOlder(than: timeToLive, at: now) else { return .tooOld }
        defer { (uses, wasHit) = (min(uses + 1, Self.mostUses), true) }
        found = image
        return .found(isFirst: !wasHit)
    }

    /// Whether the entry survives an eviction round of a list.
    mutating func survives(on list: CacheList) -> Bool {
        switch list {
        case .fresh:
            defer { uses = 0 }
            return isUsed
        case .used:
            defer { uses = max(uses, 1) - 1 }
            return uses > 0
        case .pinned, .remembered: return false
        }
    }
}

/// The lists of the cache.
enum CacheList: Int, CaseIterable {
    /// Added recently, and not used often enough yet.
    case fresh
    /// Used: found twice while it was fresh, or requested again soon after its eviction.
    case used
    /// Pinned, and within the limit for pinned images.
    case pinned
    /// Evicted recently: only the key, so that an image that returns is recognized.
    case remembered
}
