import CameraRoll
import Observation

@MainActor @Observable final class FirstScreen {
    private(set) var count = 0
    private(set) var assets: [MediaAsset] = []
    private(set) var failure: LibraryError?
    private let manager: MediaManager

    init(_ manager: MediaManager) {
        self.manager = manager
    }

    func load() async {
        failure = nil
        do throws(LibraryError) {
            count = try await manager.loadLibrary()
            assets = try await manager.page(PageRequest(size: 28)).assets
        } catch {
            if !error.isCancellation { failure = error }
        }
    }
}
