import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

/// Work that does not return.
@Suite(.timeLimit(.hang)) struct WorkPoolHangTests {
    /// A piece of work that waits at its own gate.
    private struct Hanging {
        let gate = BlockingGate()
        let arrived = Gate()
        let ticket: PoolTicket

        init(_ number: Int, in pool: WorkPool, _ notes: SharedNotes<NotingWork.End>) async throws {
            let work = NotingWork(number, notes) { [gate, arrived] in
                arrived.open()
                gate.pass()
            }
            ticket = try pool.submit(work, priority: .visible)
        }
    }

    // Thread                      Owner                         Replacement thread
    // ------                      -----                         ------------------
    // runs 0, which hangs
    //                             submits 1, gives 0 up
    //                                                           runs 1
    // returns, and ends
    //                                                           runs 2, as the only thread left
    @Test func `Another thread stands in for one whose work hangs, and the surplus ends when that returns`()
        async throws
    {
        let pool = try WorkPool(limits: PoolLimits(threads: 1, replacements: 1, idleMilliseconds: 0))
        let notes = SharedNotes<NotingWork.End>()
        let hung = try await Hanging(0, in: pool, notes)
        await hung.arrived.wait()
        let second = try await Hanging(1, in: pool, notes)
        #expect(pool.statistics.threads == 1)
        #expect(pool.giveUp(hung.ticket) && !pool.giveUp(hung.ticket))
        await second.arrived.wait()
        #expect((pool.statistics.threads, pool.statistics.hung) == (2, 1))
        hung.gate.open()
        second.gate.open()
        await pool.threads.awaitExit()
        #expect(Set(notes.all) == [.run(0), .run(1)])
        #expect((pool.statistics.threads, pool.statistics.hung, pool.statistics.mostThreads) == (0, 0, 2))
    }

    @Test func `Work that waits or has ended is not given up`() async throws {
        let pool = try WorkPool(limits: PoolLimits(threads: 1, idleMilliseconds: 0))
        let notes = SharedNotes<NotingWork.End>()
        let first = try await Hanging(0, in: pool, notes)
        await first.arrived.wait()
        let waiting = try await Hanging(1, in: pool, notes)
        #expect(!pool.giveUp(waiting.ticket))
        first.gate.open()
        waiting.gate.open()
        await pool.threads.awaitExit()
        #expect(!pool.giveUp(first.ticket))
        #expect((pool.statistics.hung, pool.statistics.mostThreads) == (0, 1))
    }

    @Test func `If every thread hangs, what waits is refused by name, and so is what comes until one returns`()
        async throws
    {
        let pool = try WorkPool(limits: PoolLimits(threads: 1, replacements: 1))
        let notes = SharedNotes<NotingWork.End>()
        let first = try await Hanging(0, in: pool, notes)
        await first.arrived.wait()
        pool.giveUp(first.ticket)
        let second = try await Hanging(1, in: pool, notes)
        await second.arrived.wait()
        _ = try await Hanging(2, in: pool, notes)
        #expect(notes.all.isEmpty)
        pool.giveUp(second.ticket)
        #expect(notes.all == [.refused(2, .hung(threads: 2))])
        #expect(throws: PoolError.hung(threads: 2)) {
            try pool.submit(NotingWork(3, notes), priority: .visible)
        }
        #expect((pool.statistics.threads, pool.statistics.cancelled) == (2, 1))
        first.gate.open()
        second.gate.open()
        await pool.shutdown()
        #expect((pool.statistics.hung, pool.statistics.finished) == (0, 2))
    }
}
