import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// A library stays observed for a subscriber that joins while the last one before it leaves.
@Suite(.timeLimit(.hang)) struct ObservationLifetimeTests {
    private let manual = ManualExecutor()
    private let subject: LivingSubject

    init() {
        subject = LivingSubject(executor: manual.executor)
    }

    /// Subscribes; not by the value of a task, which would retain the subscription.
    private func subscribe(_ priority: TaskPriority = .medium, as place: Subscriber) -> Task<Void, any Error> {
        Task(priority: priority) { [access = subject.access] in
            let subscription = try await ChangeSubscription.open(behind: access)
            place.subscription.withLock { $0 = subscription }
        }
    }

    /// Expects that a subscriber is notified of a change.
    private func expectHearing(_ subscriber: Subscriber) async throws {
        let kept = subscriber.subscription.withLock { $0 }
        let subscription = try #require(kept)
        // A subscription starts with a message.
        #expect(try await subscription.next() == LatestMessageState.Message())
        subject.store.insert()
        #expect(try await subscription.next() == LatestMessageState.Message())
        #expect(subject.count(of: .stopObserving) == 0)
    }

    // the first                       the second                  the library's executor
    // ---------                       ----------                  ----------------------
    // leaves: its end is queued
    //                                 joins, and is more urgent
    //                                                             observes already
    //                                                             decides whether to end
    @Test func `A subscriber that joins before the end of the observation is carried out keeps the observation`()
        async throws
    {
        let (first, second) = (Subscriber(), Subscriber())
        try await manual.outcome(of: subscribe(as: first)).value
        first.leave()
        #expect(manual.waitingJobs == 1)
        let joining = subscribe(.high, as: second)
        await manual.waitUntilEnqueued(2)
        try await manual.outcome(of: joining).value
        try await expectHearing(second)
    }

    // the first        the second
    // ---------        ----------
    //                  joins, and is queued
    // leaves
    //                  observes already
    @Test func `A subscriber that waits to join is counted when another leaves`() async throws {
        let (first, second) = (Subscriber(), Subscriber())
        try await manual.outcome(of: subscribe(as: first)).value
        let joining = subscribe(as: second)
        await manual.waitUntilEnqueued(1)
        first.leave()
        #expect(manual.waitingJobs == 1)
        try await manual.outcome(of: joining).value
        try await expectHearing(second)
    }
}

/// Retains a subscription until it leaves.
private final class Subscriber: Sendable {
    let subscription = Lock<ChangeSubscription?>(nil)

    func leave() {
        let last = subscription.withLock { $0.take() }
        withExtendedLifetime(last) {}
    }
}
