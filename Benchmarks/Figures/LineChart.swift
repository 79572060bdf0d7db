/// Values over time, as stepped lines.
struct LineChart: Figure {
    typealias Point = (time: Double, value: Double)

    let name: String
    let title: String
    var reading: String
    let quantity: Quantity
    var isLogarithmic = false
    /// The meaning of the values.
    let values: String
    /// The points of each line, ascending in time, in seconds.
    var series: [Series<[Point]>]
    /// Moments with names.
    var marks: [(time: Double, name: String)] = []
    var goal: GoalLine?

    var table: TextTable {
        TextTable(
            headers: ["", "points", "first", "median", "highest", "last"],
            rows: series.map { one in
                let all = one.values.map(\.value)
                return [one.name, grouped(all.count)]
                    + [all.first ?? 0, median(all), all.max() ?? 0, all.last ?? 0].map { quantity.text($0) }
            })
    }

    func draw(width: Double) -> Drawing {
        let styles = SeriesStyle.classes(series.map(\.isOwn), kind: "curve")
        let points = series.flatMap(\.values)
        let all = points.map(\.value) + [goal?.value].compactMap(\.self)
        var plot = Plot(
            width: width,
            x: .linear(.seconds, from: 0, through: points.map(\.time).max() ?? 1),
            y: isLogarithmic ? .logarithmic(quantity, around: all) : .linear(quantity, to: all), xTitle: "",
            yTitle: values, legend: zip(series, styles).map { .init(name: $0.name, style: $1) })
        for mark in marks { draw(mark, in: &plot) }
        if let goal { plot.addHorizontal(goal) }
        for (one, style) in zip(series, styles) {
            plot.add(
                .polyline(Self.reduced(one.values, to: 200).map { (plot.x(of: $0.time), plot.y(of: $0.value)) }, style))
        }
        return plot.drawing
    }

    private func draw(_ mark: (time: Double, name: String), in plot: inout Plot) {
        let (x, top) = (plot.x(of: mark.time), plot.y(of: plot.y.range.upperBound))
        plot.add(
            .tag(
                "g", [],
                [
                    .rect(x, top, 2, plot.y(of: plot.y.range.lowerBound) - top, "mark", hover: mark.name)
                ]))
    }

    /// At most a given number of points; of neighbors the highest, since the peaks matter.
    static func reduced(_ points: [Point], to most: Int) -> [Point] {
        guard points.count > most, most > 0 else { return points }
        return (0..<most).compactMap { piece in
            points[piece * points.count / most..<(piece + 1) * points.count / most].max { $0.value < $1.value }
        }
    }
}
