// expect: sending 'library' risks causing data races
import CameraRoll

@MainActor func show(_ library: any PhotoLibraryBackend) {}

func leak(behind access: LibraryAccess) async throws {
    try await access.read("leak") { library in
        Task { @MainActor in show(library) }
        return
    }
}
