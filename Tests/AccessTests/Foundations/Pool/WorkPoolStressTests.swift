import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct WorkPoolStressTests {
    /// Ten tasks that submit a thousand each, and cancel every seventh.
    private func submit(to pool: WorkPool, _ notes: SharedNotes<NotingWork.End>) async {
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<10 {
                group.addTask {
                    for number in task * 1_000..<(task + 1) * 1_000 {
                        let ticket = try? pool.submit(NotingWork(number, notes), priority: .visible)
                        if number % 7 == 0, let ticket { pool.cancel(ticket) }
                        if ticket == nil { notes.append(.cancelled(number)) }
                    }
                }
            }
        }
    }

    @Test(arguments: [0, 5_000])
    func `Of ten thousand pieces of work each runs or is cancelled, once`(idleMilliseconds: Int) async throws {
        let pool = try WorkPool(limits: PoolLimits(threads: 4, idleMilliseconds: idleMilliseconds))
        let notes = SharedNotes<NotingWork.End>()
        await submit(to: pool, notes)
        // All work that was not canceled runs: without this, the shutdown would cancel it.
        await untilFinished(pool)
        await pool.shutdown()
        #expect(notes.all.map(\.number).sorted() == Array(0..<10_000))
        let statistics = pool.statistics
        #expect((statistics.submitted, statistics.running, statistics.threads) == (10_004, 0, 0))
        #expect(statistics.finished + statistics.cancelled == 10_004 && statistics.cancelled <= 1_429)
        #expect(statistics.mostThreads <= 4)
    }

    @Test func `A shutdown in the midst of it loses nothing either`() async throws {
        let pool = try WorkPool(limits: PoolLimits(threads: 2, idleMilliseconds: 0))
        let notes = SharedNotes<NotingWork.End>()
        async let submitted: Void = submit(to: pool, notes)
        await pool.shutdown()
        await submitted
        #expect(notes.all.map(\.number).sorted() == Array(0..<10_000))
    }

    /// Waits until all submitted work has run: by one more piece per thread (4).
    private func untilFinished(_ pool: WorkPool) async {
        let gate = BlockingGate()
        let arrivals = (0..<pool.limits.threads).map { _ in Gate() }
        for arrival in arrivals {
            let work = NotingWork(-1, SharedNotes()) {
                arrival.open()
                gate.pass()
            }
            _ = try? pool.submit(work, priority: .visible)
        }
        for arrival in arrivals { await arrival.wait() }
        gate.open()
    }
}
