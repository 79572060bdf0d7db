// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// An album or a folder.
    public class PHCollection: PHObject, @unchecked Sendable {
        let record: CollectionRecord

        init(_ record: CollectionRecord, in world: PhotosWorld) {
            self.record = record
            super.init(record.identifier, in: world)
        }

        fileprivate func read<Value>(_ property: KeyPath<CollectionRecord, Value>) -> Value {
            world.touch(.property)
            return record[keyPath: property]
        }

        public var localizedTitle: String? { read(\.title) }

        public func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
            world.touch(.property)
            return record.operations.contains(anOperation)
        }

        public class func fetchCollections(
            in collectionList: PHCollectionList, options: PHFetchOptions?
        ) -> PHFetchResult<PHCollection> {
            collectionList.world.fetchCollections(.children(of: collectionList.identifier), options)
        }

        public class func fetchTopLevelUserCollections(with options: PHFetchOptions?) -> PHFetchResult<PHCollection> {
            PhotosWorld.current.fetchCollections(.topLevel, options)
        }
    }

    /// An album.
    public final class PHAssetCollection: PHCollection, @unchecked Sendable {
        public var assetCollectionType: PHAssetCollectionType { read(\.type) }
        public var assetCollectionSubtype: PHAssetCollectionSubtype { read(\.subtype) }
        public var estimatedAssetCount: Int { read(\.estimatedCount) ?? NSNotFound }
        public var startDate: Date? { read(\.startDate) }
        public var endDate: Date? { read(\.endDate) }

        public class func fetchAssetCollections(
            with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
        ) -> PHFetchResult<PHAssetCollection> {
            PhotosWorld.current.fetchCollections(.albums(type, subtype), options)
        }

        /// Smart albums are not supported.
        public class func fetchAssetCollectionsContaining(
            _ asset: PHAsset, with type: PHAssetCollectionType, options: PHFetchOptions?
        ) -> PHFetchResult<PHAssetCollection> {
            if type == .smartAlbum { raise("smart albums are not fetched by what they contain") }
            return asset.world.fetchCollections(.containing(asset.identifier, type), options)
        }

        public class func fetchAssetCollections(
            withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
        ) -> PHFetchResult<PHAssetCollection> {
            PhotosWorld.current.fetchCollections(.albumIdentifiers(identifiers), options)
        }
    }

    /// A folder of albums and folders.
    public final class PHCollectionList: PHCollection, @unchecked Sendable {
        public class func fetchCollectionLists(
            withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
        ) -> PHFetchResult<PHCollectionList> {
            PhotosWorld.current.fetchCollections(.listIdentifiers(identifiers), options)
        }
    }
#endif
