import CameraRoll

/// A table as the terminal shows it.
struct TextTable: Equatable, Sendable {
    var headers: [String]
    var rows: [[String]]
}

/// Everything that a run has found until now; shared, so that an interrupted run can be written as well.
final class RunRecord: Sendable {
    /// What one scenario, or several that share a section, have found.
    struct Section: Sendable {
        var name: String
        var summaries: [String]
        var provenances: [String]
        /// When it began, in nanoseconds of the system's uptime.
        var began: UInt64
        var measurements: [Measurement] = []
        var goals: [Goal] = []
        var tables: [TextTable] = []
        var notes: [String] = []
        var conclusions: [String] = []
        var figures: [any Figure] = []
        var isFinished = false
    }

    private let contents = Lock<[Section]>([])

    var sections: [Section] { contents.withLock(\.self) }
    var measurements: [Measurement] { sections.flatMap(\.measurements) }
    var goals: [Goal] { sections.flatMap(\.goals) }

    /// Begins a section, or continues the last one if it has the same name.
    func begin(_ section: Section) {
        contents.withLock { sections in
            guard let last = sections.indices.last, sections[last].name == section.name else {
                return sections.append(section)
            }
            sections[last].summaries += section.summaries
            sections[last].provenances += section.provenances
            sections[last].isFinished = false
        }
    }

    /// Changes the section of the scenario that runs; there is one from the first scenario on.
    func update(_ change: (inout Section) -> Void) {
        contents.withLock { sections in
            guard let last = sections.indices.last else { return }
            change(&sections[last])
        }
    }
}
