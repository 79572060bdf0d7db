import CameraRoll

/// The threads on which pictures are painted that were asked for where nobody may block; none before they are needed.
final class PaintingThreads: Sendable {
    private static let limits = PoolLimits(threads: 2)
    private let pool = Lock<WorkPool?>(nil)

    /// Takes a run on.
    ///
    /// - Returns: what takes it off again where it has not begun.
    func submit(
        _ run: SyntheticImageRun, in store: SyntheticStore, priority: ImagePriority
    ) throws(ImageError) -> @Sendable () -> Void {
        do throws(PoolError) {
            let pool = try openPool()
            let ticket = try pool.submit(Painting(imageRun: run, store: store), priority: PoolPriority(priority))
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

    private struct Painting: PoolWork {
        let imageRun: SyntheticImageRun
        let store: SyntheticStore

        func run() {
            imageRun.begin(in: store)
        }

        func cancel() {
            imageRun.cancel(in: store)
        }
    }
}
