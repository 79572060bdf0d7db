#if PhotosDouble
public import PhotosDouble
#elseif canImport(Photos)
public import AVFoundation
public import Photos
#endif
#if PhotosDouble || canImport(Photos)
public import CameraRoll
import Foundation

/// Live Photos and videos for the views and players of Apple's frameworks.
///
/// `CachingImageManager` reads a Live Photo as a picture and the file of its video. A `PHLivePhotoView` and an
/// `AVPlayer` need objects of Photos instead, which only the main actor may use.
@MainActor
public enum PhotosPlayback {
    /// Requests a Live Photo for a `PHLivePhotoView`, in its final quality.
    ///
    /// - Parameters:
    ///   - asset: a Live Photo.
    ///   - size: the size of the view, in pixels.
    ///   - contentMode: how the Live Photo fits into the size.
    ///   - isNetworkAccessAllowed: whether it may be downloaded.
    ///   - manager: the manager that read the asset.
    /// - Throws: `ImageError.library` if the library cannot be read, or the reason why there is no Live Photo.
    public static func livePhoto(
        for asset: MediaAsset, size: PixelSize, contentMode: ImageContentMode = .fit,
        isNetworkAccessAllowed: Bool = false, in manager: MediaManager
    ) async throws(ImageError) -> PHLivePhoto {
        guard asset.mediaSubtypes.contains(.livePhoto) else { throw .wrongMediaType(asset.id, asset.mediaType) }
        let object = try await object(of: asset.id, in: manager)
        return try await PlaybackRequest<PHLivePhoto>(asset.id).value { request in
            request.livePhoto(of: object, size, contentMode, isNetworkAccessAllowed)
        }
    }

    /// Requests a video for an `AVPlayer`, as it is shown in Photos, streamed if it is not on the device.
    ///
    /// - Parameters:
    ///   - asset: a video.
    ///   - isNetworkAccessAllowed: whether it may be streamed.
    ///   - manager: the manager that read the asset.
    /// - Throws: `ImageError.library` if the library cannot be read, or the reason why there is no video.
    public static func playerItem(
        for asset: MediaAsset, isNetworkAccessAllowed: Bool = false, in manager: MediaManager
    ) async throws(ImageError) -> AVPlayerItem {
        guard asset.mediaType == .video else { throw .wrongMediaType(asset.id, asset.mediaType) }
        let object = try await object(of: asset.id, in: manager)
        return try await PlaybackRequest<AVPlayerItem>(asset.id).value { request in
            request.playerItem(of: object, isNetworkAccessAllowed)
        }
    }

    /// The object of an asset, found on the library executor.
    private static func object(of id: AssetID, in manager: MediaManager) async throws(ImageError) -> PHAsset {
        let found: PHAsset?
        do throws(LibraryError) {
            found = try await manager.photos.access.read("find asset") { _ in
                KnownAssets.fetch([id.rawValue]).first
            }
        } catch {
            throw .library(error)
        }
        guard let found else { throw .library(.assetNotFound(id)) }
        return found
    }
}

/// One request for an object of Photos: its first final answer, or a cancellation, ends it.
private final class PlaybackRequest<Object: AnyObject>: Sendable {
    /// An object that Photos hands over once.
    private struct Delivery: @unchecked Sendable {  // Photos keeps no reference that it uses after the delivery.
        let object: Object
    }

    private let asset: AssetID
    private let completion = Completion<Result<Delivery, ImageError>>()

    init(_ asset: AssetID) {
        self.asset = asset
    }

    /// Starts the request, and waits for its end.
    ///
    /// - Parameter start: starts the request at Photos, and returns its number.
    @MainActor func value(_ start: @MainActor (PlaybackRequest) -> Int32) async throws(ImageError) -> Object {
        let number = start(self)
        let result = await completion.value(ifCancelled: .failure(.cancelled))
        if case .failure(.cancelled) = result { PHImageManager.default().cancelImageRequest(number) }
        return try result.get().object
    }

    /// Handles a call of the result handler, on any thread; a degraded answer is followed by another one.
    nonisolated func take(_ object: Object?, _ info: ImageInfo) {
        if let object {
            if !info.isDegraded { completion.end(.success(Delivery(object: object))) }
        } else if info.isCancelled {
            completion.end(.failure(.cancelled))
        } else if let error = info.error {
            completion.end(.failure(ImageError(photos: error, for: asset)))
        } else if info.isInCloud {
            completion.end(.failure(.networkRequired(asset)))
        } else if !info.isDegraded {
            completion.end(.failure(.failed(asset, reason: "Photos delivered nothing")))
        }
    }
}

extension PlaybackRequest<PHLivePhoto> {
    @MainActor func livePhoto(
        of object: PHAsset, _ size: PixelSize, _ contentMode: ImageContentMode, _ isNetworkAccessAllowed: Bool
    ) -> Int32 {
        let options = PHLivePhotoRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.isNetworkAccessAllowed = isNetworkAccessAllowed
        return PHImageManager.default().requestLivePhoto(
            for: object, targetSize: CGSize(width: size.width, height: size.height),
            contentMode: contentMode.photosMode, options: options,
            resultHandler: { @Sendable photo, info in self.take(photo, ImageInfo(info)) })
    }
}

extension PlaybackRequest<AVPlayerItem> {
    @MainActor func playerItem(of object: PHAsset, _ isNetworkAccessAllowed: Bool) -> Int32 {
        let options = PHVideoRequestOptions()
        options.isNetworkAccessAllowed = isNetworkAccessAllowed
        return PHImageManager.default().requestPlayerItem(
            forVideo: object, options: options,
            resultHandler: { @Sendable item, info in self.take(item, ImageInfo(info)) })
    }
}
#endif
