import CameraRoll
import SyntheticLibrary

func showLibrary() async throws -> [MediaAsset] {
    let manager = MediaManager(.synthetic(assets: 70_000))

    // The count and the first screen: nothing else is materialised.
    let count = try await manager.loadLibrary()
    let screen = try await manager.page(PageRequest(number: 0, size: 28))
    print("\(count) assets, \(screen.assets.count) on the first screen")

    // All favourite pictures, page by page; the pages fit together, whatever changes meanwhile.
    let favorites = try await manager.photos.snapshot(of: .photos.favorites())
    for try await page in manager.photos.pages(of: favorites, size: 200) {
        print("\(page.assets.count) of \(favorites.count) favourites")
    }

    // What the background does, the screen does not wait for.
    Task(priority: .utility) { try await manager.albums.albumList() }
    return screen.assets
}
