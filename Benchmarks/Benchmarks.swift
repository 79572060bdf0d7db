import Dispatch
import Foundation

/// Runs the scenarios named on the command line, one after another, and prints their results.
@main
struct Benchmarks {
    /// The scenarios of the list; those that share a section are next to each other.
    static let scenarios: [any Scenario] = [
        OpenScenario(), PageScenario(), StallScenario(), ExecutorScenario(), ManyReadersScenario(), ScaleScenario(),
        ScrollScenario(), ImagesScenario(), ChangesScenario(), PreloadScenario(), MetadataScenario(),
        FolderScenario(), ThumbnailsScenario(), TimelineScenario(), BrowseScenario(), ScreensScenario(),
    ]

    static func main() {
        MainActorTurns.measure()
        Task { @MainActor in
            await runAll()
            exit(0)
        }
        dispatchMain()
    }

    private static func runAll() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            #if FolderLibrary || canImport(Darwin)
                if try await FolderOpening.runIfAsked(arguments) { return }
            #endif
            try await run(Options(arguments))
        } catch let error as UsageError {
            fail("\(error) 'benchmarks --help' lists the options.", code: 64)
        } catch let error as BenchmarkFailure {
            fail("\(error)", code: 1)
        } catch {
            fail("The benchmarks failed: \(error)", code: 1)
        }
    }

    private static func run(_ options: Options) async throws {
        if options.showsHelp { return print(Options.usage) }
        if options.listsOnly { return list() }
        if let path = options.publishedPath { return try await Publication(SavedRun(contentsOf: path)).write() }
        if options.checksPublished { return try await Publication.check() }
        let chosen = try choose(options)
        try options.validatePaths()
        let durations = chosen.map { options.isQuick ? $0.quickSeconds : $0.typicalSeconds }
        let expected = durations.reduce(0, +)
        let status = StatusLine(expected: expected)
        var report = Report(isQuick: options.isQuick, status: status)
        let facts = RunFacts(options, build: buildKind)
        // This fails before the scenarios run.
        let output = try RunOutput(options, facts, report.record, status, scenarios: chosen.count)
        let interruptions = output.closeOnInterruption()
        defer { interruptions.forEach { $0.cancel() } }
        output.printPreamble(seconds: expected)
        do {
            for (index, scenario) in chosen.enumerated() {
                status.begin(scenario.name, after: durations[..<index].reduce(0, +))
                report.begin(scenario, on: options.library)
                report.end(after: try await timed { try await scenario.run(options, into: &report) })
                output.printSection()
            }
        } catch {
            // What has been measured so far is worth writing.
            _ = try output.close(isInterrupted: true)
            throw error
        }
        fail(on: try output.close(), options)
    }

    /// Ends the process with its own status if costs have grown by more than is allowed.
    private static func fail(on regressions: [Change], _ options: Options) {
        guard let allowed = options.allowedRegression, !regressions.isEmpty else { return }
        let names = regressions.map { "\($0.key.scenario), \($0.key.variant), \($0.key.metric): \(ratio($0.ratio))" }
        fail("Slower than the baseline by more than \(allowed) %: \(names.joined(separator: "; ")).", code: 2)
    }

    /// Prints the sections, each with the scenarios that also run alone.
    private static func list() {
        let terminal = Terminal()
        for scenario in scenarios {
            let isFirst = scenario.section == scenario.name
            let name = isFirst ? scenario.name : "\(scenario.name) alone"
            let lines = terminal.wrapped("\(name): \(scenario.summary)", indent: isFirst ? 0 : 2, hanging: 4)
            for line in lines { print(line) }
        }
    }

    /// The scenarios of the options, each once, in the order of the list.
    static func choose(_ options: Options) throws(UsageError) -> [any Scenario] {
        for name in options.scenarios where !scenarios.contains(where: { $0.name == name }) {
            let known = scenarios.map(\.name).joined(separator: ", ")
            throw UsageError(description: "There is no scenario '\(name)'; there are \(known).")
        }
        return scenarios.filter { scenario in
            let isNamed = options.scenarios.contains(scenario.name) || options.scenarios.contains(scenario.section)
            return (options.scenarios.isEmpty || isNamed) && options.allows(scenario)
        }
    }

    private static var buildKind: String {
        #if DEBUG
            "debug build: use -c release for figures"
        #else
            "release build"
        #endif
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        fflush(nil)  // Keeps the output before the error.
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(code)
    }
}
