/// The main actor's gaps, together with what the library and its readers did at the same time.
struct StallTimeline: Figure {
    /// An interval of work or waiting, in nanoseconds of the system's uptime.
    struct Interval: Sendable {
        var label: String
        var start: UInt64
        var end: UInt64
    }

    /// One run: its gaps, and its lanes from the top down.
    struct Panel: Sendable {
        struct Lane: Sendable {
            var name: String
            var intervals: [Interval]
        }

        var name: String
        var isOwn = false
        var start: UInt64
        var end: UInt64
        var gaps: [Interval]
        var lanes: [Lane]
    }

    let name: String
    let title: String
    let isWide = true
    var reading = """
        Above, in red, the waits of the main actor, as high as they are long; under them, at the same time, what the \
        library did for whom: a tall bar over a long block is a main actor that waits for that block.
        """
    /// The longest acceptable gap.
    let allowed: UInt64
    var panels: [Panel]

    var table: TextTable {
        let rows = panels.flatMap { panel -> [[String]] in
            let blocked = panel.gaps.reduce(0) { $0 + ($1.end - $1.start) }
            let length = max(panel.end - panel.start, 1)
            let gaps = "longest gap \(time(panel.gaps.map { $0.end - $0.start }.max() ?? 0))"
            let blockedShare = "\(percent(Double(blocked) / Double(length))) of \(time(length))"
            return [[panel.name, "main actor", grouped(panel.gaps.count), gaps, blockedShare]]
                + panel.lanes.map { lane in
                    let lengths = lane.intervals.map { $0.end - $0.start }
                    return [
                        panel.name, lane.name, grouped(lengths.count), "longest \(time(lengths.max() ?? 0))",
                        percent(Double(lengths.reduce(0, +)) / Double(length)),
                    ]
                }
        }
        return TextTable(headers: ["", "lane", "intervals", "", "share of the time"], rows: rows)
    }

    func draw(width: Double) -> Drawing {
        let longest = panels.flatMap { panel in panel.gaps.map { Double($0.end - $0.start) } }.max() ?? 0
        let axis = Axis.linear(.nanoseconds, to: [longest, Double(allowed)])
        let styles = labelStyles
        var (shapes, y) = legend(styles, width)
        for panel in panels {
            y = draw(panel, axis, styles, width, from: y, into: &shapes)
        }
        return Drawing(width: width, height: y, shapes: shapes)
    }

    /// The length of the longest panel in nanoseconds, since all share one axis.
    var length: UInt64 { panels.map { $0.end - min($0.start, $0.end) }.max() ?? 0 }

    private static let gapHeight = 70.0
    private static let laneHeight = 20.0
    private static let left = 92.0

    /// The class of each label, in order of appearance: CameraRoll's color for what only CameraRoll has, otherwise
    /// grays.
    private var labelStyles: [(label: String, style: String)] {
        let others = Self.labels(in: panels.filter { !$0.isOwn })
        let own = Self.labels(in: panels.filter(\.isOwn)).filter { !others.contains($0) }
        return others.enumerated().map { ($0.element, "job j\($0.offset % 4)") }
            + own.enumerated().map { ($0.element, $0.offset.isMultiple(of: 2) ? "job j4" : "job j5") }
    }

    private static func labels(in panels: [Panel]) -> [String] {
        panels.flatMap(\.lanes).flatMap(\.intervals).map(\.label).reduce(into: []) { labels, label in
            if !labels.contains(label) { labels.append(label) }
        }
    }

    private func legend(_ styles: [(label: String, style: String)], _ width: Double) -> ([Markup], Double) {
        var (shapes, x, y): ([Markup], Double, Double) = ([], 0, 0)
        for (label, style) in [("the main actor waits", "gap")] + styles.map({ ($0.label, $0.style) }) {
            let needed = TextMeasure.width(of: label) + 34
            if x > 0, x + needed > width { (x, y) = (0, y + TextMeasure.lineHeight) }
            shapes += [.rect(x, y + 2, 12, 12, style), .label(x + 18, y + 12, label)]
            x += needed
        }
        return (shapes, y + TextMeasure.lineHeight + 8)
    }

    private func draw(
        _ panel: Panel, _ axis: Axis, _ styles: [(label: String, style: String)], _ width: Double, from top: Double,
        into shapes: inout [Markup]
    ) -> Double {
        let columns = Columns(panel.start..<panel.start + max(length, 1), from: Self.left, to: width - 4)
        shapes.append(
            .label(
                0, top + 12, TextMeasure.fitting(panel.name, in: width - 170),
                style: panel.isOwn ? "t strong owntext" : "t strong"))
        let base = top + 30 + Self.gapHeight
        for tick in axis.ticks(atMost: 4) {
            let y = base - axis.position(of: tick.value) * Self.gapHeight
            shapes += [
                .line(Self.left, y, width - 4, y, "grid"), .label(Self.left - 6, y + 4, tick.label, anchor: "end"),
            ]
        }
        let limit = base - axis.position(of: Double(allowed)) * Self.gapHeight
        shapes += [
            .line(Self.left, limit, width - 4, limit, "goal"),
            .label(width - 4, top + 12, "half a frame: \(time(allowed))", anchor: "end", style: "t goaltext"),
        ]
        shapes += gaps(panel.gaps, axis, columns, base: base)
        var y = base + 6
        for lane in panel.lanes {
            shapes.append(
                .label(0, y + 14, TextMeasure.fitting(lane.name, in: Self.left - 6)))
            for run in columns.runs(of: lane.intervals) {
                let style = styles.first { $0.label == run.label }?.style ?? "job j0"
                shapes.append(
                    .rect(
                        run.x, y + 2, run.width, Self.laneHeight - 4, style,
                        hover: run.width < 4 ? nil : "\(lane.name): \(run.label), longest \(time(run.longest))"))
            }
            y += Self.laneHeight
        }
        for tick in columns.ticks(atMost: width > 500 ? 6 : 4) {
            shapes.append(.label(tick.x, y + 14, tick.label, anchor: tick.anchor, style: "t dim"))
        }
        return y + 34
    }

    private func gaps(_ gaps: [Interval], _ axis: Axis, _ columns: Columns, base: Double) -> [Markup] {
        columns.runs(of: gaps).map { run in
            let height = max(axis.position(of: Double(run.longest)) * Self.gapHeight, 1)
            return .rect(
                run.x, base - height, run.width, height, "gap",
                hover: run.longest < 2_000_000 ? nil : "waits for \(time(run.longest))")
        }
    }
}

/// A span of time in columns of one pixel, so that the picture does not grow with the number of intervals.
struct Columns {
    /// Neighboring columns with the same label.
    struct Run: Equatable {
        var label: String
        var x: Double
        var width: Double
        /// The longest of the intervals in them, in nanoseconds.
        var longest: UInt64
    }

    private let span: Range<UInt64>
    private let left: Double
    private let count: Int

    init(_ span: Range<UInt64>, from left: Double, to right: Double) {
        (self.span, self.left, count) = (span, left, max(Int(right - left), 1))
    }

    /// The runs of intervals: of several in a column, the longest is shown, and intervals with one label that are less
    /// than a column apart are merged.
    func runs(of intervals: [StallTimeline.Interval]) -> [Run] {
        var columns = [StallTimeline.Interval?](repeating: nil, count: count)
        for interval in intervals where interval.end > interval.start {
            guard interval.start < span.upperBound, interval.end > span.lowerBound else { continue }
            for column in column(of: interval.start)...column(of: interval.end) {
                if let former = columns[column], former.end - former.start >= interval.end - interval.start { continue }
                columns[column] = interval
            }
        }
        var runs: [Run] = []
        var last: StallTimeline.Interval?
        for (column, interval) in columns.enumerated() {
            defer { last = interval }
            guard let interval else { continue }
            let length = interval.end - interval.start
            // A long interval is shown separately; short ones of one kind next to each other form one block.
            let isShort = length < nanosecondsPerColumn * 3
            if let former = last, let run = runs.last, former.label == interval.label,
                former.start == interval.start || isShort
            {
                runs[runs.count - 1].width += 1
                runs[runs.count - 1].longest = max(run.longest, length)
            } else {
                runs.append(Run(label: interval.label, x: left + Double(column), width: 1, longest: length))
            }
        }
        return runs.map { run in
            var run = run
            if run.width > 3 { run.width -= 0.6 }
            return run
        }
    }

    func ticks(atMost most: Int) -> [(x: Double, label: String, anchor: String)] {
        let seconds = Double(span.upperBound - span.lowerBound) / 1e9
        let axis = Axis.linear(.seconds, from: 0, through: seconds)
        return axis.ticks(atMost: most).map { tick in
            let position = axis.position(of: tick.value)
            return (
                left + position * Double(count), tick.label,
                position < 0.05 ? "start" : position > 0.95 ? "end" : "middle"
            )
        }
    }

    private var nanosecondsPerColumn: UInt64 { max((span.upperBound - span.lowerBound) / UInt64(count), 1) }

    private func column(of time: UInt64) -> Int {
        let held = min(max(time, span.lowerBound), span.upperBound - 1)
        return min(Int((held - span.lowerBound) / nanosecondsPerColumn), count - 1)
    }
}
