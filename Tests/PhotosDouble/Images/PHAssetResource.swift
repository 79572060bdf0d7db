// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    public typealias PHAssetResourceDataRequestID = Int32
    public let PHInvalidAssetResourceDataRequestID: PHAssetResourceDataRequestID = 0

    /// A file of an asset; Sendable in neither of Apple's SDKs.
    public final class PHAssetResource: NSObject {
        let world: PhotosWorld
        let record: ResourceRecord
        private let asset: String
        private let alive: Alive

        init(_ record: ResourceRecord, of asset: String, in world: PhotosWorld) {
            (self.record, self.asset, self.world) = (record, asset, world)
            alive = world.census.count("PHAssetResource")
        }

        public var type: PHAssetResourceType { record.type }
        public var assetLocalIdentifier: String { asset }
        public var originalFilename: String { record.fileName }
        public var uniformTypeIdentifier: String { record.typeIdentifier }
        public var pixelWidth: Int { record.pixelWidth }
        public var pixelHeight: Int { record.pixelHeight }

        public class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
            asset.world.resources(of: asset)
        }
    }

    /// Reads the files of assets; not Sendable, as in macOS 15, though iOS 26 declares it so.
    public final class PHAssetResourceManager: NSObject {
        private let world: PhotosWorld

        private init(in world: PhotosWorld) {
            self.world = world
        }

        public class func `default`() -> PHAssetResourceManager {
            PHAssetResourceManager(in: .current)
        }

        public func requestData(
            for resource: PHAssetResource, options: PHAssetResourceRequestOptions?,
            dataReceivedHandler handler: @escaping (Data) -> Void,
            completionHandler: @escaping ((any Error)?) -> Void
        ) -> PHAssetResourceDataRequestID {
            world.requestData(resource, options, handler, completionHandler)
        }

        public func cancelDataRequest(_ requestID: PHAssetResourceDataRequestID) {
            world.cancelDataRequest(requestID)
        }
    }
#endif
