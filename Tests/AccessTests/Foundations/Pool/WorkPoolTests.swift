import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import Testing

@Suite struct WorkPoolTests {
    @Test func `Work runs first in, first out, whatever its priority`() async throws {
        let blocked = try await BlockedPool()
        for number in 0..<6 { _ = try blocked.submit(number, number % 2 == 0 ? .prefetch : .visible) }
        #expect(blocked.pool.statistics.waiting == 6)
        #expect(try await blocked.ends() == (0..<6).map(NotingWork.End.run))
    }

    @Test func `Work cancelled while it waits is notified at once, and never runs`() async throws {
        let blocked = try await BlockedPool()
        let tickets = try (0..<3).map { try blocked.submit($0, .prefetch) }
        #expect(blocked.pool.cancel(tickets[1]))
        #expect(blocked.notes.all == [.cancelled(1)])
        #expect(!blocked.pool.cancel(tickets[1]))
        #expect(try await blocked.ends() == [.cancelled(1), .run(0), .run(2)])
        #expect(!blocked.pool.cancel(tickets[0]))
        #expect(blocked.pool.statistics.cancelled == 1)
    }

    @Test func `Work that runs is not cancelled`() async throws {
        let pool = try WorkPool(limits: PoolLimits(threads: 1))
        let (notes, gate, arrived) = (SharedNotes<NotingWork.End>(), BlockingGate(), Gate())
        let work = NotingWork(0, notes) {
            arrived.open()
            gate.pass()
        }
        let ticket = try pool.submit(work, priority: .visible)
        await arrived.wait()
        #expect(!pool.cancel(ticket))
        gate.open()
        await pool.shutdown()
        #expect(notes.all == [.run(0)])
    }

    @Test func `No more work waits than the limit, and refused work is not notified`() async throws {
        let blocked = try await BlockedPool(limits: PoolLimits(threads: 1, waiting: 3))
        let tickets = try (0..<3).map { try blocked.submit($0, .prefetch) }
        #expect(throws: PoolError.tooMuchWork(limit: 3)) { try blocked.submit(3, .visible) }
        blocked.pool.cancel(tickets[0])
        _ = try blocked.submit(4, .visible)
        #expect(blocked.pool.statistics.mostWaiting == 3)
        blocked.gate.open()
        await blocked.pool.shutdown()
        #expect(Set(blocked.notes.all.map(\.number)) == [-1, 0, 1, 2, 4])
    }

    @Test(arguments: [
        (PoolLimits(threads: 0), 0, 1), (PoolLimits(threads: -3), -3, 1), (PoolLimits(waiting: 0), 0, 1),
        (PoolLimits(idleMilliseconds: -1), -1, 0), (PoolLimits(replacements: -2), -2, 0),
    ])
    func `A limit that makes no sense is named`(limits: PoolLimits, value: Int, least: Int) {
        #expect(throws: PoolError.invalidLimit(value, least: least)) { try WorkPool(limits: limits) }
    }

    @Test func `Threads are as many as the limit, start with the work and bear the pool's name`() async throws {
        let pool = try WorkPool(label: "pool.threads", limits: PoolLimits(threads: 3))
        #expect(pool.statistics.threads == 0)
        let (gate, notes) = (BlockingGate(), SharedNotes<NotingWork.End>())
        let names = SharedNotes<String>()
        let arrivals = (0..<3).map { _ in Gate() }
        for number in 0..<20 {
            let work = NotingWork(number, notes) {
                names.append(threadName())
                if number < 3 { arrivals[number].open() }
                gate.pass()
            }
            _ = try pool.submit(work, priority: .prefetch)
        }
        for arrival in arrivals { await arrival.wait() }
        let statistics = pool.statistics
        #expect((statistics.threads, statistics.running, statistics.waiting) == (3, 3, 17))
        gate.open()
        await pool.shutdown()
        #expect((pool.statistics.mostThreads, pool.statistics.mostRunning) == (3, 3))
        #expect(Set(names.all) == ["pool.threads"])
    }
}

extension NotingWork.End {
    var number: Int {
        switch self {
        case .run(let number), .cancelled(let number), .refused(let number, _): number
        }
    }
}

/// The system's name of the calling thread.
private func threadName() -> String {
    #if os(Linux)
        let name = try? String(contentsOf: URL(filePath: "/proc/thread-self/comm"), encoding: .utf8)
        return name?.trimmingCharacters(in: .newlines) ?? ""
    #else
        return Thread.current.name ?? ""
    #endif
}
