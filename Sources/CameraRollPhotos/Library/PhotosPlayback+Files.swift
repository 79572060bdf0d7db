#if PhotosDouble
public import PhotosDouble
#elseif canImport(Photos)
public import Photos
#endif
#if PhotosDouble || canImport(Photos)
public import CameraRoll
public import Foundation

extension PhotosPlayback {
    /// Makes a Live Photo of its two files, for a `PHLivePhotoView`: those in a folder, or of a picked Live Photo.
    ///
    /// It needs no library, and no permission.
    ///
    /// - Parameters:
    ///   - photo: the file of the picture.
    ///   - video: the file of the video.
    ///   - size: the size of the view, in pixels, with sides of 1 to `AssetImageRequest.longestSide`.
    ///   - contentMode: how the Live Photo fits into the size.
    /// - Throws: `.invalidArgument` for a size out of range, `.cancelled`, or `.failed` with the name of the picture's
    ///   file, for example if the files do not belong together.
    public static func livePhoto(
        photo: URL, video: URL, size: PixelSize, contentMode: ImageContentMode = .fit
    ) async throws(ImageError) -> PHLivePhoto {
        try AssetImageRequest.validate(size)
        let name = AssetID(photo.lastPathComponent)
        let completion = Completion<Result<PlaybackDelivery<PHLivePhoto>, ImageError>>()
        let number = PHLivePhoto.request(
            withResourceFileURLs: [photo, video], placeholderImage: nil,
            targetSize: CGSize(width: size.width, height: size.height), contentMode: contentMode.photosMode,
            // Formed in nonisolated code; it may be called before the function returns.
            resultHandler: { @Sendable photo, info in
                if let result = LivePhotoAnswer(photo, info).result(name) { completion.end(result) }
            })
        let result = await completion.value(ifCancelled: .failure(.cancelled))
        // Photos ignores this if the request has ended.
        if case .failure = result { PHLivePhoto.cancelRequest(withRequestID: number) }
        return try result.get().object
    }
}

/// One call of the result handler of a Live Photo that is made of files.
private struct LivePhotoAnswer {
    private let photo: PHLivePhoto?
    private let info: [AnyHashable: Any]

    init(_ photo: PHLivePhoto?, _ info: [AnyHashable: Any]) {
        (self.photo, self.info) = (photo, info)
    }

    /// The end of the request; nil if another call follows.
    func result(_ name: AssetID) -> Result<PlaybackDelivery<PHLivePhoto>, ImageError>? {
        if let error = info[PHLivePhotoInfoErrorKey] as? any Error {
            return .failure(.failed(name, reason: photosReason(of: error)))
        }
        if info[PHLivePhotoInfoCancelledKey] as? Bool ?? false { return .failure(.cancelled) }
        if info[PHLivePhotoInfoIsDegradedKey] as? Bool ?? false { return nil }
        return photo.map { .success(PlaybackDelivery(object: $0)) } ?? .failure(.noImage(name))
    }
}
#endif
