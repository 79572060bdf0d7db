// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// Edits of an album.
    public final class PHAssetCollectionChangeRequest: PHChangeRequest {
        private let album: String
        private let placeholder: PHObjectPlaceholder?

        /// Edits of an album that exists.
        public init?(for assetCollection: PHAssetCollection) {
            (album, placeholder) = (assetCollection.identifier, nil)
            super.init(in: assetCollection.world.transaction("PHAssetCollectionChangeRequest(for:)"))
        }

        /// Edits of an album, with the assets whose positions the edits count in.
        public convenience init?(for assetCollection: PHAssetCollection, assets: PHFetchResult<PHAsset>?) {
            self.init(for: assetCollection)
            if let assets { transaction.add(.members(album, .begin(assets.identifiers))) }
        }

        required init(title: String) {
            let transaction = PhotosWorld.current.transaction("creationRequestForAssetCollection")
            let made = transaction.createCollection(title, isList: false)
            (album, placeholder) = (made.identifier, made)
            super.init(in: transaction)
        }

        public class func creationRequestForAssetCollection(withTitle title: String) -> Self {
            self.init(title: title)
        }

        /// Only of a request that creates an album.
        public var placeholderForCreatedAssetCollection: PHObjectPlaceholder {
            guard let placeholder else { raise("this request creates no album") }
            return placeholder
        }

        public class func deleteAssetCollections(_ assetCollections: any NSFastEnumeration) {
            let transaction = PhotosWorld.current.transaction("deleteAssetCollections")
            transaction.add(.deleteCollections(transaction.identifiers(of: assetCollections)))
        }

        public var title = "" {
            didSet { transaction.add(.rename(album, title)) }
        }

        private func edit(_ edit: MemberEdit) {
            transaction.add(.members(album, edit))
        }

        public func addAssets(_ assets: any NSFastEnumeration) {
            edit(.add(transaction.identifiers(of: assets)))
        }

        public func insertAssets(_ assets: any NSFastEnumeration, at indexes: IndexSet) {
            edit(.insert(transaction.identifiers(of: assets), Array(indexes)))
        }

        public func removeAssets(_ assets: any NSFastEnumeration) {
            edit(.remove(transaction.identifiers(of: assets)))
        }

        public func removeAssets(at indexes: IndexSet) {
            edit(.removeIndexes(Array(indexes)))
        }

        public func replaceAssets(at indexes: IndexSet, withAssets assets: any NSFastEnumeration) {
            edit(.replace(Array(indexes), transaction.identifiers(of: assets)))
        }

        public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
            edit(.move(Array(fromIndexes), toIndex))
        }
    }

    /// Edits of a folder.
    public final class PHCollectionListChangeRequest: PHChangeRequest {
        /// The folder; nil for the top level.
        private let list: String?
        private let placeholder: PHObjectPlaceholder?

        /// Edits of a folder that exists.
        public init?(for collectionList: PHCollectionList) {
            (list, placeholder) = (collectionList.identifier, nil)
            super.init(in: collectionList.world.transaction("PHCollectionListChangeRequest(for:)"))
        }

        /// Edits of the top level.
        public init?(forTopLevelCollectionListUserCollections childCollections: PHFetchResult<PHCollection>) {
            (list, placeholder) = (nil, nil)
            super.init(in: childCollections.world.transaction("PHCollectionListChangeRequest(forTopLevel…)"))
        }

        required init(title: String) {
            let transaction = PhotosWorld.current.transaction("creationRequestForCollectionList")
            let made = transaction.createCollection(title, isList: true)
            (list, placeholder) = (made.identifier, made)
            super.init(in: transaction)
        }

        public class func creationRequestForCollectionList(withTitle title: String) -> Self {
            self.init(title: title)
        }

        /// Only of a request that creates a folder.
        public var placeholderForCreatedCollectionList: PHObjectPlaceholder {
            guard let placeholder else { raise("this request creates no folder") }
            return placeholder
        }

        public class func deleteCollectionLists(_ collectionLists: any NSFastEnumeration) {
            let transaction = PhotosWorld.current.transaction("deleteCollectionLists")
            transaction.add(.deleteCollections(transaction.identifiers(of: collectionLists)))
        }

        public var title = "" {
            didSet { if let list { transaction.add(.rename(list, title)) } }
        }

        public func addChildCollections(_ collections: any NSFastEnumeration) {
            transaction.add(.addChildren(transaction.identifiers(of: collections), list))
        }
    }
#endif
