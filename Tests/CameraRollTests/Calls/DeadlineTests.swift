import CameraRollTesting
import Dispatch
import Testing

@testable import CameraRoll

@Suite struct DeadlineTests {
    // the caller               the executor             the clock
    // ----------               ------------             ---------
    //                          wedged by "stuck"
    // waits with "page"
    //                                                   30 s
    // "page" timed out while
    // "stuck" was running
    //                          released
    // reads again
    @Test func `While the library is wedged callers time out, and afterwards all is well again`() async throws {
        let door = ManualDoor()
        let (gate, released) = (BlockingGate(), Gate())
        let stuck = Task { try await door.access.read("stuck") { library in gate.pass() } }
        await door.manual.waitForJobs(1)
        DispatchQueue.global().async {
            door.manual.runNext()
            released.open()
        }
        await gate.waitForArrival()
        let page = Task { try await door.read(1, as: "page") }
        await door.manual.waitForJobs(1)
        await door.clock.waitForSleepers(1)
        door.clock.advance(by: .seconds(30))
        #expect(await page.libraryError == .timedOut("page", after: .seconds(30), behind: "stuck"))
        #expect(await stuck.libraryError == .timedOut("stuck", after: .seconds(30), behind: nil))
        gate.open()
        await released.wait()
        // The turn of "page" still waits, and is passed by.
        door.manual.runAll()
        #expect(try await door.finish(2) == 2)
    }

    @Test func `A wedged executor of its own thread names what holds it up`() async {
        let clock = ManualClock()
        let access = LibraryAccess(.fixed(FixedContents()), executor: LibraryExecutor(label: "wedged"), clock: clock)
        let gate = BlockingGate()
        let stuck = Task { try await access.read("stuck") { library in gate.pass() } }
        await gate.waitForArrival()
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(30))
        #expect(await stuck.libraryError == .timedOut("stuck", after: .seconds(30), behind: nil))
        gate.open()
        await access.close()
    }

    @Test func `A read without a deadline waits for ever, and with its own not longer than that`() async throws {
        let door = ManualDoor(limits: .untimed)
        let patient = Task { try await door.read(1) }
        await door.manual.waitForJobs(1)
        let hasty = Task { try await withReadDeadline(.seconds(2)) { try await door.read(2, as: "hasty") } }
        await door.clock.waitForSleepers(1)
        door.clock.advance(by: .seconds(2))
        #expect(await hasty.libraryError == .timedOut("hasty", after: .seconds(2), behind: nil))
        door.clock.advance(by: .seconds(1_000_000))
        door.manual.runAll()
        #expect(try await patient.value == 1)
    }

    // slow                     fast                     the clock
    // ----                     ----                     ---------
    // waits, 10 s
    //                          waits, 1 s: the timer
    //                          is set anew
    //                                                   1 s
    //                          timed out
    //                                                   10 s
    // timed out
    @Test func `A later read with an earlier deadline times out first`() async {
        let door = ManualDoor(limits: LibraryAccess.Limits(deadline: .seconds(10)))
        let slow = Task { try await door.read(1, as: "slow") }
        await door.manual.waitForJobs(1)
        let fast = Task { try await withReadDeadline(.seconds(1)) { try await door.read(2, as: "fast") } }
        await door.clock.waitForSleeper(until: .init(offset: .seconds(1)))
        door.clock.advance(by: .seconds(1))
        #expect(await fast.libraryError == .timedOut("fast", after: .seconds(1), behind: nil))
        await door.clock.waitForSleeper(until: .init(offset: .seconds(10)))
        door.clock.advance(by: .seconds(9))
        #expect(await slow.libraryError == .timedOut("slow", after: .seconds(10), behind: nil))
    }

    @Test func `A read that ran out of time takes no turn`() async {
        let door = ManualDoor()
        let read = Task { try await door.read(1) }
        await door.clock.waitForSleepers(1)
        door.clock.advance(by: .seconds(30))
        #expect(await read.libraryError == .timedOut("read", after: .seconds(30), behind: nil))
        door.manual.runAll()
        #expect(door.ledger.entries.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
    func `A deadline of no time is refused, and nothing is enqueued`(deadline: Duration) async {
        let door = ManualDoor(limits: LibraryAccess.Limits(deadline: deadline))
        await #expect(throws: LibraryError.invalidDeadline(deadline)) { try await door.read(1) }
        let other = ManualDoor()
        await #expect(throws: LibraryError.invalidDeadline(deadline)) {
            try await withReadDeadline(deadline) { try await other.read(1) }
        }
        #expect(door.manual.waitingJobs + other.manual.waitingJobs == 0)
    }

    @Test func `Where all answers come in time one timer serves them all`() async throws {
        let door = ManualDoor()
        for number in 0..<20 { #expect(try await door.finish(number) == number) }
        await door.clock.waitForSleepers(1)
        #expect(door.clock.sleepers == 1)
        #expect(door.clock.nextDeadline?.offset == .seconds(30))
    }

    @Test func `The timer ends with the door`() async throws {
        let (manual, clock) = (ManualExecutor(), ManualClock())
        do {
            let access = LibraryAccess(.fixed(FixedContents()), executor: manual.executor, clock: clock)
            let pending = try access.start(NotedSlices(1), as: "read")
            await clock.waitForSleepers(1)
            manual.runAll()
            #expect(try await pending.value() == 1)
        }
        #expect(clock.sleepers == 0)
        manual.runAll()
    }
}
