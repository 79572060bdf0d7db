import CameraRollTesting
import Testing

@testable import CameraRoll

/// Two callers that use copies of one iterator.
@Suite(.timeLimit(.minutes(10))) struct ImageWaiterTests {
    @Test func `Progress does not go back when a request runs once more`() async throws {
        let waiter = ImageWaiter()
        waiter.receive(.progress(0.5))
        waiter.receive(.progress(0.1))
        guard case .progress(0.5)? = try await waiter.next() else {
            Issue.record("another progress")
            return
        }
        waiter.receive(.progress(0.4))
        waiter.receive(.final(try ImageSubject.picture(1)))
        #expect(try await waiter.next()?.image?.number == 1)
    }

    // One                     Other                      Waiter
    // ---                     -----                      ------
    // calls next, and waits
    //                         calls next, and waits instead
    // gets nil
    //                                                    receives the final image
    //                         gets it
    @MainActor @Test func `A waiting caller is replaced by a later one, and learns that no more comes`() async throws {
        let waiter = ImageWaiter()
        let image = try ImageSubject.picture(2)
        let readers = (0..<2).map { _ in Task { try await waiter.next()?.image?.number } }
        // Queued on the main actor after both readers, so that both wait by then, in their order.
        Task { waiter.receive(.final(image)) }
        #expect(try await readers[0].value == nil)
        #expect(try await readers[1].value == 2)
        #expect(waiter.isOver)
        #expect(try await waiter.next() == nil)
    }
}
