import CameraRoll
import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@Suite(.timeLimit(.hang)) struct WorkPoolEndTests {
    @Test func `A shutdown cancels what waits, lets finish what runs, and takes on no more`() async throws {
        let blocked = try await BlockedPool()
        for number in 0..<3 { _ = try blocked.submit(number, .visible) }
        async let isShutDown: Void = blocked.pool.shutdown()
        blocked.gate.open()
        await isShutDown
        #expect(blocked.notes.all.contains(.run(-1)))
        #expect(Set(blocked.notes.all.map(\.number)) == [-1, 0, 1, 2])
        #expect(blocked.notes.all.count == 4)
        #expect(throws: PoolError.shutDown) { try blocked.submit(3, .visible) }
        #expect((blocked.pool.statistics.threads, blocked.pool.statistics.running) == (0, 0))
        await blocked.pool.shutdown()
    }

    @Test func `A pool that never ran anything shuts down at once`() async throws {
        await (try WorkPool()).shutdown()
    }

    @Test func `Threads that sleep end with the pool`() async throws {
        var pool: WorkPool? = try WorkPool(limits: PoolLimits(threads: 2, idleMilliseconds: 3_600_000))
        let isReleased = { [weak pool] in pool == nil }
        let threads = try #require(pool?.threads)
        let isDone = Gate()
        for _ in 0..<50 {
            _ = try pool?.submit(NotingWork(0, SharedNotes()) { isDone.open() }, priority: .visible)
        }
        await isDone.wait()
        pool = nil
        await threads.awaitExit()
        #expect(isReleased() && threads.count == 0)
    }

    @Test func `The release of a pool cancels what waits`() async throws {
        var blocked: BlockedPool? = try await BlockedPool()
        for number in 0..<3 { _ = try blocked?.submit(number, .visible) }
        let notes = try #require(blocked?.notes)
        let (gate, threads) = (try #require(blocked?.gate), try #require(blocked?.pool.threads))
        blocked = nil
        #expect(notes.all == [.cancelled(0), .cancelled(1), .cancelled(2)])
        gate.open()
        await threads.awaitExit()
        #expect(notes.all.last == .run(-1))
    }

    @Test func `Idle threads end by themselves, and new ones come with new work`() async throws {
        let pool = try WorkPool(limits: PoolLimits(threads: 2, idleMilliseconds: 0))
        let notes = SharedNotes<NotingWork.End>()
        for number in 0..<200 {
            _ = try pool.submit(NotingWork(number, notes), priority: .visible)
            if number % 5 == 0 { await pool.threads.awaitExit() }
        }
        await pool.threads.awaitExit()
        #expect(Set(notes.all) == Set((0..<200).map(NotingWork.End.run)) && notes.all.count == 200)
        #expect(pool.statistics.threads == 0 && pool.statistics.mostThreads <= 2)
    }
}
