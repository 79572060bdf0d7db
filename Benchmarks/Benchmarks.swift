import Foundation

/// Runs the scenarios named on the command line, one after the other, and prints their results.
@main
struct Benchmarks {
    static let scenarios: [any Scenario] = [
        OpenScenario(), PageScenario(), StallScenario(), ExecutorScenario(), ScaleScenario(),
        ScrollScenario(), ImagesScenario(), ChangesScenario(), PreloadScenario(), MetadataScenario(),
        FolderScenario(), ThumbnailsScenario(),
    ]

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            #if FolderLibrary || canImport(Darwin)
                if try await FolderOpening.runIfAsked(arguments) { return }
            #endif
            try await run(Options(arguments))
        } catch let error as UsageError {
            fail("\(error) 'benchmarks --help' shows what there is.", code: 64)
        } catch {
            fail("The benchmarks failed: \(error)", code: 1)
        }
    }

    private static func run(_ options: Options) async throws {
        if options.showsHelp { return print(Options.usage) }
        if options.listsOnly { return scenarios.forEach { print("\($0.name): \($0.summary)") } }
        let chosen = try choose(options.scenarios)
        try options.validatePaths()
        if let path = options.jsonPath { try Report().write(to: path) }  // Fails before the scenarios run.
        var report = Report(isQuick: options.isQuick)
        printPreamble(options)
        for scenario in chosen {
            report.begin(scenario, on: options.library)
            let elapsed = try await timed { try await scenario.run(options, into: &report) }
            report.progress("\(scenario.name) took \(time(elapsed))")
        }
        if let path = options.jsonPath { try report.write(to: path) }
    }

    private static func choose(_ names: [String]) throws(UsageError) -> [any Scenario] {
        var chosen: [any Scenario] = []
        for name in names {
            guard let scenario = scenarios.first(where: { $0.name == name }) else {
                let known = scenarios.map(\.name).joined(separator: ", ")
                throw UsageError(description: "There is no scenario '\(name)'; there are \(known).")
            }
            chosen.append(scenario)
        }
        return names.isEmpty ? scenarios : chosen
    }

    private static func printPreamble(_ options: Options) {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        print("CameraRoll benchmarks, seed \(options.seed), \(cores) cores, Swift \(swiftVersion), \(buildKind).")
        guard options.isQuick else { return }
        print("A quick run: it shows that everything works; do not quote its figures. No goal is judged.")
    }

    private static var swiftVersion: String {
        #if compiler(>=6.3)
            "6.3 or later"
        #else
            "6.2"
        #endif
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
