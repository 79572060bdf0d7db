import Dispatch
import Foundation
import Synchronization

/// The working part of an executor, and its identity for the Swift runtime: its state under a lock, its thread, and
/// the thread that runs jobs now.
///
/// A core is never freed. Optimized code may release an actor, and with it the executor that only the actor retained,
/// before it hops to the executor; this was observed with actors whose functions do not use `self`. The runtime is
/// therefore given the core and not the executor. A released executor leaves a few hundred bytes behind, and a thread
/// that ends once no job waits.
final class ExecutorCore: SerialExecutor {
    private let label: String
    private let isManual: Bool
    /// Whether each job is an interval for Instruments.
    private let showsIntervals = WorkInterval.isOn
    /// Called after each job has been appended and is visible; nil except for manual executors.
    private let onAppend: (@Sendable (_ waitingJobs: () -> Int) -> Void)?
    private let state = Lock(ExecutorState())
    private let alarm = DispatchSemaphore(value: 0)
    /// The thread that runs jobs now; 0 if none does.
    private let runner = Atomic<UInt>(0)
    /// The number of waiting jobs, readable without the lock.
    private let depth = Atomic<Int>(0)

    init(label: String, isManual: Bool, onAppend: (@Sendable (_ waitingJobs: () -> Int) -> Void)? = nil) {
        self.label = label
        self.isManual = isManual
        self.onAppend = onAppend
        _ = Unmanaged.passRetained(self)
    }

    /// Enqueues a job of the Swift runtime.
    func enqueue(_ job: consuming ExecutorJob) {
        let lane = ExecutorLane(rawPriority: job.priority.rawValue)
        append(.job(UnownedJob(job)), to: lane)
    }

    /// Enqueues the first turn of a library call; returns false after a shutdown.
    ///
    /// - Parameter items: about how many items the call has to read.
    func accept(_ turn: any LibraryJob, lane: ExecutorLane, items: Int = 1) -> Bool {
        append(.turn(turn), to: lane, items: items, isRefusable: true)
    }

    /// Enqueues a further turn of a call that was accepted, even after a shutdown.
    ///
    /// - Parameter items: about how many items the call has left to read.
    func reenqueue(_ turn: any LibraryJob, lane: ExecutorLane, items: Int = 1) {
        append(.turn(turn), to: lane, items: items)
    }

    func checkIsolated() {
        precondition(isRunningHere, "Not on the library executor '\(label)'.")
    }

    func isIsolatingCurrentContext() -> Bool? { isRunningHere }

    /// Whether the calling thread runs the executor's jobs.
    var isRunningHere: Bool {
        runner.load(ordering: .relaxed) == Self.currentThread
    }

    /// Whether another job waits, so that a running call should yield; takes no lock.
    var hasWaitingWork: Bool { depth.load(ordering: .relaxed) > 0 }

    /// The number of waiting jobs; takes no lock.
    var waitingJobs: Int { depth.load(ordering: .relaxed) }

    func read<Value: Sendable>(_ body: (borrowing ExecutorState) -> Value) -> Value {
        state.withLock { body($0) }
    }

    /// Enqueues work; returns false if it may be refused, and the executor is shut down.
    @discardableResult
    private func append(
        _ work: ExecutorState.Work, to lane: ExecutorLane, items: Int = 1, isRefusable: Bool = false
    ) -> Bool {
        let now = Uptime.now
        let action = state.withLock { state -> ExecutorState.WakeAction? in
            if isRefusable, state.isShutDown { return nil }
            let action = state.append(work, to: lane, items: items, now: now)
            depth.store(state.depth, ordering: .relaxed)
            return action
        }
        guard let action else { return false }
        carryOut(action)
        onAppend? { waitingJobs }
        return true
    }

    /// Ends the thread once no job waits, and returns then.
    func shutDown() async {
        await withCheckedContinuation { continuation in
            let (action, isWaiting) = state.withLock { ($0.shutDown(), $0.awaitExit(continuation)) }
            carryOut(action)
            if !isWaiting { continuation.resume() }
        }
    }

    /// Ends the thread of an executor that was released.
    func retire() {
        carryOut(state.withLock { $0.retire() })
    }

    private func carryOut(_ action: ExecutorState.WakeAction) {
        guard !isManual else { return }
        switch action {
        case .none: break
        case .wakeThread: alarm.signal()
        case .startThread: NamedThread.start(label, .userInitiated) { self.runUntilExit() }
        }
    }
}

// MARK: - The thread

extension ExecutorCore {
    /// Runs jobs as they come, and sleeps in between, without spinning first.
    ///
    /// Measured by the `executor` scenario: a thread that spins for as little as 1 µs stays on its own core, and
    /// waking one from another core takes 5 to 10 µs; a thread that sleeps at once runs where its caller ran, after
    /// 2 µs.
    private func runUntilExit() {
        while true {
            switch takeNext() {
            case .run(let work, let lane): run(work, from: lane)
            case .sleep: alarm.wait()
            case .exit(let waiting): return waiting.forEach { $0.resume() }
            }
        }
    }

    /// Takes the next job; without one, the thread sleeps or ends.
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
        // Must happen before the state can report that no thread runs: from then on `runner` may be a new thread's.
        defer { runner.store(0, ordering: .relaxed) }
        runHere(work, from: lane)
    }

    private func runHere(_ work: ExecutorState.Work, from lane: ExecutorLane) {
        let interval = showsIntervals ? WorkInterval("executor", work.name) : nil
        defer { interval?.end() }
        switch work {
        case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        // The runtime puts an autorelease pool around each job, but not around a turn.
        case .turn(let turn): withAutoreleasePool { turn.run(from: lane) }
        }
    }
}

// MARK: - Manual execution

extension ExecutorCore {
    /// Runs the next job on the caller's thread; returns false if none waits.
    ///
    /// No other caller may run jobs at the same time, and a job of the executor may not call this.
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
            // The next job may be run at any later time: this one must not count as running until then.
            let now = Uptime.now
            state.withLock { $0.finishRunning(now: now) }
            return true
        }
    }
}

// MARK: - The system

extension ExecutorCore {
    /// Not inlined: glibc declares `pthread_self` a constant, and optimized async code would reuse its value from
    /// before a hop.
    @inline(never) private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}

/// One turn of a library call on the executor: it runs one slice, and may enqueue another turn.
protocol LibraryJob: AnyObject, Sendable {
    /// The operation that the turn belongs to.
    var operation: LibraryOperation { get }
    /// Runs a slice; called on the executor, by its thread.
    ///
    /// - Parameter lane: the lane from which the turn came; a call whose priority was raised is queued in two lanes.
    func run(from lane: ExecutorLane)
}
