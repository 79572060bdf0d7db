import CameraRoll
import SyntheticLibrary

func showGrid() async throws -> [DecodedImage] {
    let manager = MediaManager(.synthetic(assets: 70_000))
    let images = try CachingImageManager(of: manager)
    let snapshot = try await manager.photos.snapshot(of: .photos)
    @Sendable nonisolated func thumbnail(of asset: MediaAsset) -> AssetImageRequest {
        AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
    }

    // For each scroll event: the cells on the screen, and the speed in cells per second, 0 at rest.
    let window = try images.window(over: snapshot, request: thumbnail)
    try window.update(visible: 120..<148, velocity: 80)

    // In each cell: the cached image at once, or one decode that all its callers share.
    var shown: [DecodedImage] = []
    for request in try await manager.photos.assets(in: 120..<148, of: snapshot).map(thumbnail) {
        if let image = images.cachedImage(for: request) {
            shown.append(image)
        } else {
            shown.append(try await images.image(for: request))
        }
    }
    return shown
}
