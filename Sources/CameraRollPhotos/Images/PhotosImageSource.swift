#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Dispatch
import Foundation

/// Images from Photos' caching image manager.
///
/// Requests are started on the library executor, which has found their assets; the image manager is called there or on
/// the main thread.
final class PhotosImageSource: ImageSource {
    /// The limit of concurrent requests: with more, Photos was observed to deadlock.
    let requestLimit = 10
    let lane = ImageLane.library

    /// `PHCachingImageManager` is Sendable in the SDKs of Xcode 26, but not in earlier ones.
    struct Manager: @unchecked Sendable {  // Photos' documentation permits its use on any thread.
        let base = PHCachingImageManager()
    }

    let manager = Manager()
    let known: KnownAssets
    let prepared = PreparedObjects()
    private let turns: LibraryTurns
    let thread: PhotosConfiguration.ImageManagerThread

    /// Called on the library executor, since the image manager reads the library when it is created.
    init(_ turns: LibraryTurns, _ known: KnownAssets, thread: PhotosConfiguration.ImageManagerThread) {
        self.turns = turns
        self.known = known
        self.thread = thread
    }

    func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        guard let asset = sink.resolved as? PHAsset else {
            sink.fail(.library(.assetNotFound(request.asset)))
            return nil
        }
        guard asset.mediaType != .audio else {
            sink.fail(.wrongMediaType(request.asset, .audio))
            return nil
        }
        let run = ImageRun(request, sink, self)
        switch thread {
        case .library: begin(run, asset)
        case .main: DispatchQueue.main.async { self.begin(run, asset) }
        }
        return { run.cancel() }
    }

    private func begin(_ run: ImageRun, _ asset: PHAsset) {
        guard let sink = run.parts?.sink else { return }
        let number = manager.base.requestImage(
            for: asset, targetSize: run.request.photosSize(of: asset), contentMode: run.request.photosContentMode,
            options: run.request.photosOptions(for: sink),
            // Formed in nonisolated code, since Photos calls it on the main thread, or on this one before it returns.
            resultHandler: { @Sendable image, info in run.take(image, ImageInfo(info)) })
        if let cancelled = run.started(number) { manager.base.cancelImageRequest(cancelled) }
    }

    /// Cancels a request in Photos.
    fileprivate func cancel(_ number: Int32) {
        switch thread {
        case .library: turns.post("cancel image") { [manager] in manager.base.cancelImageRequest(number) }
        case .main: DispatchQueue.main.async { [manager] in manager.base.cancelImageRequest(number) }
        }
    }
}

/// The relevant values of a result handler's dictionary.
struct ImageInfo: Sendable {
    let isDegraded: Bool
    let isCancelled: Bool
    let isInCloud: Bool
    let error: (any Error)?

    init(_ info: [AnyHashable: Any]?) {
        isDegraded = info?[PHImageResultIsDegradedKey] as? Bool ?? false
        isCancelled = info?[PHImageCancelledKey] as? Bool ?? false
        isInCloud = info?[PHImageResultIsInCloudKey] as? Bool ?? false
        error = info?[PHImageErrorKey] as? any Error
    }
}

/// One request: its state under a lock, and its receiver.
private final class ImageRun: Sendable {
    /// The objects that the request needs until its end.
    struct Parts: Sendable {
        let sink: ImageSink
        let source: PhotosImageSource
    }

    let request: AssetImageRequest
    private let state: Lock<(request: ImageRequestState, parts: Parts?)>

    init(_ request: AssetImageRequest, _ sink: ImageSink, _ source: PhotosImageSource) {
        self.request = request
        let state = ImageRequestState(request.asset, request.deliveryMode)
        self.state = Lock((state, Parts(sink: sink, source: source)))
    }

    /// Nil after the end, since the manager may keep the cancellation, and with it this object, for longer.
    var parts: Parts? { state.withLock(\.parts) }

    func started(_ number: Int32) -> Int32? {
        state.withLock { $0.request.started(number) }
    }

    func cancel() {
        let (cancellation, parts) = state.withLock { state in
            let cancellation = state.request.cancel()
            return (cancellation, cancellation.endsRequest ? state.parts.take() : nil)
        }
        if let number = cancellation.number { parts?.source.cancel(number) }
        parts?.sink.fail(.cancelled)
    }

    /// Handles a call of the result handler.
    func take(_ image: PhotosImage?, _ info: ImageInfo) {
        let answer = ImageRequestState.Answer(
            hasImage: image != nil, isDegraded: info.isDegraded, isCancelled: info.isCancelled,
            isInCloud: info.isInCloud, error: info.error.map { failure($0) })
        let (action, parts) = state.withLock { state in
            let action = state.request.take(answer)
            return (action, state.request.hasEnded ? state.parts.take() : state.parts)
        }
        guard let parts else { return }
        switch action {
        // Photos answers on the main thread, so the manager takes the pixels and draws in its own pool.
        case .deliverDegraded: if let image { parts.sink.degraded(decoding: drawing(PhotosPicture(image: image))) }
        case .deliverFinal: if let image { parts.sink.final(decoding: drawing(PhotosPicture(image: image))) }
        case .fail(let error): parts.sink.fail(error)
        case .finish: parts.sink.finish()
        case .ignore: break
        }
    }

    /// Converts an error of Photos, which also does not find an asset that the app may no longer read.
    private func failure(_ error: any Error) -> ImageError {
        let (failure, status) = (ImageError(photos: error, for: request.asset), AuthorizationStatus.ofPhotos)
        guard failure == .library(.assetNotFound(request.asset)), !status.allowsReading else { return failure }
        return .library(.notAuthorized(status))
    }

    private func drawing(_ picture: PhotosPicture) -> @Sendable () throws(ImageError) -> DecodedImage {
        let asset = request.asset
        return { () throws(ImageError) in try picture.drawn(asset) }
    }
}
#endif
