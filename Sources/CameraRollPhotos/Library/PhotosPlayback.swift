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
/// `CachingImageManager` reads a Live Photo as a picture and a video file. A `PHLivePhotoView` and an `AVPlayer` need
/// objects of Photos instead, which only the main actor may use.
@MainActor
public enum PhotosPlayback {
    /// The quality of a video that has to be downloaded, in comparison with the time that this takes.
    public enum VideoQuality: Hashable, Sendable, CaseIterable {
        /// As Photos sees fit, for the network and the device.
        case automatic
        /// The best.
        case high
        /// A moderate one, for example to be sent.
        case medium
        /// Whatever is there first.
        case fast
    }

    /// Requests a Live Photo for a `PHLivePhotoView`, in its final quality.
    ///
    /// - Parameters:
    ///   - asset: a Live Photo, by its playback style: one with the effect "Loop" or "Bounce" is a video.
    ///   - size: the size of the view, in pixels, with sides of 1 to `AssetImageRequest.longestSide`.
    ///   - contentMode: how the Live Photo fits into the size.
    ///   - isNetworkAccessAllowed: whether it may be downloaded.
    ///   - manager: the manager that read the asset.
    /// - Throws: `ImageError.library` if the library cannot be read, `.invalidArgument` for a size out of range,
    ///   `.cancelled`, `.timedOut` after 30 seconds, or the time of `withReadDeadline`, without progress, or the reason
    ///   why there is no Live Photo.
    public static func livePhoto(
        for asset: MediaAsset, size: PixelSize, contentMode: ImageContentMode = .fit,
        isNetworkAccessAllowed: Bool = false, in manager: MediaManager
    ) async throws(ImageError) -> PHLivePhoto {
        guard asset.playbackStyle == .livePhoto else { throw .wrongMediaType(asset.id, asset.mediaType) }
        try AssetImageRequest.validate(size)
        let request = PlaybackRequest<PHLivePhoto>(asset.id, in: manager)
        return try await request.value { object in
            let options = PHLivePhotoRequestOptions()
            options.deliveryMode = .highQualityFormat
            options.isNetworkAccessAllowed = isNetworkAccessAllowed
            options.progressHandler = { @Sendable _, _, _, _ in request.progress() }
            return PHImageManager.default().requestLivePhoto(
                for: object, targetSize: CGSize(width: size.width, height: size.height),
                contentMode: contentMode.photosMode, options: options,
                resultHandler: { @Sendable photo, info in request.take(photo, ImageInfo(info)) })
        }
    }

    /// Requests a video for an `AVPlayer`; it is streamed if it is not on the device.
    ///
    /// - Parameters:
    ///   - asset: a video, by its playback style; a looping one is played again and again by an `AVPlayerLooper`.
    ///   - version: with or without its edits; as shown in Photos by default.
    ///   - quality: the quality of a video that has to be downloaded.
    ///   - isNetworkAccessAllowed: whether it may be streamed.
    ///   - manager: the manager that read the asset.
    ///   - onProgress: called with the fraction of a download that has arrived, 0 to 1, on any thread.
    /// - Throws: the errors of ``livePhoto(for:size:contentMode:isNetworkAccessAllowed:in:)``.
    public static func playerItem(
        for asset: MediaAsset, version: ImageVersion = .current, quality: VideoQuality = .automatic,
        isNetworkAccessAllowed: Bool = false, in manager: MediaManager,
        onProgress: (@Sendable (Double) -> Void)? = nil
    ) async throws(ImageError) -> AVPlayerItem {
        guard [.video, .videoLooping].contains(asset.playbackStyle) else {
            throw .wrongMediaType(asset.id, asset.mediaType)
        }
        let request = PlaybackRequest<AVPlayerItem>(asset.id, in: manager)
        return try await request.value { object in
            let options = PHVideoRequestOptions()
            options.version = version == .current ? .current : .original
            options.deliveryMode = quality.photosMode
            options.isNetworkAccessAllowed = isNetworkAccessAllowed
            options.progressHandler = { @Sendable fraction, _, _, _ in
                request.progress()
                onProgress?(min(max(fraction, 0), 1))
            }
            return PHImageManager.default().requestPlayerItem(
                forVideo: object, options: options,
                resultHandler: { @Sendable item, info in request.take(item, ImageInfo(info)) })
        }
    }
}

extension PhotosPlayback.VideoQuality {
    var photosMode: PHVideoRequestOptionsDeliveryMode {
        switch self {
        case .automatic: .automatic
        case .high: .highQualityFormat
        case .medium: .mediumQualityFormat
        case .fast: .fastFormat
        }
    }
}

/// An object that Photos hands over once.
struct PlaybackDelivery<Object: AnyObject>: @unchecked Sendable {  // Photos uses no reference after the delivery.
    let object: Object
}

/// One request for an object of Photos, which ends with its first final answer.
private final class PlaybackRequest<Object: AnyObject>: Sendable {
    private typealias Delivery = PlaybackDelivery<Object>

    private let asset: AssetID
    private let access: LibraryAccess
    private let request: ObjectRequest<Delivery>

    init(_ asset: AssetID, in manager: MediaManager) {
        self.asset = asset
        access = manager.photos.access
        request = ObjectRequest(for: asset, in: access)
    }

    /// Finds the asset, starts the request, and waits for its end.
    ///
    /// - Parameter start: starts the request in Photos, and returns its number.
    @MainActor func value(_ start: @MainActor (PHAsset) -> PHImageRequestID) async throws(ImageError) -> Object {
        let found = try await object()
        // Nothing is awaited between the check and the start.
        try request.checkPermission()
        let number = start(found)
        do throws(ImageError) {
            return try await request.value().object
        } catch {
            // Photos ignores this if the request has ended.
            PHImageManager.default().cancelImageRequest(number)
            throw error
        }
    }

    /// The object of the asset, found on the library executor.
    private func object() async throws(ImageError) -> PHAsset {
        do throws(LibraryError) {
            return try await access.read("find asset") { [asset] library in
                guard let photos = library as? PhotosBackend else {
                    throw LibraryError.failed("find asset", reason: "the library is not Apple's Photos")
                }
                return try photos.object(of: asset)
            }
        } catch {
            throw ImageError(error)
        }
    }

    /// Records that a download makes progress.
    nonisolated func progress() {
        request.progress()
    }

    /// Handles a call of the result handler, on any thread; a degraded answer is followed by another one.
    nonisolated func take(_ object: Object?, _ info: ImageInfo) {
        let answer = ImageRequestState.Answer(
            hasImage: object != nil, isDegraded: info.isDegraded, isCancelled: info.isCancelled,
            isInCloud: info.isInCloud, error: info.error.map { ImageError(photos: $0, for: asset) })
        switch answer.action(for: asset, acceptsDegraded: false) {
        case .deliverFinal: if let object { request.end(.success(Delivery(object: object))) }
        case .fail(let error): request.end(.failure(error))
        case .finish: request.end(.failure(.failed(asset, reason: "Photos delivered nothing")))
        case .deliverDegraded, .ignore: break
        }
    }
}
#endif
