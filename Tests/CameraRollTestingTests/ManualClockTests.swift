import CameraRollTesting
import Testing

@Suite struct ManualClockTests {
    private let clock = ManualClock()

    @Test func `The clock stands still until it is moved, and never goes back`() {
        #expect(clock.now.offset == .zero)
        clock.advance(by: .seconds(2))
        clock.advance(by: .seconds(-1))
        clock.advance(to: .init(offset: .seconds(1)))
        #expect(clock.now.offset == .seconds(2))
        #expect(clock.minimumResolution == .zero)
    }

    @Test func `Moments are as far apart as their offsets`() {
        let early = ManualClock.Instant(offset: .seconds(1))
        let late = early.advanced(by: .milliseconds(500))
        #expect(early < late)
        #expect(early.duration(to: late) == .milliseconds(500))
    }

    @Test func `Sleeping until now or earlier returns at once`() async throws {
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .seconds(-1))
        #expect(clock.sleepers == 0)
    }

    // the sleeper              the test
    // -----------              --------
    // sleeps until 2 s
    //                          1 s: still asleep
    //                          2 s
    // wakes
    @Test func `A sleeper wakes at its deadline and not before`() async throws {
        async let sleeping: Void = clock.sleep(for: .seconds(2))
        await clock.waitUntilSleeping(1)
        #expect(clock.nextDeadline == .init(offset: .seconds(2)))
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 0)
        try await sleeping
    }

    @Test func `A cancelled sleeper throws, whether it was cancelled before or while it slept`() async {
        let early = Task { try await clock.sleep(for: .seconds(1)) }
        early.cancel()
        await #expect(throws: CancellationError.self) { try await early.value }
        let late = Task { try await clock.sleep(for: .seconds(1)) }
        await clock.waitUntilSleeping(1)
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        clock.advance(by: .seconds(1))
        #expect(clock.sleepers == 0)
    }

    @Test func `A canceled wait for sleepers says where it waited and which sleepers there were`() async throws {
        let none = try await canceledReport { [clock] in await clock.waitUntilSleeping(1) }
        #expect(none == "\(#fileID):\(#line - 1): waitUntilSleeping(1): canceled; at 0.0 seconds no task sleeps.")
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitUntilSleeping(1)
        let one = try await canceledReport { [clock] in
            await clock.waitUntilSleeping(until: .init(offset: .seconds(2)))
        }
        #expect(one.hasSuffix("(until: 2.0 seconds): canceled; at 0.0 seconds tasks sleep until: 3.0 seconds."))
        sleeper.cancel()
        _ = await sleeper.result
    }

    @Test func `Moving the clock and cancelling at once wake each sleeper exactly once`() async {
        for _ in 0..<200 {
            let clock = ManualClock()
            let task = Task { try await clock.sleep(for: .seconds(1)) }
            await clock.waitUntilSleeping(1)
            async let cancelling: Void = task.cancel()
            clock.advance(by: .seconds(1))
            await cancelling
            _ = await task.result
            #expect(clock.sleepers == 0)
        }
    }
}
