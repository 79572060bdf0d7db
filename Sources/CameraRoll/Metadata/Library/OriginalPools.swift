/// The threads on which a repository reads originals, shared by all calls that allow as many at once.
///
/// A thousand tasks that ask for an original each keep a few originals in memory, not a thousand. Threads start when
/// there is something to read, and end when there was nothing for a while, and with the repository's last read.
final class OriginalPools: Sendable {
    private let access: LibraryAccess
    private let pools = Lock<[Int: ResourceReads]>([:])

    init(access: LibraryAccess) {
        self.access = access
    }

    /// The reads of which so many run at once.
    ///
    /// - Throws: `.invalidLimit` where that is less than one.
    func reads(_ concurrency: Int) throws(ImageError) -> ResourceReads {
        try pools.withLock { pools throws(ImageError) in
            if let reads = pools[concurrency] { return reads }
            let reads = try ResourceReads(
                access: access, clock: ElapsedClock(ContinuousClock()), timeout: nil, threads: concurrency)
            pools[concurrency] = reads
            return reads
        }
    }
}
