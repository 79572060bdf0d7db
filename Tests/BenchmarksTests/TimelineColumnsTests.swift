import CameraRoll
import Testing

@testable import benchmarks

/// Intervals in columns of pixels, and what a recorded run and a screen show.
@Suite struct TimelineColumnsTests {
    private func interval(_ label: String, _ start: UInt64, _ end: UInt64) -> StallTimeline.Interval {
        .init(label: label, start: start, end: end)
    }

    @Test func `A picture has at most a shape for each column, however many intervals there are`() {
        let columns = Columns(0..<1_000_000, from: 0, to: 100)
        let many = (0..<50_000).map {
            interval($0.isMultiple(of: 2) ? "a" : "b", UInt64($0) * 20, UInt64($0) * 20 + 20)
        }
        #expect(columns.runs(of: many).count <= 100)
    }

    @Test func `Short intervals of one kind side by side are one block, long ones stand by themselves`() {
        let columns = Columns(0..<1_000, from: 0, to: 100)
        let short = (0..<20).map { interval("a", UInt64($0) * 20, UInt64($0) * 20 + 20) }
        #expect(columns.runs(of: short).count == 1)
        let long = [interval("a", 0, 400), interval("a", 400, 900)]
        #expect(columns.runs(of: long).count == 2)
    }

    @Test func `Of several intervals in a column the longest is shown`() {
        let columns = Columns(0..<1_000, from: 0, to: 10)
        let runs = columns.runs(of: [interval("a", 10, 12), interval("b", 20, 90), interval("a", 91, 99)])
        #expect(runs.map(\.label) == ["b"] && runs.map(\.longest) == [70])
    }

    @Test func `What lies outside of the span is left out, and what crosses its ends is cut`() {
        let columns = Columns(100..<200, from: 0, to: 100)
        #expect(columns.runs(of: [interval("a", 0, 50), interval("a", 250, 300), interval("a", 150, 150)]).isEmpty)
        let run = columns.runs(of: [interval("a", 0, 300)]).first
        #expect(run?.x == 0 && (run?.width ?? 0) > 99)
    }

    @Test func `Neighbors of one level take one shape, and gaps none`() {
        let runs = FlingHeatMap.runs([0, 0, nil, 0, 5, 5, 5])
        #expect(runs.map(\.start) == [0, 3, 4] && runs.map(\.count) == [2, 1, 3] && runs.map(\.level) == [0, 0, 5])
        #expect([0, 0.19, 0.2, 0.99, 1].map { FlingHeatMap.Row(final: $0).level } == [0, 0, 1, 4, 5])
        // One degraded image among placeholders shows; beside final images alone there is none.
        #expect([0, 0.75, 1].map { FlingHeatMap.Row(final: $0, degraded: 0.25).level } == [6, 6, 5])
    }

    @Test func `Reduced points keep the peaks`() {
        let points = (0..<10_000).map { (time: Double($0), value: $0 == 7_777 ? 1_000.0 : 1) }
        let reduced = LineChart.reduced(points, to: 200)
        #expect(reduced.count == 200 && reduced.map(\.value).max() == 1_000)
    }

    @Test func `A fair lock lets one in at a time, and all in the end`() async {
        let lock = FairLock()
        let counts = Lock((inside: 0, most: 0, all: 0))
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<250 {
                        lock.withLock {
                            counts.withLock { ($0.inside, $0.most) = ($0.inside + 1, max($0.most, $0.inside + 1)) }
                            counts.withLock { ($0.inside, $0.all) = ($0.inside - 1, $0.all + 1) }
                        }
                    }
                }
            }
        }
        let (_, most, all) = counts.withLock(\.self)
        #expect(most == 1 && all == 1_000)
    }

    @Test func `Of the screens due those count that came before the next`() {
        var result = StallResult(name: "x")
        (result.due, result.length) = (4, 100)
        for wait: UInt64 in [1, 16_000_000, 16_000_001] { result.screens.add(wait) }
        result.longGaps = [interval("gap", 0, 25)]
        #expect(result.screensInTime == 0.5 && result.blockedShare == 0.25)
        #expect(StallResult(name: "y").screensInTime == 0 && StallResult(name: "y").blockedShare == 0)
    }

    @Test func `The status line names what runs, how long it has, and about how long it will`() {
        let line = StatusLine.line("open", "4,000 assets", elapsed: 12, expected: 100)
        #expect(line == "  … open: 4,000 assets (12 s, about 90 s left)")
        #expect(StatusLine.line("page", "walk", elapsed: 100, expected: 0).hasSuffix("(100 s)"))
        #expect(StatusLine.line("page", "walk", elapsed: 100, expected: 90).hasSuffix("(100 s)"))
    }
}
