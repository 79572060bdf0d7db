import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Pauses on clocks that wait, and on those that cannot.
@Suite(.timeLimit(.hang)) struct PauseTests {
    @Test func `A pause ends when its time has passed`() async {
        let manual = ManualClock()
        let clock = AnyClock(manual)
        let pause = Task { await clock.pause(until: .seconds(5)) }
        await manual.waitUntilSleeping(1)
        manual.advance(by: .seconds(5))
        #expect(await pause.value == true)
    }

    @Test func `A pause that is canceled ends before its time, and says so`() async {
        let manual = ManualClock()
        let clock = AnyClock(manual)
        let pause = Task { await clock.pause(until: .seconds(5)) }
        await manual.waitUntilSleeping(1)
        pause.cancel()
        #expect(await pause.value == false)
        #expect(manual.now.offset == .zero)
    }

    @Test(arguments: SleeplessClock.Flaw.allCases)
    func `Where the clock cannot wait the time passes on the system's clock`(_ flaw: SleeplessClock.Flaw) async {
        let clock = AnyClock(SleeplessClock(manual: ManualClock(), flaw: flaw))
        let start = ContinuousClock.now
        let hasPassed = await clock.pause(until: .milliseconds(20))
        #expect(hasPassed)
        #expect(ContinuousClock.now - start >= .milliseconds(10))
    }
}
