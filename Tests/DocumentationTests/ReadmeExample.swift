import CameraRoll
import SyntheticLibrary

func showLibrary() async throws -> [MediaAsset] {
    let manager = MediaManager(.synthetic(assets: 70_000))  // the user's own: .photos
    let count = try await manager.loadLibrary()  // no photo is read
    let screen = try await manager.page(PageRequest(size: 28))  // 28 are read
    let favorites = try await manager.photos.snapshot(of: .photos.onlyFavorites())
    for try await page in manager.photos.pages(of: favorites, size: 200) {
        print("\(page.assets.count) of \(favorites.count) favorites among \(count) photos")
    }
    return screen.assets
}
