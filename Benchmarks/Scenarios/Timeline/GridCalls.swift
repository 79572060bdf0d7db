import CameraRoll
import CameraRollBrowsing
import Foundation

/// The geometry and the scrubber of a grid of a million assets in 7,300 sections.
struct GridCalls {
    private static let days = 7_300
    private static let assetsInDay = 137

    private let sections: AssetSections
    private let layout: GridLayout
    private let calls: Int

    init(isQuick: Bool) throws {
        let dates = (0..<Self.days).flatMap { day in
            let noon = Date(timeIntervalSince1970: 1e9 + Double(day) * 86_400)
            return [Date?](repeating: noon, count: Self.assetsInDay)
        }
        sections = try AssetSections(of: dates, by: .day, in: .ofBerlin(), isOldestFirst: true)
        layout = try GridLayout(squaresFilling: 390, columns: 4, spacing: 2, headerHeight: 40)
        calls = isQuick ? 1_000 : 100_000
    }

    func publish(into report: inout Report) throws {
        var building = Samples()
        for _ in 0..<(calls / 500 + 5) {
            let start = uptime()
            let geometry = GridGeometry(sections: sections, layout: layout)
            building.add(uptime() - start)
            blackHole(geometry.rowCount)
        }
        let geometry = GridGeometry(sections: sections, layout: layout)
        let scrubber = Scrubber(sections: sections, geometry: geometry)
        let (count, height) = (geometry.assetCount, geometry.height)
        let costs: [(String, Double)] = [
            ("rows(in:) of a screen", cost { geometry.rows(in: $0 * height..<$0 * height + 800).count }),
            ("frame(of:)", cost { geometry.frame(of: Int($0 * Double(count - 1)))?.top }),
            ("position(atLeft:top:)", cost { geometry.position(atLeft: 100, top: $0 * height) }),
            ("anchor(at:)", cost { geometry.anchor(at: $0 * height)?.position }),
            ("Scrubber.position(atFraction:)", cost { scrubber.position(atFraction: $0) }),
            ("Scrubber.section(atFraction:)", cost { scrubber.section(atFraction: $0) }),
            ("Scrubber.fraction(of:)", cost { scrubber.fraction(of: Int($0 * Double(count - 1))) }),
        ]
        report.record("geometry", "built of \(sections.count) sections", Double(building.median), "ns")
        for (name, cost) in costs { report.record("geometry", name, cost, "ns") }
        let rows = [["built of \(grouped(sections.count)) sections", time(building.median)]]
        report.table(
            ["geometry of \(grouped(count)) assets", "a call"], rows + costs.map { [$0.0, time($0.1)] })
        let slowest = costs.map(\.1).max() ?? 0
        report.goal(
            "places of all cells, built", time(building.median), asked: "≤ 50 µs", isMet: building.median <= 50_000,
            bound: .atMost(50_000, found: Double(building.median)))
        report.goal(
            "geometry and scrubber, slowest call", time(slowest), asked: "≤ 1 µs", isMet: slowest <= 1_000,
            bound: .atMost(1_000, found: Double(slowest)))
    }

    /// The time of a call in nanoseconds, at fractions of the grid that are far from each other.
    private func cost<Value>(_ call: (_ fraction: Double) -> Value) -> Double {
        let start = uptime()
        for number in 0..<calls { blackHole(call(Double(number * 7_919 % calls) / Double(calls))) }
        return Double(uptime() - start) / Double(calls)
    }
}
