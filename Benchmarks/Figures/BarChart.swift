/// Values as bars, each under its name; on a logarithmic axis if they differ widely.
struct BarChart: Figure {
    struct Bar: Sendable {
        var name: String
        var isOwn = false
        var value: Double
        /// The tenth and the ninetieth percentile, if it was measured repeatedly.
        var spread: ClosedRange<Double>?
        /// A note about the value.
        var note = ""
    }

    let name: String
    let title: String
    var reading: String
    let quantity: Quantity
    var isLogarithmic = false
    var bars: [Bar]
    var goal: GoalLine?

    init(
        _ name: String, title: String, reading: String, _ quantity: Quantity, isLogarithmic: Bool = false, bars: [Bar],
        goal: GoalLine? = nil
    ) {
        (self.name, self.title, self.reading, self.quantity) = (name, title, reading, quantity)
        (self.isLogarithmic, self.bars, self.goal) = (isLogarithmic, bars, goal)
    }

    var table: TextTable {
        let own = bars.last(where: \.isOwn)?.value
        return TextTable(
            headers: ["", "value", "p10 to p90", "against CameraRoll's", ""],
            rows: bars.map { bar in
                let spread = bar.spread.map { "\(quantity.text($0.lowerBound)) to \(quantity.text($0.upperBound))" }
                let against = own.flatMap { $0 > 0 && bar.value > 0 ? ratio(bar.value / $0) : nil }
                return [bar.name, quantity.text(bar.value), spread ?? "", against ?? "", bar.note]
            })
    }

    func draw(width: Double) -> Drawing {
        let values = bars.flatMap { [$0.value] + ($0.spread.map { [$0.lowerBound, $0.upperBound] } ?? []) }
        let all = values + [goal?.value].compactMap(\.self)
        let axis: Axis = isLogarithmic ? .logarithmic(quantity, around: all) : .linear(quantity, to: all)
        var shapes: [Markup] = []
        let first = goal == nil ? 2.0 : 20.0
        let rows = rows(width, from: first)
        let bottom = rows.last.map { $0.top + Self.row } ?? first
        shapes += grid(axis, width, from: first, to: bottom)
        for (bar, row) in zip(bars, rows) { shapes += draw(bar, axis, width, in: row) }
        if let goal { shapes += draw(goal, axis, width, over: rows) }
        return Drawing(width: width, height: bottom + 24, shapes: shapes)
    }

    /// The height of a bar with its name.
    private static let row = 32.0

    /// The place of a bar under its name, which takes as many lines as it needs.
    private struct Row {
        /// The top of the name's last line.
        var top: Double
        var name: [String]
        /// The value, with the note if there is room.
        var text: String
    }

    private func rows(_ width: Double, from first: Double) -> [Row] {
        var top = first
        return bars.map { bar in
            let text = text(of: bar, width)
            let name = TextMeasure.lines(of: bar.name, in: width - TextMeasure.width(of: text) - 16)
            top += Double(max(name.count - 1, 0)) * TextMeasure.lineHeight
            defer { top += Self.row }
            return Row(top: top, name: name, text: text)
        }
    }

    private func text(of bar: Bar, _ width: Double) -> String {
        let value = quantity.text(bar.value)
        // A name on a single line is more useful than a note, which is also in the table.
        let whole = bar.note.isEmpty ? value : "\(value), \(bar.note)"
        let fits = TextMeasure.width(of: bar.name) + TextMeasure.width(of: whole) <= width - 16
        return fits ? whole : value
    }

    private func x(_ value: Double, _ axis: Axis, _ width: Double) -> Double {
        4 + axis.position(of: value) * (width - 28)
    }

    private func grid(_ axis: Axis, _ width: Double, from top: Double, to bottom: Double) -> [Markup] {
        axis.ticks(atMost: max(Int(width / 90), 3)).flatMap { tick -> [Markup] in
            let position = x(tick.value, axis, width)
            let half = TextMeasure.width(of: tick.label) / 2
            return [
                .line(position, top, position, bottom, "grid"),
                .label(min(max(position, half + 2), width - half - 2), bottom + 16, tick.label, anchor: "middle"),
            ]
        }
    }

    private func draw(_ bar: Bar, _ axis: Axis, _ width: Double, in row: Row) -> [Markup] {
        let (style, top) = (bar.isOwn ? "bar own" : "bar other g1", row.top)
        let note = bar.note.isEmpty ? "" : ", \(bar.note)"
        let start = x(axis.range.lowerBound, axis, width)
        var shapes: [Markup] = row.name.reversed().enumerated().map { line, words in
            .label(4, top + 14 - Double(line) * TextMeasure.lineHeight, words)
        }
        shapes += [
            .label(width - 4, top + 14, row.text, anchor: "end", style: bar.isOwn ? "t strong" : "t"),
            .rect(
                start, top + 19, max(x(bar.value, axis, width) - start, 1), 11, style,
                hover: "\(bar.name): \(quantity.text(bar.value))\(note)"),
        ]
        if let spread = bar.spread {
            shapes.append(
                .line(
                    x(spread.lowerBound, axis, width), top + 24.5, x(spread.upperBound, axis, width), top + 24.5,
                    "whisker"))
        }
        return shapes
    }

    private func draw(_ goal: GoalLine, _ axis: Axis, _ width: Double, over rows: [Row]) -> [Markup] {
        let position = x(goal.value, axis, width)
        let isLeft = position > width / 2
        // Only over the bars, so that it does not cross any text.
        let lines = rows.map { Markup.line(position, $0.top + 17, position, $0.top + 33, "goal") }
        return [
            .line(position, 4, position, 20, "goal"),
            .label(
                position + (isLeft ? -4 : 4), 14, goal.label, anchor: isLeft ? "end" : "start", style: "t goaltext"),
        ] + lines
    }
}
