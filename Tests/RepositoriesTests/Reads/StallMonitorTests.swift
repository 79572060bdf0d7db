import CameraRollTesting
import CoreTestSupport
import Dispatch
import Testing

@testable import CameraRoll

/// The stall monitor, on a manual clock and with a gate instead of the main actor.
@Suite struct StallMonitorTests {
    private let clock = ManualClock()
    private let executor = LibraryExecutor(label: "test.stall")

    // Monitor                    Main actor              Clock
    // -------                    ----------              -----
    // sleeps 25 ms                                       25 ms later
    // schedules a job
    //                            does not serve          300 ms later
    //                            serves
    // reports 300 ms
    @Test func `A stall is reported with its length`() async throws {
        let (asked, serve) = (Gate(), Gate())
        let stall = firstStall(of: gatedMonitor(asked, serve))
        await clock.waitUntilSleeping(1)
        clock.advance(by: .milliseconds(25))
        await asked.wait()
        clock.advance(by: .milliseconds(300))
        serve.open()
        let reported = try #require(await stall.value)
        #expect(reported.duration == .milliseconds(300))
        #expect(reported.activities.isEmpty)
        #expect(reported.description.contains("300.0 ms") && reported.description.contains("idle"))
    }

    @Test func `A stall names what the library did meanwhile`() async throws {
        let (asked, serve, hang) = (Gate(), Gate(), BlockingGate())
        let access = LibraryAccess(.fixed(FixedContents()), executor: executor, limits: .untimed)
        let read = Task { try await access.read("count everything") { _ in hang.pass() } }
        await hang.waitUntilReached()
        let stall = firstStall(of: gatedMonitor(asked, serve))
        await clock.waitUntilSleeping(1)
        clock.advance(by: .milliseconds(25))
        await asked.wait()
        clock.advance(by: .milliseconds(60))
        serve.open()
        #expect(await stall.value?.activities.map(\.operation) == ["count everything"])
        hang.open()
        try await read.value
    }

    @Test func `A short delay is no stall, and the next one is looked for`() async throws {
        let (turns, monitor) = makeMonitor()
        let stall = firstStall(of: monitor)
        for delay in [Duration.milliseconds(10), .milliseconds(50), .milliseconds(51)] {
            await clock.waitUntilSleeping(1)
            turns.serveAfter(delay)
            clock.advance(by: .milliseconds(25))
        }
        #expect(await stall.value?.duration == .milliseconds(51))
    }

    @Test func `Cancelling ends the sequence`() async {
        let monitor = StallMonitor(executor: executor, clock: clock)
        let watching = Task { await monitor.stalls().reduce(0) { count, _ in count + 1 } }
        await clock.waitUntilSleeping(1)
        watching.cancel()
        #expect(await watching.value == 0)
    }

    @Test func `The main actor itself is asked`() async {
        let monitor = StallMonitor(executor: executor, clock: clock)
        let watching = Task { @MainActor in
            let stalls = monitor.stalls(longerThan: .milliseconds(-1)).makeAsyncIterator()
            return await stalls.next()?.duration
        }
        await clock.waitUntilSleeping(1)
        clock.advance(by: .milliseconds(1))
        #expect(await watching.value == .zero)
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `Where the clock cannot wait, the main actor is not asked at once again`(
        _ flaw: SleeplessClock.Flaw
    ) async throws {
        let asked = Notes<ContinuousClock.Instant>()
        let monitor = StallMonitor(executor: executor, clock: SleeplessClock(manual: clock, flaw: flaw)) { now in
            asked.append(.now)
            return asked.all.count < 3 ? now() : now() + .seconds(1)
        }
        #expect(await firstStall(of: monitor).value?.duration == .seconds(1))
        let times = asked.all
        try #require(times.count == 3)
        #expect(times[2] - times[0] >= .milliseconds(25))
    }

    /// Waits for the first stall of more than 50 ms.
    private func firstStall(of monitor: StallMonitor) -> Task<Stall?, Never> {
        Task {
            let stalls = monitor.stalls(longerThan: .milliseconds(50)).makeAsyncIterator()
            return await stalls.next()
        }
    }

    /// A monitor of a main actor that says when it is asked, and serves when it may.
    private func gatedMonitor(_ asked: Gate, _ serve: Gate) -> StallMonitor {
        StallMonitor(executor: executor, clock: clock) { now in
            asked.open()
            await serve.wait()
            return now()
        }
    }

    private func makeMonitor() -> (Turns, StallMonitor) {
        let turns = Turns(clock: clock)
        return (
            turns,
            StallMonitor(executor: executor, clock: clock) { now in
                turns.take()
                return now()
            }
        )
    }

    /// A main actor with a given delay, on the manual clock.
    private final class Turns: Sendable {
        private let delay = Lock(Duration.zero)
        private let clock: ManualClock

        init(clock: ManualClock) {
            self.clock = clock
        }

        func serveAfter(_ duration: Duration) {
            delay.withLock { $0 = duration }
        }

        func take() {
            clock.advance(by: delay.withLock { $0 })
        }
    }
}
