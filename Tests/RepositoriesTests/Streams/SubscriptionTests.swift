import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// When a library is observed, and when it no longer is.
@Suite(.timeLimit(.hang)) struct SubscriptionTests {
    @Test func `A library is observed from the first question on, once for all subscribers, until the last goes`()
        async throws
    {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        let sequence = subject.photos.updates(of: snapshot)
        var first: AssetUpdates.Iterator? = sequence.makeAsyncIterator()
        var second: AssetUpdates.Iterator? = sequence.makeAsyncIterator()
        #expect(subject.count(of: .startObserving) == 0)
        subject.store.insert()
        _ = try await first?.next()
        _ = try await second?.next()
        #expect(subject.count(of: .startObserving) == 1)
        first = nil
        try await subject.access.read("settle") { _ in }
        #expect(subject.count(of: .stopObserving) == 0)
        second = nil
        try await subject.access.read("settle") { _ in }
        #expect(subject.count(of: .stopObserving) == 1)
    }

    @Test func `Concurrent subscribers never observe twice, nor leave the library observed`() async throws {
        let subject = LivingSubject(assets: 20)
        let snapshot = try await subject.photos.snapshot()
        try await withThrowingTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
                    subject.store.insert()
                    _ = try await updates.next()
                }
            }
            try await group.waitForAll()
        }
        try await subject.access.read("settle") { _ in }
        let touches = subject.ledger.entries.map(\.touch).filter { $0 == .startObserving || $0 == .stopObserving }
        for (index, touch) in touches.enumerated() {
            #expect(touch == (index.isMultiple(of: 2) ? .startObserving : .stopObserving))
        }
        #expect(touches.last == .stopObserving)
        #expect(subject.ledger.touchesOffExecutor.isEmpty)
        #expect(!subject.isObservationWanted)
    }

    @Test(arguments: AuthorizationStatus.allCases.filter { !$0.allowsReading })
    func `Without permission no subscription begins and nothing is touched`(status: AuthorizationStatus) async {
        let subject = LivingSubject(status: status)
        var albums = subject.manager.albums.albumUpdates().makeAsyncIterator()
        let error = await failure { () async throws(LibraryError) in try await albums.next() }
        #expect(error == .notAuthorized(status))
        #expect(subject.ledger.entries.isEmpty)
        #expect(subject.store.statistics.reads == 0)
    }

    /// A subscriber that received one change and waits for the next.
    private func subscriber(
        of snapshot: AssetSnapshot, in subject: LivingSubject
    ) async -> Task<AssetUpdate?, any Error> {
        let entered = Gate()
        let task = Task { () async throws -> AssetUpdate? in
            var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
            subject.store.insert()
            _ = try await updates.next()
            entered.open()
            return try await updates.next()
        }
        await entered.wait()
        return task
    }

    @Test func `A subscriber that is cancelled before, during and after its wait ends with that error`() async throws {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        let during = await subscriber(of: snapshot, in: subject)
        during.cancel()
        #expect(await during.libraryError == .cancelled)
        let before = Task { () async throws -> AssetUpdate? in
            withUnsafeCurrentTask { $0?.cancel() }
            var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
            return try await updates.next()
        }
        #expect(await before.libraryError == .cancelled)
        try await subject.access.read("settle") { _ in }
        #expect(subject.count(of: .startObserving) == subject.count(of: .stopObserving))
    }

    // the library          the clock            the subscriber
    // -----------          ---------            --------------
    // changes 1,000 times
    //                                           waits
    //                      30 ms pass
    //                                           gets one update
    @Test func `A burst is one update, once it is quiet`() async throws {
        let clock = ManualClock()
        let subject = LivingSubject(delay: ChangeDelay(), clock: clock)
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.insert()
        _ = try await follower.follow()
        for _ in 0..<1_000 { subject.store.insert() }
        await clock.waitUntilSleeping(1)
        clock.advance(by: .milliseconds(30))
        _ = try await follower.follow()
        #expect(try await subject.ids(of: .all) == follower.list)
        #expect(follower.updates == 2)
        #expect(clock.sleepers == 0)
    }

    @Test func `Closing ends the subscribers, those of later too`() async throws {
        let subject = LivingSubject()
        let snapshot = try await subject.photos.snapshot()
        let waiting = await subscriber(of: snapshot, in: subject)
        await subject.manager.close()
        #expect(await waiting.libraryError == .shutDown)
        var late = subject.photos.updates(of: snapshot).makeAsyncIterator()
        #expect(await failure { () async throws(LibraryError) in try await late.next() } == .shutDown)
        #expect(subject.count(of: .stopObserving) == 1)
        #expect(subject.ledger.entries.last?.touch == .releaseLibrary)
    }
}
