import Foundation

/// The options of the command line.
struct Options: Sendable {
    /// The scenarios to run; all if empty.
    var scenarios: [String] = []
    /// A user's folder or file to measure, for the scenarios that support it; nil for generated files.
    var path: String?
    /// A folder of photos to read instead of a synthetic library, for the scenarios that support it; nil for
    /// synthetic.
    var library: String?
    /// The number of assets in the library; nil for the scenario's default.
    var assets: Int?
    /// The number of files that the scenarios 'folder' and 'timeline' make; nil for their defaults.
    var make: Int?
    var seed: UInt64 = 1
    /// The duration of a timed part in seconds; nil for the scenario's default.
    var seconds: Double?
    /// A run of a few seconds in total, for CI, whose figures are not significant.
    var isQuick = false
    /// The file for the measurements; nil to write none.
    var jsonPath: String?
    /// The file for the page of the run; nil to write none.
    var htmlPath: String?
    /// The folder for single pictures; nil to write none.
    var svgFolder: String?
    /// The file for a baseline of this run; nil to write none.
    var savedBaselinePath: String?
    /// The baseline to compare this run with; nil to compare with none.
    var baselinePath: String?
    /// The change for the worse, in percent, beyond which the process fails; nil if it never does.
    var allowedRegression: Double?
    /// Whether all tables, goals and notes are printed.
    var showsAll = false
    /// Whether to print what is real and what is modeled.
    var explains = false
    /// The file of a run whose results are published in the README and next to it, without running anything; nil to
    /// run.
    var publishedPath: String?
    /// Whether to check only that the published results are those of this generator.
    var checksPublished = false
    var listsOnly = false
    var showsHelp = false

    /// The scenarios that can measure a user's folder.
    private static let pathScenarios: Set<String> = ["metadata", "folder", "thumbnails"]
    /// The scenarios that can read a user's folder instead of a synthetic library.
    private static let libraryScenarios: Set<String> = ["open", "page", "stall", "scroll"]

    static let usage = """
        Usage: benchmarks [SCENARIO …] [PATH] [--library PATH] [--assets N] [--make N] [--seed S]
                          [--seconds S] [--quick] [--all] [--explain] [--list]
                          [--json FILE] [--html FILE] [--svg DIR]
                          [--save-baseline FILE] [--baseline FILE] [--fail-on-regression PERCENT]
               benchmarks --publish FILE | --check-published

          SCENARIO     one or more of those that --list shows, each with those below it; all by default
          PATH         a folder of images for 'metadata' (a file too), 'folder' and 'thumbnails', with a '/' in it
          --library PATH
                       a folder of photos that 'open', 'page', 'stall' and 'scroll' read in place of the
                       synthetic library; 'page' takes 600 photos or more, 'scroll' 2,000
          --make N     files in the folder that the scenario 'folder' makes, 100 to 2,000,000: copies of the
                       JPEGs at PATH, or pictures of noise; and in the one that 'timeline' makes
          --assets N   assets in the synthetic library, 1,000 to 10,000,000 (default: each scenario's own)
          --seed S     the library's seed, a whole number (default: 1)
          --seconds S  how long each timed part runs, 0.1 to 600 (default: each scenario's own)
          --quick      half a minute in total, to see that everything works; do not quote its figures
          --all        print all tables, goals and notes, not only the most important ones
          --explain    print what is real and what is modeled in each scenario
          --json FILE  also write all measurements as an array of
                       {"scenario","variant","metric","unit","value"}, some with "count","quantiles","rounds","rival"
          --html FILE  also write a page with all figures as pictures: one file, no script, no network
          --svg DIR    also write the single pictures
          --save-baseline FILE
                       also write a file with which a later run can be compared
          --baseline FILE
                       compare with such a file, each cost relative to its rival in the same run
          --fail-on-regression PERCENT
                       with '--baseline': exit with status 2 if a cost has grown by more, 0 to 10,000
          --publish FILE
                       write README's figures, Benchmarks/RESULTS.md and the pictures from a file of
                       '--save-baseline', into the package in the working directory, and exit
          --check-published
                       exit with status 1 if the published files are not what '--publish' would write
          --list       list the scenarios and exit
        """
}

/// An error in the command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

extension Options {
    /// Parses a command line, without the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--quick": isQuick = true
            case "--all": showsAll = true
            case "--explain": explains = true
            case "--publish": publishedPath = try Self.value(after: argument, in: &rest)
            case "--check-published": checksPublished = true
            case "--list": listsOnly = true
            case "--help", "-h": showsHelp = true
            case "--assets": assets = try Self.number(after: argument, in: &rest, within: 1_000...10_000_000)
            case "--library": library = try Self.value(after: argument, in: &rest)
            case "--make": make = try Self.number(after: argument, in: &rest, within: 100...2_000_000)
            case "--seed": seed = try Self.number(after: argument, in: &rest, within: 0...UInt64.max)
            case "--seconds": seconds = try Self.number(after: argument, in: &rest, within: 0.1...600)
            case "--json": jsonPath = try Self.value(after: argument, in: &rest)
            case "--html": htmlPath = try Self.value(after: argument, in: &rest)
            case "--svg": svgFolder = try Self.value(after: argument, in: &rest)
            case "--save-baseline": savedBaselinePath = try Self.value(after: argument, in: &rest)
            case "--baseline": baselinePath = try Self.value(after: argument, in: &rest)
            case "--fail-on-regression":
                allowedRegression = try Self.number(after: argument, in: &rest, within: 0...10_000)
            case let other where other.hasPrefix("-"): throw UsageError(description: "Unknown option '\(other)'.")
            case let place where place.contains("/"): try setPath(place)
            default: scenarios.append(argument)
            }
        }
        guard allowedRegression == nil || baselinePath != nil else {
            throw UsageError(description: "'--fail-on-regression' needs a '--baseline'.")
        }
    }

    private mutating func setPath(_ place: String) throws(UsageError) {
        guard !Self.pathScenarios.isDisjoint(with: scenarios) else {
            throw UsageError(
                description: "A path, '\(place)', must follow the scenario 'metadata', 'folder' or 'thumbnails'.")
        }
        if let path { throw UsageError(description: "There are two paths, '\(path)' and '\(place)'.") }
        path = place
    }

    /// Whether a scenario that shares another's section can run with these options.
    func allows(_ scenario: any Scenario) -> Bool {
        library == nil || Self.libraryScenarios.contains(scenario.name)
    }

    /// Checks that the paths exist before any scenario runs.
    func validatePaths() throws(UsageError) {
        for path in [path, library].compactMap(\.self) where !FileManager.default.fileExists(atPath: path) {
            throw UsageError(description: "There is nothing at '\(path)'.")
        }
        for path in [path, library].compactMap(\.self) where !Self.isFolder(path) {
            // 'metadata' accepts a single file too.
            guard path == self.path, scenarios == ["metadata"] else {
                throw UsageError(description: "'\(path)' is no folder.")
            }
        }
        guard library != nil, scenarios.isEmpty || !Self.libraryScenarios.isSuperset(of: scenarios) else { return }
        throw UsageError(description: "'--library' works only with the scenarios 'open', 'page', 'stall' and 'scroll'.")
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func value(after option: String, in rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let value = rest.popFirst() else { throw UsageError(description: "'\(option)' needs a value.") }
        return value
    }

    private static func number<Number: LosslessStringConvertible & Comparable>(
        after option: String, in rest: inout ArraySlice<String>, within range: ClosedRange<Number>
    ) throws(UsageError) -> Number {
        let text = try value(after: option, in: &rest)
        guard let number = Number(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw UsageError(description: "'\(option)' takes a number from \(bounds), not '\(text)'.")
        }
        return number
    }
}
