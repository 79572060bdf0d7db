#if PhotosDouble
    import Foundation

    /// Everything that the library keeps.
    struct LibraryState: Sendable {
        var assets: [String: AssetRecord] = [:]
        /// All assets in the library's own order, the last added last.
        var order: [String] = []
        var collections: [String: CollectionRecord] = [:]
        /// All albums and folders in the order of their creation.
        var collectionOrder: [String] = []
        /// The user's albums and folders that are in no folder.
        var topLevel: [String] = []
        /// What deleted objects were like.
        var goneAssets: [String: AssetRecord] = [:]
        var goneCollections: [String: CollectionRecord] = [:]
        var history: [HistoryEntry] = []
        /// The place before the oldest change that is still known.
        var historyStart = 0
        var unavailability: PHPhotosError?
        /// The library's clock, which each change puts forward.
        var now = Date(timeIntervalSinceReferenceDate: 700_000_000)

        var place: Int { historyStart + history.count }

        /// An album's assets in its own order.
        func members(of collection: CollectionRecord) -> [AssetRecord] {
            if collection.isList { return [] }
            if collection.type == .smartAlbum {
                return order.compactMap { assets[$0] }.filter { collection.holds($0) }
            }
            return collection.assets.compactMap { assets[$0] }
        }

        /// A collection as it is read, with its estimate.
        func read(_ identifier: String) -> CollectionRecord? {
            guard var collection = collections[identifier] else { return goneCollections[identifier] }
            if case .counted = collection.estimate { collection.estimatedCount = members(of: collection).count }
            if case .number(let number) = collection.estimate { collection.estimatedCount = number }
            return collection
        }
    }

    extension CollectionRecord {
        /// Whether a smart album holds an asset.
        func holds(_ asset: AssetRecord) -> Bool {
            if let contains { return contains(asset) }
            switch subtype {
            case .smartAlbumUserLibrary, .smartAlbumRecentlyAdded: return true
            case .smartAlbumVideos: return asset.mediaType == .video
            case .smartAlbumFavorites: return asset.isFavorite
            case .smartAlbumAllHidden: return asset.isHidden
            case .smartAlbumBursts: return asset.burstIdentifier != nil
            case .smartAlbumPanoramas: return asset.mediaSubtypes.contains(.photoPanorama)
            case .smartAlbumScreenshots: return asset.mediaSubtypes.contains(.photoScreenshot)
            case .smartAlbumLivePhotos: return asset.mediaSubtypes.contains(.photoLive)
            case .smartAlbumDepthEffect: return asset.mediaSubtypes.contains(.photoDepthEffect)
            case .smartAlbumTimelapses: return asset.mediaSubtypes.contains(.videoTimelapse)
            case .smartAlbumSlomoVideos: return asset.mediaSubtypes.contains(.videoHighFrameRate)
            default: return false
            }
        }
    }
#endif
