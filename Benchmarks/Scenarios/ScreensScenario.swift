import Foundation
import ScreenDrawing

/// Draws the screens of an app over a synthetic library, and reports the size of the drawings.
struct ScreensScenario: Scenario {
    let name = "screens"
    let summary = "the screens of an app, drawn from the models without SwiftUI"
    let provenance = """
        Real: places, texts, badges, states and pixels, which are those of the models. Stand-ins: the letters' shapes,
          symbols, what is behind bars, and what the system draws around a list.
        """
    var typicalSeconds: Double { 6 }

    /// The maximum size of a drawing, in bytes.
    private static let limit = 80 << 10

    func run(_ options: Options, into report: inout Report) async throws {
        let recipes = options.isQuick ? Array(SyntheticScreens.all.prefix(2)) : SyntheticScreens.all
        var rows: [[String]] = []
        var sizes: [Int] = []
        for recipe in recipes {
            report.progress(recipe.title)
            let start = uptime()
            let screen = try await recipe.draw()
            rows.append([screen.name, screen.title, grouped(screen.svg.utf8.count), time(uptime() - start)])
            sizes.append(screen.svg.utf8.count)
            try write(screen, to: options.svgFolder)
        }
        report.table(["screen", "what it shows", "bytes", "drawn in"], rows)
        let largest = sizes.max() ?? 0
        report.record("CameraRoll", "largest drawing", Double(largest), "bytes")
        let same = try await recipes[0].draw().svg == recipes[0].draw().svg
        report.goal(
            "two drawings of a screen", same ? "the same bytes" : "different", asked: "the same bytes", isMet: same)
        report.goal(
            "the largest drawing", "\(grouped(largest)) bytes", asked: "at most \(grouped(Self.limit))",
            isMet: largest <= Self.limit)
        let place = options.svgFolder.map { "are in '\($0)'" } ?? "are written by --svg DIR"
        report.conclude("\(recipes.count) screens were drawn from the models; the drawings \(place).")
    }

    private func write(_ screen: Screen, to folder: String?) throws {
        guard let folder else { return }
        try writeFile(Data(screen.svg.utf8), to: "\(folder)/screen-\(screen.name).svg")
    }
}
