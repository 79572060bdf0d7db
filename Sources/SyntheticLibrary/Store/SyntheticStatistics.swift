/// What a store has been asked for so far.
public struct SyntheticStatistics: Hashable, Sendable {
    /// How many reads came, those that failed included.
    public var reads = 0
    /// How many reads came of each operation.
    public var readsByOperation: [SyntheticOperation: Int] = [:]
    /// How many assets were materialised: a page should cost no more than a page.
    public var assetsMaterialised = 0
    /// How much modelled time the lock was held for, in all.
    public var modelledTime: Duration = .zero

    /// Nothing so far.
    public init() {}

    /// How many reads of an operation came, those that failed included.
    public func reads(of operation: SyntheticOperation) -> Int {
        readsByOperation[operation] ?? 0
    }
}

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
