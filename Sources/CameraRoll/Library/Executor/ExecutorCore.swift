import Dispatch
import Foundation
import Synchronization

/// The working part of an executor: its state under a lock, its thread, and who runs its jobs now.
///
/// The thread holds the core and, only while jobs wait or run, the executor: so an executor that nobody uses any more is
/// released although its thread sleeps, and `retire` then ends the thread.
final class ExecutorCore: Sendable {
    private struct Contents {
        var state = ExecutorState()
        /// Set while jobs wait, so that the executor outlives them.
        var owner: LibraryExecutor?
    }

    private let label: String
    private let isManual: Bool
    /// Told of each job that has been appended, once it can be seen; nil but for manual executors.
    private let onAppend: (@Sendable (LibraryExecutor) -> Void)?
    private let contents = Lock(Contents())
    private let alarm = DispatchSemaphore(value: 0)
    /// The thread that runs jobs now; 0 where none does.
    private let runner = Atomic<UInt>(0)
    /// How many jobs wait, to be looked at without the lock.
    private let depth = Atomic<Int>(0)

    init(label: String, isManual: Bool, onAppend: (@Sendable (LibraryExecutor) -> Void)? = nil) {
        self.label = label
        self.isManual = isManual
        self.onAppend = onAppend
    }

    /// Whether the caller's thread runs the executor's jobs.
    var isRunningHere: Bool {
        runner.load(ordering: .relaxed) == Self.currentThread
    }

    /// Whether anything waits; without the lock.
    var hasWaitingWork: Bool { depth.load(ordering: .relaxed) > 0 }

    /// How many jobs wait; without the lock.
    var waitingJobs: Int { depth.load(ordering: .relaxed) }

    func read<Value: Sendable>(_ body: (borrowing ExecutorState) -> Value) -> Value {
        contents.withLock { body($0.state) }
    }

    /// Takes on work; false where it is refused, as new work may be after a shutdown.
    ///
    /// Once the work can be seen it may be run, and with it may go the last reference to the executor and to this: so where
    /// nothing is left to do, nothing of either is touched after the lock is released. The runtime, which calls this for
    /// actors, holds no reference of its own. A thread that has to be started or woken cannot run anything before that.
    @discardableResult
    func append(
        _ work: ExecutorState.Work, to lane: ExecutorLane, of executor: LibraryExecutor, isRefusable: Bool = false
    ) -> Bool {
        let now = Uptime.now
        switch contents.withLock({ contents -> Appended in
            if isRefusable, contents.state.isShutDown { return .refused }
            // A manual executor's jobs may never run, and must not keep it for ever.
            if contents.owner == nil, !isManual { contents.owner = executor }
            let action = contents.state.append(work, to: lane, now: now)
            depth.store(contents.state.depth, ordering: .relaxed)
            return action == .none && onAppend == nil ? .done : .stillToDo(action)
        }) {
        case .refused: return false
        case .done: return true
        case .stillToDo(let action):
            carryOut(action)
            onAppend?(executor)
            return true
        }
    }

    private enum Appended {
        case refused, done
        case stillToDo(ExecutorState.WakeAction)
    }

    /// Ends the thread once nothing waits, and returns then.
    func shutDown() async {
        await withCheckedContinuation { continuation in
            let (action, isWaiting) = contents.withLock { contents in
                (contents.state.shutDown(), contents.state.awaitExit(continuation))
            }
            carryOut(action)
            if !isWaiting { continuation.resume() }
        }
    }

    /// Ends the thread of an executor that is gone.
    func retire() {
        carryOut(contents.withLock { $0.state.shutDown() })
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
    /// Measured by the `executor` scenario: a thread that spins for as little as 1 µs is kept on a core of its own, and
    /// waking one from another core takes 5 to 10 µs; a thread that sleeps at once is run where its caller ran, in 2 µs.
    private func runUntilExit() {
        while true {
            switch takeStep() {
            case .run(let work, let lane, let executor): run(work, from: lane, on: executor)
            case .sleep:
                releaseOwner()
                alarm.wait()
            case .exit(let waiting):
                releaseOwner()
                return waiting.forEach { $0.resume() }
            }
        }
    }

    private enum Step {
        case run(ExecutorState.Work, from: ExecutorLane, on: LibraryExecutor)
        case sleep
        case exit([CheckedContinuation<Void, Never>])
    }

    /// Takes the next job, or learns that there is none.
    private func takeStep() -> Step {
        let now = Uptime.now
        return contents.withLock { contents in
            let action = contents.state.next(now: now)
            depth.store(contents.state.depth, ordering: .relaxed)
            switch action {
            case .sleep: return .sleep
            case .exit(let waiting): return .exit(waiting)
            case .run(let work, let lane):
                // Set with the first job that came after a sleep, and kept until the next one.
                guard let executor = contents.owner else { return .sleep }
                return .run(work, from: lane, on: executor)
            }
        }
    }

    /// Lets go of the executor where nothing waits, so that it can go while its thread sleeps.
    private func releaseOwner() {
        let owner = contents.withLock { $0.state.depth == 0 ? $0.owner.take() : nil }
        // Outside of the lock: this may be the executor's last reference, and its end takes the lock.
        withExtendedLifetime(owner) {}
    }

    private func run(_ work: ExecutorState.Work, from lane: ExecutorLane, on executor: LibraryExecutor) {
        runner.store(Self.currentThread, ordering: .relaxed)
        // Before the state can say that no thread runs: from then on `runner` may be a new thread's.
        defer { runner.store(0, ordering: .relaxed) }
        runHere(work, from: lane, on: executor)
    }

    private func runHere(_ work: ExecutorState.Work, from lane: ExecutorLane, on executor: LibraryExecutor) {
        switch work {
        case .job(let job): job.runSynchronously(on: executor.asUnownedSerialExecutor())
        case .turn(let turn): turn.run(from: lane)
        }
    }
}

// MARK: - By hand

extension ExecutorCore {
    /// Runs the next job on the caller's thread; false where none waits.
    ///
    /// The caller must be the only one who runs jobs, and must not be one of them.
    func runNextByHand(of executor: LibraryExecutor) -> Bool {
        // Acquiring and releasing: the callers may be different threads, one after the other.
        let (isFree, _) = runner.compareExchange(expected: 0, desired: Self.currentThread, ordering: .acquiring)
        precondition(isManual && isFree, "A manual executor is run by one caller at a time, and not by its own jobs.")
        defer { runner.store(0, ordering: .releasing) }
        let now = Uptime.now
        switch contents.withLock({ contents in
            defer { depth.store(contents.state.depth, ordering: .relaxed) }
            return contents.state.next(now: now)
        }) {
        case .sleep: return false
        case .exit(let waiting):
            waiting.forEach { $0.resume() }
            return false
        case .run(let work, let lane):
            runHere(work, from: lane, on: executor)
            // Nobody knows when the next job will be run: this one must not count as running until then.
            let now = Uptime.now
            contents.withLock { $0.state.finishRunning(now: now) }
            return true
        }
    }
}

// MARK: - The system

extension ExecutorCore {
    private static var currentThread: UInt {
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
