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
