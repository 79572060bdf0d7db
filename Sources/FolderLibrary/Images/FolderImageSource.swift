#if FolderLibrary || canImport(Darwin)
package import CameraRoll

/// The images of a folder's pictures: the small one that a file has embedded first, then the one that was asked for.
///
/// Works on the threads of the decode pool, and has answered when it returns: what waits there is cancelled by the pool.
package struct FolderImageSource: ImageSource {
    /// The decode pool.
    package let lane = ImageLane.decodePool
    /// More than the image manager asks for by itself.
    package let requestLimit = 64
    private let originals: any PictureOriginals
    private let renderer: PictureRenderer

    /// A source of the images of some files.
    ///
    /// - Parameters:
    ///   - originals: opens an asset's file.
    ///   - limits: what decoding one picture may take.
    package init(_ originals: any PictureOriginals, limits: CodecLimits = CodecLimits()) {
        self.originals = originals
        renderer = PictureRenderer(limits: limits)
    }

    /// Gives the image, or why there is none; there is nothing to cancel.
    package func start(_ request: ImageRequest, sink: ImageSink) -> (@Sendable () -> Void)? {
        do throws(ImageError) {
            let picture = try OpenPicture(try originals.original(of: request.asset), of: request.asset)
            if request.deliveryMode != .highQuality, let image = picture.degradedImage(for: request, by: renderer) {
                sink.degraded(image)
            }
            sink.final(try picture.image(for: request, by: renderer))
        } catch {
            sink.fail(error)
        }
        return nil
    }
}
#endif
