/// What an image manager has done; the cache has figures of its own.
public struct ImageManagerStatistics: Hashable, Sendable {
    /// Requests that went to the source.
    public internal(set) var started = 0
    /// Requests, of images or for caching, whose asset a window holds in another size or shape: they miss it (R71, K47).
    public internal(set) var mismatches = 0
    /// Requests at the source now.
    public internal(set) var running = 0
    /// Images that are being got now or wait to be.
    public internal(set) var jobs = 0
    /// Images that windows want now.
    public internal(set) var windowed = 0
}
