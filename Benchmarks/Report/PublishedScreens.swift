import ScreenDrawing

/// The screens in the README and the articles, drawn from the models over a synthetic library, without SwiftUI.
enum PublishedScreens {
    private static let browsing = "Sources/CameraRollBrowsing/CameraRollBrowsing.docc"
    private static let views = "Sources/CameraRollUI/CameraRollUI.docc"

    /// The names of the screens and the paths of their files in the package.
    private static let places: [(screen: String, path: String)] = [
        ("wide", "Benchmarks/Pictures/grid-light.svg"), ("wide-dark", "Benchmarks/Pictures/grid-dark.svg"),
        ("months", "\(browsing)/screen-months.svg"), ("albums", "\(browsing)/screen-albums.svg"),
        ("denied", "\(browsing)/screen-denied.svg"), ("picker", "\(browsing)/screen-picker.svg"),
        ("pager", "\(browsing)/screen-pager.svg"), ("months", "\(views)/screen-months.svg"),
        ("picker", "\(views)/screen-picker.svg"), ("pager", "\(views)/screen-pager.svg"),
    ]

    /// The files; each screen is drawn once.
    static func files() async throws -> [(path: String, text: String)] {
        var files: [(path: String, text: String)] = []
        for recipe in SyntheticScreens.all {
            let paths = places.filter { $0.screen == recipe.name }.map(\.path)
            guard !paths.isEmpty else { continue }
            let svg = try await recipe.draw().svg
            files += paths.map { ($0, svg) }
        }
        return files
    }
}
