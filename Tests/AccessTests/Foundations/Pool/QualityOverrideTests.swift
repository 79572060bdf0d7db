import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Work that becomes more urgent while it runs, with a double of the threads' quality of service.
@Suite(.timeLimit(.hang)) struct QualityOverrideTests {
    private enum Event: Hashable {
        case begun(PoolPriority), ended(PoolPriority)
    }

    private let events = SharedNotes<Event>()
    private let core: PoolCore
    private let notes = SharedNotes<NotingWork.End>()
    private let gate = BlockingGate()
    private let arrived = Gate()

    init() {
        // The only thread of the pool has the number 7.
        let overrides = QualityOverrides {
            7
        } begin: { [events] thread, priority in
            guard thread == 7 else { return nil }
            events.append(.begun(priority))
            return { events.append(.ended(priority)) }
        }
        core = PoolCore(label: "raised", limits: PoolLimits(threads: 1), order: .byPriority, overrides: overrides)
    }

    /// Submits work that runs until the gate is open.
    private func begin() async throws -> PoolTicket {
        let work = NotingWork(0, notes) { [gate, arrived] in
            arrived.open()
            gate.pass()
        }
        let ticket = try core.submit(work, priority: .prefetch)
        await arrived.wait()
        return ticket
    }

    /// Returns once all work has ended.
    private func finish() async {
        gate.open()
        core.shutDown()
        await core.awaitExit()
    }

    @Test func `Running work that becomes more urgent is raised once, and lowered once at its end`() async throws {
        let ticket = try await begin()
        for _ in 0..<3 { core.setPriority(.visible, of: ticket) }
        core.setPriority(.prefetch, of: ticket)
        core.setPriority(.visible, of: ticket)
        #expect(events.all == [.begun(.visible)])
        await finish()
        core.setPriority(.visible, of: ticket)
        #expect(events.all == [.begun(.visible), .ended(.visible)])
    }

    @Test func `Work that becomes more urgent in steps is raised in steps, all of which end before other work begins`()
        async throws
    {
        let ticket = try await begin()
        core.setPriority(.standard, of: ticket)
        core.setPriority(.visible, of: ticket)
        let isDone = Gate()
        let other = NotingWork(1, notes) { [events] in
            events.append(.begun(.background))
            isDone.open()
        }
        let next = try core.submit(other, priority: .prefetch)
        // It waits, and is only moved in the queue.
        core.setPriority(.visible, of: next)
        gate.open()
        await isDone.wait()
        await finish()
        #expect(
            events.all == [
                .begun(.standard), .begun(.visible), .ended(.standard), .ended(.visible), .begun(.background),
            ])
    }

    @Test func `Work that hangs and is given up is lowered when it returns`() async throws {
        let ticket = try await begin()
        core.setPriority(.visible, of: ticket)
        #expect(core.giveUp(ticket))
        #expect(events.all == [.begun(.visible)])
        await finish()
        #expect(events.all == [.begun(.visible), .ended(.visible)])
    }

    // the source               the cell
    // ----------               --------
    // is called for a prefetch
    //                          joins
    // returns
    @Test func `A visible request raises the call of the source that it joins`() async throws {
        let deadlines = Deadlines<ObjectIdentifier>(clock: AnyClock(ManualClock()))
        let fetch = ActiveFetch(
            ImageJobScheduler.RunID(number: 0), priority: .prefetch, isClaimed: true, clock: AnyClock(ManualClock()),
            deadlines: deadlines)
        let ticket = try await begin()
        #expect(fetch.begin())
        fetch.setPlace(PoolPlace(pool: core, ticket: ticket), priority: .prefetch)
        #expect(!fetch.setPriority(.visible))
        #expect(events.all == [.begun(.visible)])
        await finish()
        #expect(!fetch.setCancellation(nil))
        #expect(events.all == [.begun(.visible), .ended(.visible)])
    }
}
