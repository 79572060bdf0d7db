/// What an image manager has done; the cache has figures of its own.
public struct ImageManagerStatistics: Hashable, Sendable {
    /// A request that misses what is cached for its asset, since it is of another size or shape (R71, K47).
    public struct Mismatch: Hashable, Sendable {
        /// What was asked for.
        public let asked: ImageKey
        /// What is cached.
        public let cached: ImageKey
    }

    /// Requests that were sent on their way to the source; one that is cancelled on its way does not come there.
    public internal(set) var started = 0
    /// Requests that the source answered with a final image.
    public internal(set) var finished = 0
    /// Requests that failed, those that timed out included.
    public internal(set) var failed = 0
    /// Requests that were cancelled, on their way or at the source, since nobody wanted them any more.
    public internal(set) var cancelled = 0
    /// Requests that ended because their source said nothing for too long.
    public internal(set) var timedOut = 0
    /// Requests, of images or for caching, that miss what is cached for their asset.
    public internal(set) var mismatches = 0
    /// The last of them.
    public internal(set) var lastMismatch: Mismatch?
    /// Callers who wait now.
    public internal(set) var waiting = 0
    /// Requests at the source now.
    public internal(set) var running = 0
    /// Images that are being got now or wait to be.
    public internal(set) var jobs = 0
    /// Images that are to be in the cache now, for windows and for those who started caching.
    public internal(set) var windowed = 0
    /// Caching windows that are open now.
    public internal(set) var windows = 0
}
