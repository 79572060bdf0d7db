import CameraRollTesting
import CoreTestSupport
import Dispatch
import TestSupport
import Testing

@testable import CameraRoll

@Suite(.timeLimit(.hang)) struct DeadlineTests {
    // the caller               the executor             the clock
    // ----------               ------------             ---------
    //                          hangs in "stuck"
    // waits with "page"
    //                                                   30 s
    // "page" timed out while
    // "stuck" was running
    //                          released
    // reads again
    @Test func `While the library is hung callers time out, and afterwards all is well again`() async throws {
        let setup = ManualSetup()
        let (gate, released) = (BlockingGate(), Gate())
        let stuck = Task { try await setup.access.read("stuck") { library in gate.pass() } }
        await setup.manual.waitUntilEnqueued(1)
        DispatchQueue.global().async {
            setup.manual.runNext()
            released.open()
        }
        await gate.waitUntilReached()
        let page = Task { try await setup.read(1, as: "page") }
        await setup.manual.waitUntilEnqueued(1)
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(30))
        #expect(await page.libraryError == .timedOut("page", after: .seconds(30), behind: "stuck"))
        #expect(await stuck.libraryError == .timedOut("stuck", after: .seconds(30), behind: nil))
        gate.open()
        await released.wait()
        // The turn of "page" is still queued, and is skipped.
        setup.manual.runAll()
        #expect(try await setup.finish(2) == 2)
    }

    @Test func `A hung executor of its own thread names what holds it up`() async {
        let clock = ManualClock()
        let access = LibraryAccess(.fixed(FixedContents()), executor: LibraryExecutor(label: "hung"), clock: clock)
        let gate = BlockingGate()
        let stuck = Task { try await access.read("stuck") { library in gate.pass() } }
        await gate.waitUntilReached()
        await clock.waitUntilSleeping(1)
        clock.advance(by: .seconds(30))
        #expect(await stuck.libraryError == .timedOut("stuck", after: .seconds(30), behind: nil))
        gate.open()
        await access.close()
    }

    @Test func `A read without a deadline waits without limit, and with its own deadline no longer than that`()
        async throws
    {
        let setup = ManualSetup(limits: .untimed)
        let patient = Task { try await setup.read(1) }
        await setup.manual.waitUntilEnqueued(1)
        let hasty = Task { try await withReadDeadline(.seconds(2)) { try await setup.read(2, as: "hasty") } }
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(2))
        #expect(await hasty.libraryError == .timedOut("hasty", after: .seconds(2), behind: nil))
        setup.clock.advance(by: .seconds(1_000_000))
        setup.manual.runAll()
        #expect(try await patient.value == 1)
    }

    // slow                     fast                     the clock
    // ----                     ----                     ---------
    // waits, 10 s
    //                          waits, 1 s: the timer
    //                          is set again
    //                                                   1 s
    //                          timed out
    //                                                   10 s
    // timed out
    @Test func `A later read with an earlier deadline times out first`() async {
        let setup = ManualSetup(limits: LibraryAccess.Limits(deadline: .seconds(10)))
        let slow = Task { try await setup.read(1, as: "slow") }
        await setup.manual.waitUntilEnqueued(1)
        let fast = Task { try await withReadDeadline(.seconds(1)) { try await setup.read(2, as: "fast") } }
        await setup.clock.waitUntilSleeping(until: .init(offset: .seconds(1)))
        setup.clock.advance(by: .seconds(1))
        #expect(await fast.libraryError == .timedOut("fast", after: .seconds(1), behind: nil))
        await setup.clock.waitUntilSleeping(until: .init(offset: .seconds(10)))
        setup.clock.advance(by: .seconds(9))
        #expect(await slow.libraryError == .timedOut("slow", after: .seconds(10), behind: nil))
    }

    @Test func `A read that ran out of time takes no turn`() async {
        let setup = ManualSetup()
        let read = Task { try await setup.read(1) }
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(30))
        #expect(await read.libraryError == .timedOut("read", after: .seconds(30), behind: nil))
        setup.manual.runAll()
        #expect(setup.ledger.entries.isEmpty)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
    func `A deadline of no time is refused, and nothing is enqueued`(deadline: Duration) async {
        let setup = ManualSetup(limits: LibraryAccess.Limits(deadline: deadline))
        await #expect(throws: LibraryError.invalidDeadline(deadline)) { try await setup.read(1) }
        let other = ManualSetup()
        await #expect(throws: LibraryError.invalidDeadline(deadline)) {
            try await withReadDeadline(deadline) { try await other.read(1) }
        }
        #expect(setup.manual.waitingJobs + other.manual.waitingJobs == 0)
    }

    @Test func `Where all answers come in time one timer serves them all`() async throws {
        let setup = ManualSetup()
        for number in 0..<20 { #expect(try await setup.finish(number) == number) }
        await setup.clock.waitUntilSleeping(1)
        #expect(setup.clock.sleepers == 1)
        #expect(setup.clock.nextDeadline?.offset == .seconds(30))
    }

    @Test func `Deadlines expire also where the clock cannot wait for them`() async {
        let (manual, clock) = (ManualExecutor(), ManualClock())
        let sleepless = SleeplessClock(manual: clock)
        let access = LibraryAccess(.fixed(FixedContents()), executor: manual.executor, clock: sleepless)
        let read = Task { try await access.read("read") { _ in 1 } }
        await manual.waitUntilEnqueued(1)
        clock.advance(by: .seconds(30))
        #expect(await read.libraryError == .timedOut("read", after: .seconds(30), behind: nil))
        manual.runAll()
    }

    @Test func `A clock that returns too early is not asked again at once`() async {
        let clock = EarlyClock()
        let deadlines = Deadlines<Int>(clock: AnyClock(clock))
        deadlines.start(1, after: .seconds(3_600)) {}
        #expect(await clock.timeOfTwoSleeps() >= .milliseconds(50))
        deadlines.end(1)
    }

    @Test func `The timer ends with the access`() async throws {
        let (manual, clock) = (ManualExecutor(), ManualClock())
        do {
            let access = LibraryAccess(.fixed(FixedContents()), executor: manual.executor, clock: clock)
            let pending = try access.start(NotedSlices(1), as: "read")
            await clock.waitUntilSleeping(1)
            manual.runAll()
            #expect(try await pending.value() == 1)
        }
        #expect(clock.sleepers == 0)
        manual.runAll()
    }

    // "index", 30 s            "other", 30 s            the clock
    // -------------            -------------            ---------
    // waits                    waits
    //                                                   20 s
    // slice 1: 30 s more
    //                                                   30 s
    //                          timed out
    // slices 2 and 3
    @Test func `A read in slices whose time is renewed by each slice outlasts its deadline`() async throws {
        let setup = ManualSetup(limits: LibraryAccess.Limits(deadline: .seconds(30)))
        let index = try setup.access.start(NotedSlices(3), as: "index")
        let other = Task { try await withReadDeadline(.seconds(30)) { try await setup.read(1, as: "other") } }
        await setup.manual.waitUntilEnqueued(2)
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(20))
        setup.manual.runNext()
        setup.clock.advance(by: .seconds(10))
        // Ended by the timer, later than "index" would have been.
        #expect(await other.libraryError == .timedOut("other", after: .seconds(30), behind: nil))
        setup.manual.runAll()
        #expect(try await index.value() == 3)
    }

    @Test func `A deadline that was asked for is not renewed by slices`() async throws {
        let setup = ManualSetup(limits: .untimed)
        let index = try await withReadDeadline(.seconds(30)) { try setup.access.start(NotedSlices(3), as: "index") }
        let other = try setup.access.start(NotedSlices(1), as: "other")
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(20))
        setup.manual.runNext()
        setup.clock.advance(by: .seconds(10))
        await #expect(throws: LibraryError.timedOut("index", after: .seconds(30), behind: nil)) {
            try await index.value()
        }
        setup.manual.runAll()
        #expect(try await other.value() == 1)
    }

    // the reads                the process
    // ---------                -----------
    // wait, 30 s
    //                          is suspended for an hour
    // have 30 s more
    //                          resumes
    // the first ends, the second times out after 30 s
    @Test func `After the process was suspended each read in flight has its time again`() async throws {
        let setup = ManualSetup()
        let page = Task { try await setup.read(1, as: "page") }
        await setup.manual.waitUntilEnqueued(1)
        let late = Task { try await setup.read(2, as: "late") }
        await setup.manual.waitUntilEnqueued(2)
        await setup.clock.waitUntilSleeping(1)
        setup.clock.advance(by: .seconds(3_600))
        await setup.clock.waitUntilSleeping(until: .init(offset: .seconds(3_630)))
        setup.manual.runNext()
        #expect(try await page.value == 1)
        setup.clock.advance(by: .seconds(30))
        #expect(await late.libraryError == .timedOut("late", after: .seconds(30), behind: nil))
    }

    @Test func `An earlier deadline replaces the timer, and leaves none behind`() async {
        let setup = ManualSetup(limits: LibraryAccess.Limits(deadline: .seconds(90)))
        var reads: [Task<Int, any Error>] = []
        for seconds in (1...9).reversed() {
            reads.append(
                Task { try await withReadDeadline(.seconds(seconds * 10)) { try await setup.read(seconds) } })
            await setup.clock.waitUntilSleeping(until: .init(offset: .seconds(seconds * 10)))
            // Once the read is queued in its lane, the previous timer has been canceled.
            await setup.manual.waitUntilEnqueued(reads.count)
            #expect(setup.clock.sleepers == 1)
        }
        setup.clock.advance(by: .seconds(10))
        #expect(await reads[8].libraryError == .timedOut("read", after: .seconds(10), behind: nil))
        setup.manual.runAll()
        for read in reads.dropLast() { _ = await read.result }
    }

    @Test func `A read that has ended takes up no room, however it ended`() async throws {
        let setup = ManualSetup()
        #expect(try await setup.finish(1) == 1)
        #expect(setup.access.callCount == 0, "a read that was answered")
        let early = try setup.access.start(NotedSlices(2), as: "read")
        early.end(.cancelled)
        #expect(setup.access.callCount == 1)
        setup.manual.runAll()
        #expect(setup.access.callCount == 0, "a read that was canceled before its turn")
        let calls = Notes<LibraryCall<NotedSlices>>()
        calls.append(
            try setup.access.start(NotedSlices(2) { _ in calls.all.first?.end(.cancelled) }, as: "read"))
        setup.manual.runAll()
        #expect(setup.access.callCount == 0, "a read that was canceled during its turn")
        let refused = ManualSetup()
        await refused.manual.executor.shutdown()
        await #expect(throws: LibraryError.shutDown) { try await refused.read(2) }
        #expect(refused.access.callCount == 0, "a read that was refused")
    }

    @Test func `Reads that an executor refuses take up no room`() async {
        let setup = ManualSetup(limits: LibraryAccess.Limits(maximumPendingReads: 1))
        await setup.manual.executor.shutdown()
        for number in 0..<3 {
            await #expect(throws: LibraryError.shutDown) { try await setup.read(number) }
        }
    }

    @Test func `Reads beyond the limit are refused until one has left its lane`() async throws {
        let setup = ManualSetup(limits: LibraryAccess.Limits(maximumPendingReads: 2))
        let reads = try (0..<2).map { _ in try setup.access.start(NotedSlices(1), as: "read") }
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await setup.read(3) }
        for read in reads { read.end(.cancelled) }
        // Abandoned reads count until the executor has skipped their turns.
        await #expect(throws: LibraryError.tooManyCalls(limit: 2)) { try await setup.read(3) }
        setup.manual.runAll()
        #expect(try await setup.finish(4) == 4)
    }
}
