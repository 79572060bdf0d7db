import Testing

@testable import benchmarks

/// The figures that the benchmarks print.
@Suite struct SamplesTests {
    private func samples(_ values: [UInt64]) -> Samples {
        values.reduce(into: Samples()) { $0.add($1) }
    }

    @Test func `Percentiles are values that were measured`() {
        let samples = samples((1...100).reversed())
        #expect(samples.percentile(50) == 50 && samples.median == 50)
        #expect(samples.percentile(99) == 99 && samples.percentile(100) == 100 && samples.max == 100)
        #expect(samples.percentile(0) == 1)
    }

    @Test func `No values have no percentiles`() {
        #expect(Samples().percentile(99) == 0 && Samples().max == 0 && Samples().over(Samples()) == 0)
    }

    @Test func `A ratio is that of the medians`() {
        #expect(samples([10, 20, 30]).over(samples([1, 10, 1_000])) == 2)
    }

    @Test func `Figures are written for people`() {
        let times = [950.4, 12_340, 8_300_000, 2.5e9].map { time($0) }
        #expect(times == ["950.4 ns", "12.3 µs", "8.30 ms", "2.50 s"])
        let difference = time(-4_903_043.0)
        #expect(difference == "-4.90 ms")
        let numbers = [0, 999, 70_000, 7_000_000].map { grouped($0) }
        #expect(numbers == ["0", "999", "70,000", "7,000,000"])
        #expect([ratio(0.494), ratio(649.2)] == ["0.49×", "649×"])
    }

    @Test func `A report keeps what was recorded, under its scenario`() {
        var report = Report()
        report.begin(OpenScenario())
        report.record("CameraRoll", "first page", 12, "ns")
        #expect(report.measurements.map(\.scenario) == ["open"])
        #expect(report.measurements.map(\.value) == [12])
    }

    @Test func `Scenarios that share a section keep their own names in what is recorded`() {
        var report = Report()
        for scenario in [OpenScenario(), PageScenario(), ScaleScenario()] as [any Scenario] {
            report.begin(scenario)
            report.record("CameraRoll", "first page", 12, "ns")
            report.end(after: 1)
        }
        #expect(report.measurements.map(\.scenario) == ["open", "page", "scale"])
        #expect(report.record.sections.map(\.name) == ["open", "page", "scale"])
    }

    @Test(arguments: [true, false])
    func `A quick run judges nothing`(isQuick: Bool) {
        var report = Report(isQuick: isQuick)
        report.begin(OpenScenario())
        report.goal("count", "3 ms", asked: "≤ 16 ms", isMet: true)
        report.goal("count", "30 ms", asked: "≤ 16 ms", isMet: false)
        let lines = report.record.goals.map(\.line)
        #expect(
            lines
                == (isQuick
                    ? ["count: 3 ms (a quick run, not judged)", "count: 30 ms (a quick run, not judged)"]
                    : ["met count: 3 ms, asked ≤ 16 ms", "MISSED count: 30 ms, asked ≤ 16 ms"]))
    }

    @Test func `A rival's figure is no goal`() {
        var report = Report()
        report.begin(OpenScenario())
        report.goal("count", "3 ms", asked: "≤ 16 ms", isMet: true)
        report.control("at the lock", "0.6 s", expected: "≥ 1 s", isSeen: false)
        #expect(GoalSummary(report.record.goals).text == "1 goals met, 0 missed.")
        #expect(report.record.goals.last?.line == "not reproduced at the lock: 0.6 s, asked ≥ 1 s")
    }

    @Test func `A difference of times is said in words`() {
        let words = [12_300.0, -917_800].map { timeAbove($0) }
        #expect(words == ["12.3 µs more", "917.8 µs less"])
    }

    @Test func `A gap is excused by an idle thread's alone where it is longer than asked`() {
        let short = Heartbeat(gaps: samples([8_300_000]), idle: samples([1]))
        #expect(short.isAllowed && !short.isExcused)
        let excused = Heartbeat(gaps: samples([9_000_000]), idle: samples([9_000_000]))
        #expect(excused.isAllowed && excused.isExcused)
        let long = Heartbeat(gaps: samples([9_000_000]), idle: samples([8_000_000]))
        #expect(!long.isAllowed && !long.isExcused)
    }

    @Test func `What is cached is not left behind, what is not given back is`() {
        #expect(ImageLeaks(cached: 5).isNothing && ImageLeaks(bytes: 5).isIdle)
        #expect(!ImageLeaks(bytes: 5).isNothing && !ImageLeaks(running: 1).isIdle)
    }

    @Test func `The scenarios have names of their own`() {
        let names = Benchmarks.scenarios.map(\.name)
        #expect(Set(names).count == names.count)
        let known = [
            "open", "page", "stall", "executor", "many", "scale", "scroll", "images", "changes", "preload", "metadata",
            "folder", "thumbnails", "timeline", "browse", "screens",
        ]
        #expect(names == known)
        let sections = [
            "open", "stall", "many", "scale", "scroll", "changes", "preload", "metadata", "folder", "thumbnails",
            "timeline", "screens",
        ]
        #expect(Benchmarks.scenarios.filter { $0.section == $0.name }.map(\.name) == sections)
    }
}
