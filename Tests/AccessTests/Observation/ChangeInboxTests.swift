import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite(.timeLimit(.hang)) struct ChangeInboxTests {
    private let subscriber = ManualSubscriber()

    // the subscriber           the library
    // --------------           -----------
    // calls next
    //                          a change, 1,000 times
    // gets one
    // calls next
    @Test func `Changes while the subscriber is busy are reported to it once`() async {
        let first = subscriber.ask()
        for _ in 0..<1_000 { subscriber.inbox.receive(LatestMessageState.Message()) }
        #expect(subscriber.tasks.waitingJobs == 1)
        #expect(await subscriber.answer(of: first) == .success(LatestMessageState.Message()))
        let second = subscriber.ask()
        #expect(await subscriber.answer(of: second) == .success(LatestMessageState.Message()))
        let third = subscriber.ask()
        #expect(subscriber.tasks.waitingJobs == 0)
        subscriber.inbox.end(.shutDown)
        #expect(await subscriber.answer(of: third) == .failure(.shutDown))
    }

    @Test func `A reason to reload is not lost among the changes after it`() async {
        subscriber.inbox.receive(LatestMessageState.Message(reload: .foreground))
        subscriber.inbox.receive(LatestMessageState.Message())
        let task = subscriber.ask()
        #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message(reload: .foreground)))
    }

    // the subscriber           its owner
    // --------------           ---------
    // calls next, and waits
    //                          cancels the task
    // gets .cancelled
    //                          a change comes
    // calls next again, and gets it
    @Test func `A cancelled wait ends at once and takes no message with it`() async {
        let task = subscriber.ask()
        task.cancel()
        #expect(subscriber.tasks.waitingJobs == 1)
        subscriber.inbox.receive(LatestMessageState.Message())
        #expect(await subscriber.answer(of: task) == .failure(.cancelled))
        let again = subscriber.ask()
        #expect(await subscriber.answer(of: again) == .success(LatestMessageState.Message()))
    }

    @Test func `A task that is cancelled before it asks takes no message either`() async throws {
        let inbox = ChangeInbox()
        let error = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure { () async throws(LibraryError) in try await inbox.next() }
        }.value
        #expect(error == .cancelled)
        #expect(try await inbox.next() == LatestMessageState.Message())
    }

    @Test func `A cancellation that comes after the message has no effect`() async {
        let task = subscriber.ask()
        subscriber.inbox.receive(LatestMessageState.Message())
        task.cancel()
        #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
    }

    @Test func `Of two waiting copies the later one continues, and the earlier one ends`() async {
        let early = subscriber.ask()
        let late = subscriber.ask()
        early.cancel()
        #expect(await subscriber.answer(of: early) == .success(nil))
        subscriber.inbox.receive(LatestMessageState.Message())
        #expect(await subscriber.answer(of: late) == .success(LatestMessageState.Message()))
    }

    @Test func `With concurrent senders and cancellations every wait ends, and the last change is received`()
        async throws
    {
        let inbox = ChangeInbox(nil)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<200 { inbox.receive(LatestMessageState.Message()) } }
                group.addTask {
                    for _ in 0..<50 {
                        let task = Task { try? await inbox.next() }
                        task.cancel()
                        _ = await task.value
                    }
                }
            }
        }
        inbox.receive(LatestMessageState.Message(reload: .foreground))
        #expect(try await inbox.next() == LatestMessageState.Message(reload: .foreground))
        inbox.end(.shutDown)
        #expect(await failure { () async throws(LibraryError) in try await inbox.next() } == .shutDown)
        #expect(try await inbox.next() == nil)
    }
}
