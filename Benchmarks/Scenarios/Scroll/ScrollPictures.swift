import CameraRoll

/// The pictures of the `scroll` scenario.
extension ScrollFigures {
    func show(in report: Report) {
        if let map = heatMap(of: flings, title: "A fling at 20 rows a second", name: "scroll-fling") {
            report.show(map)
        }
        for (runs, speed) in [(flings, 20), (fast, 60)] where !runs.isEmpty {
            report.show(
                LatencyCurve(
                    name: "scroll-waits-\(speed)", title: "From appearing to the final image, \(speed) rows a second",
                    series: runs.map {
                        Series(
                            name: $0.variant.rawValue, isOwn: $0.variant == .window,
                            values: Quantiles($0.result.waits))
                    }))
        }
        report.show(
            BarChart(
                "scroll-wasted", title: "Decodes that were never shown, 20 rows a second",
                reading: "The share of all decodes of the fling whose cell was not on the screen when they were done.",
                .share,
                bars: flings.map {
                    .init(
                        name: $0.variant.rawValue, isOwn: $0.variant == .window,
                        value: $0.result.decodes(of: stage.assets).share)
                }, goal: isReal ? nil : GoalLine(value: 0.15, label: "goal 15 %")))
    }

    private func heatMap(of runs: [Run], title: String, name: String) -> FlingHeatMap? {
        guard let script = runs.first?.result.script else { return nil }
        let columns = FlingHeatMap.columns
        let speeds = (0..<columns).map { column in
            script.moment(at: (Double(column) + 0.5) / Double(columns) * script.seconds).speed
        }
        return FlingHeatMap(
            name: name, title: title, seconds: script.seconds, speeds: speeds,
            panels: runs.map { run in
                FlingHeatMap.Panel(
                    name: run.variant.rawValue, isOwn: run.variant == .window,
                    columns: run.result.coverage(columns: columns),
                    decodes: run.result.decodes(of: stage.assets, columns: columns))
            })
    }
}

extension ScrollResult {
    /// For each of a number of moments, the fractions of each row of the screen that have their final or a degraded
    /// image.
    func coverage(columns: Int) -> [[FlingHeatMap.Row?]] {
        let step = script.seconds * 1e9 / Double(columns)
        var cells = [[(all: Int, final: Int, degraded: Int)]](
            repeating: .init(repeating: (0, 0, 0), count: ScrollGrid.rowsOnScreen), count: columns)
        for cell in appearances {
            let (appeared, left) = (seconds(cell.appeared), seconds(cell.left ?? end))
            let first = max(Int((appeared * 1e9 / step - 0.5).rounded(.up)), 0)
            for column in first..<max(columns, first) {
                let moment = (Double(column) + 0.5) * step / 1e9
                guard moment < left else { break }
                let row = cell.position / ScrollGrid.columns - Int(script.moment(at: moment).row)
                guard (0..<ScrollGrid.rowsOnScreen).contains(row) else { continue }
                cells[column][row].all += 1
                if let final = cell.final, seconds(final) <= moment {
                    cells[column][row].final += 1
                } else if let degraded = cell.degraded, seconds(degraded) <= moment {
                    cells[column][row].degraded += 1
                }
            }
        }
        return cells.map { rows in
            rows.map { FlingHeatMap.Row(of: $0.all, final: $0.final, degraded: $0.degraded) }
        }
    }

    /// For each of a number of periods, the decodes begun in it, and those that were never shown.
    func decodes(of assets: [MediaAsset], columns: Int) -> [(all: Int, wasted: Int)] {
        let step = script.seconds / Double(columns)
        return (0..<columns).map { column in
            let times = uptime(of: Double(column) * step..<Double(column + 1) * step)
            let found = decodes(of: assets, begun: times)
            return (found.count, found.neverShown)
        }
    }

    private func seconds(_ time: UInt64) -> Double { Double(time - min(start, time)) / 1e9 }
}
