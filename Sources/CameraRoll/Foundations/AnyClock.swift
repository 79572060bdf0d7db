#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Any clock, as time elapsed since it was taken up: so that those who only measure and wait need not be generic.
struct AnyClock: Sendable {
    /// How much time has passed.
    let now: @Sendable () -> Duration
    /// Waits until so much time has passed since the clock was taken up; 200 years at most.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        // More than a clock's moments can tell would stop the process.
        let (first, last) = (Duration.zero, ReadDeadline.longest * 2)
        sleep = { try await clock.sleep(until: origin.advanced(by: min(max($0, first), last)), tolerance: nil) }
    }
}

/// How long a read may take.
struct ReadDeadline: Sendable {
    /// More than this is for ever: a clock cannot count to it.
    static let longest = Duration.seconds(100 * 365 * 86_400)

    /// The deadline of the reads that are started in this task.
    @TaskLocal static var current: ReadDeadline?

    /// The time a read has; for ever where nil.
    let duration: Duration?
    /// Whether the time begins anew when the read has come further.
    let isRenewedByProgress: Bool

    init(_ duration: Duration?, isRenewedByProgress: Bool) {
        self.duration = duration.flatMap { $0 > Self.longest ? nil : $0 }
        self.isRenewedByProgress = isRenewedByProgress
    }
}

/// Gives every read that `operation` starts this much time; one that takes longer fails with `LibraryError.timedOut`.
///
/// A library call that never returns cannot be abandoned by the library's thread, but its callers can go on:
///
/// ```swift
/// let page = try await withReadDeadline(.seconds(2)) { try await manager.page(request) }
/// ```
///
/// The time counts for each read by itself, from its call to its end, and replaces the manager's own deadline; it
/// starts again, once, where it was over while the process was suspended. Swift does not work out which error a closure
/// throws: where that matters, write `{ () async throws(LibraryError) in … }`.
///
/// - Parameters:
///   - deadline: the time for each read, more than zero, otherwise each fails with `.invalidDeadline`; for ever where
///     nil or more than 100 years.
///   - operation: what starts the reads.
/// - Returns: what `operation` returns.
/// - Throws: what `operation` throws.
public func withReadDeadline<Value, Failure: Error>(
    _ deadline: Duration?,
    operation: () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let deadline = ReadDeadline(deadline, isRenewedByProgress: false)
    let result = await ReadDeadline.$current.withValue(deadline) { () async -> Result<Value, Failure> in
        do throws(Failure) {
            return .success(try await operation())
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}

/// The system's uptime, on the clock of `DispatchTime`, for a third of its price: it is read three times for each job.
enum Uptime {
    /// Nanoseconds since some moment before the process began.
    static var now: UInt64 {
        #if canImport(Darwin)
            return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
            var time = timespec()
            clock_gettime(CLOCK_MONOTONIC, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        #endif
    }
}
