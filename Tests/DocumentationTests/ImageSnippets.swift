import CameraRoll

#if canImport(SwiftUI)
    import CoreGraphics
    import SwiftUI

    struct Thumbnail: View {
        let request: AssetImageRequest
        let images: CachingImageManager
        @State private var image: CGImage?

        var body: some View {
            Color.gray
                .overlay {
                    if let image { Image(decorative: image, scale: 1).resizable().aspectRatio(contentMode: .fill) }
                }
                .frame(width: 100, height: 100)
                .clipped()
                .task(id: request) {
                    image = images.cachedImage(for: request)?.cgImage()
                    if image == nil { image = try? await images.image(for: request).cgImage() }
                }
        }
    }
#endif

/// What "Images and windows" shows.
enum ImageSnippets {
    @MainActor final class Cell {
        var task: Task<Void, Never>?
        var image: DecodedImage?
        var failure: ImageError?

        func show(_ image: DecodedImage?) { self.image = image ?? self.image }
        func showFailure(_ error: ImageError) { failure = error }
    }

    @MainActor final class Grid {
        let images: CachingImageManager

        init(_ images: CachingImageManager) { self.images = images }

        func configure(_ cell: Cell, with request: AssetImageRequest) {
            cell.show(images.cachedImage(for: request))
            cell.task = Task {
                do throws(ImageError) {
                    for try await delivery in images.deliveries(for: request) { cell.show(delivery.image) }
                } catch {
                    if !error.isCancellation { cell.showFailure(error) }
                }
            }
        }
    }

    static func request(_ asset: MediaAsset, of manager: MediaManager) async throws -> (DecodedImage?, DecodedImage) {
        let images = try CachingImageManager(of: manager)
        let request = AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)

        let cached = images.cachedImage(for: request)  // now, on this thread, or nil
        let final = try await images.image(for: request)  // the final image, or an error
        for try await delivery in images.deliveries(for: request) {  // progress, degraded images, the final one
            print(delivery.image?.size ?? "no image yet", delivery.isLast)
        }
        return (cached, final)
    }

    static func follow(_ update: AssetUpdate, of snapshot: AssetSnapshot, with images: CachingImageManager) throws
        -> CachingWindow
    {
        let window = try images.window(over: snapshot) { asset in
            AssetImageRequest(for: asset, size: .pixels(300, 300), contentMode: .fill)
        }
        try window.update(visible: 120..<148, velocity: 80)  // positions, and items a second
        try window.move(to: update.snapshot)  // after a change: images of both lists are kept
        return window
    }

    static func readOriginal(of asset: MediaAsset, with images: CachingImageManager) async throws {
        let original = try await images.originalData(for: asset, isNetworkAccessAllowed: true)
        print(original.typeIdentifier, original.bytes.count)
        for file in try await images.resources(of: asset) {
            print(file.kind, file.fileName ?? "no name", file.byteCount ?? 0)
        }
    }
}
