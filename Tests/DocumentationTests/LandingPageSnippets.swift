import CameraRoll
import SyntheticLibrary

/// What the landing page shows.
enum LandingPageSnippets {
    static func showFirstScreen() async throws -> (Int, Page) {
        let manager = MediaManager(.synthetic(assets: 70_000))
        let count = try await manager.loadLibrary()
        let firstScreen = try await manager.page(PageRequest(size: 28))
        return (count, firstScreen)
    }
}
