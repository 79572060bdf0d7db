import CameraRoll

/// The threads on which pictures are painted that were asked for where nobody may block; none before they are needed.
final class PaintingThreads: Sendable {
    private static let limits = PoolLimits(threads: 2)
    private let pool = Lock<WorkPool?>(nil)

    /// Queues work.
    ///
    /// - Returns: what takes the work off the queue again if it has not begun.
    func submit(_ work: some PoolWork, priority: ImagePriority) throws(ImageError) -> @Sendable () -> Void {
        do throws(PoolError) {
            let pool = try openPool()
            let ticket = try pool.submit(work, priority: PoolPriority(priority))
            return { [weak pool] in _ = pool?.cancel(ticket) }
        } catch {
            throw ImageError(error)
        }
    }

    private func openPool() throws(PoolError) -> WorkPool {
        try pool.withLock { pool throws(PoolError) in
            if let pool { return pool }
            let opened = try WorkPool(label: "synthetic.img", limits: Self.limits)
            pool = opened
            return opened
        }
    }
}
