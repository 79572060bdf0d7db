import Foundation
import SyntheticLibrary
import Testing

@testable import benchmarks

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The page of a run: well-formed, self-contained, and small.
@Suite struct PageTests {
    @Test func `Text and attributes are escaped, whatever they contain`() {
        let nasty = "<b>&\"'\u{0}\u{1B}\u{FFFE}\u{7F} ü 😀 ]]></b>"
        let markup = Markup.tag("p", [("title", nasty)], text: nasty)
        #expect(parse(markup.written) == nil)
        #expect(!markup.written.contains("<b>") && markup.written.contains("&lt;b&gt;"))
    }

    @Test func `Every figure is well-formed, wide and narrow, and has its numbers`() {
        for figure in Self.figures {
            for width in [340.0, 640, 1_140] {
                let drawing = figure.draw(width: width)
                #expect(parse(drawing.element("wide", title: figure.title).written) == nil)
                #expect(drawing.width == width && drawing.height > 40 && drawing.height < 3_000)
            }
            #expect(figure.table.rows.allSatisfy { $0.count == figure.table.headers.count })
            #expect(!figure.reading.isEmpty)
        }
    }

    @Test func `Figures without values, with zeros and with what is no number are still well-formed`() {
        for figure in Self.emptyFigures {
            let text = figure.draw(width: 340).element("narrow", title: figure.title).written
            #expect(parse(text) == nil)
            #expect(!text.contains("nan") && !text.contains("inf"))
        }
    }

    @Test func `All text of a figure lies within it`() {
        for figure in Self.figures {
            for width in [340.0, 640] {
                for label in labels(in: figure.draw(width: width).shapes) {
                    #expect(label.start >= -1 && label.end <= width + 1, "\(figure.name): \(label)")
                }
            }
        }
    }

    @Test func `A page is well-formed, loads nothing, and runs no script`() {
        let html = Self.page.html
        #expect(parse(String(html.dropFirst("<!DOCTYPE html>\n".count))) == nil)
        for part in ["<script", "<link", "<img", "@import", "url(", "src="] { #expect(!html.contains(part)) }
        // The names of the two languages are the only addresses.
        let addresses = html.ranges(of: "http").count
        let known = html.ranges(of: "http://www.w3.org/").count
        #expect(addresses == known)
    }

    @Test func `No figure takes more than 80 KB on a page, however many samples it was drawn from`() {
        for figure in Self.figures {
            let page = Page(facts: Self.page.facts, sections: [Self.section([figure])])
            let empty = Page(facts: Self.page.facts, sections: [Self.section([])])
            let size = page.html.utf8.count - empty.html.utf8.count
            // The stall's is the picture at the top too, three times.
            #expect(size < (figure is StallTimeline ? 150_000 : 80_000), "\(figure.name)")
        }
    }

    @Test func `A page says what a reader must know`() {
        var page = Self.page
        page.isInterrupted = true
        for part in ["A quick run", "was interrupted", "did not finish", "abc123", "seed 7", "2 cores"] {
            #expect(page.html.contains(part))
        }
    }

    @Test func `A goal's bar begins in the middle, and goes to the right where it was missed`() {
        #expect(GoalTable.place(.atMost(3, found: 3)) == 0.5)
        #expect(GoalTable.place(.atMost(150, found: 306)) > 0.55)
        #expect(GoalTable.place(.atLeast(100, found: 648)) < 0.35)
        #expect(GoalTable.place(.atMost(1, found: 100)) == 1)
    }

    @Test func `A goal's bar is defined for every number`() {
        let odd = [
            Bound.atMost(0, found: 0), .atMost(0, found: 1), .atMost(.nan, found: 1), .atMost(1, found: .infinity),
        ]
        for bound in odd + [.atMost(1, found: -5), .atLeast(1, found: 0)] {
            #expect((0...1).contains(GoalTable.place(bound)))
        }
    }

    @Test func `The claim comes first, then each scenario under its title, then the goals and the machine`() throws {
        let html = Self.page.html
        let parts = [
            "instead of <b>6.69 s</b>", "id=\"page\"", "<h2>Walking through a library", "id=\"goals\"",
            "id=\"machine\"",
        ]
        let places = try parts.map { part in try #require(html.firstRange(of: part)?.lowerBound, "\(part)") }
        #expect(places == places.sorted())
    }

    @Test func `Missed goals are open, met ones folded, and the figures of rivals apart from both`() throws {
        let markup = Markup.tag("div", [], GoalTable(goals: Self.section([]).goals).markup).written
        #expect(markup.hasPrefix("<div><p>1 goals met, 1 missed.</p>"))
        let missed = try #require(markup.firstRange(of: ": small")).lowerBound
        let folded = try #require(markup.firstRange(of: "<details>")).lowerBound
        let met = try #require(markup.firstRange(of: ": fast")).lowerBound
        let control = try #require(markup.firstRange(of: ": slow rival")).lowerBound
        #expect([missed, folded, met, control] == [missed, folded, met, control].sorted())
    }

    @Test func `A scenario that was not run says why, and looks like nothing else`() {
        var section = Self.section([])
        section.skipped = "it needs SQLite"
        let html = Page(facts: Self.page.facts, sections: [section]).html
        #expect(html.contains("Not run: it needs SQLite"))
        #expect(!html.contains("It is fast."))
    }

    @Test func `The single pictures parse, and have their own colors for light and dark`() {
        let drawings = Self.page.drawings
        #expect(drawings.count == Self.figures.count)
        for drawing in drawings {
            #expect(parse(drawing.svg) == nil)
            #expect(drawing.svg.contains("prefers-color-scheme"))
        }
    }

    // MARK: Support

    /// Why a text is not well-formed; nil if it is.
    private func parse(_ text: String) -> String? {
        let parser = XMLParser(data: Data(text.utf8))
        return parser.parse() ? nil : "\(parser.parserError.map { "\($0)" } ?? "?") in line \(parser.lineNumber)"
    }

    private func labels(in shapes: [Markup]) -> [(text: String, start: Double, end: Double)] {
        shapes.flatMap { shape -> [(text: String, start: Double, end: Double)] in
            guard case .element(let name, let attributes, let children) = shape else { return [] }
            guard name == "text", case .text(let text)? = children.first else { return labels(in: children) }
            let values = Dictionary(attributes, uniquingKeysWith: { first, _ in first })
            let (x, width) = (Double(values["x"] ?? "") ?? .nan, TextMeasure.width(of: text) * 0.9)
            switch values["text-anchor"] {
            case "end": return [(text, x - width, x)]
            case "middle": return [(text, x - width / 2, x + width / 2)]
            default: return [(text, x, x + width)]
            }
        }
    }
}

extension PageTests {
    static let figures: [any Figure] = {
        var numbers = SeededGenerator(seed: 3)
        let samples = (0..<20_000).map { _ in pow(10, Double.random(in: 2...9, using: &numbers)) }
        let names = ["CameraRoll", "a rival with a rather long name that says precisely what it does", "<other> & co."]
        let gaps = (0..<200).map { index -> StallTimeline.Interval in
            .init(label: "gap", start: UInt64(index) * 5_000_000, end: UInt64(index) * 5_000_000 + 3_000_000)
        }
        let panel = StallTimeline.Panel(
            name: "direct lock", start: 0, end: 1_000_000_000, gaps: gaps,
            lanes: [.init(name: "library", intervals: gaps), .init(name: "reader 1", intervals: [])])
        let row = (0..<FlingHeatMap.columns).map { column -> [FlingHeatMap.Row?] in
            let share = Double(column / 10) / 10
            return (0..<7).map { place in
                let row = FlingHeatMap.Row(final: share, degraded: place == 3 ? 0.25 : 0)
                return (place + column / 10).isMultiple(of: 9) ? nil : row
            }
        }
        let decodes = (0..<FlingHeatMap.columns).map { (all: $0, wasted: $0 % 3) }
        return [
            LatencyCurve(
                name: "curve", title: "Waits",
                series: names.map { Series(name: $0, isOwn: $0 == names[0], values: Quantiles(of: samples)) },
                goal: GoalLine(value: 8.3e6, label: "goal 8.3 ms")),
            BarChart(
                "bars", title: "Bars", reading: "Longer is slower.", .nanoseconds, isLogarithmic: true,
                bars: names.map { .init(name: $0, isOwn: $0 == names[0], value: 3e5, spread: 1e4...1e7, note: "lost") },
                goal: GoalLine(value: 1e7, label: "goal 10 ms")),
            ScalingPlot(
                name: "scale", title: "Sizes", sizes: "assets", quantity: .nanoseconds,
                series: names.map { name in
                    Series(
                        name: name, isOwn: name == names[0],
                        values: [4_000, 70_000, 7_000_000].map { .init(size: $0, value: 1e5, spread: 9e4...2e5) })
                }),
            LineChart(
                name: "lines", title: "Over time", reading: "Steady is level.", quantity: .count, values: "files",
                series: [
                    Series(name: names[0], isOwn: true, values: samples.enumerated().map { (Double($0) / 100, $1) })
                ],
                marks: [(3, "open")]),
            StallTimeline(name: "stall", title: "Stall", allowed: 8_300_000, panels: [panel, panel]),
            StallStrip(
                StallTimeline(name: "", title: "", allowed: 8_300_000, panels: [panel, panel]), readers: 4),
            FlingHeatMap(
                name: "fling", title: "Fling", seconds: 7, speeds: (0..<FlingHeatMap.columns).map { Double($0) - 70 },
                panels: [.init(name: names[1], columns: row, decodes: decodes)]),
            MachineNoise.figure(
                (1...240).map { .init(time: Double($0), median: 6e4, slow: 2e5, longest: 4e6) }, marks: [(0, "open")]),
        ]
    }()

    static let emptyFigures: [any Figure] = [
        StallStrip(readers: 4, length: 0, allowed: 0, panels: []),
        StallStrip(readers: 4, length: 5, allowed: 1, panels: [.init(isOwn: true, waits: [], busy: [])]),
        LatencyCurve(name: "a", title: "a", series: []),
        LatencyCurve(name: "b", title: "b", series: [Series(name: "none", values: Quantiles(of: []))]),
        LatencyCurve(name: "c", title: "c", series: [Series(name: "zero", values: Quantiles(of: [0]))]),
        BarChart("d", title: "d", reading: "d", .nanoseconds, isLogarithmic: true, bars: []),
        BarChart(
            "e", title: "e", reading: "e", .share, isLogarithmic: true,
            bars: [0, -1, .nan, .infinity].map { .init(name: "x", value: $0) }),
        BarChart("f", title: "f", reading: "f", .count, bars: [0, -1, .nan].map { .init(name: "x", value: $0) }),
        ScalingPlot(name: "g", title: "g", sizes: "s", quantity: .nanoseconds, series: []),
        ScalingPlot(
            name: "h", title: "h", sizes: "s", quantity: .nanoseconds,
            series: [Series(name: "x", values: [.init(size: 0, value: 0), .init(size: -1, value: .nan)])]),
        LineChart(name: "i", title: "i", reading: "i", quantity: .count, values: "", series: []),
        StallTimeline(name: "j", title: "j", allowed: 0, panels: []),
        StallTimeline(
            name: "k", title: "k", allowed: 1, panels: [.init(name: "x", start: 5, end: 5, gaps: [], lanes: [])]),
        FlingHeatMap(name: "l", title: "l", seconds: 0, speeds: [], panels: []),
    ]

    static func section(_ figures: [any Figure]) -> RunRecord.Section {
        var section = RunRecord.Section(
            name: "page", title: "Walking through a library", summary: "a <summary>", provenance: "All real.", began: 0)
        section.headlines = [
            Headline(name: "The first 100", instead: "where all are read", own: 1e7, rival: 6.69e9)
        ]
        section.figures = figures
        section.tables = [TextTable(headers: ["a", "b"], rows: [["1", "2 & 3"]])]
        section.conclusions = ["It is fast."]
        section.goals = [
            Goal(
                scenario: "page", name: "fast", found: "1 ms", asked: "≤ 2 ms", verdict: .met,
                bound: .atMost(2, found: 1)),
            Goal(scenario: "page", name: "small", found: "9", asked: "≤ 2", verdict: .missed),
            Goal(scenario: "page", name: "slow rival", found: "9", asked: "≥ 2", verdict: .met, isControl: true),
        ]
        return section
    }

    static let page = Page(
        facts: RunFacts(
            commit: "abc123", date: Date(timeIntervalSince1970: 1_800_000_000), swift: "6.3", build: "release build",
            cores: 2, seed: 7, isQuick: true), sections: [section(figures)])
}
