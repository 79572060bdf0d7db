public import Dispatch

/// The only thread that touches a library: a serial executor with priority lanes, for work that blocks (*One Door*).
///
/// A photo library is a blocking, lock-guarded database. Here its readers wait in the executor's queue instead of at
/// the lock: no other thread ever waits for the library's lock, and the most urgent reader always goes next. All actors
/// of a manager share the executor, so a call from one to another does not leave the thread.
///
/// - The executor has one thread, started by the first job, named, and pinned to user-initiated quality of service on
///   Apple systems: the library's own work inherits it, and a background reader costs 6 to 7 times as much.
/// - Jobs run by lane (``ExecutorLane``). A lane that was overtaken 32 times goes next, but at most one such lane
///   between two jobs of a more urgent one.
/// - Within a lane, the call with the least left to read goes first, ties in the order of arrival: equal readers are
///   served one after the other, and a short read passes a long one after one slice. Each sixth turn goes to the call
///   that has waited longest.
/// - Enqueueing allocates nothing once the queues have grown, and wakes the thread only if it sleeps. After a burst
///   the queues release their storage.
///
/// Keep the executor for as long as its actors are used: a released one still runs new jobs, but each time on a new
/// thread. Code that blocks the executor must not await something that needs it too. Use the executor for library
/// work only: decoding belongs elsewhere.
public final class LibraryExecutor: SerialExecutor {
    /// The executor of the process: every manager uses it unless it is given another one.
    public static let shared = LibraryExecutor()

    /// The name of the thread, in debuggers and crash reports; the system may cut it short (15 bytes on Linux).
    public let label: String

    let core: ExecutorCore

    /// Creates an executor with its own thread, which starts with the first job.
    ///
    /// - Parameter label: the thread's name.
    public convenience init(label: String = "cameraroll.lib") {
        self.init(label: label, isManual: false)
    }

    package init(
        label: String, isManual: Bool, onAppend: (@Sendable (_ waitingJobs: () -> Int) -> Void)? = nil
    ) {
        self.label = label
        core = ExecutorCore(label: label, isManual: isManual, onAppend: onAppend)
    }

    deinit {
        core.retire()
    }

    /// Enqueues a job of the Swift runtime.
    ///
    /// The job runs even after a shutdown: an executor cannot refuse a job without leaving its task suspended
    /// forever.
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }

    /// The executor's reference for the Swift runtime; it remains valid after the executor is released.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        core.asUnownedSerialExecutor()
    }

    /// Runs every accepted job, ends the thread, and then returns.
    ///
    /// Later library calls fail with `LibraryError.shutDown`. Work that still has to run, such as the release of a
    /// snapshot, temporarily starts a thread again. A job that never returns keeps this function waiting. It may be
    /// called more than once, and on the executor itself. ``shared`` belongs to the whole process: it is not shut down,
    /// and this function returns at once.
    public func shutdown() async {
        guard self !== Self.shared else { return }
        await core.shutDown()
    }
}

extension LibraryExecutor {
    /// The current statistics.
    public var statistics: ExecutorStatistics {
        core.read { $0.statistics }
    }

    /// The running work and its start; nil while the executor is idle.
    public var currentActivity: ExecutorActivity? {
        core.read { $0.currentActivity }
    }

    /// The work between two moments, oldest first, which shows the cause of a stall.
    ///
    /// Only the last 256 intervals of at least 0.1 ms are recorded, and none is kept after a shutdown.
    ///
    /// - Parameters:
    ///   - start: the first moment.
    ///   - end: the last moment.
    public func activities(from start: DispatchTime, to end: DispatchTime) -> [ExecutorActivity] {
        core.read { $0.activities(from: start.uptimeNanoseconds, to: end.uptimeNanoseconds) }
    }
}

extension LibraryExecutor {
    /// Traps if the caller does not run on this executor; called by `assumeIsolated` and preconditions.
    public func checkIsolated() {
        core.checkIsolated()
    }

    /// Whether the caller runs on this executor.
    public func isIsolatingCurrentContext() -> Bool? {
        core.isRunningHere
    }
}

extension LibraryExecutor {
    /// Runs the next job of a manual executor on the caller's thread; returns false if none waits.
    package func runNextByHand() -> Bool {
        core.runNextByHand()
    }

    /// The number of waiting jobs.
    package var waitingJobs: Int { core.waitingJobs }

    /// The names of what waits: those of calls, and "job" for a job of the Swift runtime.
    package var waitingNames: [String] { core.read { $0.waitingNames } }
}

/// The priority of a job on a library executor: the most urgent lane goes first.
public enum ExecutorLane: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Work that the user waits for: `TaskPriority.userInitiated` (`.high`) and above.
    case interactive
    /// Work of medium priority: `.medium`, and tasks without an explicit priority.
    case standard
    /// Work whose result the user needs soon: `.utility`, such as caching windows and preloads.
    case utility
    /// Work of every lower priority.
    case background

    /// The lane for jobs of a task priority.
    public init(_ priority: TaskPriority) {
        self.init(rawPriority: priority.rawValue)
    }

    init(rawPriority: UInt8) {
        self =
            switch rawPriority {
            case TaskPriority.userInitiated.rawValue...: .interactive
            case TaskPriority.medium.rawValue...: .standard
            case TaskPriority.utility.rawValue...: .utility
            default: .background
            }
    }

    /// The lane for jobs for which a pool's thread waits.
    init(_ priority: PoolPriority) {
        self =
            switch priority {
            case .background: .background
            case .prefetch: .utility
            case .standard: .standard
            case .visible: .interactive
            }
    }

    /// Orders lanes by urgency: the more urgent lane is the smaller one.
    public static func < (lhs: ExecutorLane, rhs: ExecutorLane) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
