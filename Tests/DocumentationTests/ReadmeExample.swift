import CameraRoll
import SyntheticLibrary

func showLibrary() async throws -> [MediaAsset] {
    // The user's own library: MediaManager(.photos)
    let manager = MediaManager(.synthetic(assets: 70_000))
    let count = try await manager.loadLibrary()
    let page = try await manager.page(PageRequest(size: 28))
    print("\(count) assets, and only 28 were read")

    let favorites = AssetQuery.photos.onlyFavorites()
    for try await page in manager.photos.pages(of: favorites) {
        print("\(page.assets.count) favorites more")
    }
    return page.assets
}
