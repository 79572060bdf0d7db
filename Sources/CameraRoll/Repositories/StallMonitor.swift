public import Dispatch

/// Measures delays of the main actor, and reports the work of the library during each delay.
///
/// ```swift
/// for await stall in StallMonitor(of: manager).stalls(longerThan: .milliseconds(50)) {
///     logger.warning("\(stall)")
/// }
/// ```
///
/// It schedules a job on the main actor, measures its delay, and repeats this after a pause: about 10 µs of main
/// actor time per second at the usual threshold, so debug builds of an app can always run it. It has no task and no
/// buffer: the iterating task measures.
public struct StallMonitor: Sendable {
    private let executor: LibraryExecutor
    private let clock: AnyClock
    private let ping: @Sendable (_ now: @Sendable () -> Duration) async -> Duration

    /// Creates a monitor of the main actor, compared with the work of a manager's library.
    public init(of manager: MediaManager) {
        self.init(executor: manager.photos.access.executor)
    }

    /// Creates a monitor of the main actor, compared with the work of a library executor.
    ///
    /// - Parameters:
    ///   - executor: the executor whose work is reported.
    ///   - clock: the clock of the measurements.
    public init(executor: LibraryExecutor = .shared, clock: any Clock<Duration> = ContinuousClock()) {
        self.init(executor: executor, clock: clock) { now in await Self.takeMainActorTurn(now) }
    }

    /// Creates a monitor of the actor on which `ping` runs; `ping` returns the time at which it ran.
    init(
        executor: LibraryExecutor, clock: any Clock<Duration>,
        ping: @escaping @Sendable (_ now: @Sendable () -> Duration) async -> Duration
    ) {
        self.executor = executor
        self.clock = AnyClock(clock)
        self.ping = ping
    }

    /// The stalls longer than a threshold, from now on.
    ///
    /// The main actor is measured once every half threshold, so a stall is detected if it is longer than one and a half
    /// thresholds, and may be reported too short by half a threshold. No stall is detected while the caller handles
    /// one. The sequence ends, without an error, when the iterating task is canceled.
    ///
    /// - Parameter threshold: the threshold; 8.3 ms is a frame at 120 Hz. However small it is, measurements are at
    ///   least 0.5 ms apart; at zero and below, every measurement is a stall.
    public func stalls(longerThan threshold: Duration = .milliseconds(50)) -> Stalls {
        Stalls(monitor: self, threshold: threshold)
    }

    /// Reads the clock on the main actor: the return to a pool that may be busy is not part of the delay.
    @MainActor private static func takeMainActorTurn(_ now: @Sendable () -> Duration) -> Duration { now() }

    /// Measures until there is a stall; returns nil once the task is canceled.
    ///
    /// Runs off the main actor, whose delays it measures.
    @concurrent fileprivate func nextStall(longerThan threshold: Duration) async -> Stall? {
        let pause = min(max(threshold / 2, .microseconds(500)), ReadDeadline.longest)
        while await clock.pause(until: clock.now() + pause) {
            let stall = await measure()
            if stall.duration > threshold { return stall }
        }
        return nil
    }

    private func measure() async -> Stall {
        let (start, uptime) = (clock.now(), DispatchTime.now())
        let duration = await ping(clock.now) - start
        return Stall(start: uptime, duration: duration, activities: executor.activities(from: uptime, to: .now()))
    }
}

extension StallMonitor {
    /// The stalls of the main actor, measured while `next` is awaited.
    public struct Stalls: AsyncSequence, Sendable {
        fileprivate let monitor: StallMonitor
        fileprivate let threshold: Duration

        /// Creates an iterator, which starts measuring with the first call of `next`.
        public func makeAsyncIterator() -> Iterator {
            Iterator(stalls: self)
        }

        /// Measures while `next` is awaited.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let stalls: Stalls

            /// Waits for the next stall; returns nil once the task is canceled.
            public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Stall? {
                await stalls.monitor.nextStall(longerThan: stalls.threshold)
            }
        }
    }
}

/// A delay of the main actor, with the work of the library during it.
public struct Stall: Sendable {
    /// When the job was scheduled on the main actor.
    public var start: DispatchTime
    /// The delay of the job.
    public var duration: Duration
    /// The work on the library executor during the delay, oldest first: the last 256 intervals of at least 0.1 ms.
    ///
    /// Concurrent work need not be the cause: with CameraRoll only the executor waits for the library's lock, so a
    /// stall during a library operation indicates code that blocks on the library in another way.
    public var activities: [ExecutorActivity]
}

extension Stall: CustomStringConvertible {
    /// The duration, and the names of the operations.
    public var description: String {
        let names = Set(activities.compactMap { $0.operation?.description }).sorted()
        let beside = names.isEmpty ? "the library idle" : "the library at '\(names.joined(separator: "', '"))'"
        return "The main actor did not serve for \(duration / .milliseconds(1)) ms, \(beside)."
    }
}
