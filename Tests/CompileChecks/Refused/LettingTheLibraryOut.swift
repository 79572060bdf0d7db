// expect: type 'any PhotoLibraryBackend' does not conform to the 'Sendable' protocol
import CameraRoll

func leak(behind access: LibraryAccess) async throws -> any PhotoLibraryBackend {
    try await access.read("leak") { library in library }
}
