import CameraRoll

/// A table as the terminal shows it.
struct TextTable: Codable, Equatable, Sendable {
    var headers: [String]
    var rows: [[String]]
}

/// Everything that a run has found until now; shared, so that an interrupted run can be written as well.
final class RunRecord: Sendable {
    /// What one scenario has found.
    struct Section: Sendable {
        var name: String
        var title: String
        var summary: String
        var provenance: String
        /// When it began, in nanoseconds of the system's uptime.
        var began: UInt64
        var headlines: [Headline] = []
        var measurements: [Measurement] = []
        var goals: [Goal] = []
        /// The most important one first.
        var tables: [TextTable] = []
        var notes: [String] = []
        /// The most important one first.
        var conclusions: [String] = []
        /// The most important one first.
        var figures: [any Figure] = []
        /// Why it was not run; nil if it was.
        var skipped: String?
        /// How long it took, in nanoseconds; nil until it has come to its end.
        var elapsed: UInt64?

        var isFinished: Bool { elapsed != nil }
    }

    private let contents = Lock<[Section]>([])

    var sections: [Section] { contents.withLock(\.self) }
    var measurements: [Measurement] { sections.flatMap(\.measurements) }
    var goals: [Goal] { sections.flatMap(\.goals) }

    /// Begins the section of a scenario.
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
