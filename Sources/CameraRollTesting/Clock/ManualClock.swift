import CameraRoll

/// A clock that stands still until a test moves it on: for deadlines without waiting (*Deterministic*).
///
/// ```swift
/// let clock = ManualClock()
/// let access = LibraryAccess(factory, clock: clock)
/// async let page = access.read("page") { ... }
/// await clock.waitForSleepers(1)      // the deadline is being watched
/// clock.advance(by: .seconds(30))     // and is over now
/// ```
public final class ManualClock: Clock {
    /// A moment on a manual clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The moment so long after the clock was made.
        public init(offset: Duration) {
            self.offset = offset
        }

        /// The moment so much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        /// The earlier moment is the smaller.
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    private typealias Sleeper = CheckedContinuation<Void, any Error>

    private let table = Lock(SleeperTable<Sleeper>())
    private let watchers = Watchers()

    /// A clock that stands at zero.
    public init() {}

    /// What the clock shows.
    public var now: Instant {
        Instant(offset: table.withLock(\.now))
    }

    /// Zero: the clock knows any two moments apart.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep now.
    public var sleepers: Int {
        table.withLock(\.sleeping)
    }

    /// When the next task is to be woken; nil where none sleeps.
    public var nextDeadline: Instant? {
        table.withLock(\.nextDeadline).map(Instant.init(offset:))
    }

    /// Sleeps until the clock is moved to a moment; returns at once where that is over.
    ///
    /// - Parameters:
    ///   - deadline: the moment.
    ///   - tolerance: has no effect, the clock being exact.
    /// - Throws: `CancellationError` where the task is cancelled, also before it sleeps.
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

    /// Moves the clock on and wakes those whose deadline that reaches, in the order of their deadlines.
    ///
    /// Tasks that are woken run when their executors let them: it returns without waiting for them.
    public func advance(by duration: Duration) {
        table.withLock { $0.advance(to: $0.now + duration) }.forEach { $0.resume() }
    }

    /// Moves the clock to a moment, never back.
    public func advance(to instant: Instant) {
        table.withLock { $0.advance(to: instant.offset) }.forEach { $0.resume() }
    }

    /// Waits until at least so many tasks sleep; without polling, and not longer than until the task is cancelled.
    public func waitForSleepers(_ count: Int) async {
        await watchers.wait { self.sleepers >= count }
    }

    /// Waits until at least one task sleeps that is to be woken at a moment or earlier.
    ///
    /// For a timer that is set anew, when somebody else sleeps already.
    public func waitForSleeper(until deadline: Instant) async {
        await watchers.wait { self.nextDeadline.map { $0 <= deadline } ?? false }
    }
}
