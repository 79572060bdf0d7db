/// The operations of a store so far.
public struct SyntheticStatistics: Hashable, Sendable {
    /// The number of reads, including those that failed.
    public var reads = 0
    /// The number of reads of each operation.
    public var readsByOperation: [SyntheticOperation: Int] = [:]
    /// The number of assets that were materialized: reading a page should materialize only its assets.
    public var assetsMaterialised = 0
    /// The total modeled time for which the lock was held.
    public var modelledTime: Duration = .zero

    /// Creates empty statistics.
    public init() {}

    /// The number of reads of an operation, including those that failed.
    public func reads(of operation: SyntheticOperation) -> Int {
        readsByOperation[operation] ?? 0
    }
}

/// The requests at a store's image source so far, and those in progress.
public struct SyntheticImageStatistics: Hashable, Sendable {
    /// The number of requests.
    public var started = 0
    /// The number of requests canceled before their end.
    public var cancelled = 0
    /// The number of requests that have neither ended nor been canceled.
    public var inFlight = 0
    /// The maximum number of requests in flight at once.
    public var mostInFlight = 0
    /// The number of pictures painted completely, without degraded ones.
    public var decodes = 0

    /// Creates statistics, each 0 by default.
    public init(started: Int = 0, cancelled: Int = 0, inFlight: Int = 0, mostInFlight: Int = 0, decodes: Int = 0) {
        self.started = started
        self.cancelled = cancelled
        self.inFlight = inFlight
        self.mostInFlight = mostInFlight
        self.decodes = decodes
    }
}
