import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

@Suite struct DeadlineScheduleTests {
    private var schedule = DeadlineSchedule<Int, Int>()

    @Test mutating func `The first deadline sets the timer, and an earlier one sets another`() {
        #expect(start(1, .seconds(10), at: 0)?.due == .seconds(10))
        #expect(start(2, .seconds(10), at: 1) == nil)
        #expect(start(3, .seconds(2), at: 3)?.due == .seconds(5))
        #expect(start(4, .seconds(2), at: 3) == nil)
        #expect(schedule.count == 4)
    }

    @Test mutating func `Expired deadlines are reported once, the earliest first, and the timer is set to the next`() {
        for (key, seconds) in [5, 1, 3, 1].enumerated() { _ = start(key, .seconds(seconds), at: 0) }
        let first = wake(at: .seconds(1))
        #expect(first.expired == [1, 3])
        #expect(first.timer?.due == .seconds(3))
        #expect(wake(at: .seconds(3)).expired == [2])
        let last = wake(at: .seconds(5))
        #expect(last.expired == [0])
        #expect(last.timer == nil)
        #expect(start(9, .seconds(1), at: 61)?.due == .seconds(62))
    }

    @Test mutating func `Deadlines close together share one look at the schedule`() {
        _ = start(1, .milliseconds(1_000), at: 0)
        _ = start(2, .milliseconds(1_001), at: 0)
        #expect(wake(at: .milliseconds(1_000)).timer?.due == .milliseconds(1_002))
        #expect(wake(at: .milliseconds(1_002)).expired == [2])
    }

    @Test mutating func `An ended deadline is not reported, and leaves nothing behind`() {
        for key in 0..<1_000 { _ = start(key, .seconds(10), at: 0) }
        for key in 0..<1_000 where key != 500 { #expect(schedule.end(key) == key) }
        #expect(schedule.count == 1)
        #expect(schedule.end(3) == nil)
        #expect(wake(at: .seconds(10)).expired == [500])
    }

    @Test mutating func `A deadline that has expired counts until it is ended, and is not renewed`() {
        _ = start(1, .seconds(10), at: 0)
        #expect(wake(at: .seconds(10)).expired == [1])
        schedule.renew(1, now: .seconds(10))
        #expect(!schedule.isPending(1))
        #expect(schedule.count == 1)
        #expect(schedule.end(1) == nil)
        #expect(schedule.count == 0)
        #expect(start(1, .seconds(10), at: 20)?.due == .seconds(30))
    }

    @Test(arguments: [nil, ReadDeadline.longest + .seconds(1)])
    mutating func `A deadline that never expires sets no timer, and counts until it is ended`(duration: Duration?) {
        #expect(schedule.start(1, after: duration, now: .zero, 1).timer == nil)
        #expect(!schedule.isPending(1))
        #expect(start(2, .seconds(10), at: 0)?.due == .seconds(10))
        let wake = wake(at: .seconds(10))
        #expect(wake.expired == [2])
        #expect(wake.timer == nil)
        #expect(schedule.count == 2)
        _ = schedule.end(1)
        #expect(schedule.count == 1)
    }

    @Test mutating func `A deadline that is not renewable keeps its time`() {
        _ = schedule.start(1, after: .seconds(10), now: .zero, isRenewable: false, 1)
        schedule.renew(1, now: .seconds(8))
        #expect(wake(at: .seconds(10)).expired == [1])
    }

    @Test mutating func `A deadline that was renewed has its whole time again, and the timer finds it`() {
        _ = start(1, .seconds(10), at: 0)
        schedule.renew(1, now: .seconds(8))
        schedule.renew(2, now: .seconds(8))
        let early = wake(at: .seconds(10))
        #expect(early.expired.isEmpty)
        #expect(early.timer?.due == .seconds(18))
        #expect(wake(at: .seconds(18)).expired == [1])
    }

    @Test mutating func `A deadline counts from an earlier moment, but starts again with its whole time`() {
        let timer = schedule.start(1, after: .seconds(10), since: .seconds(4), now: .seconds(6), 1).timer
        #expect(timer?.due == .seconds(14))
        #expect(wake(at: .seconds(20)).expired.isEmpty)
        #expect(wake(at: .seconds(30)).expired == [1])
    }

    // A timer that wakes more than a second late would be taken for one that was suspended.
    @Test mutating func `A deadline whose time was over when it started is over at once`() {
        #expect(schedule.start(1, after: .seconds(10), since: .zero, now: .seconds(60), 1).timer?.due == .seconds(60))
        #expect(wake(at: .seconds(60)).expired == [1])
    }

    @Test mutating func `A timer serves later deadlines, and is not set again once nothing is pending`() {
        _ = start(1, .seconds(10), at: 0)
        _ = schedule.end(1)
        #expect(start(2, .seconds(10), at: 5) == nil)
        #expect(wake(at: .seconds(10)).timer?.due == .seconds(15))
        _ = schedule.end(2)
        #expect(wake(at: .seconds(15)).timer == nil)
        #expect(schedule.timer == nil)
    }

    @Test mutating func `A deadline of the same key replaces the one before`() {
        _ = start(1, .seconds(10), at: 0)
        #expect(schedule.start(1, after: .seconds(20), now: .zero, 7).replaced == 1)
        #expect(wake(at: .seconds(10)).expired.isEmpty)
        #expect(wake(at: .seconds(20)).expired == [7])
    }

    // a timer                  a request
    // -------                  ---------
    //                          reads the clock: 9 s
    // wakes at 10 s, and is set to 30 s
    //                          starts a deadline of 10 s, which is over at 19 s:
    //                          the timer is set again
    // the one of 30 s wakes late, and finds nothing
    @Test mutating func `A timer that was replaced finds nothing, even if deadlines have expired`() {
        _ = start(1, .seconds(10), at: 0)
        _ = start(2, .seconds(30), at: 0)
        let replaced = wake(at: .seconds(10)).timer
        let current = start(3, .seconds(10), at: 9)
        #expect(replaced?.due == .seconds(30))
        #expect(current?.due == .seconds(19))
        let stale = schedule.wake(replaced?.number ?? 0, now: .seconds(30))
        #expect(stale.expired.isEmpty)
        #expect(stale.timer == nil)
        #expect(schedule.timer == current)
    }

    // the process              the deadlines
    // -----------              -------------
    //                          10 s and 20 s
    // is suspended from 1 s to 100 s
    //                          start again: 110 s and 120 s
    // is suspended to 200 s
    //                          expire
    @Test mutating func `A timer that slept with the process starts each deadline again, once`() {
        _ = start(1, .seconds(10), at: 0)
        _ = start(2, .seconds(20), at: 0)
        let first = wake(at: .seconds(100))
        #expect(first.expired.isEmpty)
        #expect(first.timer?.due == .seconds(110))
        #expect(wake(at: .seconds(200)).expired == [1, 2])
    }

    @Test mutating func `A deadline that was renewed after a sleep starts again after the next one`() {
        _ = start(1, .seconds(10), at: 0)
        _ = wake(at: .seconds(100))
        schedule.renew(1, now: .seconds(105))
        let second = wake(at: .seconds(200))
        #expect(second.expired.isEmpty)
        #expect(second.timer?.due == .seconds(210))
        #expect(wake(at: .seconds(210)).expired == [1])
    }

    @Test mutating func `A deadline that starts after a sleep counts from no earlier than that`() {
        _ = start(1, .seconds(10), at: 0)
        #expect(wake(at: .seconds(100)).expired.isEmpty)
        _ = schedule.start(2, after: .seconds(10), since: .zero, now: .seconds(101), 2)
        #expect(wake(at: .seconds(110)).expired == [1, 2])
    }

    @Test mutating func `A sleep is noticed too if the last deadline ends before the timer wakes`() {
        _ = start(1, .seconds(10), at: 0)
        #expect(schedule.end(1) == 1)
        #expect(wake(at: .seconds(100)).timer == nil)
        let timer = schedule.start(2, after: .seconds(10), since: .zero, now: .seconds(101), 2).timer
        #expect(timer?.due == .seconds(110))
    }

    @Test mutating func `A deadline that starts before a late timer has woken is given its whole time by that`() {
        _ = start(1, .seconds(10), at: 0)
        _ = schedule.start(2, after: .seconds(10), since: .zero, now: .seconds(100), 2)
        #expect(wake(at: .seconds(100)).expired.isEmpty)
        #expect(wake(at: .seconds(110)).expired == [1, 2])
    }

    // the process              the timer                a request
    // -----------              ---------                ---------
    //                          is kept until 10 s
    // is suspended from 1 s to 100 s
    //                                                   starts: 110 s
    //                          wakes late
    // is suspended from 101 s to 200 s
    //                                                   starts again, for the first time
    @Test mutating func `A timer that slept before a deadline was started does not use up its restart`() {
        _ = start(1, .seconds(10), at: 0)
        _ = schedule.end(1)
        #expect(start(2, .seconds(10), at: 100) == nil)
        #expect(wake(at: .milliseconds(100_100)).expired.isEmpty)
        #expect(wake(at: .seconds(200)).expired.isEmpty)
        #expect(wake(at: .seconds(300)).expired == [2])
    }

    @Test mutating func `A deadline that was renewed after its timer was due keeps its restart, too`() {
        _ = start(1, .seconds(10), at: 0)
        schedule.renew(1, now: .seconds(100))
        #expect(wake(at: .milliseconds(100_100)).expired.isEmpty)
        #expect(wake(at: .seconds(200)).expired.isEmpty)
        #expect(wake(at: .seconds(300)).expired == [1])
    }

    @Test mutating func `A timer that is always late ends a deadline that was started after it was due`() {
        _ = start(1, .seconds(10), at: 0)
        _ = start(2, .seconds(10), at: 50)
        for seconds in [60, 120, 180] { _ = wake(at: .seconds(seconds)) }
        #expect(!schedule.isPending(2))
    }

    @Test mutating func `A timer that wakes a second late has not slept`() {
        _ = start(1, .seconds(10), at: 0)
        #expect(wake(at: .seconds(11)).expired == [1])
    }

    @Test(arguments: Effort.seeds(1...4 as ClosedRange<UInt64>))
    mutating func `Long random sequences behave as a list that is searched`(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        var model: [Int: Duration] = [:]
        var registered: Set<Int> = []
        var now = Duration.zero
        for _ in 0..<3_000 {
            let (key, time) = (Int.random(in: 0..<50, using: &numbers), Int.random(in: 1...400, using: &numbers))
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                _ = schedule.start(key, after: .milliseconds(time), now: now, key)
                model[key] = now + .milliseconds(time)
                registered.insert(key)
            case 1:
                registered.remove(key)
                let (ended, expected) = (schedule.end(key), model.removeValue(forKey: key))
                #expect((ended == nil) == (expected == nil))
            default:
                // Never long enough to count as a suspension.
                now += .milliseconds(time)
                let expired = wake(at: now).expired
                let expected = model.filter { $0.value <= now }
                #expect(Set(expired) == Set(expected.keys))
                #expect(expired.map { expected[$0] ?? .zero } == expected.values.sorted())
                for key in expired { model[key] = nil }
            }
        }
        #expect(schedule.count == registered.count)
    }

    private mutating func start(_ key: Int, _ duration: Duration, at seconds: Int) -> DeadlineSchedule<Int, Int>.Timer?
    {
        schedule.start(key, after: duration, now: .seconds(seconds), key).timer
    }

    /// Wakes the timer that is set.
    private mutating func wake(at now: Duration) -> DeadlineSchedule<Int, Int>.Wake {
        schedule.wake(schedule.timer?.number ?? 0, now: now)
    }
}
