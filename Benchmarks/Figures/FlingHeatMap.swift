import Foundation

/// The cells of a scrolled grid that had their images, by row and by moment, with the speed above.
struct FlingHeatMap: Figure {
    /// The state of a screen over time, for one variant.
    struct Panel: Sendable {
        var name: String
        var isOwn = false
        /// For each column of time, the images of each row of the screen; nil without cells.
        var columns: [[Row?]]
        /// For each column of time, the number of decodes begun in it, and of those that were never shown.
        var decodes: [(all: Int, wasted: Int)]
    }

    /// The images of a row's cells at one moment.
    struct Row: Sendable {
        /// The fraction of the cells that had their final image.
        var final: Double
        /// The fraction of those that had only a degraded one.
        var degraded = 0.0
    }

    static let columns = 100
    let isWide = true

    let name: String
    let title: String
    var reading = """
        Time runs to the right, each line of a block is a row of the screen: pale rows had only placeholders, those in \
        full color (blue for CameraRoll) all their final images; in a violet one a cell had a degraded image, which \
        comes when its decode begins. Red marks are decodes that were never shown, the line above is the speed.
        """
    let seconds: Double
    /// The speed in rows per second, for each column of time.
    let speeds: [Double]
    var panels: [Panel]

    var table: TextTable {
        TextTable(
            headers: [
                "", "cells with their final image", "worst moment", "with a degraded one", "decodes", "never shown",
            ],
            rows: panels.map { panel in
                let final = panel.shares(\.final)
                let (all, wasted) = panel.decodes.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.wasted) }
                return [
                    panel.name, percent(Self.mean(final)), percent(final.min() ?? 0),
                    percent(Self.mean(panel.shares(\.degraded))), grouped(all), grouped(wasted),
                ]
            })
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    private static let left = 8.0
    private static let cell = 7.0

    func draw(width: Double) -> Drawing {
        let step = (width - Self.left - 8) / Double(max(speeds.count, 1))
        var shapes = drawSpeed(step, width)
        var y = 78.0
        for panel in panels { y = draw(panel, step, width, from: y, into: &shapes) }
        let axis = Axis.linear(.seconds, from: 0, through: seconds)
        for tick in axis.ticks(atMost: width > 500 ? 8 : 4) {
            let x = Self.left + axis.position(of: tick.value) * (width - Self.left - 8)
            let half = TextMeasure.width(of: tick.label) / 2
            shapes.append(.label(min(max(x, half), width - half), y + 4, tick.label, anchor: "middle", style: "t dim"))
        }
        let legend: [(String, String)] = [
            ("placeholders", "heat h0"), ("a degraded image", "heat h6"), ("half of the images", "heat n3"),
            ("all images", "heat n5"), ("all images, CameraRoll", "heat h5"), ("decodes never shown", "gap"),
        ]
        var x = Self.left
        y += 14
        for (label, style) in legend {
            let needed = TextMeasure.width(of: label) + 30
            if x + needed > width { (x, y) = (Self.left, y + TextMeasure.lineHeight) }
            shapes += [.rect(x, y, 12, 12, style), .label(x + 17, y + 10, label)]
            x += needed
        }
        return Drawing(width: width, height: y + 18, shapes: shapes)
    }

    private func drawSpeed(_ step: Double, _ width: Double) -> [Markup] {
        let most = max(speeds.map { abs($0) }.max() ?? 1, 1)
        let points = speeds.enumerated().map { index, speed in
            (x: Self.left + (Double(index) + 0.5) * step, y: 42 - speed / most * 24)
        }
        return [
            .label(Self.left, 12, "speed, up to \(Int(most)) rows a second", style: "t dim"),
            .line(Self.left, 42, width - 8, 42, "grid"), .polyline(points, "curve speed"),
        ]
    }

    private func draw(
        _ panel: Panel, _ step: Double, _ width: Double, from top: Double, into shapes: inout [Markup]
    ) -> Double {
        shapes.append(
            .label(
                Self.left, top + 4, TextMeasure.fitting(panel.name, in: width - 16),
                style: panel.isOwn ? "t strong owntext" : "t strong"))
        let rows = panel.columns.map(\.count).max() ?? 0
        var cells: [Int: [(x: Double, y: Double, width: Double, height: Double)]] = [:]
        for row in 0..<rows {
            let levels = panel.columns.map { $0.indices.contains(row) ? $0[row].map(\.level) : nil }
            for run in Self.runs(levels) {
                cells[run.level, default: []].append(
                    (
                        Self.left + Double(run.start) * step, top + 10 + Double(row) * Self.cell,
                        Double(run.count) * step + 0.3, Self.cell - 1
                    ))
            }
        }
        for (level, cells) in cells.sorted(by: { $0.key < $1.key }) {
            // Placeholders and degraded images look the same in every variant.
            let ramp = panel.isOwn || level == 0 || level == 6 ? "h" : "n"
            shapes.append(.cells(cells, "heat \(ramp)\(level)"))
        }
        let base = top + 12 + Double(rows) * Self.cell
        let most = Double(max(panel.decodes.map(\.wasted).max() ?? 0, 10))
        for (column, decodes) in panel.decodes.enumerated() where decodes.wasted > 0 {
            shapes.append(
                .rect(
                    Self.left + Double(column) * step, base, max(step - 0.5, 1),
                    2 + 8 * Double(decodes.wasted) / most, "gap",
                    hover: "\(decodes.wasted) of \(decodes.all) decodes never shown"))
        }
        return base + 28
    }

    /// Runs of neighbors with the same level, so that a still screen takes one shape.
    static func runs(_ levels: [Int?]) -> [(start: Int, count: Int, level: Int)] {
        var runs: [(start: Int, count: Int, level: Int)] = []
        for (index, level) in levels.enumerated() {
            guard let level else { continue }
            if let last = runs.last, last.level == level, last.start + last.count == index {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((index, 1, level))
            }
        }
        return runs
    }
}

extension FlingHeatMap.Row {
    /// The images of a number of cells; nil if there are none.
    init?(of all: Int, final: Int, degraded: Int) {
        guard all > 0 else { return nil }
        self.init(final: Double(final) / Double(all), degraded: Double(degraded) / Double(all))
    }

    /// One of six levels by the fraction of final images, or a seventh if one is degraded.
    var level: Int {
        if final >= 1 { return 5 }
        return degraded > 0 ? 6 : min(Int(max(final, 0) * 5), 4)
    }
}

extension FlingHeatMap.Panel {
    /// The mean fraction of the rows, for each moment with cells.
    fileprivate func shares(_ share: (FlingHeatMap.Row) -> Double) -> [Double] {
        columns.map { $0.compactMap(\.self) }.filter { !$0.isEmpty }.map { rows in
            rows.reduce(0) { $0 + share($1) } / Double(rows.count)
        }
    }
}
