import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Two callers that use copies of one iterator.
@Suite(.timeLimit(.hang)) struct ImageWaiterTests {
    // One                     Other                      State
    // ---                     -----                      -----
    // calls next, and waits
    //                         calls next, and waits instead
    // gets nil
    //                                                    receives the final image
    //                         gets it
    @Test func `A waiting caller is replaced by a later one, and learns that no more comes`() async throws {
        let state = Lock(ImageWaiterState())
        let image = try ImageSubject.picture(2)
        let isWaiting = Gate()
        async let one = withCallerContinuation { (one: ImageWaiterState.Continuation) in
            let (step, displaced) = state.withLock { $0.next(one) }
            #expect(step == nil && displaced == nil)
            isWaiting.open()
        }
        await isWaiting.wait()
        let other = await withCallerContinuation { (other: ImageWaiterState.Continuation) in
            let (step, displaced) = state.withLock { $0.next(other) }
            #expect(step == nil && displaced != nil)
            displaced?.resume(returning: .success(nil))
            if let (caller, last) = state.withLock({ $0.receive(.final(image)) }) { caller.resume(returning: last) }
        }
        #expect(try await one.get() == nil)
        #expect(try other.get()?.image?.number == 2)
        #expect(state.withLock(\.isOver))
    }

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

    @MainActor @Test func `Both come to an end, one with the image and the other without`() async throws {
        let waiter = ImageWaiter()
        let image = try ImageSubject.picture(2)
        let readers = (0..<2).map { _ in Task { try await waiter.next()?.image?.number } }
        // Queued on the main actor after both readers, so that both wait by then.
        Task { waiter.receive(.final(image)) }
        var ends: [UInt8?] = []
        for reader in readers { ends.append(try await reader.value) }
        #expect(ends.compactMap(\.self) == [2])
    }
}
