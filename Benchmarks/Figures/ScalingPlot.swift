import Foundation

/// How a cost grows with a size, both on logarithmic axes, with the exponent of the growth.
struct ScalingPlot: Figure {
    struct Point: Sendable {
        var size: Double
        var value: Double
        /// The tenth and the ninetieth percentile.
        var spread: ClosedRange<Double>?
    }

    let name: String
    let title: String
    var reading = """
        Both axes grow by factors of ten. A level line (slope 0) does not depend on the size; with slope 1, ten times \
        the size takes ten times as long. Eight of ten values lie within the upright strokes.
        """
    /// The unit of the sizes.
    let sizes: String
    let quantity: Quantity
    var series: [Series<[Point]>]
    var goal: GoalLine?

    var table: TextTable {
        let all = Set(series.flatMap { $0.values.map(\.size) }).sorted()
        return TextTable(
            headers: ["", "slope"] + all.map { grouped(Int($0)) },
            rows: series.map { one in
                [one.name, Self.slope(one.values).map { String(format: "%.2f", $0) } ?? "–"]
                    + all.map { size in
                        one.values.first { $0.size == size }.map { quantity.text($0.value) } ?? ""
                    }
            })
    }

    private static func slope(_ points: [Point]) -> Double? {
        growthExponent(points.map { ($0.size, $0.value) })
    }

    /// A name, with the growth of its line in words.
    static func described(_ name: String, _ points: [Point]) -> String {
        guard let slope = slope(points) else { return name }
        // Without the sign if the value rounds to zero.
        let shown = abs(slope) < 0.005 ? 0 : slope
        let words = abs(slope) < 0.05 ? ": level" : ""
        return "\(name), slope \(String(format: "%.2f", shown))\(words)"
    }

    func draw(width: Double) -> Drawing {
        let styles = SeriesStyle.classes(series.map(\.isOwn), kind: "curve")
        let points = series.flatMap(\.values)
        let values = points.flatMap { [$0.value] + ($0.spread.map { [$0.lowerBound, $0.upperBound] } ?? []) }
        var plot = Plot(
            width: width, x: .logarithmic(.count, around: points.map(\.size)),
            y: .logarithmic(quantity, around: values + [goal?.value].compactMap(\.self)), xTitle: sizes,
            yTitle: quantity == .nanoseconds ? "time" : "",
            legend: zip(series, styles).map { .init(name: Self.described($0.name, $0.values), style: $1) })
        if let goal { plot.addHorizontal(goal) }
        for (one, style) in zip(series, styles) { draw(one, style, in: &plot) }
        return plot.drawing
    }

    private func draw(_ one: Series<[Point]>, _ style: String, in plot: inout Plot) {
        plot.add(.polyline(one.values.map { (plot.x(of: $0.size), plot.y(of: $0.value)) }, style))
        for point in one.values {
            let (x, y) = (plot.x(of: point.size), plot.y(of: point.value))
            if let spread = point.spread {
                plot.add(.line(x, plot.y(of: spread.lowerBound), x, plot.y(of: spread.upperBound), style))
            }
            let hover = "\(one.name), \(grouped(Int(point.size))) \(sizes): \(quantity.text(point.value))"
            plot.add(.circle(x, y, 3, style + " dot", hover: hover))
        }
    }
}

extension ScalingPlot.Point {
    /// The median of some times, with their spread.
    init(_ size: Int, _ samples: Samples) {
        self.init(size: Double(size), value: Double(samples.median), spread: samples.spread)
    }
}
