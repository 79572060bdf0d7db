package import CameraRollTesting

@testable package import CameraRoll

/// A list that any thread may append to; unlike one behind a `Mutex`, ThreadSanitizer sees how it is protected.
package final class SharedNotes<Element: Sendable>: Sendable {
    private let elements = Lock<[Element]>([])

    package init() {}

    package var all: [Element] { elements.withLock(\.self) }

    package func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

/// Work that records how it ended, and runs a closure.
package final class NotingWork: PoolWork {
    package enum End: Hashable {
        case run(Int)
        case cancelled(Int)
        case refused(Int, PoolError)
    }

    private let number: Int
    private let notes: SharedNotes<End>
    private let body: @Sendable () -> Void

    package init(_ number: Int, _ notes: SharedNotes<End>, body: @escaping @Sendable () -> Void = {}) {
        self.number = number
        self.notes = notes
        self.body = body
    }

    package func run() {
        body()
        notes.append(.run(number))
    }

    package func cancel() {
        notes.append(.cancelled(number))
    }

    package func refuse(_ error: PoolError) {
        notes.append(.refused(number, error))
    }
}

/// A pool whose threads all wait at a gate, so that submitted work is queued.
package struct BlockedPool {
    package let pool: WorkPool
    package let gate = BlockingGate()
    package let notes = SharedNotes<NotingWork.End>()

    /// The work at the gate has the number -1.
    package init(limits: PoolLimits = PoolLimits(threads: 1)) async throws {
        pool = try WorkPool(limits: limits)
        for _ in 0..<limits.threads {
            let arrived = Gate()
            let work = NotingWork(-1, notes) { [gate] in
                arrived.open()
                gate.pass()
            }
            _ = try pool.submit(work, priority: .visible)
            await arrived.wait()
        }
    }

    package func submit(_ number: Int, _ priority: PoolPriority) throws(PoolError) -> PoolTicket {
        try pool.submit(NotingWork(number, notes), priority: priority)
    }

    /// Opens the gate and returns how all work ended, once it has.
    package func ends() async throws -> [NotingWork.End] {
        let isDone = Gate()
        // The last work: with one thread it runs when all other work has run.
        _ = try pool.submit(NotingWork(-2, SharedNotes()) { isDone.open() }, priority: .prefetch)
        gate.open()
        await isDone.wait()
        return notes.all.filter { $0 != .run(-1) }
    }
}

/// The threads of a pool, which outlive it for a moment.
package struct PoolThreads {
    fileprivate let core: PoolCore

    package var count: Int { core.statistics.threads }

    /// Returns once all of them have ended.
    package func awaitExit() async { await core.awaitExit() }
}

extension WorkPool {
    package var threads: PoolThreads { PoolThreads(core: core) }
}
