#if FolderLibrary || canImport(Darwin)
package import CameraRoll
package import CameraRollCodecs

/// The images of a folder's pictures: the one embedded in a file first, and then the requested one.
///
/// It runs on the threads of the decode pool, and has delivered when it returns: the pool cancels queued requests, and
/// a running request asks its sink whether it is still wanted (``Cancellation`` says how soon it ends).
package struct FolderImageSource: ImageSource {
    /// The decode pool.
    package let lane = ImageLane.decodePool
    /// This is more than the image manager requests by itself.
    package let requestLimit = 64
    /// False: the files are found by the identifiers.
    package let needsLibrary = false
    private let originals: any PictureOriginals
    private let thumbnails: ThumbnailStore?
    private let library: LibraryIdentity
    private let renderer: PictureRenderer

    /// Creates a source of the images of some files.
    ///
    /// - Parameters:
    ///   - originals: opens an asset's file.
    ///   - thumbnails: the store of small images; nil to keep none.
    ///   - library: the library of the assets, which distinguishes its thumbnails in a shared store.
    ///   - limits: the limits for decoding one picture.
    package init(
        _ originals: any PictureOriginals, thumbnails: ThumbnailStore? = nil,
        of library: LibraryIdentity = LibraryIdentity(""),
        limits: CodecLimits = CodecLimits()
    ) {
        self.originals = originals
        self.thumbnails = thumbnails
        self.library = library
        renderer = PictureRenderer(limits: limits)
    }

    /// Delivers the image or an error; once it returns, there is nothing left to cancel.
    package func start(_ request: AssetImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            let original = try originals.picture(of: request.asset)
            let version = original.contentVersion
            let key = thumbnails == nil ? nil : ThumbnailKey(request, contentVersion: version, in: library)
            switch key.flatMap({ thumbnails?.answer(for: $0) }) {
            case .image(let image): sink.final(image)
            case .failure(let reason):
                sink.fail(.failed(request.asset, reason: ErrorReason(StoredFailure(description: reason))))
            case nil: make(request, of: original, key, sink)
            }
        } catch {
            sink.fail(error)
        }
        return nil
    }

    /// Decodes and delivers the image, and then stores it, or the reason for the failure.
    private func make(
        _ request: AssetImageRequest, of original: PictureOriginal, _ key: ThumbnailKey?, _ sink: ImageSink
    ) {
        do throws(ImageError) {
            var picture = try OpenPicture(original, of: request.asset)
            if request.deliveryMode != .highQuality, let image = picture.degradedImage(for: request, by: renderer) {
                sink.degraded(image)
            }
            let image = try picture.image(for: request, by: renderer, unless: sink.cancellation)
            sink.final(image)
            if let key { thumbnails?.keep(image, for: key) }
        } catch {
            sink.fail(error)
            if let key, case .failed(_, let reason) = error { thumbnails?.keep(failure: reason.description, for: key) }
        }
    }
}

/// The error of a file that failed before and has not changed since; the thumbnail store keeps only its text.
private struct StoredFailure: CameraRollError, CustomStringConvertible {
    let description: String

    var isCancellation: Bool { false }
    /// Nil, like that of the original error: the file's content is at fault.
    var recovery: ErrorRecovery? { nil }
}
#endif
