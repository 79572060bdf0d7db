import CameraRoll
import SyntheticLibrary

func showLibrary() async throws -> [MediaAsset] {
    let manager = MediaManager(.synthetic(assets: 70_000))

    // The count and the first screen. No other asset is read.
    let count = try await manager.loadLibrary()
    let screen = try await manager.page(PageRequest(number: 0, size: 28))
    print("\(count) assets, \(screen.assets.count) on the first screen")

    // All favorites, page by page, as the library was when the snapshot was taken.
    let favorites = try await manager.photos.snapshot(of: .photos.onlyFavorites())
    for try await page in manager.photos.pages(of: favorites, size: 200) {
        print("\(page.assets.count) of \(favorites.count) favorites")
    }
    return screen.assets
}
