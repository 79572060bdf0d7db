import Foundation

/// One figure, in the form of `--json`.
struct Measurement: Codable, Sendable {
    var scenario: String
    var variant: String
    var metric: String
    var unit: String
    var value: Double
}

/// The output of a scenario.
struct Report {
    /// Whether the run is too short to be judged.
    let isQuick: Bool
    private(set) var measurements: [Measurement] = []
    private var scenario = ""

    init(isQuick: Bool = false) {
        self.isQuick = isQuick
    }

    /// Prints the heading of a scenario.
    ///
    /// - Parameter library: the folder of photos that replaces the synthetic library.
    mutating func begin(_ scenario: any Scenario, on library: String? = nil) {
        self.scenario = scenario.name
        let provenance = library.map { "On '\($0)'. \(scenario.provenanceOfFolder)" } ?? scenario.provenance
        print("\n\(scenario.name): \(scenario.summary)\n  \(provenance)")
    }

    /// Prints the progress of a long scenario.
    func progress(_ text: String) {
        FileHandle.standardError.write(Data("  … \(text)\n".utf8))
    }

    /// Records a figure for `--json`.
    mutating func record(_ variant: String, _ metric: String, _ value: Double, _ unit: String) {
        measurements.append(
            Measurement(scenario: scenario, variant: variant, metric: metric, unit: unit, value: value))
    }

    /// Prints a table, its first column aligned left and the others right.
    func table(_ headers: [String], _ rows: [[String]]) {
        let all = [headers] + rows
        let widths = headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        for (index, row) in all.enumerated() {
            print("  " + zip(row, widths).enumerated().map(Self.cell).joined(separator: "  "))
            if index == 0 { print("  " + widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")) }
        }
    }

    /// Prints a figure with its goal, and whether it was met.
    func goal(_ name: String, _ found: String, asked: String, isMet: Bool) {
        print("  \(verdict(isMet: isMet)) \(name): \(found), asked \(asked)")
    }

    /// The verdict on a goal; quick runs are not judged.
    func verdict(isMet: Bool) -> String {
        if isQuick { return "not judged" }
        return isMet ? "met   " : "MISSED"
    }

    /// Prints a fact about the run that is not judged.
    func note(_ text: String) {
        print("  \(text)")
    }

    /// Prints the conclusion as a plain sentence.
    func conclude(_ sentence: String) {
        print("  => \(sentence)")
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let json = try encoder.encode(measurements)
        guard FileManager.default.createFile(atPath: path, contents: json) else {
            throw UsageError(description: "'\(path)' cannot be written.")
        }
    }

    private static func cell(_ column: Int, _ content: (text: String, width: Int)) -> String {
        let padding = String(repeating: " ", count: max(content.width - content.text.count, 0))
        return column == 0 ? content.text + padding : padding + content.text
    }
}
