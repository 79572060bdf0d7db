// expect: type 'any AssetFetchResult' does not conform to the 'Sendable' protocol
import CameraRoll

func leak(behind access: LibraryAccess) async throws -> any AssetFetchResult {
    try await access.read("leak") { library in try library.fetchAssets(.all) }
}
