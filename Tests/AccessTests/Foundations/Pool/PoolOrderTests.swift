import Dispatch
import Testing

@testable import CameraRoll

/// The order in which a pool runs work of several priorities.
@Suite struct PoolOrderTests {
    private struct Numbered: PoolWork {
        let number: Int

        func run() {}
        func cancel() {}
    }

    /// A pool of one thread, and the tickets of its work by number.
    private struct Subject {
        var state: PoolState
        var tickets: [PoolTicket] = []

        init(_ order: PoolOrder = .byPriority) {
            state = PoolState(limits: PoolLimits(threads: 1), order: order)
        }

        mutating func submit(_ priorities: PoolPriority...) throws {
            for priority in priorities {
                let work = Numbered(number: tickets.count)
                tickets.append(try state.submit(work, priority: priority).ticket)
            }
        }

        /// Runs the waiting work; returns its numbers in order.
        mutating func run() -> [Int] {
            var (numbers, event) = ([Int](), PoolState.ThreadEvent.started)
            while case .run(let queued, let ticket) = state.next(after: event, of: DispatchSemaphore(value: 0)) {
                numbers.append((queued.work as? Numbered)?.number ?? -1)
                event = .finished(ticket)
            }
            return numbers
        }
    }

    @Test func `The most urgent work runs first, and work of one priority in the order of its submission`() throws {
        var subject = Subject()
        try subject.submit(.background, .prefetch, .visible, .standard, .visible, .prefetch)
        #expect(subject.run() == [2, 4, 3, 1, 5, 0])
    }

    @Test func `A pool that is first in, first out runs work in the order of its submission`() throws {
        var subject = Subject(.firstInFirstOut)
        try subject.submit(.background, .visible, .prefetch)
        subject.state.setPriority(.visible, of: subject.tickets[2])
        #expect(subject.run() == [0, 1, 2])
    }

    @Test func `Work whose priority changes joins the end of its new priority`() throws {
        var subject = Subject()
        try subject.submit(.prefetch, .prefetch, .visible, .visible)
        subject.state.setPriority(.visible, of: subject.tickets[0])
        subject.state.setPriority(.background, of: subject.tickets[2])
        #expect(subject.run() == [3, 0, 1, 2])
    }

    @Test func `The same priority again, and that of work that has left, change nothing`() throws {
        var subject = Subject()
        try subject.submit(.visible, .visible)
        subject.state.setPriority(.visible, of: subject.tickets[0])
        _ = subject.state.cancel(subject.tickets[1])
        subject.state.setPriority(.background, of: subject.tickets[1])
        #expect(subject.run() == [0])
        #expect(subject.state.statistics.waiting == 0)
    }

    @Test func `The oldest of the less urgent work has a turn from time to time`() throws {
        var subject = Subject()
        try subject.submit(.background, .prefetch)
        for _ in 0..<3 * PoolState.mostPassed { try subject.submit(.visible) }
        let numbers = subject.run()
        #expect(numbers.firstIndex(of: 0) == PoolState.mostPassed)
        #expect(numbers.firstIndex(of: 1) == 2 * PoolState.mostPassed + 1)
        #expect(numbers.count == subject.tickets.count)
    }
}
