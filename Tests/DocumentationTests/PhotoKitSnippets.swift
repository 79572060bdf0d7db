import CameraRoll

/// What "Coming from PHCachingImageManager" shows.
enum PhotoKitSnippets {
    static func request(_ asset: MediaAsset, with images: CachingImageManager) async throws -> DecodedImage {
        let request = AssetImageRequest(
            for: asset, size: .pixels(300, 300), contentMode: .fill, isNetworkAccessAllowed: true)
        let image = try await images.image(for: request)
        return image
    }

    static func openWindow(over snapshot: AssetSnapshot, with images: CachingImageManager) throws -> CachingWindow {
        let window = try images.window(over: snapshot) { asset in
            AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
        }
        try window.update(visible: 120..<148, velocity: 80)
        return window
    }

    static func cache(_ requests: [AssetImageRequest], with images: CachingImageManager) throws {
        try images.startCaching(requests)
        images.stopCaching(Array(requests.prefix(10)))
        images.stopCachingAll()
    }

    static func follow(
        _ snapshot: AssetSnapshot, of manager: MediaManager, in window: CachingWindow, reload: (AssetSnapshot) -> Void,
        apply: (ListChanges.BatchUpdate) -> Void
    ) async throws {
        for try await update in manager.photos.updates(of: snapshot) {
            try window.move(to: update.snapshot)
            guard let changes = update.indexChanges else { reload(update.snapshot); continue }
            apply(changes.batchUpdate)
        }
    }
}
