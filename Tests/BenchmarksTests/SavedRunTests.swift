import Foundation
import Testing

@testable import benchmarks

/// The file of a baseline.
@Suite struct SavedRunTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString).json").path

    private var run: SavedRun {
        var report = Report()
        report.begin(PageScenario())
        report.record(
            "CameraRoll", "walk", 2, "ns", samples: [1, 2, 3].reduce(into: Samples()) { $0.add($1) }, rival: "other")
        report.record("CameraRoll", "threads", 4, "")
        report.goal("a goal", "2 ns", asked: "≤ 3 ns", isMet: true, bound: .atMost(3, found: 2))
        let facts = RunFacts(
            commit: nil, date: Date(timeIntervalSince1970: 1_800_000_000), swift: "6.3", build: "release build",
            cores: 2, seed: 1, isQuick: false)
        return SavedRun(facts: facts, measurements: report.measurements, goals: report.record.goals)
    }

    @Test func `What is saved is read again as it was`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try run.write(to: path)
        #expect(try SavedRun(contentsOf: path) == run)
    }

    @Test func `A file that is not there, is something else, or is cut off is refused with a reason`() throws {
        #expect(throws: BaselineError.unreadable(path: "/no/such/file")) { try SavedRun(contentsOf: "/no/such/file") }
        defer { try? FileManager.default.removeItem(atPath: path) }
        try run.write(to: path)
        let whole = try #require(FileManager.default.contents(atPath: path))
        for length in stride(from: 0, to: whole.count, by: 97) {
            #expect(throws: BaselineError.self) { try SavedRun(whole.prefix(length), from: "x") }
        }
        for other in ["", "[]", "{}", "null", "{\"version\":1}", "{\"version\":\"1\"}"] {
            #expect(throws: BaselineError.self) { try SavedRun(Data(other.utf8), from: "x") }
        }
    }

    @Test func `A baseline of another version is refused, and the version named`() throws {
        let error = #expect(throws: BaselineError.self) { try SavedRun(Data("{\"version\":7}".utf8), from: "x") }
        #expect(error == .otherVersion(path: "x", found: 7))
        #expect("\(try #require(error))".contains("version 7, not 2"))
    }

    @Test func `Quantiles of another number are damage`() throws {
        var damaged = run
        damaged.measurements[0].quantiles = [1, 2]
        defer { try? FileManager.default.removeItem(atPath: path) }
        try damaged.write(to: path)
        #expect(throws: BaselineError.self) { try SavedRun(contentsOf: path) }
    }

    @Test func `A file that cannot be written is refused before anything runs, and one that is there is kept`() throws {
        for option in ["--html", "--json", "--save-baseline"] {
            let options = try Options([option, "/no/such/folder/file"])
            #expect(throws: UsageError.self) { try RunOutput(options, run.facts, RunRecord()) }
        }
        #expect(throws: UsageError.self) { try RunOutput(try Options(["--html", "/"]), run.facts, RunRecord()) }
        #expect(throws: UsageError.self) {
            try RunOutput(try Options(["--svg", "/proc/no/folder"]), run.facts, RunRecord())
        }
        defer { try? FileManager.default.removeItem(atPath: path) }
        try run.write(to: path)
        _ = try RunOutput(try Options(["--save-baseline", path]), run.facts, RunRecord())
        #expect(try SavedRun(contentsOf: path) == run)
    }

    @Test func `An interrupted run is saved with what it had, and says so`() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let record = RunRecord()
        var section = RunRecord.Section(name: "page", title: "", summary: "", provenance: "", began: 0)
        section.measurements = run.measurements
        record.begin(section)
        let output = try RunOutput(try Options(["--save-baseline", path]), run.facts, record)
        #expect(try output.close(isInterrupted: true).isEmpty)
        let saved = try SavedRun(contentsOf: path)
        #expect(saved.isInterrupted && saved.measurements == run.measurements)
        // A second interruption writes nothing.
        try FileManager.default.removeItem(atPath: path)
        _ = try output.close()
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
