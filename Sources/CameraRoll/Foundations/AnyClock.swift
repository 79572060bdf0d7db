#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A type-erased clock that measures the time since its creation, so that code that only measures and waits need not be
/// generic.
package struct AnyClock: Sendable {
    /// The time elapsed since the creation of this value.
    package let now: @Sendable () -> Duration
    /// Suspends the task until `until` has elapsed since the creation of this value; waits at most 200 years.
    let sleep: @Sendable (_ until: Duration) async throws -> Void

    package init(_ clock: some Clock<Duration>) {
        let origin = clock.now
        now = { origin.duration(to: clock.now) }
        // A larger value would overflow the clock's instant and trap.
        let (first, last) = (Duration.zero, ReadDeadline.longest * 2)
        sleep = { try await clock.sleep(until: origin.advanced(by: min(max($0, first), last)), tolerance: nil) }
    }

    /// Suspends the task until `end` has elapsed since the creation of this value; throws if the clock cannot wait.
    ///
    /// If the clock returns too early, the remaining time passes on the system's clock, so that a loop of waits never
    /// spins.
    func sleepWhole(until end: Duration) async throws {
        try await sleep(end)
        let rest = end - now()
        if rest > .zero { try await AnyClock(ContinuousClock()).sleep(rest) }
    }

    /// Suspends the task until `end` has elapsed since the creation of this value.
    ///
    /// If the clock cannot wait, or returns too early, the remaining time passes on the system's clock, so that
    /// attempts repeated after a pause never follow each other at once.
    ///
    /// - Returns: whether the time has passed; false if the task was canceled.
    package func pause(until end: Duration) async -> Bool {
        try? await sleep(end)
        let rest = end - now()
        if rest > .zero, !Task.isCancelled { try? await AnyClock(ContinuousClock()).sleep(rest) }
        return !Task.isCancelled
    }
}

/// How long a read may take.
struct ReadDeadline: Sendable {
    /// The longest finite deadline (100 years).
    ///
    /// A longer one means no deadline, since a clock cannot represent it.
    static let longest = Duration.seconds(100 * 365 * 86_400)

    /// The deadline of the reads that this task starts.
    @TaskLocal static var current: ReadDeadline?

    /// The time a read may take; nil if it has no deadline.
    let duration: Duration?
    /// Whether the time starts again each time the read makes progress.
    let isRenewedByProgress: Bool

    init(_ duration: Duration?, isRenewedByProgress: Bool) {
        self.duration = duration.flatMap { $0 > Self.longest ? nil : $0 }
        self.isRenewedByProgress = isRenewedByProgress
    }
}

/// Gives every read that `operation` starts this much time; one that takes longer fails with `LibraryError.timedOut`.
///
/// A library call that never returns cannot be removed from the library's thread, but its callers can continue:
///
/// ```swift
/// let page = try await withReadDeadline(.seconds(2)) { try await manager.page(request) }
/// ```
///
/// The time is measured for each read separately, from its call to its end, and replaces the manager's own deadline. If
/// it ran out while the process was suspended, it starts again, once. Swift does not infer which error a closure
/// throws: if that matters, write `{ () async throws(LibraryError) in … }`.
///
/// - Parameters:
///   - deadline: the time for each read, more than zero; otherwise each read fails with `.invalidArgument`. Reads have
///     no deadline if it is nil or longer than 100 years.
///   - operation: the closure that starts the reads.
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

/// The system's uptime, on the clock of `DispatchTime`, at a third of its cost: it is read three times per job.
enum Uptime {
    /// Nanoseconds since an unspecified moment before the process began.
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
