import Testing

@testable import SyntheticLibrary

@Suite(.timeLimit(.minutes(10))) struct WaiterCounterTests {
    private let headcount = WaiterCounter()

    @Test func `What is so already is not waited for`() async {
        await headcount.falls(to: 0)
        headcount.enter()
        await headcount.reaches(1)
        await headcount.falls(to: 1)
        #expect(headcount.count == 1)
    }

    @Test func `Waits for more and waits for fewer each end when their condition holds`() async {
        async let full: Void = headcount.reaches(2)
        headcount.enter()
        headcount.enter()
        await full
        async let empty: Void = headcount.falls(to: 0)
        headcount.leave(2)
        await empty
        #expect(headcount.count == 0)
    }

    @Test func `A task that is cancelled waits no longer, before or while it waits`() async {
        let early = Task { [headcount] in
            withUnsafeCurrentTask { $0?.cancel() }
            await headcount.reaches(1)
        }
        await early.value
        let late = Task { [headcount] in await headcount.reaches(1) }
        late.cancel()
        await late.value
        #expect(headcount.count == 0)
    }
}
