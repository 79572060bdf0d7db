// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// An object of the library; equal where the identifiers are.
    public class PHObject: NSObject, @unchecked Sendable {  // Nothing in it or its subclasses changes.
        let world: PhotosWorld
        let identifier: String
        private let alive: Alive

        init(_ identifier: String, in world: PhotosWorld) {
            (self.identifier, self.world) = (identifier, world)
            alive = world.census.count(Self.self)
        }

        public var localIdentifier: String {
            world.touch(.property)
            return identifier
        }

        public override var hash: Int { identifier.hashValue }

        public override func isEqual(_ object: Any?) -> Bool {
            (object as? PHObject)?.identifier == identifier
        }
    }

    /// What stands for an object that a change request will create.
    public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {}

    /// A photo, a video or a sound, with the values that it had when it was read.
    public final class PHAsset: PHObject, @unchecked Sendable {
        let record: AssetRecord

        init(_ record: AssetRecord, in world: PhotosWorld) {
            self.record = record
            super.init(record.identifier, in: world)
        }

        private func read<Value>(_ property: KeyPath<AssetRecord, Value>) -> Value {
            world.touch(.property)
            return record[keyPath: property]
        }

        public var mediaType: PHAssetMediaType { read(\.mediaType) }
        public var mediaSubtypes: PHAssetMediaSubtype { read(\.mediaSubtypes) }
        public var sourceType: PHAssetSourceType { read(\.sourceType) }
        public var pixelWidth: Int { read(\.pixelWidth) }
        public var pixelHeight: Int { read(\.pixelHeight) }
        public var creationDate: Date? { read(\.creationDate) }
        public var modificationDate: Date? { read(\.modificationDate) }
        public var location: CLLocation? { read(\.location) }
        public var duration: TimeInterval { read(\.duration) }
        public var isFavorite: Bool { read(\.isFavorite) }
        public var isHidden: Bool { read(\.isHidden) }
        public var burstIdentifier: String? { read(\.burstIdentifier) }
        public var representsBurst: Bool { read(\.representsBurst) }
        public var addedDate: Date? { read(\.addedDate) }
        public var contentType: UTType {
            let files = read(\.resources)
            let main = files.first { [.photo, .video, .audio].contains($0.type) } ?? files.first
            return UTType(main?.typeIdentifier ?? "public.data")
        }
        public var hasAdjustments: Bool { read(\.hasAdjustments) }
        public var playbackStyle: PlaybackStyle { read(\.shownStyle) }

        public func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
            world.touch(.property)
            return record.operations.contains(editOperation)
        }

        public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
            PhotosWorld.current.fetchAssets(.library, options)
        }

        public class func fetchAssets(
            in assetCollection: PHAssetCollection, options: PHFetchOptions?
        ) -> PHFetchResult<PHAsset> {
            assetCollection.world.fetchAssets(.collection(assetCollection.identifier), options)
        }

        public class func fetchAssets(
            withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
        ) -> PHFetchResult<PHAsset> {
            PhotosWorld.current.fetchAssets(.identifiers(identifiers), options)
        }

        public class func fetchKeyAssets(
            in assetCollection: PHAssetCollection, options: PHFetchOptions?
        ) -> PHFetchResult<PHAsset>? {
            assetCollection.world.fetchKeyAssets(of: assetCollection.identifier, options)
        }
    }
#endif
