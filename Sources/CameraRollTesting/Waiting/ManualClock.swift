public import CameraRoll

/// A clock that moves only when a test advances it, for testing deadlines without waiting (*Deterministic*).
///
/// ```swift
/// let clock = ManualClock()
/// let access = LibraryAccess(factory, clock: clock)
/// async let page = access.read("page") { ... }
/// await clock.waitUntilSleeping(1)      // the deadline is being watched
/// clock.advance(by: .seconds(30))     // and has passed now
/// ```
public final class ManualClock: Clock {
    /// A moment on a manual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was created.
        public let offset: Duration

        /// Creates the moment that is `offset` after the creation of the clock.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// Returns the moment that is `duration` later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// Returns the time from this moment to another.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// Orders moments: the earlier one is smaller.
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    private typealias Sleeper = CheckedContinuation<Void, any Error>

    private let table = Lock(SleeperTable<Sleeper>())
    private let watchers = Watchers()

    /// Creates a clock at zero.
    public init() {}

    /// The current moment of the clock.
    public var now: Instant {
        Instant(offset: table.withLock(\.now))
    }

    /// Zero: the clock distinguishes any two moments.
    public var minimumResolution: Duration { .zero }

    /// The number of sleeping tasks.
    public var sleepers: Int {
        table.withLock(\.sleeping)
    }

    /// The earliest deadline of a sleeping task; nil if none sleeps.
    public var nextDeadline: Instant? {
        table.withLock(\.nextDeadline).map(Instant.init(offset:))
    }

    /// Sleeps until the clock reaches a moment; returns immediately if it has.
    ///
    /// - Parameters:
    ///   - deadline: the moment.
    ///   - tolerance: has no effect, since the clock is exact.
    /// - Throws: `CancellationError` if the task is canceled, even before it sleeps.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = table.withLock { $0.announce() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                switch table.withLock({ $0.sleep(id, until: deadline.offset, continuation) }) {
                case .sleep: watchers.check()
                case .wakeAtOnce: continuation.resume()
                case .cancelAtOnce: continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            table.withLock { $0.cancel(id) }?.resume(throwing: CancellationError())
        }
    }

    /// Advances the clock and wakes the tasks whose deadlines it reaches, in the order of their deadlines.
    ///
    /// Returns without waiting for them: the tasks run when their executors schedule them.
    public func advance(by duration: Duration) {
        table.withLock { $0.advance(to: $0.now + duration) }.forEach { $0.resume() }
    }

    /// Advances the clock to a moment, never back.
    public func advance(to instant: Instant) {
        table.withLock { $0.advance(to: instant.offset) }.forEach { $0.resume() }
    }

    /// Waits without polling until at least this many tasks sleep, or the task is canceled.
    ///
    /// A canceled wait reports on standard error where it was, and who sleeps until when.
    public func waitUntilSleeping(_ count: Int, fileID: StaticString = #fileID, line: UInt = #line) async {
        if await watchers.hasComeTrue({ self.sleepers >= count }) { return }
        WaitReport.write("waitUntilSleeping(\(count)): canceled; \(sleepersText)", fileID, line)
    }

    /// Waits until a task sleeps whose deadline is at a moment or earlier.
    ///
    /// Needed for a timer that is set again, while other tasks already sleep. A canceled wait reports on standard error
    /// where it was, and who sleeps until when.
    public func waitUntilSleeping(
        until deadline: Instant, fileID: StaticString = #fileID, line: UInt = #line
    ) async {
        if await watchers.hasComeTrue({ self.nextDeadline.map { $0 <= deadline } ?? false }) { return }
        WaitReport.write("waitUntilSleeping(until: \(deadline.offset)): canceled; \(sleepersText)", fileID, line)
    }

    /// The time and the deadlines of all sleepers, as a sentence.
    private var sleepersText: String {
        let (now, deadlines) = table.withLock { ($0.now, $0.deadlines) }
        let sleepers = deadlines.map { "\($0)" }.joined(separator: ", ")
        return "at \(now) " + (deadlines.isEmpty ? "no task sleeps." : "tasks sleep until: \(sleepers).")
    }
}

extension LibraryAccess.Limits {
    /// The default limits without a deadline.
    ///
    /// For tests that do not use a ``ManualClock``: when hundreds of tests share two cores, a read that a gate
    /// holds may take a minute, and the real clock would fail a test that is merely slow.
    public static let untimed = LibraryAccess.Limits(deadline: nil)
}
