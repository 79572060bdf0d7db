/// The thread pools that all image managers of one access share: one for each combination of use and limits.
///
/// Apps may create a manager for each request, each of which would otherwise start its own threads. Pools are held
/// weakly: when the last manager that uses one is released, its threads end.
final class SharedPools: Sendable {
    /// What a pool's threads do; the value is their name.
    enum Use: String {
        case decoding = "cameraroll.dec"
        case originals = "cameraroll.res"

        /// The order of the work: images are decoded as urgently as they are needed.
        var order: PoolOrder { self == .decoding ? .byPriority : .firstInFirstOut }
    }

    private struct Key: Hashable {
        let use: Use
        let limits: PoolLimits
    }

    private struct Entry {
        weak var pool: WorkPool?
    }

    private let pools = Lock<[Key: Entry]>([:])

    /// Returns the pool for a use, and creates it for its first user.
    ///
    /// - Throws: `PoolError.invalidLimit`.
    func pool(_ use: Use, limits: PoolLimits) throws(PoolError) -> WorkPool {
        let key = Key(use: use, limits: limits)
        if let known = pools.withLock({ $0[key]?.pool }) { return known }
        let new = try WorkPool(label: use.rawValue, limits: limits, order: use.order)
        return pools.withLock { pools in
            // Another manager may have been first.
            if let known = pools[key]?.pool { return known }
            pools = pools.filter { $0.value.pool != nil }
            pools[key] = Entry(pool: new)
            return new
        }
    }
}
