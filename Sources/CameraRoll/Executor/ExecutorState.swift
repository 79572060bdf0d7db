/// What a library executor knows: its waiting jobs, whether its thread sleeps, and its figures.
///
/// A pure value; the executor keeps it under a lock and carries out the actions it returns once the lock is released.
struct ExecutorState {
    /// What runs on the executor.
    enum Work {
        /// A job of the Swift runtime: a piece of an actor's function.
        case job(UnownedJob)
        /// One slice of a library call.
        case turn(any LibraryJob)
    }

    enum Thread {
        case none, running, asleep
    }

    enum WakeAction {
        case none, startThread, wakeThread
    }

    enum NextAction {
        case run(Work, from: ExecutorLane)
        /// Nothing waits: the thread sleeps until it is woken.
        case sleep
        /// Nothing waits after a shutdown: the thread ends, and whoever waits for that is to be told.
        case exit([CheckedContinuation<Void, Never>])
    }

    private struct Waiting {
        var work: Work
        var since: UInt64
    }

    private struct Running {
        var operation: LibraryOperation?
        /// Whose turn it is, by name only: the last reference to a call must not be let go under the executor's lock.
        var call: ObjectIdentifier?
        var lane: ExecutorLane
        var start: UInt64
    }

    private(set) var thread = Thread.none
    private(set) var isShutDown = false
    private var lanes = PriorityJobQueue<Waiting>()
    private var running: Running?
    private var figures = Array(repeating: ExecutorStatistics.Lane(), count: ExecutorLane.allCases.count)
    private var wakeUps = 0
    private var greatestDepth = 0
    private var history = ActivityHistory()
    private var awaitingExit: [CheckedContinuation<Void, Never>] = []

    /// Takes on work; it will run, whatever happens.
    mutating func append(_ work: Work, to lane: ExecutorLane, now: UInt64) -> WakeAction {
        lanes.append(Waiting(work: work, since: now), to: lane)
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

    /// Closes the books of what ran, and takes what is to run next; without any, the thread sleeps or ends.
    mutating func next(now: UInt64) -> NextAction {
        finishRunning(now: now)
        guard let (waiting, lane) = lanes.popNext() else { return stop() }
        let wait = now &- min(waiting.since, now)
        figures[lane.rawValue].longestWait = max(figures[lane.rawValue].longestWait, wait)
        figures[lane.rawValue].totalWait += wait
        let turn = waiting.work.turn
        running = Running(operation: turn?.operation, call: turn.map { ObjectIdentifier($0) }, lane: lane, start: now)
        return .run(waiting.work, from: lane)
    }

    private mutating func stop() -> NextAction {
        thread = isShutDown ? .none : .asleep
        guard isShutDown else { return .sleep }
        // Their storage goes with the thread: the core that holds it stays, also after its executor has gone.
        lanes = PriorityJobQueue()
        history = ActivityHistory()
        defer { awaitingExit = [] }
        return .exit(awaitingExit)
    }

    /// Asks the thread to end once nothing waits; it is started again by any job that comes later.
    mutating func shutDown() -> WakeAction {
        isShutDown = true
        guard thread == .asleep else { return .none }
        thread = .running
        return .wakeThread
    }

    /// Keeps a continuation until the thread ends; false where it has ended.
    mutating func awaitExit(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        guard thread != .none else { return false }
        awaitingExit.append(continuation)
        return true
    }

    /// Closes the books of what ran.
    mutating func finishRunning(now: UInt64) {
        guard let running else { return }
        let run = now &- min(running.start, now)
        figures[running.lane.rawValue].jobs += 1
        figures[running.lane.rawValue].longestRun = max(figures[running.lane.rawValue].longestRun, run)
        figures[running.lane.rawValue].totalRun += run
        history.record(ExecutorActivity(operation: running.operation, start: running.start, end: now))
        self.running = nil
    }
}

extension ExecutorState {
    var depth: Int { lanes.count }

    var statistics: ExecutorStatistics {
        var statistics = ExecutorStatistics()
        for lane in ExecutorLane.allCases {
            statistics.lanes[lane] = figures[lane.rawValue]
            statistics.lanes[lane]?.depth = lanes.count(in: lane)
        }
        statistics.wakeUps = wakeUps
        statistics.greatestDepth = greatestDepth
        return statistics
    }

    /// What runs now.
    var currentActivity: ExecutorActivity? {
        running.map { ExecutorActivity(operation: $0.operation, start: $0.start, end: nil) }
    }

    /// Whether a call's turn is what runs now.
    func isRunning(_ call: AnyObject) -> Bool {
        running?.call == ObjectIdentifier(call)
    }

    /// What ran at some time between two moments, as far as it is remembered, the oldest first.
    func activities(from start: UInt64, to end: UInt64) -> [ExecutorActivity] {
        history.activities(from: start, to: end) + [currentActivity].compactMap(\.self).filter { $0.start <= end }
    }
}

extension ExecutorState.Work {
    var turn: (any LibraryJob)? {
        if case .turn(let turn) = self { turn } else { nil }
    }
}

/// The waiting jobs of an executor, by urgency, with ageing: a pure value, without clock or thread.
///
/// The most urgent lane goes first. A lane that has waited while `patience` jobs of other lanes went before it goes
/// next, so that the lowest lane moves even while urgent jobs never end. Where several have aged, a job of the most
/// urgent lane goes between each two of them: an urgent job waits for one aged job at most (*Bounded Wait*). Ageing
/// counts jobs and reads no clock: the same jobs always run in the same order (*Deterministic*).
struct PriorityJobQueue<Job> {
    /// How many jobs may overtake a waiting lane before it is served.
    static var patience: Int { 32 }

    private var lanes = ExecutorLane.allCases.map { _ in RingBuffer<Job>() }
    private var overtaken = ExecutorLane.allCases.map { _ in 0 }
    /// Whether the last job went before a more urgent one, because its lane had aged.
    private var lastHadAged = false
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// How many jobs wait in a lane.
    func count(in lane: ExecutorLane) -> Int {
        lanes[lane.rawValue].count
    }

    /// - Complexity: O(1) amortised.
    mutating func append(_ job: Job, to lane: ExecutorLane) {
        lanes[lane.rawValue].append(job)
        count += 1
    }

    /// Takes the job that is to run next.
    ///
    /// - Complexity: O(lanes).
    mutating func popNext() -> (job: Job, lane: ExecutorLane)? {
        guard count > 0, let lane = nextLane(), let job = lanes[lane.rawValue].popFirst() else { return nil }
        count -= 1
        for other in ExecutorLane.allCases where other != lane && !lanes[other.rawValue].isEmpty {
            overtaken[other.rawValue] += 1
        }
        overtaken[lane.rawValue] = 0
        return (job, lane)
    }

    private mutating func nextLane() -> ExecutorLane? {
        let urgent = ExecutorLane.allCases.first { !lanes[$0.rawValue].isEmpty }
        let aged = lastHadAged ? nil : firstAgedLane
        lastHadAged = aged != nil && aged != urgent
        return aged ?? urgent
    }

    private var firstAgedLane: ExecutorLane? {
        ExecutorLane.allCases.first { !lanes[$0.rawValue].isEmpty && overtaken[$0.rawValue] >= Self.patience }
    }
}
