/// A plot with two axes, its labels and its legend; figures add their shapes.
struct Plot {
    /// An entry of the legend.
    struct Entry {
        var name: String
        /// The class of its swatch.
        var style: String
        var isLine = true
    }

    let width: Double
    let x: Axis
    let y: Axis
    private let left: Double
    private let top: Double
    private let inner: Double
    private let titleEnd: Double
    private let below = 40.0
    private var shapes: [Markup] = []

    init(width: Double, height: Double = 165, x: Axis, y: Axis, xTitle: String, yTitle: String, legend: [Entry]) {
        (self.width, self.x, self.y, inner) = (width, x, y, height)
        let labels = y.ticks(atMost: 6)
        titleEnd = TextMeasure.width(of: yTitle)
        left = (labels.map { TextMeasure.width(of: $0.label) }.max() ?? 0) + 16
        let rows = Self.rows(of: legend, in: width)
        top = Double(rows.count) * TextMeasure.lineHeight + TextMeasure.lineHeight + 20
        for (index, row) in rows.enumerated() { drawLegend(row, line: index) }
        shapes.append(.label(0, top - 14, yTitle, style: "t dim"))
        shapes.append(.label(width, top + inner + 34, xTitle, anchor: "end", style: "t dim"))
        drawGrid(labels)
    }

    func x(of value: Double) -> Double { left + x.position(of: value) * (width - left - 12) }
    func y(of value: Double) -> Double { top + inner * (1 - y.position(of: value)) }

    /// The range of the x axis, in pixels from left to right.
    var span: ClosedRange<Double> { left...(width - 12) }

    mutating func add(_ shape: Markup) {
        shapes.append(shape)
    }

    /// Draws a goal as a line across the plot, at a value of the x axis.
    mutating func addVertical(_ goal: GoalLine) {
        let position = x(of: goal.value)
        shapes.append(.line(position, top - 8, position, top + inner, "goal"))
        // Above the plot, next to the title of its y axis, where there is no curve.
        let half = TextMeasure.width(of: goal.label) / 2
        let place = min(max(position, titleEnd + half + 8), width - half)
        shapes.append(.label(place, top - 14, goal.label, anchor: "middle", style: "t goaltext"))
    }

    /// Draws a goal as a line across the plot, at a value of the y axis.
    mutating func addHorizontal(_ goal: GoalLine) {
        let position = y(of: goal.value)
        shapes.append(.line(left, position, width - 12, position, "goal"))
        // Above the plot, where there is no curve.
        let room = width - titleEnd - 24
        let label = TextMeasure.fitting(goal.label, in: room)
        shapes.append(.label(width - 12, top - 14, label, anchor: "end", style: "t goaltext"))
    }

    var drawing: Drawing { Drawing(width: width, height: top + inner + below, shapes: shapes) }

    private mutating func drawGrid(_ labels: [Axis.Tick]) {
        var last = -Double.infinity
        for tick in labels.reversed() {
            let position = y(of: tick.value)
            shapes.append(.line(left, position, width - 12, position, "grid"))
            // Of labels that would overlap, the lower ones are left out.
            guard position - last >= 13 else { continue }
            shapes.append(.label(left - 6, position + 4, tick.label, anchor: "end"))
            last = position
        }
        for tick in x.ticks(atMost: max(Int(width / 90), 3)) {
            let position = x(of: tick.value)
            shapes.append(.line(position, top, position, top + inner, "grid"))
            // The outermost labels stay inside the picture.
            let half = TextMeasure.width(of: tick.label) / 2
            let place = min(max(position, half + 2), width - half - 4)
            shapes.append(.label(place, top + inner + 16, tick.label, anchor: "middle"))
        }
    }

    // MARK: The legend

    private mutating func drawLegend(_ row: [(entry: Entry, x: Double)], line: Int) {
        let y = Double(line) * TextMeasure.lineHeight + 12
        for (entry, x) in row {
            if entry.isLine {
                shapes.append(.line(x, y - 4, x + 20, y - 4, entry.style))
            } else {
                shapes.append(.rect(x + 4, y - 10, 12, 12, entry.style))
            }
            shapes.append(.label(x + 26, y, TextMeasure.fitting(entry.name, in: width - x - 28)))
        }
    }

    /// The entries side by side, in as many lines as they need.
    private static func rows(of legend: [Entry], in width: Double) -> [[(entry: Entry, x: Double)]] {
        var rows: [[(entry: Entry, x: Double)]] = []
        var end = Double.infinity
        for entry in legend {
            let needed = min(TextMeasure.width(of: entry.name) + 44, width)
            if end + needed > width {
                rows.append([])
                end = 0
            }
            rows[rows.count - 1].append((entry, end))
            end += needed
        }
        return rows
    }
}

/// The classes of lines and areas: CameraRoll in one color, the others in grays with different dashes.
enum SeriesStyle {
    static func classes(_ series: [Bool], kind: String) -> [String] {
        var (own, other) = (0, 0)
        return series.map { isOwn in
            if isOwn {
                own += 1
                return "\(kind) own d\((own - 1) % 4)"
            }
            other += 1
            return "\(kind) other g\((other - 1) % 5)"
        }
    }
}
