import CameraRollTesting
import Testing

@testable import CameraRoll

/// One read of original data.
@Suite struct ResourceCallTests {
    // Submission          Thread              Clock
    // ----------          ------              -----
    // submits
    //                     begins, and hangs
    //                                         30 s: gives up
    // sets its actions
    @Test func `A source that hangs before its submission returns loses its thread, too`() {
        let clock = AnyClock(ManualClock())
        let call = ResourceCall<Int>(
            clock: clock, timeout: .seconds(30), generation: 0, deadlines: Deadlines(clock: clock))
        let (ends, hangs) = (Lock(0), Lock(0))
        #expect(call.begin())
        #expect(!call.giveUp(after: .seconds(30)))
        call.onEnd({ ends.withLock { $0 += 1 } }) {
            hangs.withLock { $0 += 1 }
            return true
        }
        #expect(ends.withLock(\.self) == 1)
        #expect(hangs.withLock(\.self) == 1)
        #expect(!call.giveUp(after: .seconds(30)))
        #expect(hangs.withLock(\.self) == 1)
    }

    @Test func `A source that returned in time keeps its thread`() {
        let clock = AnyClock(ManualClock())
        let call = ResourceCall<Int>(
            clock: clock, timeout: .seconds(30), generation: 0, deadlines: Deadlines(clock: clock))
        let hangs = Lock(0)
        #expect(call.begin())
        call.endFromSource(.success(1))
        call.leave()
        call.onEnd({}) {
            hangs.withLock { $0 += 1 }
            return true
        }
        #expect(!call.giveUp(after: .seconds(30)))
        #expect(hangs.withLock(\.self) == 0)
    }
}
