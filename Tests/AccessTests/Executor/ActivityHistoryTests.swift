import CoreTestSupport
import Testing

@testable import CameraRoll

@Suite struct ActivityHistoryTests {
    private let unit = ExecutorState.shortestActivity
    private var state = ExecutorState()

    @Test mutating func `Work shorter than 0.1 ms is forgotten, and so is what ran before a clock went back`() {
        run("short", from: 0, to: 99_999)
        run("long", from: 0, to: 100_000)
        run("back", from: 400_000, to: 100_000)
        #expect(state.activities(from: 0, to: .max).map(\.operation) == ["long"])
    }

    @Test(arguments: 0..<6, 0..<6)
    mutating func `Activities are found that touch a stretch of time`(start: UInt64, end: UInt64) {
        run("work", from: 2 * unit, to: 3 * unit)
        let found = state.activities(from: start * unit, to: end * unit)
        #expect(found.isEmpty == (start > 3 || end < 2))
    }

    @Test mutating func `The last 256 are remembered, the oldest first`() {
        for index in 0..<1_000 as Range<UInt64> { run("work", from: index * unit, to: (index + 1) * unit) }
        let starts = state.activities(from: 0, to: .max).map(\.start)
        #expect(starts == (744..<1_000).map { $0 * unit })
    }

    private mutating func run(_ operation: LibraryOperation, from start: UInt64, to end: UInt64) {
        _ = state.append(.turn(NotingTurn(operation)), to: .standard, now: start)
        _ = state.next(now: start)
        state.finishRunning(now: end)
    }
}
