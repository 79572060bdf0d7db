// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    public typealias PHLivePhotoRequestID = Int32
    public let PHLivePhotoInfoErrorKey = "PHLivePhotoInfoErrorKey"
    public let PHLivePhotoInfoIsDegradedKey = "PHLivePhotoInfoIsDegradedKey"
    public let PHLivePhotoInfoCancelledKey = "PHLivePhotoInfoCancelledKey"

    /// A Live Photo for a view.
    public final class PHLivePhoto: NSObject {
        public let size: CGSize

        package init(size: CGSize) {
            self.size = size
        }

        /// Two answers on the main thread if both files are there, the first of them degraded; otherwise an error.
        ///
        /// None comes while the world holds images.
        @discardableResult
        public class func request(
            withResourceFileURLs fileURLs: [URL], placeholderImage image: UIImage?, targetSize: CGSize,
            contentMode: PHImageContentMode, resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]) -> Void
        ) -> PHLivePhotoRequestID {
            let world = PhotosWorld.current
            world.call(.requestImage)
            let handler = Handed(value: resultHandler)
            let files = fileURLs.filter { FileManager.default.fileExists(atPath: $0.path) }
            let isComplete = files.count == 2
            guard !world.switches.holdsImages else { return 1 }
            DispatchQueue.main.async {
                guard isComplete else {
                    return handler.value(nil, [PHLivePhotoInfoErrorKey: PHPhotosError(.missingResource)])
                }
                for isDegraded in [true, false] {
                    handler.value(PHLivePhoto(size: targetSize), [PHLivePhotoInfoIsDegradedKey: isDegraded])
                }
            }
            return 1
        }

        public class func cancelRequest(withRequestID requestID: PHLivePhotoRequestID) {
            PhotosWorld.current.call(.cancelImage)
        }
    }
#endif
