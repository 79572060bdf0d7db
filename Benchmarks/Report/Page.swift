import Foundation

/// The page of a run: one file of HTML and SVG that needs no network and runs no script.
///
/// It begins with the claim, in three numbers and one picture. A sentence and a figure for each scenario follow, with
/// everything else folded, and then the goals and the machine.
struct Page: Sendable {
    let facts: RunFacts
    let sections: [RunRecord.Section]
    var noise: LineChart?
    var isInterrupted = false
    var baseline: SavedRun?
    var comparison: Comparison?

    /// The widths at which each figure is drawn, so that its text has the same size in all of them.
    private enum Widths {
        static let wide = 640.0
        static let full = 1_120.0
        static let narrow = 340.0
    }

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
                    ]), .tag("body", [], top + sections.map(draw) + end),
            ])
        return "<!DOCTYPE html>\n" + document.written + "\n"
    }

    // MARK: The claim

    private var top: [Markup] {
        var parts: [Markup] = [
            .tag("h1", text: "CameraRoll benchmarks"),
            .tag(
                "p", [("class", "claim")],
                text: "CameraRoll puts Swift actors in front of a photo library, so that the main actor never waits "
                    + "for it. Next to each figure is what an app would do instead, measured in the same run."),
        ]
        parts += banners.map { .tag("p", [("class", "banner")], text: $0) }
        let headlines = sections.flatMap(\.headlines).prefix(3)
        if !headlines.isEmpty { parts.append(.tag("div", [("class", "numbers")], headlines.map(number))) }
        if let strip { parts.append(draw(strip, isFolded: false)) }
        parts.append(.tag("p", [("class", "quiet")], text: factLine))
        parts.append(contents)
        return parts
    }

    /// A headline: its number next to that of the alternative.
    private func number(_ headline: Headline) -> Markup {
        let gain = headline.gain >= 1.5 ? ": \(ratio(headline.gain)) faster" : ""
        return .tag(
            "div", [("class", "number")],
            [
                .tag("p", [("class", "name")], text: headline.name),
                .tag("p", [("class", "own")], text: briefTime(headline.own)),
                .tag(
                    "p", [("class", "rival")],
                    [
                        .text("instead of "), .tag("b", text: briefTime(headline.rival)),
                        .text(" \(headline.instead)\(gain)"),
                    ]),
            ])
    }

    private var strip: StallStrip? {
        let timeline = sections.flatMap(\.figures).compactMap { $0 as? StallTimeline }.first
        guard let timeline, !timeline.panels.isEmpty else { return nil }
        return StallStrip(timeline, readers: StallFigures.readers)
    }

    private var factLine: String {
        let day = facts.date.formatted(.iso8601.year().month().day())
        let parts = [
            day, facts.system, facts.processor.map { "\(facts.cores) cores of \($0)" }, "Swift \(facts.swift)",
        ]
        return parts.compactMap(\.self).joined(separator: " · ")
    }

    private var banners: [String] {
        var banners: [String] = []
        if facts.isQuick {
            banners.append(
                "A quick run: it shows that everything works. Its figures are not for quoting, no goal is judged.")
        }
        if facts.build != "release build" { banners.append("A \(facts.build): its times mean little.") }
        if isInterrupted { banners.append("The run was interrupted; these are the results up to that point.") }
        return banners
    }

    private var contents: Markup {
        var links = sections.map { ("#\($0.name)", $0.title) }
        if !goals.isEmpty { links.append(("#goals", GoalSummary(goals).text)) }
        if comparison != nil { links.append(("#baseline", "Against the baseline")) }
        if noise != nil { links.append(("#machine", "The machine")) }
        return .tag(
            "nav", [],
            [
                .tag("p", [("class", "quiet")], text: "In every figure CameraRoll is blue, the others gray."),
                .tag("ul", [], links.map { .tag("li", [], [.tag("a", [("href", $0.0)], text: $0.1)]) }),
            ])
    }

    private var goals: [Goal] { sections.flatMap(\.goals) }

    // MARK: The end

    private var end: [Markup] {
        var parts: [Markup] = []
        if !goals.isEmpty {
            let table = GoalTable(goals: goals, former: baseline?.goals ?? []).markup
            parts.append(.tag("section", [("id", "goals")], [.tag("h2", text: "Goals")] + table))
        }
        if let comparison {
            let changes = ComparisonTable(comparison, baseline).markup
            parts.append(.tag("section", [("id", "baseline")], [.tag("h2", text: "Against the baseline")] + changes))
        }
        let facts = Markup.tag("p", [("class", "quiet")], text: facts.items.joined(separator: " · "))
        var machine: [Markup] = []
        if let noise {
            let summary = Markup.tag("summary", text: "What else the machine did during the run")
            machine.append(.tag("details", [], [summary, draw(noise, isFolded: true)]))
        }
        parts.append(.tag("section", [("id", "machine")], [.tag("h2", text: "The machine"), facts] + machine))
        return parts
    }

    // MARK: Scenarios

    private func draw(_ section: RunRecord.Section) -> Markup {
        var words: [Markup] = [.tag("h2", text: section.title)]
        if let reason = section.skipped {
            words += [.tag("p", [("class", "quiet")], text: "Not run: \(reason)")]
            return .tag("section", [("id", section.name)], words)
        }
        if !section.isFinished { words.append(.tag("p", [("class", "banner")], text: "It did not finish.")) }
        words.append(.tag("p", text: section.conclusions.first ?? section.summary))
        let first = section.figures.first
        var parts = words
        if let first, !first.isWide {
            parts = [.tag("div", [("class", "beside")], [.tag("div", [], words), draw(first, isFolded: false)])]
        } else if let first {
            parts.append(draw(first, isFolded: false))
        }
        return .tag("section", [("id", section.name)], parts + folded(section))
    }

    private func folded(_ section: RunRecord.Section) -> [Markup] {
        var parts: [Markup] = []
        let figures = section.figures.dropFirst()
        if !figures.isEmpty {
            let summary = figures.count == 1 ? "One more figure" : "\(figures.count) more figures"
            let drawn = Markup.tag("div", [("class", "figures")], figures.map { draw($0, isFolded: true) })
            parts.append(.tag("details", [], [.tag("summary", text: summary), drawn]))
        }
        let notes = section.conclusions.dropFirst() + section.notes
        let words = [section.provenance] + notes
        let texts = words.map { Markup.tag("p", text: $0) }
        let summary = "'\(section.name)': all tables, and what is real and what is modeled"
        let numbers = section.figures.first.map { [$0.table] } ?? []
        let tables = (numbers + section.tables).map(Self.element)
        parts.append(.tag("details", [], [.tag("summary", text: summary)] + texts + tables))
        return [.tag("div", [("class", "more")], parts)]
    }

    /// - Parameter isFolded: whether the figure is drawn only once, and scrolls if it is wider than the screen.
    private func draw(_ figure: any Figure, isFolded: Bool) -> Markup {
        let title = figure.title
        var drawings: [Markup] = []
        if isFolded {
            let drawing = figure.draw(width: Widths.wide).element("folded", title: title)
            drawings = [.tag("div", [("class", "scroll")], [drawing])]
        } else {
            let width = figure.isWide ? Widths.full : Widths.wide
            // The first picture fits on a tablet too; others scroll there.
            let isFirst = figure is StallStrip
            let drawing = figure.draw(width: width).element(isFirst ? "wide full" : "wide", title: title)
            drawings.append(.tag("div", [("class", "scroll")], [drawing]))
            if isFirst { drawings.append(figure.draw(width: Widths.wide).element("wide middle", title: title)) }
            drawings.append(figure.draw(width: Widths.narrow).element("narrow", title: title))
        }
        var parts = [.tag("h3", text: title)] + drawings + [.tag("figcaption", text: figure.reading)]
        if isFolded {
            // The numbers of a figure that is not folded are among the tables.
            let summary = Markup.tag("summary", text: "The numbers")
            parts.append(.tag("details", [], [summary, Self.element(figure.table)]))
        }
        return .tag("figure", [], parts)
    }

    /// A table, which scrolls by itself if it is wider than the screen.
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
            let drawing = figure.draw(width: figure.isWide ? 900 : Widths.wide)
            return (figure.name, drawing.standalone(Style.drawing, title: figure.title))
        }
    }
}
