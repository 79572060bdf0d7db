import Dispatch
import Foundation
import Synchronization

/// The working part of an executor, and what the runtime knows it by: its state under a lock, its thread, and who
/// runs now.
///
/// A core is never freed. Optimised code may let go of an actor, and with it of the executor that only the actor held,
/// before it hops there: seen with actors whose functions do not look at themselves. So the runtime is given the core
/// and not the executor; an executor that goes leaves some hundred bytes, and a thread that ends once nothing waits.
final class ExecutorCore: SerialExecutor {
    private let label: String
    private let isManual: Bool
    /// Told of each job that has been appended, once it can be seen; nil but for manual executors.
    private let onAppend: (@Sendable (_ waitingJobs: () -> Int) -> Void)?
    private let state = Lock(ExecutorState())
    private let alarm = DispatchSemaphore(value: 0)
    /// The thread that runs jobs now; 0 where none does.
    private let runner = Atomic<UInt>(0)
    /// How many jobs wait, to be looked at without the lock.
    private let depth = Atomic<Int>(0)

    init(label: String, isManual: Bool, onAppend: (@Sendable (_ waitingJobs: () -> Int) -> Void)? = nil) {
        self.label = label
        self.isManual = isManual
        self.onAppend = onAppend
        _ = Unmanaged.passRetained(self)
    }

    /// Takes on a job of the Swift runtime.
    func enqueue(_ job: consuming ExecutorJob) {
        let lane = ExecutorLane(rawPriority: job.priority.rawValue)
        append(.job(UnownedJob(job)), to: lane)
    }

    func checkIsolated() {
        precondition(isRunningHere, "Not on the library executor '\(label)'.")
    }

    func isIsolatingCurrentContext() -> Bool? { isRunningHere }

    /// Whether the caller's thread runs the executor's jobs.
    var isRunningHere: Bool {
        runner.load(ordering: .relaxed) == Self.currentThread
    }

    /// Whether anything waits; without the lock.
    var hasWaitingWork: Bool { depth.load(ordering: .relaxed) > 0 }

    /// How many jobs wait; without the lock.
    var waitingJobs: Int { depth.load(ordering: .relaxed) }

    func read<Value: Sendable>(_ body: (borrowing ExecutorState) -> Value) -> Value {
        state.withLock { body($0) }
    }

    /// Takes on work; false where it is refused, as new work may be after a shutdown.
    @discardableResult
    func append(_ work: ExecutorState.Work, to lane: ExecutorLane, isRefusable: Bool = false) -> Bool {
        let now = Uptime.now
        let action = state.withLock { state -> ExecutorState.WakeAction? in
            if isRefusable, state.isShutDown { return nil }
            let action = state.append(work, to: lane, now: now)
            depth.store(state.depth, ordering: .relaxed)
            return action
        }
        guard let action else { return false }
        carryOut(action)
        onAppend? { waitingJobs }
        return true
    }

    /// Ends the thread once nothing waits, and returns then.
    func shutDown() async {
        await withCheckedContinuation { continuation in
            let (action, isWaiting) = state.withLock { ($0.shutDown(), $0.awaitExit(continuation)) }
            carryOut(action)
            if !isWaiting { continuation.resume() }
        }
    }

    /// Ends the thread of an executor that is gone.
    func retire() {
        carryOut(state.withLock { $0.shutDown() })
    }

    private func carryOut(_ action: ExecutorState.WakeAction) {
        guard !isManual else { return }
        switch action {
        case .none: break
        case .wakeThread: alarm.signal()
        case .startThread: startThread()
        }
    }
}

// MARK: - The thread

extension ExecutorCore {
    private func startThread() {
        let thread = Thread { [self] in
            Self.nameThread(label)
            runUntilExit()
        }
        thread.name = label
        thread.qualityOfService = .userInitiated
        thread.start()
    }

    /// Runs jobs as they come, and sleeps in between, without spinning first.
    ///
    /// Measured by the `executor` scenario: a thread that spins for as little as 1 µs is kept on a core of its own,
    /// and waking one from another core takes 5 to 10 µs; one that sleeps at once runs where its caller ran, in 2 µs.
    private func runUntilExit() {
        while true {
            switch takeNext() {
            case .run(let work, let lane): run(work, from: lane)
            case .sleep: alarm.wait()
            case .exit(let waiting): return waiting.forEach { $0.resume() }
            }
        }
    }

    /// Takes the next job, or learns that there is none.
    private func takeNext() -> ExecutorState.NextAction {
        let now = Uptime.now
        return state.withLock { state in
            let action = state.next(now: now)
            depth.store(state.depth, ordering: .relaxed)
            return action
        }
    }

    private func run(_ work: ExecutorState.Work, from lane: ExecutorLane) {
        runner.store(Self.currentThread, ordering: .relaxed)
        // Before the state can say that no thread runs: from then on `runner` may be a new thread's.
        defer { runner.store(0, ordering: .relaxed) }
        runHere(work, from: lane)
    }

    private func runHere(_ work: ExecutorState.Work, from lane: ExecutorLane) {
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        // The runtime puts an autorelease pool around each job, and none around a turn.
        case .turn(let turn): withAutoreleasePool { turn.run(from: lane) }
        }
    }
}

// MARK: - By hand

extension ExecutorCore {
    /// Runs the next job on the caller's thread; false where none waits.
    ///
    /// The caller must be the only one who runs jobs, and must not be one of them.
    func runNextByHand() -> Bool {
        // Acquiring and releasing: the callers may be different threads, one after the other.
        let (isFree, _) = runner.compareExchange(expected: 0, desired: Self.currentThread, ordering: .acquiring)
        precondition(isManual && isFree, "A manual executor is run by one caller at a time, and not by its own jobs.")
        defer { runner.store(0, ordering: .releasing) }
        switch takeNext() {
        case .sleep: return false
        case .exit(let waiting):
            waiting.forEach { $0.resume() }
            return false
        case .run(let work, let lane):
            runHere(work, from: lane)
            // Nobody knows when the next job will be run: this one must not count as running until then.
            let now = Uptime.now
            state.withLock { $0.finishRunning(now: now) }
            return true
        }
    }
}

// MARK: - The system

extension ExecutorCore {
    /// Not inlined: glibc declares `pthread_self` a constant, and optimised async code would take it from before a hop.
    @inline(never) private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }

    /// `Thread.name` reaches the system on Apple platforms only; Linux takes the first 15 bytes from this file.
    private static func nameThread(_ label: String) {
        #if os(Linux)
            try? FileHandle(forWritingTo: URL(filePath: "/proc/thread-self/comm")).write(contentsOf: Data(label.utf8))
        #endif
    }
}

/// One turn on the executor, that of a library call: it runs one slice and may ask for another turn.
protocol LibraryJob: AnyObject, Sendable {
    /// What it is part of.
    var operation: LibraryOperation { get }
    /// Runs a slice; called on the executor, by its thread.
    ///
    /// - Parameter lane: the lane in which the turn came; a call that has become more urgent stands in two of them.
    func run(from lane: ExecutorLane)
}
