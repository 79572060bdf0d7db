public import Dispatch

/// Watches how soon the main actor serves, and says what the library was doing while it did not.
///
/// ```swift
/// for await stall in StallMonitor(of: manager).stalls(longerThan: .milliseconds(50)) {
///     logger.warning("\(stall)")
/// }
/// ```
///
/// It asks the main actor for a turn, measures how long that takes, and asks again after a pause: about 10 µs of main
/// actor time a second at the usual threshold, so debug builds of an app can run it always. It holds no task and no
/// buffer of its own: the measuring is done by the task that iterates.
public struct StallMonitor: Sendable {
    private let executor: LibraryExecutor
    private let clock: AnyClock
    private let ping: @Sendable (_ now: @Sendable () -> Duration) async -> Duration

    /// A monitor of the main actor beside a manager's library.
    public init(of manager: MediaManager) {
        self.init(executor: manager.photos.access.executor)
    }

    /// A monitor of the main actor beside a library executor.
    ///
    /// - Parameters:
    ///   - executor: whose work stalls are compared with.
    ///   - clock: what stalls are measured on.
    public init(executor: LibraryExecutor = .shared, clock: any Clock<Duration> = ContinuousClock()) {
        self.init(executor: executor, clock: clock) { now in await Self.takeMainActorTurn(now) }
    }

    /// A monitor of whatever serves `ping`, which says when it did.
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
    /// The main actor is asked once in half the threshold, so a stall is seen if it is longer than one and a half
    /// thresholds, and may be reported by half a threshold too short. While the caller handles one stall, none is
    /// looked for. The sequence ends, without an error, when the iterating task is cancelled.
    ///
    /// - Parameter threshold: 8.3 ms is a frame at 120 Hz. However small it is, the main actor is asked no more often
    ///   than every 0.5 ms; at zero and below every measurement is a stall.
    public func stalls(longerThan threshold: Duration = .milliseconds(50)) -> Stalls {
        Stalls(monitor: self, threshold: threshold)
    }

    /// Reads the clock on the main actor: the way back, through a pool that may be busy, is none of its delay.
    @MainActor private static func takeMainActorTurn(_ now: @Sendable () -> Duration) -> Duration { now() }

    /// Measures until there is a stall; nil once the task is cancelled.
    ///
    /// Off the main actor, whose delays it measures.
    @concurrent fileprivate func nextStall(longerThan threshold: Duration) async -> Stall? {
        let pause = min(max(threshold / 2, .microseconds(500)), ReadDeadline.longest)
        while (try? await clock.sleep(clock.now() + pause)) != nil {
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
    /// Stalls of the main actor, measured while they are waited for.
    public struct Stalls: AsyncSequence, Sendable {
        /// What it gives.
        public typealias Element = Stall
        /// It never fails.
        public typealias Failure = Never

        fileprivate let monitor: StallMonitor
        fileprivate let threshold: Duration

        /// Starts measuring with the first call of `next`.
        public func makeAsyncIterator() -> Iterator {
            Iterator(stalls: self)
        }

        /// Measures while `next` is waited for.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate let stalls: Stalls

            /// The next stall; nil once the task is cancelled.
            public func next(isolation actor: isolated (any Actor)? = #isolation) async -> Stall? {
                await stalls.monitor.nextStall(longerThan: stalls.threshold)
            }
        }
    }
}

/// A time in which the main actor did not serve, and what the library did meanwhile.
public struct Stall: Sendable {
    /// When the main actor was asked for a turn.
    public var start: DispatchTime
    /// How long it took to give one.
    public var duration: Duration
    /// What ran on the library executor meanwhile, the oldest first: the last 256 stretches of at least 0.1 ms.
    ///
    /// Work that ran at the same time need not be the reason: with CameraRoll nobody waits for the library's lock but
    /// the executor, so a stall that goes with a library operation points to code that blocks on the library by
    /// another way.
    public var activities: [ExecutorActivity]
}

extension Stall: CustomStringConvertible {
    /// How long, and with which operations.
    public var description: String {
        let names = Set(activities.compactMap { $0.operation?.description }).sorted()
        let beside = names.isEmpty ? "the library idle" : "the library at '\(names.joined(separator: "', '"))'"
        return "The main actor did not serve for \(duration / .milliseconds(1)) ms, \(beside)."
    }
}
