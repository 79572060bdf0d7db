// expect: mutation of captured var 'kept' in concurrently-executing code
import CameraRoll

func leak(behind access: LibraryAccess) async throws {
    var kept: (any AssetFetchResult)?
    try await access.read("leak") { library in
        kept = try library.fetchAssets(.all)
        return
    }
    print(kept as Any)
}
