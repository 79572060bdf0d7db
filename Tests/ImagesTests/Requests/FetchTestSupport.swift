import CameraRollTesting
import CoreTestSupport

@testable import CameraRoll

extension ActiveFetch {
    /// A fetch that waits for its source.
    static func made(priority: ImagePriority = .prefetch) -> ActiveFetch {
        let clock = AnyClock(ContinuousClock())
        return ActiveFetch(
            ImageJobScheduler.RunID(number: 1), priority: priority, clock: clock, deadlines: Deadlines(clock: clock))
    }
}

/// Records the operations on a source and on work of a pool.
final class FetchNotes: Sendable {
    private struct Work: PoolWork {
        let onRun: @Sendable () -> Void
        let onCancel: @Sendable () -> Void

        func run() { onRun() }
        func cancel() { onCancel() }
    }

    /// A pool whose only thread is held.
    let pool = PoolCore(label: "test", limits: PoolLimits(threads: 1), order: .byPriority)
    /// The work that holds it.
    let held: PoolPlace
    private let gate = BlockingGate()
    private let notes = Lock<[String]>([])

    init() async throws {
        let work = Work(onRun: { [gate] in gate.pass() }, onCancel: {})
        held = PoolPlace(pool: pool, ticket: try pool.submit(work, priority: .visible))
        await gate.waitUntilReached()
    }

    deinit {
        gate.open()
        pool.shutDown()
    }

    var all: [String] { notes.withLock { $0 } }

    func cancellation(_ name: String) -> @Sendable () -> Void {
        { [notes] in notes.withLock { $0.append("cancel \(name)") } }
    }

    /// A place in a pool without threads, which only the place keeps.
    static func emptyPlace() throws -> PoolPlace {
        var state = PoolState(limits: PoolLimits(threads: 1))
        let work = Work(onRun: {}, onCancel: {})
        let ticket = try state.submit(work, priority: .visible).ticket
        return PoolPlace(pool: PoolCore(label: "test", limits: PoolLimits(threads: 1)), ticket: ticket)
    }

    /// Work that waits in the pool.
    func place(_ name: String) throws -> PoolPlace {
        let work = Work(onRun: {}, onCancel: cancellation(name))
        return PoolPlace(pool: pool, ticket: try pool.submit(work, priority: .visible))
    }
}
