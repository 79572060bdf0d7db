import CameraRoll
import Testing

@testable import SyntheticLibrary

/// Callbacks that a store holds back.
@Suite struct HeldCallbacksTests {
    private let held = HeldCallbacks()
    private let called = Lock<[Int]>([])

    private func hold(_ number: Int) -> HeldCallbacks.Ticket {
        let ticket = held.hold { [called] _ in called.withLock { $0.append(number) } }
        held.announce()
        return ticket
    }

    @Test func `A dropped callback is neither called nor counted`() async {
        let tickets = (0..<3).map(hold)
        held.drop(tickets[1])
        held.drop(tickets[1])
        #expect(held.count == 2)
        #expect(held.announcedCount == 2)
        #expect(held.release(in: SyntheticStore(assets: 1, seed: 1)) == 2)
        #expect(called.withLock(\.self) == [0, 2])
        held.drop(tickets[0])
        #expect(held.announcedCount == 0)
    }

    @Test func `Callbacks are released in the order in which they were held, each once`() {
        for number in 0..<40 { _ = hold(number) }
        let store = SyntheticStore(assets: 1, seed: 1)
        #expect(held.release(in: store) == 40)
        #expect(called.withLock(\.self) == Array(0..<40))
        #expect(held.release(in: store) == 0)
        #expect(held.count == 0)
        #expect(held.announcedCount == 0)
    }
}
