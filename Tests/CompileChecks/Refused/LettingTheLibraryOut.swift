// expect: type 'any PhotoLibrary' does not conform to the 'Sendable' protocol
import CameraRoll

func leak(behind access: LibraryAccess) async throws -> any PhotoLibrary {
    try await access.read("leak") { library in library }
}
