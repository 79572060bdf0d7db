/// One picture in the cache, or the memory of one that was evicted.
struct CacheEntry {
    /// What a lookup finds.
    enum Look {
        case found(DecodedImage, isFirst: Bool)
        case tooOld
        case nothing
    }

    /// How far uses are counted: an image in use survives so many rounds of eviction after its last use.
    static let mostUses: UInt8 = 3
    /// How many uses a fresh image must have to stay: the one of a fling, which shows each image once, is not enough.
    static let proof: UInt8 = 2

    let key: ImageKey
    /// Nil in the memory of an image that was evicted.
    var image: DecodedImage?
    /// The image's cost in bytes, also in its memory.
    var cost: Int
    /// When it was stored, by the cache's clock; nil where images do not age.
    var stored: Duration?
    /// Lookups that found it, up to `mostUses`; each round of eviction that it survives takes one away.
    var uses: UInt8 = 0
    /// Whether any lookup ever found it.
    var wasHit = false

    var isUsed: Bool { uses >= Self.proof }

    /// What is remembered of it once it was evicted.
    var memory: CacheEntry { CacheEntry(key: key, image: nil, cost: cost) }

    func isOlder(than timeToLive: Duration?, at now: Duration?) -> Bool {
        guard let timeToLive, let stored, let now else { return false }
        return now - stored >= timeToLive
    }

    /// Is looked up.
    mutating func look(timeToLive: Duration?, now: Duration?) -> Look {
        guard let image else { return .nothing }
        guard !isOlder(than: timeToLive, at: now) else { return .tooOld }
        let isFirst = !wasHit
        uses = min(uses + 1, Self.mostUses)
        wasHit = true
        return .found(image, isFirst: isFirst)
    }

    /// Whether it survives the eviction that looks at it, on one of the lists.
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

/// Where a picture of the cache stands.
enum CacheList: Int, CaseIterable {
    /// Came lately, and has not proved that it is used.
    case fresh
    /// Is used: found twice while it was fresh, or asked for again soon after it was evicted.
    case used
    /// Pinned, and within the share that pins may have.
    case pinned
    /// Was evicted lately: the key only, so that one who comes back is known.
    case remembered
}
