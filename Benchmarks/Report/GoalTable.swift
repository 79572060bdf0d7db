import Foundation

/// The number of goals that were met, in one sentence; rivals' figures are not goals.
struct GoalSummary {
    let met: Int
    let missed: Int
    let count: Int

    init(_ goals: [Goal]) {
        let own = goals.filter { !$0.isControl }
        (met, missed) = (own.count { $0.verdict == .met }, own.count { $0.verdict == .missed })
        count = own.count
    }

    var text: String {
        if count == 0 { return "No goal." }
        return met + missed == 0 ? "\(count) goals, none judged." : "\(met) goals met, \(missed) missed."
    }
}

/// The goals of a run: missed ones first, rivals' figures separately, and met ones folded.
struct GoalTable {
    let goals: [Goal]
    /// The goals of the baseline; empty without one.
    var former: [Goal] = []

    var markup: [Markup] {
        let own = goals.filter { !$0.isControl }
        let missed = own.filter { $0.verdict == .missed }
        let met = own.filter { $0.verdict == .met }
        let unjudged = own.filter { $0.verdict == .notJudged }
        let controls = goals.filter(\.isControl)
        var parts = [Markup.tag("p", text: GoalSummary(goals).text)]
        if !missed.isEmpty { parts += [.tag("h3", text: "Missed"), table(missed)] }
        parts += folded("\(met.count) met", met) + folded("\(unjudged.count) not judged", unjudged)
        if !controls.isEmpty {
            parts += folded("\(controls.count) problems that CameraRoll solves, in this run", controls)
        }
        return parts
    }

    private func folded(_ summary: String, _ goals: [Goal]) -> [Markup] {
        goals.isEmpty ? [] : [.tag("details", [], [.tag("summary", text: summary), table(goals)])]
    }

    private func table(_ goals: [Goal]) -> Markup {
        let headers = ["", "found", "asked", former.isEmpty ? nil : "before", "how far from it"].compactMap(\.self)
        let head = Markup.tag("tr", [], headers.map { .tag("th", text: $0) })
        return .tag(
            "div", [("class", "scroll")],
            [
                .tag(
                    "table", [("class", "goals")],
                    [.tag("thead", [], [head]), .tag("tbody", [], goals.map(row))])
            ])
    }

    private func row(_ goal: Goal) -> Markup {
        let name = Markup.tag(
            "td", [],
            [
                .tag("a", [("href", "#\(goal.scenario)")], text: goal.scenario), .text(": \(goal.name)"),
            ])
        let style = goal.verdict == .missed ? "found missed" : goal.verdict == .met ? "found met" : "found"
        var cells = [name, .tag("td", [("class", style)], text: goal.found), .tag("td", text: goal.asked)]
        if !former.isEmpty { cells.append(.tag("td", text: change(of: goal) ?? "")) }
        cells.append(.tag("td", [], goal.bound.map { [bar($0)] } ?? []))
        return .tag("tr", [], cells)
    }

    /// The change of the measured value, in words; a goal of the same name may be judged several times.
    private func change(of goal: Goal) -> String? {
        let isSame: (Goal) -> Bool = { $0.scenario == goal.scenario && $0.name == goal.name }
        let place = goals.filter(isSame).firstIndex(of: goal) ?? 0
        let same = former.filter(isSame)
        guard same.indices.contains(place) else { return nil }
        guard let old = same[place].bound?.found, let new = goal.bound?.found, old > 0, new > 0 else {
            return same[place].found
        }
        return "\(same[place].found), now \(ratio(new / old))"
    }

    // MARK: How far a figure is from its limit

    /// A bar that begins at the limit, in the middle, and extends to the right if the goal was missed; half of the
    /// width is a factor of 100.
    private func bar(_ bound: Bound) -> Markup {
        let place = Self.place(bound)
        let (start, width) = (min(place, 0.5), abs(place - 0.5))
        let style = "left:\(pixels(start * 100))%;width:\(pixels(max(width * 100, 1)))%"
        return .tag(
            "span", [("class", "far"), ("title", Self.used(bound))],
            [.tag("span", [("class", place > 0.5 ? "over" : "within"), ("style", style)]), .tag("i")])
    }

    /// The place of a figure along its bar: 0.5 at the limit, 1 if it is a hundred times over the limit.
    static func place(_ bound: Bound) -> Double {
        guard let share = share(bound) else { return bound.found > bound.limit ? 1 : 0 }
        return min(max(0.5 + log10(share) / 4, 0), 1)
    }

    /// The fraction of the limit that a figure uses: 1 at the limit; nil if it cannot be computed.
    private static func share(_ bound: Bound) -> Double? {
        let share = bound.isLeast ? bound.limit / bound.found : bound.found / bound.limit
        return share.isFinite && share > 0 ? share : nil
    }

    private static func used(_ bound: Bound) -> String {
        guard let share = share(bound) else { return "" }
        return share >= 2 ? "\(ratio(share)) what is allowed" : "\(percent(share)) of what is allowed"
    }
}
