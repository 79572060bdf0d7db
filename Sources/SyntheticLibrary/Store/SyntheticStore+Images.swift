import CameraRoll

extension SyntheticStore {
    /// The statistics of the image source.
    ///
    /// A request is removed before its end is delivered, and as soon as it is canceled.
    public var imageStatistics: SyntheticImageStatistics { traffic.statistics }

    /// Continues all requests that are late now, in order of arrival, on the caller's thread.
    ///
    /// - Returns: their number.
    @discardableResult
    public func callBackLate() -> Int {
        holds[.late].release(in: self)
    }

    /// Continues all stalled downloads: those of images in order of arrival, on the caller's thread, and those of
    /// resources on the threads that read them.
    ///
    /// - Returns: their number.
    @discardableResult
    public func endDownloads() -> Int {
        holds[.download].release(in: self)
    }

    /// The number of requests and reads that are held back now for a reason.
    public func heldBack(_ hold: SyntheticHold) -> Int {
        holds[hold].count
    }

    /// Returns once at least this many requests and reads are held back for a reason, or the task is canceled.
    public func waitUntilHeldBack(_ hold: SyntheticHold, _ count: Int = 1) async {
        await holds[hold].reaches(count)
    }

    /// Returns once no request and no read is held back for a reason, or the task is canceled.
    public func waitUntilNoneHeldBack(_ hold: SyntheticHold) async {
        await holds[hold].empties()
    }

    /// Returns once no request is in flight at the image source, or the task is canceled.
    public func waitUntilImagesAreIdle() async {
        await traffic.rests()
    }
}

/// Counts the requests at a store's image source.
final class ImageTraffic: Sendable {
    private let counts = Lock(SyntheticImageStatistics())
    /// The number in flight, for tasks that wait for their end; changed after the statistics, which are correct by
    /// then.
    private let present = WaiterCounter()

    var statistics: SyntheticImageStatistics { counts.withLock { $0 } }

    func noteStart() {
        counts.withLock { counts in
            counts.started += 1
            counts.inFlight += 1
            counts.mostInFlight = max(counts.mostInFlight, counts.inFlight)
        }
        present.enter()
    }

    func noteEnd() {
        counts.withLock { $0.inFlight -= 1 }
        present.leave()
    }

    func noteCancellation() {
        counts.withLock { counts in
            counts.inFlight -= 1
            counts.cancelled += 1
        }
        present.leave()
    }

    /// Returns once no request is in flight.
    func rests() async {
        await present.falls(to: 0)
    }

    /// Counts a painted picture, and returns their number.
    func noteDecode() -> Int {
        counts.withLock { counts in
            counts.decodes += 1
            return counts.decodes
        }
    }
}

/// The threads that paint pictures requested in lanes that must not block; created on first use.
final class PaintingThreads: Sendable {
    private static let limits = PoolLimits(threads: 2)
    private let pool = Lock<WorkPool?>(nil)

    /// Submits work.
    ///
    /// - Returns: a function that removes the work from the queue if it has not begun.
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
