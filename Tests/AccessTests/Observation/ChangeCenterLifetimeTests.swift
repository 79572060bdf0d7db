import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// Subscribers that join and leave, and the tasks that remain when all have left.
@Suite(.timeLimit(.hang)) struct ChangeCenterLifetimeTests {
    /// A clock that opens a gate once it is released by the center and all of its tasks.
    private struct DepartingClock: Clock {
        let manual: ManualClock
        let departure: Departure

        var now: ManualClock.Instant { manual.now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await manual.sleep(until: deadline)
        }
    }

    private static func center(_ delay: ChangeDelay = ChangeDelay()) -> ChangeCenter {
        ChangeCenter(delay, clock: AnyClock(ManualClock()))
    }

    @Test func `A subscriber counts until it leaves, and only the last one learns that none is left`() {
        let center = Self.center()
        #expect(!center.isWanted)
        let first = center.join(ChangeInbox())
        let second = center.atNextChange {}
        #expect(center.isWanted)
        let leftOne = center.leave(first)
        #expect(!leftOne && center.isWanted)
        let leftAll = center.leave(second)
        #expect(leftAll && !center.isWanted)
    }

    @Test
    func `With joins, leaves and changes from many tasks the remaining subscribers are notified, and no others remain`()
        async
    {
        let center = Self.center(.none)
        let stayed = Notes<ChangeInbox>()
        let numbers = Notes<Int>()
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        let inbox = ChangeInbox(nil)
                        numbers.append(center.join(inbox))
                        stayed.append(inbox)
                        _ = center.leave(center.join(ChangeInbox(nil)))
                        center.libraryChanged()
                    }
                }
            }
        }
        for inbox in stayed.all { #expect((try? await inbox.next()) != nil) }
        #expect(Set(numbers.all).count == 800)
        let left = numbers.all.map { center.leave($0) }
        #expect(left.filter(\.self).count == 1 && left.last == true && !center.isWanted)
    }

    @Test func `An inbox that has left is released and receives no more changes`() {
        let center = Self.center(.none)
        weak var inbox: ChangeInbox?
        do {
            let strong = ChangeInbox()
            inbox = strong
            _ = center.leave(center.join(strong))
        }
        center.libraryChanged()
        #expect(inbox == nil)
    }

    // the center               its timer
    // ----------               ---------
    // a change
    //                          sleeps
    // is released
    //                          is canceled, and ends
    @Test func `When the center goes in the midst of a burst, no task is left`() async {
        let manual = ManualClock()
        let gone = Gate()
        do {
            let clock = DepartingClock(manual: manual, departure: Departure(gone))
            let center = ChangeCenter(ChangeDelay(), clock: AnyClock(clock))
            center.libraryChanged()
            await manual.waitUntilSleeping(1)
        }
        await gone.wait()
        #expect(gone.isOpen && manual.sleepers == 0)
    }

    @Test func `After a burst no task is left, and the center goes with its last owner`() async {
        let manual = ManualClock()
        let subscriber = ManualSubscriber()
        let gone = Gate()
        do {
            let clock = DepartingClock(manual: manual, departure: Departure(gone))
            let center = ChangeCenter(ChangeDelay(), clock: AnyClock(clock))
            _ = center.join(subscriber.inbox)
            let task = subscriber.ask()
            center.libraryChanged()
            await manual.waitUntilSleeping(1)
            manual.advance(by: .seconds(1))
            await subscriber.tasks.waitUntilEnqueued(1)
            #expect(await subscriber.answer(of: task) == .success(LatestMessageState.Message()))
        }
        await gone.wait()
        #expect(gone.isOpen)
    }

    @Test func `A library's call after the center is released has no effect`() {
        let signal = Self.center().signal
        signal.libraryChanged()
    }
}
