import TestSupport
import Testing

@testable import SyntheticLibrary

@Suite(.timeLimit(.hang)) struct WaiterCounterTests {
    private let waiters = WaiterCounter()

    @Test func `What is so already is not waited for`() async {
        await waiters.falls(to: 0)
        waiters.enter()
        await waiters.reaches(1)
        await waiters.falls(to: 1)
        #expect(waiters.count == 1)
    }

    @Test func `Waits for more and waits for fewer each end when their condition holds`() async {
        async let full: Void = waiters.reaches(2)
        waiters.enter()
        waiters.enter()
        await full
        async let empty: Void = waiters.falls(to: 0)
        waiters.leave(2)
        await empty
        #expect(waiters.count == 0)
    }

    @Test func `A task that is cancelled waits no longer, before or while it waits`() async {
        let early = Task { [waiters] in
            withUnsafeCurrentTask { $0?.cancel() }
            await waiters.reaches(1)
        }
        await early.value
        let late = Task { [waiters] in await waiters.reaches(1) }
        late.cancel()
        await late.value
        #expect(waiters.count == 0)
    }
}
