// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// Gives images of assets; not Sendable, as in macOS 15, though iOS 26 declares it so.
    public class PHImageManager: NSObject {
        let world: PhotosWorld
        private let alive: Alive

        init(in world: PhotosWorld) {
            self.world = world
            alive = world.census.count(Self.self)
            super.init()
            world.createManager()
        }

        public class func `default`() -> PHImageManager {
            PHImageManager(in: .current)
        }

        @discardableResult
        public func requestImage(
            for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?,
            resultHandler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            world.requestImage(ImageOrder(asset, targetSize, contentMode, options), options, resultHandler)
        }

        @discardableResult
        public func requestLivePhoto(
            for asset: PHAsset, targetSize: CGSize, contentMode: PHImageContentMode,
            options: PHLivePhotoRequestOptions?, resultHandler: @escaping (PHLivePhoto?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            world.requestLivePhoto(asset, targetSize, options, resultHandler)
        }

        @discardableResult
        public func requestPlayerItem(
            forVideo asset: PHAsset, options: PHVideoRequestOptions?,
            resultHandler: @escaping (AVPlayerItem?, [AnyHashable: Any]?) -> Void
        ) -> PHImageRequestID {
            world.requestPlayerItem(asset, options, resultHandler)
        }

        public func cancelImageRequest(_ requestID: PHImageRequestID) {
            world.cancelImageRequest(requestID)
        }
    }

    /// Gives images of assets, and prepares them.
    public final class PHCachingImageManager: PHImageManager {
        public var allowsCachingHighQualityImages = true

        public init() {
            super.init(in: .current)
        }

        public func startCachingImages(
            for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
        ) {
            world.startCaching(assets.map { ImageOrder($0, targetSize, contentMode, options) })
        }

        public func stopCachingImages(
            for assets: [PHAsset], targetSize: CGSize, contentMode: PHImageContentMode, options: PHImageRequestOptions?
        ) {
            world.stopCaching(assets.map { ImageOrder($0, targetSize, contentMode, options) })
        }

        public func stopCachingImagesForAllAssets() {
            world.stopAllCaching()
        }
    }
#endif
