/// What an image cache did since it was made, and what it holds now.
public struct ImageCacheStatistics: Hashable, Sendable {
    /// Lookups that found an image.
    public internal(set) var hits = 0
    /// Lookups that found none, or one that was too old.
    public internal(set) var misses = 0
    /// Images taken in, also in place of another.
    public internal(set) var insertions = 0
    /// Images that made room for others, or left by a trim.
    public internal(set) var evictions = 0
    /// Images that left because they were too old.
    public internal(set) var expirations = 0
    /// Images refused because one alone may not cost so much.
    public internal(set) var rejected = 0
    /// Images that left, for whatever reason, without having been found by any lookup.
    public internal(set) var wasted = 0
    /// What the images cost now, in bytes.
    public internal(set) var cost = 0
    /// The highest that `cost` ever was, in bytes.
    public internal(set) var highestCost = 0
    /// What the pinned images among them cost, in bytes.
    public internal(set) var pinnedCost = 0
    /// How many images there are now.
    public internal(set) var count = 0
}
