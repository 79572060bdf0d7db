/// The terminal's output for a scenario: the results in up to four sentences, the first table and the missed goals, or
/// everything.
struct SectionText {
    let section: RunRecord.Section
    let terminal: Terminal

    private static let sentences = 4

    var lines: [String] {
        var lines = ["", terminal.colored("\(section.name): \(section.title)", .bold)]
        if terminal.explains || terminal.showsAll { lines += terminal.wrapped(section.summary) }
        if terminal.explains { lines += terminal.wrapped(section.provenance) }
        if let reason = section.skipped { return lines + terminal.wrapped("Not run: \(reason)") }
        if !section.isFinished { lines += terminal.wrapped("It did not finish.") }
        let conclusions = terminal.showsAll ? section.conclusions[...] : section.conclusions.prefix(Self.sentences)
        lines += conclusions.flatMap { terminal.wrapped("=> \($0)", hanging: 5) }
        let tables = terminal.showsAll ? section.tables[...] : section.tables.prefix(1)
        for table in tables { lines += [""] + terminal.lines(of: table) }
        lines += goals
        if terminal.showsAll { lines += section.notes.flatMap { terminal.wrapped($0) } }
        return lines
    }

    private var goals: [String] {
        let goals = section.goals.filter { !$0.isControl }
        let missed = goals.filter { $0.verdict == .missed }
        let shown = terminal.showsAll ? section.goals : missed
        var lines = shown.isEmpty ? [] : [""] + shown.flatMap(line)
        let met = goals.count { $0.verdict == .met }
        if !terminal.showsAll, met > 0 {
            let others = missed.isEmpty ? "" : ", \(missed.count) missed"
            lines += ["", "  " + terminal.colored("\(met) of \(goals.count) goals met", .green) + others]
        }
        return lines
    }

    private func line(_ goal: Goal) -> [String] {
        let text = terminal.wrapped(goal.line, hanging: 9)
        guard let color = goal.color else { return text }
        let word = goal.verdictWord
        return text.enumerated().map { index, line in
            index > 0 ? line : line.replacing(word, with: terminal.colored(word, color), maxReplacements: 1)
        }
    }
}

extension Goal {
    /// The verdict as shown in the terminal.
    var verdictWord: String {
        switch (verdict, isControl) {
        case (.notJudged, _): ""
        case (.met, false): "met"
        case (.missed, false): "MISSED"
        case (.met, true): "reproduced"
        case (.missed, true): "not reproduced"
        }
    }

    fileprivate var color: Terminal.Color? {
        switch verdict {
        case .notJudged: nil
        case .met: .green
        case .missed: isControl ? .dim : .red
        }
    }

    /// The goal as one line in the terminal.
    var line: String {
        if verdict == .notJudged { return "\(name): \(found) (a quick run, not judged)" }
        return "\(verdictWord) \(name): \(found), asked \(asked)"
    }
}
