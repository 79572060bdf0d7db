import CameraRoll
import Dispatch
import Foundation

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    @_spi(ExperimentalCustomExecutors) import _Concurrency
#endif

// How the turns of the main actor are measured
//
// On Linux a job of the main actor runs on any thread that drains the main queue, and the same thread runs other work
// before and after: the processor time of a thread between two heartbeats contains what the main actor never did. So
// the main actor's executor is replaced, where the compiler supports that, with one that does the same as the system's,
// and reads the thread's processor time before and after each job. Elsewhere nothing is measured here.

/// The turns of the main actor: how long each worked, and what the benchmark was doing then.
enum MainActorTurns {
    /// One turn of the main actor, from the moment a thread takes one of its jobs until the job ends or waits.
    struct Turn: Sendable {
        /// The processor time of the turn, in nanoseconds.
        var work: UInt64 = 0
        /// The scenario, and what it was doing.
        var phase = ""
    }

    private struct State {
        var phase = ""
        var longest = Turn()
        /// The work since the last heartbeat.
        var sinceHeartbeat: UInt64 = 0
    }

    private static let state = Lock(State())

    /// Sets what the following turns are for.
    static func begin(_ phase: String) {
        state.withLock { $0.phase = phase }
    }

    /// Returns the longest turn since the last call; nil if turns are not measured.
    static func takeLongest() -> Turn? {
        guard isMeasured else { return nil }
        return state.withLock { state in
            defer { state.longest = Turn() }
            return state.longest
        }
    }

    /// Returns the work of all turns since the last call, with what they are for; nil if turns are not measured.
    static func takeWork() -> Turn? {
        guard isMeasured else { return nil }
        return state.withLock { state in
            defer { state.sinceHeartbeat = 0 }
            return Turn(work: state.sinceHeartbeat, phase: state.phase)
        }
    }

    fileprivate static func add(_ work: UInt64) {
        state.withLock { state in
            state.sinceHeartbeat += work
            if work > state.longest.work { state.longest = Turn(work: work, phase: state.phase) }
        }
    }
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    extension MainActorTurns {
        static let isMeasured = true

        /// Measures all turns from now on; must be called before the main actor is used.
        static func measure() {
            _createExecutors(factory: Factory.self)
        }

        private struct Factory: ExecutorFactory {
            static let mainExecutor: any MainExecutor = MeasuredMainExecutor()
            static var defaultExecutor: any TaskExecutor { PlatformExecutorFactory.defaultExecutor }
        }
    }

    /// Runs the main actor's jobs on the main queue, as the system's executor does, and measures each of them.
    private final class MeasuredMainExecutor: MainExecutor {
        var isMainExecutor: Bool { true }

        func run() throws { dispatchMain() }

        func stop() { fatalError("The main queue cannot be stopped.") }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            DispatchQueue.main.async {
                let start = threadTime()
                job.runSynchronously(on: MainActor.sharedUnownedExecutor)
                MainActorTurns.add(threadTime() - start)
            }
        }

        func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
    }
#else
    extension MainActorTurns {
        static let isMeasured = false

        static func measure() {}
    }
#endif
