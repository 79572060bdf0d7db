import Foundation

/// The output of a scenario.
///
/// The results of a scenario are recorded, and printed once it has ended, the most important ones first.
struct Report: Sendable {
    /// Whether the run is too short to be judged.
    let isQuick: Bool
    /// The results so far, which copies of a report share.
    let record = RunRecord()
    private let status: StatusLine?
    private var scenario = ""

    init(isQuick: Bool = false, status: StatusLine? = nil) {
        (self.isQuick, self.status) = (isQuick, status)
    }

    var measurements: [Measurement] { record.measurements }

    /// Begins a scenario.
    ///
    /// - Parameter library: the folder of photos that replaces the synthetic library.
    mutating func begin(_ scenario: any Scenario, on library: String? = nil) {
        self.scenario = scenario.name
        MainActorTurns.begin(scenario.name)
        _ = MainActorTurns.takeLongest()
        let provenance = library.map { "On '\($0)'. \(scenario.provenanceOfFolder)" } ?? scenario.provenance
        let oneLine = provenance.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        record.begin(
            RunRecord.Section(
                name: scenario.name, title: scenario.title, summary: scenario.summary, provenance: oneLine,
                began: uptime()))
    }

    /// Prints the progress of a long scenario.
    func progress(_ text: String) {
        phase(text)
        status?.show(text)
    }

    /// Sets what the following turns of the main actor are for, and prints nothing.
    func phase(_ text: String) {
        MainActorTurns.begin("\(scenario), \(text)")
    }

    /// Ends a scenario.
    func end(after elapsed: UInt64) {
        if let turn = MainActorTurns.takeLongest(), turn.work > 0 {
            note(
                "The main actor's longest turn, the scenario's own loops included: \(time(turn.work)) of work "
                    + "(\(turn.phase)).")
        }
        record.update { $0.elapsed = elapsed }
        if record.sections.last?.skipped == nil { progress("\(scenario) took \(time(elapsed))") }
    }

    /// Reports why a scenario is not run.
    func skip(_ reason: String) {
        record.update { $0.skipped = reason }
    }

    /// Adds a headline that a reader should remember.
    ///
    /// - Parameters:
    ///   - own: CameraRoll's time in nanoseconds.
    ///   - rival: the time of the alternative, in nanoseconds.
    func headline(_ name: String, own: UInt64, rival: UInt64, instead: String) {
        record.update {
            $0.headlines.append(Headline(name: name, instead: instead, own: Double(own), rival: Double(rival)))
        }
    }

    /// Records a figure for `--json` and for comparisons.
    ///
    /// - Parameters:
    ///   - samples: the measured values that the figure summarizes.
    ///   - rival: the variant that was measured alternately with this one, recorded with the same metric.
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

    /// Adds a table, the most important one first.
    func table(_ headers: [String], _ rows: [[String]]) {
        record.update { $0.tables.append(TextTable(headers: headers, rows: rows)) }
    }

    /// Adds a figure with its goal, and whether it was met; a quick run proves nothing, and is not judged.
    ///
    /// - Parameter bound: the same as numbers, for a picture of how far the figure is from its limit.
    func goal(_ name: String, _ found: String, asked: String, isMet: Bool, bound: Bound? = nil) {
        add(Goal(scenario: scenario, name: name, found: found, asked: asked, verdict: verdict(isMet), bound: bound))
    }

    /// Adds a rival's figure that shows whether this run reproduces the problem that CameraRoll solves; it is not a
    /// goal.
    func control(_ name: String, _ found: String, expected: String, isSeen: Bool, bound: Bound? = nil) {
        add(
            Goal(
                scenario: scenario, name: name, found: found, asked: expected, verdict: verdict(isSeen), bound: bound,
                isControl: true))
    }

    private func verdict(_ isMet: Bool) -> Goal.Verdict { isQuick ? .notJudged : isMet ? .met : .missed }

    private func add(_ goal: Goal) {
        record.update { $0.goals.append(goal) }
    }

    /// Adds a figure to the page of the run, the most important one first.
    func show(_ figure: any Figure) {
        record.update { $0.figures.append(figure) }
    }

    /// Adds a fact about the run that is not judged.
    func note(_ text: String) {
        record.update { $0.notes.append(text) }
    }

    /// The maximum length of a conclusion, in characters.
    static let longestConclusion = 200

    /// Adds a conclusion as a plain sentence, the most important one first.
    func conclude(_ sentence: String) {
        assert(sentence.count <= Self.longestConclusion, "\(sentence.count) characters: \(sentence)")
        record.update { $0.conclusions.append(sentence) }
    }
}
