/// The fraction of calls that took at most a given time: time on a logarithmic axis, fractions on an axis of nines.
struct LatencyCurve: Figure {
    let name: String
    let title: String
    var reading = """
        Each line shows how many of the calls took at most the time below: half of them, 90, 99, 99.9 %. Further left \
        is faster; where a line bends to the right, a few calls were slow.
        """
    var series: [Series<Quantiles>]
    var goal: GoalLine?

    private static let shown: [(label: String, share: Double)] = [
        ("p10", 0.1), ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
    ]

    var table: TextTable {
        TextTable(
            headers: ["", "calls"] + Self.shown.map(\.label),
            rows: series.map { one in
                [one.name, grouped(one.values.count)] + Self.shown.map { time(one.values.value(at: $0.share)) }
            })
    }

    func draw(width: Double) -> Drawing {
        let styles = SeriesStyle.classes(series.map(\.isOwn), kind: "curve")
        let times = series.flatMap(\.values.values) + [goal?.value].compactMap(\.self)
        var plot = Plot(
            width: width, x: .logarithmic(.nanoseconds, around: times),
            y: .nines(for: series.map(\.values.count).max() ?? 1), xTitle: "took at most",
            yTitle: "share of the calls", legend: zip(series, styles).map { .init(name: $0.name, style: $1) })
        if let goal { plot.addVertical(goal) }
        for (one, style) in zip(series, styles) { draw(one, style, in: &plot) }
        return plot.drawing
    }

    private func draw(_ one: Series<Quantiles>, _ style: String, in plot: inout Plot) {
        var points: [(x: Double, y: Double)] = []
        for step in one.values.steps {
            let point = (x: plot.x(of: step.value), y: plot.y(of: step.share))
            if points.count > 1, points.suffix(2).allSatisfy({ abs($0.x - point.x) < 0.05 }) { points.removeLast() }
            points.append(point)
        }
        plot.add(.polyline(points, style))
        let finest = one.values.steps.last?.share ?? 0
        for (label, share) in Self.shown where share <= finest {
            let value = one.values.value(at: share)
            plot.add(
                .circle(
                    plot.x(of: value), plot.y(of: share), 3, style + " dot",
                    hover: "\(one.name), \(label): \(time(value))"))
        }
    }
}
