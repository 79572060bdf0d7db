import CameraRoll

/// A table as the terminal shows it.
struct TextTable: Equatable, Sendable {
    var headers: [String]
    var rows: [[String]]
}

/// Everything that a run has found until now; shared, so that an interrupted run can be written as well.
final class RunRecord: Sendable {
    /// What one scenario has found.
    struct Section: Sendable {
        var name: String
        var summary: String
        var provenance: String
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

    func begin(_ section: Section) {
        contents.withLock { $0.append(section) }
    }

    /// Changes the section of the scenario that runs; there is one from the first scenario on.
    func update(_ change: (inout Section) -> Void) {
        contents.withLock { sections in
            guard let last = sections.indices.last else { return }
            change(&sections[last])
        }
    }
}
