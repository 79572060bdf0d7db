// The same calls as in Refused, used correctly: this proves that those are refused for the stated reason.
import CameraRoll

func count(behind access: LibraryAccess) async throws -> Int {
    try await access.read("count") { library in
        let result = try library.fetchAssets(.all)
        return result.count
    }
}

final class CountingLibrary {
    let label: String
    init(context: borrowing LibraryContext) { label = context.executorLabel }
}

func open(_ make: @escaping @Sendable (borrowing LibraryContext) throws -> any PhotoLibraryBackend) -> LibraryAccess {
    LibraryAccess(PhotoLibrarySource(open: make))
}

@MainActor func show(_ manager: MediaManager) async throws -> [MediaAsset] {
    try await manager.page(PageRequest(size: 28)).assets
}
