import CameraRoll
import Dispatch
import Foundation

/// The files of a run, written at its end, or with the results so far when it is interrupted.
final class RunOutput: Sendable {
    private let options: Options
    private let facts: RunFacts
    private let record: RunRecord
    private let baseline: SavedRun?
    /// The measurement of the machine's noise; nil if no file shows it.
    private let noise: MachineNoise?
    /// Whether the files are being written, so that an interruption at the end does not write them twice.
    private let isClosed = Lock(false)
    private let status: StatusLine
    private let terminal: Terminal
    private let scenarios: Int
    /// The number of sections that were printed.
    private let printed = Lock(0)
    private let began = uptime()

    /// Checks that all files can be written and that the baseline can be read, before anything is measured.
    ///
    /// - Parameter scenarios: the number of scenarios to run.
    init(
        _ options: Options, _ facts: RunFacts, _ record: RunRecord, _ status: StatusLine = StatusLine(expected: 0),
        scenarios: Int = 0
    ) throws {
        (self.options, self.facts, self.record) = (options, facts, record)
        (self.status, self.scenarios) = (status, scenarios)
        terminal = Terminal(showsAll: options.showsAll, explains: options.explains)
        baseline = try options.baselinePath.map { path throws(BaselineError) in try SavedRun(contentsOf: path) }
        for path in [options.jsonPath, options.htmlPath, options.savedBaselinePath].compactMap(\.self) {
            try checkWritable(path)
        }
        if let folder = options.svgFolder {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw UsageError(description: "'\(folder)' cannot be created as a folder.")
            }
        }
        noise = options.htmlPath != nil || options.svgFolder != nil ? MachineNoise() : nil
        noise?.start()
    }

    /// Writes all files, and prints the comparison.
    ///
    /// - Returns: the regressions beyond what the options allow.
    func close(isInterrupted: Bool = false) throws -> [Change] {
        guard
            isClosed.withLock({ isClosed in
                defer { isClosed = true }
                return !isClosed
            })
        else { return [] }
        noise?.stop()
        var facts = facts
        facts.seconds = Double(uptime() - began) / 1e9
        printSection()
        printEnd(isInterrupted)
        let run = SavedRun(facts: facts, sections: record.sections, isInterrupted: isInterrupted)
        let comparison = baseline.map { Comparison(of: run, with: $0) }
        try write(run, facts, comparison)
        if let comparison { printComparison(comparison) }
        fflush(nil)
        return options.allowedRegression.flatMap { comparison?.regressions(beyond: $0) } ?? []
    }

    private func write(_ run: SavedRun, _ facts: RunFacts, _ comparison: Comparison?) throws {
        if let path = options.jsonPath { try writeFile(try Self.json(run.measurements), to: path) }
        if let path = options.savedBaselinePath { try run.write(to: path) }
        guard options.htmlPath != nil || options.svgFolder != nil else { return }
        let page = Page(
            facts: facts, sections: record.sections, noise: noise?.figure(record.sections),
            isInterrupted: run.isInterrupted, baseline: baseline, comparison: comparison)
        if let path = options.htmlPath {
            let begun = uptime()
            let html = Data(page.html.utf8)
            try writeFile(html, to: path)
            print("\nThe page '\(path)': \(grouped(html.count)) bytes, written in \(time(uptime() - begun)).")
        }
        guard let folder = options.svgFolder else { return }
        for drawing in page.drawings { try writeFile(Data(drawing.svg.utf8), to: "\(folder)/\(drawing.name).svg") }
    }

    private static func json(_ measurements: [Measurement]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(measurements)
    }

    private func printComparison(_ comparison: Comparison) {
        var lines = ["", "against the baseline, each relative to its rival of the same run:"]
        lines += ComparisonTable.warnings(comparison).flatMap { terminal.wrapped($0) }
        status.print(lines + terminal.lines(of: ComparisonTable(comparison, baseline).table))
    }
}

// MARK: - The terminal

extension RunOutput {
    /// Prints what is measured, on which machine, and how long it will take.
    func printPreamble(seconds: Double) {
        let many = scenarios == 1 ? "1 scenario" : "\(scenarios) scenarios"
        var lines = terminal.wrapped("CameraRoll benchmarks: \(many), \(Self.duration(seconds)).", indent: 0)
        lines += terminal.wrapped(facts.items.joined(separator: " · "), indent: 0)
        if options.isQuick {
            lines += terminal.wrapped(
                "A quick run: it shows that everything works; do not quote its figures. No goal is judged.", indent: 0)
        }
        status.print(lines)
    }

    /// A duration in everyday words.
    static func duration(_ seconds: Double) -> String {
        seconds < 90
            ? "about \(max(Int((seconds / 5).rounded(.up)) * 5, 5)) s"
            : "about "
                + "\(Int((seconds / 60).rounded())) min"
    }

    /// Prints the section of the last scenario, unless it has been printed.
    func printSection() {
        let sections = record.sections
        let isNew = printed.withLock { printed in
            defer { printed = sections.count }
            return printed < sections.count
        }
        guard isNew, let last = sections.last else { return }
        status.print(SectionText(section: last, terminal: terminal).lines)
    }

    private func printEnd(_ isInterrupted: Bool) {
        let sections = record.sections
        let finished = sections.count(where: \.isFinished)
        if isInterrupted {
            let text = "Interrupted: \(finished) of \(scenarios) scenarios finished."
            return status.print([""] + terminal.wrapped(terminal.colored(text, .red), indent: 0))
        }
        guard sections.count > 1 else { return }
        let summary = GoalSummary(sections.flatMap(\.goals)).text
        status.print([""] + terminal.wrapped("\(summary) '--all' prints everything, '--html FILE' a page.", indent: 0))
    }
}

extension RunOutput {
    /// Writes the files when the process is interrupted or told to end, and then ends it.
    ///
    /// - Returns: the observations; they end when the objects are released.
    func closeOnInterruption() -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInitiated))
            source.setEventHandler { [self] in closeAndExit(number) }
            source.resume()
            return source
        }
    }

    private func closeAndExit(_ number: Int32) -> Never {
        do {
            _ = try close(isInterrupted: true)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
        }
        fflush(nil)
        // As a shell reports a process that was ended by a signal.
        exit(128 + number)
    }
}
