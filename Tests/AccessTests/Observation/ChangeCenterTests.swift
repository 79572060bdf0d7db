import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite(.timeLimit(.hang)) struct ChangeCenterTests {
    private let clock = ManualClock()
    private let subscriber = ManualSubscriber()

    private func center(_ delay: ChangeDelay = ChangeDelay()) -> ChangeCenter {
        let center = ChangeCenter(delay, clock: AnyClock(clock))
        _ = center.join(subscriber.inbox)
        return center
    }

    // the subscriber           the library              the clock
    // --------------           -----------              ---------
    // calls next, and waits
    //                          10,000 changes           0 ms
    //                                                   30 ms
    // gets one, and calls next
    // waits
    @Test func `A burst of 10,000 changes from many threads resumes a subscriber once`() async {
        let center = center()
        let task = subscriber.ask()
        let signal = center.signal
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { for _ in 0..<1_250 { signal.libraryChanged() } } }
        }
        await clock.waitUntilSleeping(1)
        #expect(subscriber.tasks.waitingJobs == 0 && clock.sleepers == 1)
        clock.advance(by: .milliseconds(30))
        await subscriber.tasks.waitUntilEnqueued(1)
        #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
        let next = subscriber.ask()
        #expect(subscriber.tasks.waitingJobs == 0)
        center.end(.shutDown)
        #expect(await subscriber.answer(of: next) == .failure(.shutDown))
    }

    @Test func `Changes without a pause are reported after the longest delay`() async {
        let center = center()
        let task = subscriber.ask()
        center.libraryChanged()
        for _ in 0..<12 {
            await clock.waitUntilSleeping(1)
            clock.advance(by: .milliseconds(20))
            center.libraryChanged()
        }
        await clock.waitUntilSleeping(until: .init(offset: .milliseconds(250)))
        #expect(subscriber.tasks.waitingJobs == 0)
        clock.advance(to: .init(offset: .milliseconds(250)))
        await subscriber.tasks.waitUntilEnqueued(1)
        #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
    }

    @Test func `Each burst has its own timer, and its own message`() async {
        let center = center()
        for burst in 1...3 {
            let task = subscriber.ask()
            center.libraryChanged()
            await clock.waitUntilSleeping(1)
            clock.advance(to: .init(offset: .seconds(burst)))
            await subscriber.tasks.waitUntilEnqueued(1)
            #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
        }
    }

    @Test func `Without a delay, and for a reload, no subscriber waits for the clock`() async {
        let atOnce = center(.none)
        let task = subscriber.ask()
        atOnce.libraryChanged()
        #expect(subscriber.tasks.waitingJobs == 1 && clock.sleepers == 0)
        #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
        let delayed = center()
        let reload = subscriber.ask()
        delayed.reload(.foreground)
        #expect(subscriber.tasks.waitingJobs == 1 && clock.sleepers == 0)
        #expect(await subscriber.answer(of: reload) == .success(LatestMessageState.Message(reload: .foreground)))
    }

    // the subscribers          the permission
    // ---------------          --------------
    // one joins at 0
    //                          is revoked: 1
    // one reads 0
    //                          ends those before 1
    // it joins, and is ended
    // one joins at 1, and stays
    @Test func `A withdrawal ends the subscriptions begun before it, and a close ends all`() async {
        let center = center()
        let (late, between) = (ManualSubscriber(), ManualSubscriber())
        center.end(.notAuthorized(.denied), before: 1)
        _ = center.join(late.inbox, at: 1)
        _ = center.join(between.inbox, at: 0)
        let ended = between.ask()
        #expect(await between.answer(of: ended) == .failure(.notAuthorized(.denied)))
        center.end(.notAuthorized(.denied), before: 1)
        late.inbox.receive(LatestMessageState.Message())
        let task = late.ask()
        #expect(await late.answer(of: task) == .success(LatestMessageState.Message()))
        center.end(.shutDown)
        let last = ManualSubscriber()
        _ = center.join(last.inbox)
        for (subscriber, error) in [
            (subscriber, LibraryError.notAuthorized(.denied)), (late, .shutDown), (last, .shutDown),
        ] {
            let task = subscriber.ask()
            #expect(await subscriber.answer(of: task) == .failure(error))
        }
    }

    @Test func `What is to be done at the next change is done at once, and once`() {
        let center = center()
        let notes = Notes<String>()
        _ = center.atNextChange { notes.append("done") }
        let left = center.atNextChange { notes.append("left") }
        let isEmpty = center.leave(left)
        #expect(!isEmpty && notes.all.isEmpty)
        center.libraryChanged()
        center.libraryChanged()
        #expect(notes.all == ["done"])
    }

    @Test func `A clock that returns too early is not asked again at once`() async {
        let clock = EarlyClock()
        let center = ChangeCenter(
            ChangeDelay(quiet: .milliseconds(40), longest: .seconds(1)), clock: AnyClock(clock))
        _ = center.join(subscriber.inbox)
        center.libraryChanged()
        #expect(await clock.timeOfTwoSleeps() >= .milliseconds(20))
    }
}

/// A clock that stands still, and whose sleeps return at once.
struct EarlyClock: Clock {
    private let manual = ManualClock()
    private let sleeps = Notes<ContinuousClock.Instant>()
    private let third = Gate()

    var now: ManualClock.Instant { manual.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        sleeps.append(.now)
        if sleeps.all.count == 3 { third.open() }
    }

    /// The time from the first call to the third, on the system's clock; at least the pauses between them.
    func timeOfTwoSleeps() async -> Duration {
        await third.wait()
        return sleeps.all[2] - sleeps.all[0]
    }
}
