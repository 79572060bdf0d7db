import Foundation
import Testing

@testable import benchmarks

/// What the repository shows of a run.
@Suite struct PublicationTests {
    private static let readme = """
        # Before

        <!-- Written by 'benchmarks --publish'; not to be edited. -->
        FORMER
        <!-- End of what is written. -->

        After.
        """

    private static let strip = StallStrip(
        readers: 4, length: 1_000_000, allowed: 8_300,
        panels: [
            .init(isOwn: false, waits: [.init(start: 100_000, end: 695_000)], busy: [.init(start: 0, end: 1_000_000)]),
            .init(isOwn: true, waits: [], busy: [.init(start: 0, end: 1_000_000)]),
        ])

    private static var run: SavedRun {
        var run = SavedRun(facts: PageTests.page.facts, sections: [PageTests.section([])])
        run.strip = strip
        return run
    }

    private func files() throws -> [String: String] {
        let files = try Publication(Self.run).files(in: Self.readme)
        return Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `The README keeps what is around its results`() throws {
        let text = try #require(try files()["README.md"])
        #expect(text.hasPrefix("# Before\n\n<!-- Written by") && text.hasSuffix("written. -->\n\nAfter."))
        #expect(!text.contains("FORMER"))
        #expect(text.contains("| The first 100 | 6.69 s where all are read | **10.0 ms** |"))
        #expect(text.contains("prefers-color-scheme: dark") && text.contains("waits of up to 595 ms"))
        #expect(text.contains("recorded apart from the table") && text.contains("1.00 s beside 4 readers"))
    }

    @Test func `What is written again is the same`() throws {
        let text = try #require(try files()["README.md"])
        let again = try Publication(Self.run).files(in: text).first
        #expect(again?.text == text)
    }

    @Test func `A README without a place for results is refused`() {
        #expect(throws: UsageError.self) { try Publication(Self.run).files(in: "# Nothing") }
    }

    @Test func `The results have every table, and what was missed`() throws {
        let text = try #require(try files()["Benchmarks/RESULTS.md"])
        for part in ["| page: small | 9 | ≤ 2 |", "| 1 | 2 & 3 |", "It is fast.", "1 goals met, 1 missed."] {
            #expect(text.contains(part))
        }
    }

    @Test func `The run is kept as it was read, without its samples`() throws {
        let text = try #require(try files()["Benchmarks/results.json"])
        let kept = try SavedRun(Data(text.utf8), from: "x")
        #expect(kept.strip == Self.strip && kept.measurements.isEmpty && kept.goals == Self.run.goals)
    }

    @Test func `The letters of a picture have 12 pixels or more at the README's width, in both themes`() throws {
        let files = try files()
        for theme in ["light", "dark"] {
            let svg = try #require(files["Benchmarks/Pictures/stall-\(theme).svg"])
            #expect(svg.contains("width=\"830\"") && !svg.contains("prefers-color-scheme"))
            let sizes = svg.matches(of: /font(?:-size)?:([0-9]+)px/).compactMap { Double($0.1) }
            #expect(!sizes.isEmpty && sizes.allSatisfy { $0 >= 12 })
        }
    }

    @Test func `Every picture of the documentation has its own colors for light and dark`() {
        for file in Diagrams.files {
            #expect(file.text.contains("prefers-color-scheme:dark") && file.text.contains("aria-label="))
        }
        #expect(Diagrams.files.count == 5)
    }

    @Test func `A cell with the sign between columns stays one cell`() {
        #expect(TextTable(headers: ["a|b"], rows: [["1|2"]]).markdown == "| a\\|b |\n|---|\n| 1\\|2 |")
    }
}
