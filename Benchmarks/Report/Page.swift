import Foundation

/// The page of a run: one file of HTML and SVG that needs no network and runs no script.
struct Page: Sendable {
    let facts: RunFacts
    let sections: [RunRecord.Section]
    var noise: LineChart?
    var isInterrupted = false
    var baseline: SavedRun?
    var comparison: Comparison?

    /// The widths of a picture on wide and on narrow screens.
    private static let widths = (wide: 640.0, full: 1_140.0, narrow: 340.0)

    var html: String {
        let document = Markup.tag(
            "html", [("xmlns", "http://www.w3.org/1999/xhtml"), ("lang", "en")],
            [
                .tag(
                    "head", [],
                    [
                        .tag("meta", [("charset", "utf-8")]),
                        .tag("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
                        .tag("title", text: "CameraRoll benchmarks"), .tag("style", text: Style.page),
                    ]), .tag("body", [], head + sections.map(draw)),
            ])
        return "<!DOCTYPE html>\n" + document.written + "\n"
    }

    // MARK: The top

    private var head: [Markup] {
        var parts = [Markup.tag("h1", text: "CameraRoll benchmarks"), .tag("div", [("class", "facts")], factItems)]
        parts += banners.map { .tag("p", [("class", "banner")], text: $0) }
        parts.append(
            .tag(
                "p", [("class", "quiet")],
                text:
                    "In every figure CameraRoll is blue, what an app would do instead is grey, the goal an orange line."
            ))
        if let noise { parts.append(.tag("div", [("class", "figures")], [draw(noise, isFull: true)])) }
        parts += goals
        parts += comparison.map { ComparisonTable($0, baseline).markup } ?? []
        return parts
    }

    private var factItems: [Markup] {
        let date = facts.date.formatted(.iso8601)
        let items = [
            facts.commit.map { "commit \($0)" }, date, "Swift \(facts.swift)", "\(facts.cores) cores",
            "seed \(facts.seed)", facts.build,
        ]
        return items.compactMap(\.self).map { .tag("span", text: $0) }
    }

    private var banners: [String] {
        var banners: [String] = []
        if facts.isQuick {
            banners.append(
                "A quick run: it shows that everything works. Its figures are not for quoting, no goal is judged.")
        }
        if facts.build != "release build" { banners.append("A \(facts.build): its times mean little.") }
        if isInterrupted { banners.append("The run was interrupted: this is what was measured until then.") }
        return banners
    }

    private var goals: [Markup] {
        let goals = sections.flatMap(\.goals)
        guard !goals.isEmpty else { return [] }
        let met = goals.count { $0.verdict == .met }
        let missed = goals.count { $0.verdict == .missed }
        let sum = facts.isQuick ? "\(goals.count) goals, none judged" : "\(met) goals met, \(missed) missed"
        // A goal of the same name may be judged several times: they are compared in their order.
        let former = baseline?.goals ?? []
        var taken: [String: Int] = [:]
        let tiles = goals.map { goal -> Markup in
            let number = taken["\(goal.scenario) \(goal.name)", default: 0]
            taken["\(goal.scenario) \(goal.name)"] = number + 1
            let same = former.filter { $0.scenario == goal.scenario && $0.name == goal.name }
            return GoalTile(goal: goal, before: same.indices.contains(number) ? same[number] : nil).markup
        }
        return [.tag("h2", text: "Goals"), .tag("p", text: sum), .tag("div", [("class", "tiles")], tiles)]
    }

    // MARK: Scenarios

    private func draw(_ section: RunRecord.Section) -> Markup {
        var parts: [Markup] = [.tag("h2", text: section.name)]
        parts += section.summaries.map { .tag("p", [("class", "quiet")], text: $0) }
        if !section.isFinished { parts.append(.tag("p", [("class", "banner")], text: "It did not come to its end.")) }
        parts += section.conclusions.map { .tag("p", text: $0) }
        if !section.figures.isEmpty {
            parts.append(
                .tag("div", [("class", "figures")], section.figures.map { draw($0, isFull: Self.isFull($0)) }))
        }
        let notes = section.provenances.map { $0.split(separator: "\n").joined(separator: " ") } + section.notes
        parts.append(
            .tag(
                "details", [],
                [.tag("summary", text: "What is real and what is modeled")] + notes.map { .tag("p", text: $0) }))
        if !section.tables.isEmpty {
            parts.append(
                .tag(
                    "details", [],
                    [.tag("summary", text: "All tables of \(section.name), as the terminal showed them")]
                        + section.tables.map(draw)))
        }
        return .tag("section", [("id", section.name)], parts)
    }

    /// Pictures over time use the width of the page.
    private static func isFull(_ figure: any Figure) -> Bool {
        figure is StallTimeline || figure is FlingHeatMap
    }

    private func draw(_ figure: any Figure, isFull: Bool) -> Markup {
        let wide = figure.draw(width: isFull ? Self.widths.full : Self.widths.wide)
        let parts: [Markup] = [
            .tag("h3", text: figure.title), wide.element("wide", title: figure.title),
            figure.draw(width: Self.widths.narrow).element("narrow", title: figure.title),
            .tag("figcaption", text: figure.reading),
            .tag("details", [], [.tag("summary", text: "The numbers"), draw(figure.table)]),
        ]
        return .tag("figure", isFull ? [("class", "full")] : [], parts)
    }

    private func draw(_ table: TextTable) -> Markup { Self.element(table) }

    /// A table, which scrolls by itself where it is wider than the screen.
    static func element(_ table: TextTable) -> Markup {
        let head = Markup.tag("thead", [], [.tag("tr", [], table.headers.map { .tag("th", text: $0) })])
        let body = Markup.tag(
            "tbody", [], table.rows.map { row in .tag("tr", [], row.map { .tag("td", text: $0) }) })
        return .tag("div", [("class", "scroll")], [.tag("table", [], [head, body])])
    }
}

extension Page {
    /// The single pictures as files, by their names.
    var drawings: [(name: String, svg: String)] {
        ([noise].compactMap(\.self) + sections.flatMap(\.figures)).map { figure in
            var drawing = figure.draw(width: Self.isFull(figure) ? 900 : Self.widths.wide)
            let margin = 12.0
            let moved = Markup.tag(
                "g", [("transform", "translate(\(pixels(margin)) \(pixels(margin)))")], drawing.shapes)
            drawing.width += 2 * margin
            drawing.height += 2 * margin
            let paper = Markup.tag("rect", [("width", "100%"), ("height", "100%"), ("fill", "var(--card)")])
            drawing.shapes = [.tag("style", text: Style.drawing), paper, moved]
            return (figure.name, drawing.element("picture", title: figure.title).written)
        }
    }
}
