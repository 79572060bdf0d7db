import Foundation

/// What the repository shows of one run: README's figures, `RESULTS.md`, and the pictures.
///
/// The run itself, without its samples, is kept next to them, so that anybody can generate the same files again, and a
/// check can detect that the generator has changed.
struct Publication {
    private static let runPath = "Benchmarks/results.json"
    private static let readmePath = "README.md"
    private static let marks = (
        begin: "<!-- Written by 'benchmarks --publish'; not to be edited. -->", end: "<!-- End of what is written. -->"
    )

    private let run: SavedRun

    init(_ run: SavedRun) {
        var run = run
        run.measurements = []
        self.run = run
    }

    /// Writes all files into the package in the working directory.
    func write() async throws {
        guard !run.facts.isQuick, !run.isInterrupted else {
            throw UsageError(description: "A quick or an interrupted run is not published.")
        }
        for (path, text) in try await files(in: Self.committedReadme()) + PublishedScreens.files() {
            try writeFile(Data(text.utf8), to: path)
            print("written: \(path)")
        }
    }

    /// Checks that the files match the committed run.
    static func check() async throws {
        let publication = Publication(try SavedRun(contentsOf: runPath))
        let files = try await publication.files(in: committedReadme()) + PublishedScreens.files()
        let others = files.filter { path, text in
            FileManager.default.contents(atPath: path) != Data(text.utf8)
        }
        guard others.isEmpty else {
            let names = others.map(\.path).joined(separator: ", ")
            throw BenchmarkFailure(
                "\(names): not what this generator writes; run 'benchmarks --publish \(runPath)' and commit it.")
        }
    }

    private static func committedReadme() throws -> String {
        guard let data = FileManager.default.contents(atPath: readmePath) else {
            throw UsageError(description: "There is no README.md in this folder.")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// All files, by their paths in the package.
    ///
    /// - Parameter text: the README; the part between its two comments is replaced.
    func files(in text: String) throws -> [(path: String, text: String)] {
        var files = [(Self.readmePath, try readme(text)), ("Benchmarks/RESULTS.md", results)]
        for isDark in [false, true] {
            guard let strip = run.strip else { break }
            let drawing = strip.draw(width: 806).titled(strip.title)
            let text = drawing.standalone(Style.picture(isDark: isDark), title: strip.title) + "\n"
            files.append(("Benchmarks/Pictures/stall-\(isDark ? "dark" : "light").svg", text))
        }
        files += Diagrams.files
        files.append((Self.runPath, try run.text()))
        return files
    }
}

// MARK: - README

extension Publication {
    private func readme(_ text: String) throws -> String {
        guard let begin = text.firstRange(of: Self.marks.begin), let end = text.firstRange(of: Self.marks.end),
            begin.upperBound <= end.lowerBound
        else { throw UsageError(description: "The README.md of this folder has no place for results.") }
        return text[..<begin.upperBound] + "\n" + readmePart + text[end.lowerBound...]
    }

    private var readmePart: String {
        let part = """

            \(table(of: run.sections.flatMap(\.headlines)))

            <picture>
              <source media="(prefers-color-scheme: dark)" srcset="Benchmarks/Pictures/stall-dark.svg">
              <img src="Benchmarks/Pictures/stall-light.svg" width="830" alt="\(run.strip?.alternative ?? "")">
            </picture>

            \(origin) \(run.strip?.source ?? "")Library costs are modeled on published figures for phones: 0.1 ms for \
            each photo read, the lock held. The lock, the threads and all waiting are real. [Every figure and every \
            miss](Benchmarks/RESULTS.md) of that run.

            """
        return part
    }

    private var origin: String {
        let facts = run.facts
        let day = facts.date.formatted(.iso8601.year().month().day())
        let machine = facts.processor.map { "\(facts.cores) cores of \($0)" } ?? "\(facts.cores) cores"
        let place = [machine, facts.system, "Swift \(facts.swift)"].compactMap(\.self).joined(separator: ", ")
        return "One run of `swift run -c release --traits FolderLibrary benchmarks`, \(day), \(place)."
    }

    private func table(of headlines: [Headline]) -> String {
        let rows = headlines.map { headline in
            [headline.name, "\(briefTime(headline.rival)) \(headline.instead)", "**\(briefTime(headline.own))**"]
        }
        return TextTable(headers: ["", "without", "with CameraRoll"], rows: rows).markdown
    }
}

// MARK: - RESULTS.md

extension Publication {
    private var results: String {
        let seconds = Int((run.facts.seconds ?? 0).rounded())
        var parts = [
            "# Results", "\(origin) It took \(seconds) s: \(GoalSummary(run.goals).text)",
            "This file is written by `benchmarks --publish`; earlier runs are in its history.",
            "## Compared with what an app would do instead", table(of: run.sections.flatMap(\.headlines)), "## Missed",
            goals(run.goals.filter { !$0.isControl && $0.verdict == .missed }),
        ]
        let controls = run.goals.filter(\.isControl)
        if !controls.isEmpty {
            parts += ["## Does this run reproduce the problems that CameraRoll solves?", goals(controls)]
        }
        parts += run.sections.flatMap { section in
            let title = "## \(section.title): `\(section.name)`"
            if let reason = section.skipped { return [title, "Not run: \(reason)"] }
            return [title] + section.conclusions + [section.provenance] + section.tables.map(\.markdown)
        }
        let facts = run.facts.items.map { "- \($0)" }.joined(separator: "\n")
        return (parts + ["## The machine", facts]).joined(separator: "\n\n") + "\n"
    }

    private func goals(_ goals: [Goal]) -> String {
        guard !goals.isEmpty else { return "None." }
        return TextTable(
            headers: ["", "found", "asked"], rows: goals.map { ["\($0.scenario): \($0.name)", $0.found, $0.asked] }
        ).markdown
    }
}

extension TextTable {
    /// The table in GitHub's Markdown.
    var markdown: String {
        func line(_ cells: [String]) -> String {
            "| " + cells.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |"
        }
        let rule = "|" + String(repeating: "---|", count: headers.count)
        return ([line(headers), rule] + rows.map(line)).joined(separator: "\n")
    }
}

extension StallStrip {
    /// The picture in words, for readers who cannot see it.
    var alternative: String {
        "\(title), recorded apart from the table. " + panels.map { Self.caption($0) }.joined(separator: ". ") + "."
    }

    /// Why the picture's waits are not those of the table.
    fileprivate var source: String {
        "The picture records another part of that run than the table: \(briefTime(Double(length) * 1_000)) beside "
            + "\(readers) readers, around the longest wait. "
    }
}

extension Drawing {
    /// The picture under its title.
    func titled(_ title: String) -> Drawing {
        let label = Markup.label(0, 16, title, style: "t title")
        let moved = Markup.tag("g", [("transform", "translate(0 30)")], shapes)
        return Drawing(width: width, height: height + 30, shapes: [label, moved])
    }
}
