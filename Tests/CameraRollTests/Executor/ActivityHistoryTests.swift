import Testing

@testable import CameraRoll

@Suite struct ActivityHistoryTests {
    private var history = ActivityHistory()

    @Test mutating func `Work shorter than 0.1 ms is forgotten, and so is work that goes on`() {
        history.record(ExecutorActivity(operation: "short", start: 0, end: 99_999))
        history.record(ExecutorActivity(operation: "unfinished", start: 0, end: nil))
        history.record(ExecutorActivity(operation: "long", start: 0, end: 100_000))
        #expect(history.activities(from: 0, to: .max).map(\.operation) == ["long"])
    }

    @Test(arguments: 0..<6, 0..<6)
    func `Activities are found that touch a stretch of time`(start: UInt64, end: UInt64) {
        let unit = ActivityHistory.shortest
        var history = ActivityHistory()
        history.record(ExecutorActivity(operation: "work", start: 2 * unit, end: 3 * unit))
        let found = history.activities(from: start * unit, to: end * unit)
        #expect(found.isEmpty == (start > 3 || end < 2))
    }

    @Test mutating func `The last 256 are remembered, the oldest first`() {
        let unit = ActivityHistory.shortest
        for index in 0..<1_000 as Range<UInt64> {
            history.record(ExecutorActivity(operation: nil, start: index * unit, end: (index + 1) * unit))
        }
        let starts = history.activities(from: 0, to: .max).map(\.start)
        #expect(starts == (744..<1_000).map { $0 * unit })
    }
}
