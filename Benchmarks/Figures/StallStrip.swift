/// The main actor's waits with and without CameraRoll, on one time axis: the first picture that a reader should see.
struct StallStrip: Figure, Codable, Equatable {
    /// A part of the time, in microseconds since the beginning.
    struct Span: Equatable, Sendable {
        var start: Int
        var end: Int
        var length: Int { end - start }
    }

    struct Panel: Codable, Equatable, Sendable {
        var isOwn: Bool
        /// The waits of the main actor of a millisecond or longer.
        var waits: [Span]
        /// The times during which the library was working.
        var busy: [Span]
        var longest: Int { waits.map(\.length).max() ?? 0 }
    }

    var name: String { "stall-strip" }
    var readers: Int
    /// The length of the part that is shown, in microseconds.
    var length: Int
    /// The longest wait that a user does not see, in microseconds.
    var allowed: Int
    var panels: [Panel]

    var isWide: Bool { true }
    var title: String { "How long the main actor waits while \(readers) background readers read the same library" }
    var reading: String {
        "Each red bar is a wait of the main actor, as high as it is long; the gray band is the library at work. "
            + "A recording of its own: the waits elsewhere are those of longer measurements."
    }

    var table: TextTable {
        TextTable(
            headers: ["", "waits of 1 ms or longer", "longest"],
            rows: panels.map { panel in
                [Self.caption(panel), grouped(panel.waits.count), time(Double(panel.longest) * 1_000)]
            })
    }

    /// The content of a panel, in words.
    static func caption(_ panel: Panel) -> String {
        let waits =
            panel.waits.isEmpty ? "no wait of 1 ms" : "waits of up to \(briefTime(Double(panel.longest) * 1_000))"
        return panel.isOwn ? "With CameraRoll: \(waits)" : "Without, at the library's lock: \(waits)"
    }
}

// MARK: - Making

extension StallStrip {
    init(_ timeline: StallTimeline, readers: Int) {
        let length = Int(timeline.length / 1_000)
        self.init(
            readers: readers, length: length, allowed: Int(timeline.allowed / 1_000),
            panels: timeline.panels.map { panel in
                let library = panel.lanes.filter { $0.name == StallRecording.library }.flatMap(\.intervals)
                return Panel(
                    isOwn: panel.isOwn, waits: Self.spans(panel.gaps, since: panel.start, within: length, joining: 0),
                    // Intervals closer than a pixel look like one.
                    busy: Self.spans(library, since: panel.start, within: length, joining: length / 800))
            })
    }

    private static func spans(
        _ intervals: [StallTimeline.Interval], since start: UInt64, within length: Int, joining near: Int
    ) -> [Span] {
        var spans: [Span] = []
        for interval in intervals.sorted(by: { $0.start < $1.start }) {
            let from = (Int(interval.start) - Int(start)) / 1_000
            let to = (Int(interval.end) - Int(start)) / 1_000
            guard to > 0, from < length else { continue }
            if near > 0, let last = spans.last, from - last.end <= near {
                spans[spans.count - 1].end = max(last.end, min(to, length))
            } else {
                spans.append(Span(start: max(from, 0), end: min(to, length)))
            }
        }
        return spans
    }
}

extension StallStrip.Span: Codable {
    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        self.init(start: try values.decode(Int.self), end: try values.decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.unkeyedContainer()
        try values.encode(start)
        try values.encode(end)
    }
}

// MARK: - Drawing

extension StallStrip {
    private static let left = 52.0
    private static let barHeight = 62.0
    private static let bandHeight = 8.0

    func draw(width: Double) -> Drawing {
        var (shapes, y) = legend(width)
        let longest = panels.map(\.longest).max() ?? 0
        let axis = Axis.linear(.nanoseconds, to: [Double(longest) * 1_000, Double(allowed) * 1_000])
        for panel in panels { y = draw(panel, axis, width, from: y, into: &shapes) }
        let seconds = Axis.linear(.seconds, from: 0, through: Double(max(length, 1)) / 1e6)
        for tick in seconds.ticks(atMost: width > 500 ? 6 : 4) {
            let position = seconds.position(of: tick.value)
            let anchor = position < 0.05 ? "start" : position > 0.95 ? "end" : "middle"
            let x = Self.left + position * (width - Self.left - 2)
            shapes.append(.label(x, y + 10, tick.label, anchor: anchor, style: "t dim"))
        }
        return Drawing(width: width, height: y + 16, shapes: shapes)
    }

    private func legend(_ width: Double) -> ([Markup], Double) {
        var (shapes, x, y): ([Markup], Double, Double) = ([], 0, 0)
        for (label, style) in [("the main actor waits", "gap"), ("the library is at work", "job j2")] {
            let needed = TextMeasure.width(of: label) + 34
            if x > 0, x + needed > width { (x, y) = (0, y + TextMeasure.lineHeight) }
            shapes += [.rect(x, y + 2, 12, 12, style), .label(x + 18, y + 12, label)]
            x += needed
        }
        return (shapes, y + TextMeasure.lineHeight + 6)
    }

    private func draw(
        _ panel: Panel, _ axis: Axis, _ width: Double, from top: Double, into shapes: inout [Markup]
    ) -> Double {
        // Bold letters are wider.
        let caption = TextMeasure.lines(of: Self.caption(panel), in: width / 1.15)
        for (line, words) in caption.enumerated() {
            let y = top + 13 + Double(line) * TextMeasure.lineHeight
            shapes.append(.label(0, y, words, style: panel.isOwn ? "t strong owntext" : "t strong"))
        }
        let base = top + Double(caption.count) * TextMeasure.lineHeight + 10 + Self.barHeight
        for tick in axis.ticks(atMost: 3) {
            let y = base - axis.position(of: tick.value) * Self.barHeight
            shapes += [
                .line(Self.left, y, width - 2, y, "grid"), .label(Self.left - 6, y + 4, tick.label, anchor: "end"),
            ]
        }
        let scale = (width - Self.left - 2) / Double(max(length, 1))
        let waits = panel.waits.map { wait in
            let height = max(axis.position(of: Double(wait.length) * 1_000) * Self.barHeight, 1)
            return (
                x: Self.left + Double(wait.start) * scale, y: base - height,
                width: max(Double(wait.length) * scale - 0.6, 1), height: height
            )
        }
        if !waits.isEmpty { shapes.append(.cells(waits, "gap")) }
        let band = panel.busy.map { span in
            (
                x: Self.left + Double(span.start) * scale, y: base + 4,
                width: max(Double(span.length) * scale - 0.6, 0.6), height: Self.bandHeight
            )
        }
        if !band.isEmpty { shapes.append(.cells(band, "job j2")) }
        return base + Self.bandHeight + 12
    }
}
