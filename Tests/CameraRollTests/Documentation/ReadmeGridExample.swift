import CameraRoll
import SyntheticLibrary

func showGrid() async throws -> [DecodedImage] {
    let manager = MediaManager(.synthetic(assets: 70_000))
    let images = try CachingImageManager(of: manager)
    let snapshot = try await manager.photos.snapshot(of: .photos)
    @Sendable func thumbnail(of asset: MediaAsset) -> ImageRequest {
        ImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
    }

    // With each scroll event: what is visible, and how many items pass in a second. Costs the main actor microseconds.
    let window = try images.window(over: snapshot, request: thumbnail)
    try window.show(120..<148, speed: 80)

    // In each cell: at once where the window was in time; otherwise one decode, however many ask for it.
    var shown: [DecodedImage] = []
    for asset in try await manager.photos.assets(in: 120..<148, of: snapshot) {
        let request = thumbnail(of: asset)
        if let image = images.cachedImage(for: request) {
            shown.append(image)
        } else {
            shown.append(try await images.image(for: request))
        }
    }
    return shown
}
