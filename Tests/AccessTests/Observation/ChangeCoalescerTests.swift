import Testing

@testable import CameraRoll

/// When a burst of changes is delivered, in all short timelines.
@Suite struct ChangeCoalescerTests {
    /// Changes at some moments, in seconds.
    private struct Timeline: CustomStringConvertible {
        let notes: [Int]
        let quiet: Int
        let longest: Int
        /// Whether the library or the timer goes first if both are due at the same moment.
        let libraryFirst: Bool

        var description: String { "\(notes), quiet \(quiet), longest \(longest), library first: \(libraryFirst)" }
    }

    /// The moments of delivery, computed by checking every moment.
    private func expected(_ line: Timeline) -> [Int] {
        var (told, untold) = ([Int](), [Int]())
        for moment in 0..<40 {
            let isNoted = line.notes.contains(moment)
            if isNoted, line.libraryFirst { untold.append(moment) }
            if let first = untold.first, let last = untold.last,
                moment >= last + line.quiet || moment >= first + line.longest
            {
                told.append(moment)
                untold = []
            }
            if isNoted, !line.libraryFirst { untold.append(moment) }
        }
        return told
    }

    /// The moments of delivery, and the number of wake-ups without one.
    private func actual(_ line: Timeline) -> (told: [Int], timers: Int) {
        let delay = ChangeDelay(quiet: .seconds(line.quiet), longest: .seconds(line.longest))
        var coalescer = ChangeCoalescer(delay)
        var (told, timers, due) = ([Int](), 0, Duration?.none)
        func follow(_ step: ChangeCoalescer.Step, at moment: Int) {
            if case .tell = step { told.append(moment) }
            if case .wait(let until) = step { (due, timers) = (until, timers + 1) }
        }
        for moment in 0..<40 {
            let isNoted = line.notes.contains(moment)
            if isNoted, line.libraryFirst { follow(coalescer.note(at: .seconds(moment)), at: moment) }
            if let end = due, end <= .seconds(moment) {
                due = nil
                follow(coalescer.wake(at: .seconds(moment)), at: moment)
            }
            if isNoted, !line.libraryFirst { follow(coalescer.note(at: .seconds(moment)), at: moment) }
        }
        return (told, timers)
    }

    private func check(_ line: Timeline) -> Bool {
        let (told, timers) = actual(line)
        guard told == expected(line) else {
            Issue.record("told at \(told), not at \(expected(line)): \(line)")
            return false
        }
        // Each burst has one timer at a time, which is set again at most once per change.
        guard timers <= line.notes.count, (told.count == 0) == line.notes.isEmpty else {
            Issue.record("\(timers) timers: \(line)")
            return false
        }
        return true
    }

    @Test func `Every set of changes within ten moments, with every delay, is reported in time and once a burst`() {
        for bits in 0..<1_024 {
            let notes = (0..<10).filter { bits >> $0 & 1 == 1 }
            for (quiet, longest) in [(1, 1), (1, 5), (2, 3), (2, 7), (3, 2), (4, 4)] {
                for libraryFirst in [true, false] {
                    let line = Timeline(notes: notes, quiet: quiet, longest: longest, libraryFirst: libraryFirst)
                    guard check(line) else { return }
                }
            }
        }
    }

    @Test(arguments: [
        ChangeDelay.none, ChangeDelay(quiet: .seconds(-1)), ChangeDelay(longest: .zero), ChangeDelay(quiet: .zero),
    ])
    func `Without a delay every change is reported at once`(delay: ChangeDelay) {
        var coalescer = ChangeCoalescer(delay)
        for moment in [0, 0, 1, 5] { #expect(coalescer.note(at: .seconds(moment)) == .tell) }
        #expect(coalescer.wake(at: .seconds(9)) == .nothing)
    }

    @Test func `A timer for a burst that was reported has nothing to do`() {
        var coalescer = ChangeCoalescer(ChangeDelay(quiet: .seconds(1), longest: .seconds(2)))
        #expect(coalescer.wake(at: .zero) == .nothing)
        #expect(coalescer.note(at: .zero) == .wait(until: .seconds(1)))
        #expect(coalescer.wake(at: .seconds(1)) == .tell)
        #expect(coalescer.wake(at: .seconds(2)) == .nothing)
    }
}
