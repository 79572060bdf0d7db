// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// A request inside a block of changes.
    public class PHChangeRequest: NSObject {
        let transaction: Transaction

        init(in transaction: Transaction) {
            self.transaction = transaction
        }
    }

    /// Edits of an asset.
    public class PHAssetChangeRequest: PHChangeRequest {
        let asset: String
        private let placeholder: PHObjectPlaceholder?

        /// Edits of an asset that exists.
        public init(for asset: PHAsset) {
            self.asset = asset.identifier
            placeholder = nil
            super.init(in: asset.world.transaction("PHAssetChangeRequest(for:)"))
        }

        init(creatingIn transaction: Transaction) {
            let made = transaction.createAsset()
            (asset, placeholder) = (made.identifier, made)
            super.init(in: transaction)
        }

        public var placeholderForCreatedAsset: PHObjectPlaceholder? { placeholder }

        public class func deleteAssets(_ assets: any NSFastEnumeration) {
            let transaction = PhotosWorld.current.transaction("PHAssetChangeRequest.deleteAssets")
            transaction.add(.deleteAssets(transaction.identifiers(of: assets)))
        }

        public var creationDate: Date? {
            didSet { transaction.add(.setCreationDate(asset, creationDate)) }
        }

        public var location: CLLocation? {
            didSet { transaction.add(.setLocation(asset, location)) }
        }

        public var isFavorite = false {
            didSet { transaction.add(.setFavorite(asset, isFavorite)) }
        }

        public var isHidden = false {
            didSet { transaction.add(.setHidden(asset, isHidden)) }
        }
    }

    /// A new asset.
    public final class PHAssetCreationRequest: PHAssetChangeRequest {
        required override init(creatingIn transaction: Transaction) {
            super.init(creatingIn: transaction)
        }

        public class func forAsset() -> Self {
            self.init(creatingIn: PhotosWorld.current.transaction("PHAssetCreationRequest.forAsset"))
        }

        public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
            PhotosWorld.current.supports(types.map(\.intValue))
        }

        public func addResource(
            with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?
        ) {
            transaction.add(.addResource(asset, NewResource(type, .data(data), options)))
        }

        public func addResource(
            with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?
        ) {
            transaction.add(.addResource(asset, NewResource(type, .file(fileURL), options)))
        }
    }
#endif
