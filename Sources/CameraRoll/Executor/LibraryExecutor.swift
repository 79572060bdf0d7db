public import Dispatch

/// The one thread that touches a library: a serial executor with lanes, for work that blocks (*One Door*).
///
/// A photo library is a blocking, lock-guarded database. Its readers here stand in one line, in front of the lock and
/// not at it: so nobody but this thread ever waits for the library's lock, and the most urgent reader is always next.
/// All actors of a manager share the executor, so a call from one to another does not leave the thread.
///
/// - One thread of its own, started by the first job, named, pinned to user-initiated service on Apple systems: the
///   library's own work inherits it, and a background reader costs 6 to 7 times as much.
/// - Jobs run by lane (``ExecutorLane``), first in first out within a lane; a lane that was overtaken 32 times goes
///   next, but one such lane at most between two jobs of a more urgent one.
/// - Enqueueing allocates nothing once the queues have grown, and wakes the thread only when it sleeps; after a burst
///   the queues give their storage back.
///
/// Keep the executor for as long as its actors are used: one that has gone still runs what comes, but each time on a
/// new thread. Do not await something else that needs the same executor from blocking code on it, and do not use it
/// for work that is not the library's: decoding belongs elsewhere.
public final class LibraryExecutor: SerialExecutor {
    /// The executor of the process: every manager uses it unless it is given one of its own.
    public static let shared = LibraryExecutor()

    /// The name of the thread, in debuggers and crash reports; the system may cut it short (15 bytes on Linux).
    public let label: String

    let core: ExecutorCore

    /// An executor with a thread of its own, which starts with the first job.
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

    /// Takes on a job of the Swift runtime.
    ///
    /// It runs even after a shutdown: an executor cannot refuse a job without leaving its task waiting for ever.
    public func enqueue(_ job: consuming ExecutorJob) {
        core.enqueue(job)
    }

    /// What the runtime knows the executor by; it stays valid when the executor goes.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        core.asUnownedSerialExecutor()
    }

    /// Ends the thread once every job that was accepted has run, and returns then.
    ///
    /// Library calls that come later fail with `LibraryError.shutDown`. What must run all the same, such as the release
    /// of a snapshot, starts a thread once more, for as long as it takes. A job that never returns keeps this waiting.
    /// May be called more than once, and on the executor itself. ``shared`` belongs to the whole process: it is not
    /// shut down, and this returns at once.
    public func shutdown() async {
        guard self !== Self.shared else { return }
        await core.shutDown()
    }
}

extension LibraryExecutor {
    /// The figures of this moment.
    public var statistics: ExecutorStatistics {
        core.read { $0.statistics }
    }

    /// What runs at this moment, and since when; nil while the executor is idle.
    public var currentActivity: ExecutorActivity? {
        core.read { $0.currentActivity }
    }

    /// What ran between two moments, oldest first: what a stall can be blamed on.
    ///
    /// Only the last 256 stretches of at least 0.1 ms are remembered, and none once the executor was shut down.
    ///
    /// - Parameters:
    ///   - start: the first moment.
    ///   - end: the last moment.
    public func activities(from start: DispatchTime, to end: DispatchTime) -> [ExecutorActivity] {
        core.read { $0.activities(from: start.uptimeNanoseconds, to: end.uptimeNanoseconds) }
    }
}

extension LibraryExecutor {
    /// Stops the process where the caller does not run on this executor; called by `assumeIsolated` and preconditions.
    public func checkIsolated() {
        core.checkIsolated()
    }

    /// Whether the caller runs on this executor.
    public func isIsolatingCurrentContext() -> Bool? {
        core.isRunningHere
    }
}

extension LibraryExecutor {
    /// Takes on the first turn of a library call; false after a shutdown.
    func accept(_ turn: any LibraryJob, lane: ExecutorLane) -> Bool {
        core.append(.turn(turn), to: lane, isRefusable: true)
    }

    /// Takes on a further turn of a call that was accepted, also after a shutdown.
    func reenqueue(_ turn: any LibraryJob, lane: ExecutorLane) {
        core.append(.turn(turn), to: lane)
    }

    /// Whether a call's turn is what runs now.
    func isRunning(_ call: AnyObject) -> Bool {
        core.read { $0.isRunning(call) }
    }

    /// Whether anything waits, for which a call should interrupt itself.
    var hasWaitingWork: Bool { core.hasWaitingWork }
}

extension LibraryExecutor {
    /// Runs the next job of a manual executor on the caller's thread; false where none waits.
    package func runNextByHand() -> Bool {
        core.runNextByHand()
    }

    /// How many jobs wait.
    package var waitingJobs: Int { core.waitingJobs }
}

/// How urgent a job is on a library executor: each lane is first in, first out, and the most urgent lane goes first.
public enum ExecutorLane: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// What the user waits for: `TaskPriority.userInitiated` (`.high`) and above.
    case interactive
    /// The middle: `.medium`, and tasks without a priority of their own.
    case standard
    /// What the user will need soon: `.utility`, such as windows and preloads.
    case utility
    /// Everything below.
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

    /// The more urgent lane is the smaller.
    public static func < (lhs: ExecutorLane, rhs: ExecutorLane) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
