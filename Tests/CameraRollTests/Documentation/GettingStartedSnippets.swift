import CameraRoll
import Observation
import SyntheticLibrary

// What "Getting started" and the landing page show.

@MainActor @Observable final class FirstScreen {
    private(set) var count = 0
    private(set) var assets: [MediaAsset] = []
    private(set) var failure: LibraryError?
    private let manager: MediaManager

    init(_ manager: MediaManager) {
        self.manager = manager
    }

    func load() async {
        do throws(LibraryError) {
            count = try await manager.loadLibrary()
            assets = try await manager.page(PageRequest(size: 28)).assets
        } catch {
            if !error.isCancellation { failure = error }
        }
    }
}

enum LandingPageSnippets {
    static func showFirstScreen() async throws -> (Int, Page) {
        let manager = MediaManager(.synthetic(assets: 70_000))
        let count = try await manager.loadLibrary()
        let firstScreen = try await manager.page(PageRequest(size: 28))
        return (count, firstScreen)
    }
}
