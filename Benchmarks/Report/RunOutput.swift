import CameraRoll
import Dispatch
import Foundation

/// The files of a run: written at its end, or when it is interrupted, with what was found until then.
final class RunOutput: Sendable {
    private let options: Options
    private let facts: RunFacts
    private let record: RunRecord
    private let baseline: SavedRun?
    /// nil if nothing is written that shows it.
    private let noise: MachineNoise?
    /// Whether the files are being written, so that an interruption at the end does not write them twice.
    private let isClosed = Lock(false)

    /// Checks that all files can be written and that the baseline can be read, before anything is measured.
    init(_ options: Options, _ facts: RunFacts, _ record: RunRecord) throws {
        (self.options, self.facts, self.record) = (options, facts, record)
        baseline = try options.baselinePath.map { path throws(BaselineError) in try SavedRun(contentsOf: path) }
        for path in [options.jsonPath, options.htmlPath, options.savedBaselinePath].compactMap(\.self) {
            try checkWritable(path)
        }
        if let folder = options.svgFolder {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw UsageError(description: "'\(folder)' cannot be made a folder.")
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
        let run = SavedRun(
            facts: facts, measurements: record.measurements, goals: record.goals, isInterrupted: isInterrupted)
        let comparison = baseline.map { Comparison(of: run, with: $0) }
        try write(run, comparison)
        if let comparison { printComparison(comparison) }
        return options.allowedRegression.flatMap { comparison?.regressions(beyond: $0) } ?? []
    }

    private func write(_ run: SavedRun, _ comparison: Comparison?) throws {
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
        let report = Report()
        print("\nagainst the baseline, each relative to its rival of the same run:")
        ComparisonTable.warnings(comparison).forEach { report.note($0) }
        let table = ComparisonTable(comparison, baseline).table
        report.table(table.headers, table.rows)
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
        // As a shell reports a process that a signal has ended.
        exit(128 + number)
    }
}

extension RunFacts {
    /// The circumstances of this process.
    init(_ options: Options, swift: String, build: String) {
        self.init(
            commit: Self.currentCommit, date: Date(), swift: swift, build: build,
            cores: ProcessInfo.processInfo.activeProcessorCount, seed: options.seed, isQuick: options.isQuick)
    }

    /// The commit of the working folder; nil without a commit or without git.
    private static var currentCommit: String? {
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["git", "describe", "--always", "--dirty"]
            (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return nil }
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let commit = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            return process.terminationStatus == 0 && !commit.isEmpty ? commit : nil
        #else
            return nil
        #endif
    }
}
