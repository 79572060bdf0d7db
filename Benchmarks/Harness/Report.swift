import Foundation

/// The output of a scenario.
struct Report: Sendable {
    /// Whether the run is too short to be judged.
    let isQuick: Bool
    /// What was found until now; copies of a report share it.
    let record = RunRecord()
    private let status: StatusLine?
    private var scenario = ""

    init(isQuick: Bool = false, status: StatusLine? = nil) {
        (self.isQuick, self.status) = (isQuick, status)
    }

    var measurements: [Measurement] { record.measurements }

    /// Prints the heading of a scenario.
    ///
    /// - Parameter library: the folder of photos that replaces the synthetic library.
    mutating func begin(_ scenario: any Scenario, on library: String? = nil) {
        self.scenario = scenario.name
        MainActorTurns.begin(scenario.name)
        _ = MainActorTurns.takeLongest()
        let provenance = library.map { "On '\($0)'. \(scenario.provenanceOfFolder)" } ?? scenario.provenance
        record.begin(
            RunRecord.Section(
                name: scenario.section, summaries: [scenario.summary], provenances: [provenance], began: uptime()))
        print("\n\(scenario.name): \(scenario.summary)\n  \(provenance)")
    }

    /// Prints the progress of a long scenario.
    func progress(_ text: String) {
        phase(text)
        if let status { return status.show(text) }
        FileHandle.standardError.write(Data("  … \(text)\n".utf8))
    }

    /// Says what the following turns of the main actor are for, and prints nothing.
    func phase(_ text: String) {
        MainActorTurns.begin("\(scenario), \(text)")
    }

    /// Ends the section of a scenario.
    func end(after elapsed: UInt64) {
        if let turn = MainActorTurns.takeLongest(), turn.work > 0 {
            note(
                "The main actor's longest turn, the scenario's own loops included: \(time(turn.work)) of work "
                    + "(\(turn.phase)).")
        }
        record.update { $0.isFinished = true }
        progress("\(scenario) took \(time(elapsed))")
    }

    /// Records a figure for `--json` and for comparisons.
    ///
    /// - Parameters:
    ///   - samples: the measured values of which it is one.
    ///   - rival: the variant that was measured in turns with this one, recorded with the same metric.
    mutating func record(
        _ variant: String, _ metric: String, _ value: Double, _ unit: String, samples: Samples? = nil,
        rival: String? = nil
    ) {
        var measurement = Measurement(
            scenario: scenario, variant: variant, metric: metric, unit: unit, value: value, rival: rival)
        if let samples, samples.count > 0 {
            measurement.count = samples.count
            measurement.quantiles = Quantiles(samples).values
            measurement.rounds = samples.rounds(atMost: 40)
        }
        record.update { $0.measurements.append(measurement) }
    }

    /// Prints a table, its first column aligned left and the others right.
    func table(_ headers: [String], _ rows: [[String]]) {
        record.update { $0.tables.append(TextTable(headers: headers, rows: rows)) }
        let all = [headers] + rows
        let widths = headers.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        for (index, row) in all.enumerated() {
            print("  " + zip(row, widths).enumerated().map(Self.cell).joined(separator: "  "))
            if index == 0 { print("  " + widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")) }
        }
    }

    /// Prints a figure with its goal, and whether it was met; a quick run proves nothing, and prints the figure alone.
    ///
    /// - Parameter bound: the same as numbers, for a picture of how far the figure is from its limit.
    func goal(_ name: String, _ found: String, asked: String, isMet: Bool, bound: Bound? = nil) {
        let verdict: Goal.Verdict = isQuick ? .notJudged : isMet ? .met : .missed
        record.update {
            $0.goals.append(
                Goal(scenario: $0.name, name: name, found: found, asked: asked, verdict: verdict, bound: bound))
        }
        print("  " + line(name, found, asked: asked, isMet: isMet))
    }

    /// The printed line of a figure that has a goal.
    func line(_ name: String, _ found: String, asked: String, isMet: Bool) -> String {
        if isQuick { return "\(name): \(found) (a quick run, not judged)" }
        return "\(isMet ? "met   " : "MISSED") \(name): \(found), asked \(asked)"
    }

    /// Adds a figure to the page of the run.
    func show(_ figure: any Figure) {
        record.update { $0.figures.append(figure) }
    }

    /// Prints a fact about the run that is not judged.
    func note(_ text: String) {
        record.update { $0.notes.append(text) }
        print("  \(text)")
    }

    /// Prints the conclusion as a plain sentence.
    func conclude(_ sentence: String) {
        record.update { $0.conclusions.append(sentence) }
        print("  => \(sentence)")
    }

    private static func cell(_ column: Int, _ content: (text: String, width: Int)) -> String {
        let padding = String(repeating: " ", count: max(content.width - content.text.count, 0))
        return column == 0 ? content.text + padding : padding + content.text
    }
}
