/// What a store's image source has been asked for so far, and what it is at.
public struct SyntheticImageStatistics: Hashable, Sendable {
    /// How many requests came.
    public var started = 0
    /// How many requests were cancelled before they had ended.
    public var cancelled = 0
    /// How many requests have neither ended nor been cancelled.
    public var inFlight = 0
    /// The most requests that were ever in flight at once.
    public var mostInFlight = 0
    /// How many pictures were painted whole; degraded ones do not count.
    public var decodes = 0

    /// Figures, each 0 unless given.
    public init(started: Int = 0, cancelled: Int = 0, inFlight: Int = 0, mostInFlight: Int = 0, decodes: Int = 0) {
        self.started = started
        self.cancelled = cancelled
        self.inFlight = inFlight
        self.mostInFlight = mostInFlight
        self.decodes = decodes
    }
}
