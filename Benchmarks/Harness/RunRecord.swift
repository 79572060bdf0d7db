import CameraRoll

/// A table as the terminal shows it.
struct TextTable: Codable, Equatable, Sendable {
    var headers: [String]
    var rows: [[String]]
}

/// The results of a run so far; shared, so that those of an interrupted run can be written too.
final class RunRecord: Sendable {
    /// The results of one scenario.
    struct Section: Sendable {
        var name: String
        var title: String
        var summary: String
        var provenance: String
        /// The time at which it began, in nanoseconds of the system's uptime.
        var began: UInt64
        var headlines: [Headline] = []
        var measurements: [Measurement] = []
        var goals: [Goal] = []
        /// The tables, the most important one first.
        var tables: [TextTable] = []
        var notes: [String] = []
        /// The conclusions, the most important one first.
        var conclusions: [String] = []
        /// The figures, the most important one first.
        var figures: [any Figure] = []
        /// The reason why it was not run; nil if it was.
        var skipped: String?
        /// The duration in nanoseconds; nil until it has ended.
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

    /// Changes the section of the running scenario; there is one from the first scenario on.
    func update(_ change: (inout Section) -> Void) {
        contents.withLock { sections in
            guard let last = sections.indices.last else { return }
            change(&sections[last])
        }
    }
}
