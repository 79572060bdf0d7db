/// The state of a library executor: its waiting jobs, whether its thread sleeps, and its statistics.
///
/// A pure value. The executor keeps it under a lock, and carries out the returned actions after it releases the lock.
struct ExecutorState {
    /// What runs on the executor.
    enum Work {
        /// A job of the Swift runtime: one part of an actor's function.
        case job(UnownedJob)
        /// One slice of a library call.
        case turn(any LibraryJob)

        /// The name for an interval in Instruments.
        var name: String {
            switch self {
            case .job: "job"
            case .turn(let turn): turn.operation.description
            }
        }
    }

    enum Thread {
        case none, running, asleep
    }

    enum WakeAction {
        case none, startThread, wakeThread
    }

    enum NextAction {
        case run(Work, from: ExecutorLane)
        /// No job waits: the thread sleeps until it is woken.
        case sleep
        /// No job waits after a shutdown: the thread ends, and the callers that wait for that are resumed.
        case exit([CheckedContinuation<Void, Never>])
    }

    private struct Waiting {
        var work: Work
        var since: UInt64
    }

    private struct Running {
        var operation: LibraryOperation?
        /// The call whose turn runs, by identity only: the last reference to a call must not be released under the
        /// executor's lock.
        var call: ObjectIdentifier?
        var lane: ExecutorLane
        var start: UInt64
    }

    /// The shortest recorded activity, in nanoseconds: shorter work cannot cause a stall.
    static let shortestActivity: UInt64 = 100_000
    static let mostActivities = 256

    private(set) var thread = Thread.none
    private(set) var isShutDown = false
    /// Whether the executor was released, so that no caller can read the statistics.
    private var isRetired = false
    private var lanes = PriorityJobQueue<Waiting>()
    private var running: Running?
    /// The statistics by lane; none before the first job, and of an executor that is retired.
    private var figures: [ExecutorStatistics.Lane] = []
    private var wakeUps = 0
    private var greatestDepth = 0
    /// The most recent activities that were long enough to cause a stall, oldest first.
    private var history = RingBuffer<ExecutorActivity>()
    private var awaitingExit: [CheckedContinuation<Void, Never>] = []
    /// The names of what waits: those of calls, and "job" for a job of the Swift runtime.
    var waitingNames: [String] { lanes.all.map(\.work.name) }

    /// Enqueues work, which will run in any case.
    ///
    /// - Parameter items: about how many items its call has left to read.
    mutating func append(_ work: Work, to lane: ExecutorLane, items: Int = 1, now: UInt64) -> WakeAction {
        if figures.isEmpty {
            figures = Array(repeating: ExecutorStatistics.Lane(), count: ExecutorLane.allCases.count)
        }
        lanes.append(Waiting(work: work, since: now), to: lane, items: items)
        greatestDepth = max(greatestDepth, lanes.count)
        switch thread {
        case .running: return .none
        case .none:
            thread = .running
            return .startThread
        case .asleep:
            thread = .running
            wakeUps += 1
            return .wakeThread
        }
    }

    /// Records the end of the last job, and takes the next one; without waiting jobs the thread sleeps or ends.
    mutating func next(now: UInt64) -> NextAction {
        finishRunning(now: now)
        guard let (waiting, lane) = lanes.popNext() else { return stop() }
        let wait = now &- min(waiting.since, now)
        figures[lane.rawValue].longestWait = max(figures[lane.rawValue].longestWait, wait)
        figures[lane.rawValue].totalWait += wait
        var run = Running(lane: lane, start: now)
        if case .turn(let turn) = waiting.work { (run.operation, run.call) = (turn.operation, ObjectIdentifier(turn)) }
        running = run
        return .run(waiting.work, from: lane)
    }

    private mutating func stop() -> NextAction {
        thread = isShutDown ? .none : .asleep
        guard isShutDown else { return .sleep }
        releaseStorage()
        defer { awaitingExit = [] }
        return .exit(awaitingExit)
    }

    /// Releases the storage with the thread, since the core that holds it is never freed.
    private mutating func releaseStorage() {
        lanes = PriorityJobQueue()
        history = RingBuffer()
        if isRetired { figures = [] }
    }

    /// Lets the thread end once no job waits; a later job starts it again.
    mutating func shutDown() -> WakeAction {
        isShutDown = true
        guard thread == .asleep else { return .none }
        thread = .running
        return .wakeThread
    }

    /// Shuts down an executor that was released: no caller can read the statistics anymore.
    mutating func retire() -> WakeAction {
        isRetired = true
        if thread == .none { releaseStorage() }
        return shutDown()
    }

    /// Keeps a continuation until the thread ends; returns false if it has ended.
    mutating func awaitExit(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard thread != .none else { return false }
        awaitingExit.append(continuation)
        return true
    }

    /// Records the end of the running job.
    mutating func finishRunning(now: UInt64) {
        guard let running else { return }
        let run = now &- min(running.start, now)
        figures[running.lane.rawValue].jobs += 1
        figures[running.lane.rawValue].longestRun = max(figures[running.lane.rawValue].longestRun, run)
        figures[running.lane.rawValue].totalRun += run
        self.running = nil
        guard run >= Self.shortestActivity else { return }
        if history.count == Self.mostActivities { _ = history.popFirst() }
        history.append(ExecutorActivity(operation: running.operation, start: running.start, end: now))
    }
}

extension ExecutorState {
    var depth: Int { lanes.count }

    var statistics: ExecutorStatistics {
        var statistics = ExecutorStatistics()
        for lane in ExecutorLane.allCases {
            statistics.lanes[lane] = figures.isEmpty ? ExecutorStatistics.Lane() : figures[lane.rawValue]
            statistics.lanes[lane]?.depth = lanes.count(in: lane)
        }
        statistics.wakeUps = wakeUps
        statistics.greatestDepth = greatestDepth
        return statistics
    }

    /// The running job.
    var currentActivity: ExecutorActivity? {
        running.map { ExecutorActivity(operation: $0.operation, start: $0.start, end: nil) }
    }

    /// Whether a turn of the call runs now.
    func isRunning(_ call: AnyObject) -> Bool {
        running?.call == ObjectIdentifier(call)
    }

    /// The recorded activities between two moments, oldest first.
    func activities(from start: UInt64, to end: UInt64) -> [ExecutorActivity] {
        (history.elements + [currentActivity].compactMap(\.self)).filter {
            $0.start <= end && ($0.end ?? .max) >= start
        }
    }
}
