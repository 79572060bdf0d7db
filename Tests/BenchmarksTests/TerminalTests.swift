import Testing

@testable import benchmarks

/// What the terminal shows, at any width.
@Suite struct TerminalTests {
    private static let widths = [40, 60, 80, 100, 160]

    private static let table = TextTable(
        headers: [
            "readers, and by what", "main actor waits: median", "99 %", "at most", "a screen takes: median", "p99",
        ],
        rows: [
            ["4 the direct lock, batches of 20 assets", "12.3 µs", "250.00 ms", "0.80 s", "250.00 ms", "1.90 s"],
            ["8 CameraRoll", "10.1 µs", "0.11 ms", "0.14 ms", "2.40 ms", "5.00 ms"],
            [
                "8 averyverylongwordwithoutanyspaceinitthatnoterminalhasroomfor", "1 ns", "1 ns", "1 ns", "1 ns",
                "1 ns",
            ],
        ])

    @Test(arguments: widths)
    func `No line of a table is wider than the terminal, and every cell is there`(width: Int) {
        let lines = Terminal(width: width).lines(of: Self.table)
        #expect(lines.allSatisfy { $0.count <= width })
        let text = lines.joined(separator: " ")
        for cell in Self.table.rows.dropLast().flatMap({ $0.dropFirst() }) { #expect(text.contains(cell)) }
    }

    @Test func `A table that does not fit becomes several, each with the first column`() {
        let lines = Terminal(width: 40).lines(of: Self.table)
        #expect(lines.count { $0.hasPrefix("  8 CameraRoll") } > 1)
        #expect(Terminal(width: 160).lines(of: Self.table).count { $0.hasPrefix("  8 CameraRoll") } == 1)
    }

    @Test(arguments: widths)
    func `Sentences are wrapped between words`(width: Int) {
        let words = String(repeating: "several words of a sentence ", count: 9)
        let lines = Terminal(width: width).wrapped(words, hanging: 5)
        #expect(lines.allSatisfy { $0.count <= min(width, Terminal.longestLine) })
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("     ") })
        #expect(lines.joined(separator: " ").split(separator: " ") == words.split(separator: " "))
    }

    @Test(arguments: [1, 2, 20])
    func `The line of progress never breaks`(width: Int) {
        #expect(StatusLine.cut("  … stall: 4 readers, the direct lock (12 s)", to: width).count <= width)
    }

    @Test func `A pipe has no colors`() {
        #expect(!Terminal(of: -1).isColored)
        #expect(Terminal(width: 80).colored("met", .green) == "met")
    }

    // MARK: A scenario

    private static func section(isFinished: Bool = true) -> RunRecord.Section {
        var report = Report()
        report.begin(StallScenario())
        report.table(["one", "two"], [["a", "1"]])
        report.table(["another", "two"], [["b", "2"]])
        report.note("A note.")
        report.goal("a screen", "5 ms", asked: "≤ 8.3 ms", isMet: true)
        report.goal("a wait", "9 ms", asked: "≤ 8.3 ms", isMet: false)
        report.conclude("The main actor waits little.")
        if isFinished { report.end(after: 1) }
        return report.record.sections[0]
    }

    @Test func `The results come first, then one table, then what was missed`() {
        let text = SectionText(section: Self.section(), terminal: Terminal(width: 80)).lines.joined(separator: "\n")
        #expect(
            text == """

                stall: The main actor, while others read the library
                  => The main actor waits little.

                  one  two
                  ---  ---
                  a      1

                  MISSED a wait: 9 ms, asked ≤ 8.3 ms

                  1 of 2 goals met, 1 missed
                """)
    }

    @Test func `All tables, goals and notes are printed if that is asked for`() {
        let terminal = Terminal(width: 80, showsAll: true)
        let text = SectionText(section: Self.section(), terminal: terminal).lines.joined(separator: "\n")
        for part in ["another", "A note.", "met a screen", "MISSED a wait"] { #expect(text.contains(part)) }
    }

    @Test func `What is modeled is said if that is asked for`() {
        let texts = [true, false].map { explains in
            SectionText(section: Self.section(), terminal: Terminal(width: 80, explains: explains)).lines.joined()
        }
        #expect(texts.map { $0.contains("Modeled: 0.1 ms") } == [true, false])
    }

    @Test func `A scenario that did not finish says so, and one that was not run says why`() {
        let cut = SectionText(section: Self.section(isFinished: false), terminal: Terminal(width: 80)).lines
        #expect(cut.contains("  It did not finish."))
        var report = Report()
        report.begin(FolderScenario())
        report.skip("it needs SQLite.")
        let skipped = SectionText(section: report.record.sections[0], terminal: Terminal(width: 80)).lines
        #expect(skipped == ["", "folder: A folder of photos", "  Not run: it needs SQLite."])
    }

    @Test func `Met is green and missed is red on a terminal with colors`() {
        let terminal = Terminal(width: 80, isColored: true, showsAll: true)
        let text = SectionText(section: Self.section(), terminal: terminal).lines.joined(separator: "\n")
        #expect(text.contains("\u{1B}[32mmet\u{1B}[0m a screen"))
        #expect(text.contains("\u{1B}[31mMISSED\u{1B}[0m a wait"))
    }

    @Test func `A duration is said as a person would`() {
        let words = [3.0, 25, 62, 230].map { RunOutput.duration($0) }
        #expect(words == ["about 5 s", "about 25 s", "about 65 s", "about 4 min"])
    }
}
