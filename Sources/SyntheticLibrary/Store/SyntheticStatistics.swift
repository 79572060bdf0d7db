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
