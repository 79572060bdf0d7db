#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import CoreLocation
import Photos
import UniformTypeIdentifiers
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

extension AssetID {
    init(_ asset: PHAsset) {
        self.init(asset.localIdentifier)
    }
}

extension MediaAsset {
    /// Reads all values of an asset.
    init(_ asset: PHAsset) {
        let modificationDate = asset.modificationDate
        var (addedDate, typeIdentifier): (Date?, String?) = (nil, nil)
        if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) {
            // Compiles whether or not the declaration says that there may be none.
            let contentType: UTType? = asset.contentType
            (addedDate, typeIdentifier) = (asset.addedDate, contentType?.identifier)
        }
        self.init(
            id: AssetID(asset),
            mediaType: MediaType(rawValue: asset.mediaType.rawValue),
            mediaSubtypes: MediaSubtypes(rawValue: asset.mediaSubtypes.rawValue),
            pixelWidth: asset.pixelWidth,
            pixelHeight: asset.pixelHeight,
            creationDate: asset.creationDate,
            modificationDate: modificationDate,
            duration: asset.duration,
            isFavorite: asset.isFavorite,
            isHidden: asset.isHidden,
            burstIdentifier: asset.burstIdentifier,
            representsBurst: asset.representsBurst,
            place: asset.location.map { location in
                Coordinate(latitude: location.coordinate.latitude, longitude: location.coordinate.longitude)
            },
            // Photos has no version of the picture. The date changes with the picture, and at other times too, so that
            // an unchanged picture may be loaded again.
            contentVersion: (modificationDate ?? .distantPast).timeIntervalSinceReferenceDate.bitPattern,
            addedDate: addedDate, typeIdentifier: typeIdentifier, hasAdjustments: asset.hasAdjustments,
            playbackStyle: PlaybackStyle(rawValue: asset.playbackStyle.rawValue))
    }
}

extension Album {
    /// Reads the values of an album, with the count that Photos estimates.
    init(_ collection: PHAssetCollection) {
        let estimate = collection.estimatedAssetCount
        self.init(
            id: AlbumID(collection.localIdentifier),
            title: collection.localizedTitle,
            type: AlbumType(collection),
            subtype: AlbumSubtype(rawValue: collection.assetCollectionSubtype.rawValue),
            count: estimate == NSNotFound ? .unknown : .estimated(estimate),
            startDate: collection.startDate,
            endDate: collection.endDate)
    }
}

extension AlbumType {
    init(_ collection: PHAssetCollection) {
        if collection.assetCollectionType == .smartAlbum {
            self = .smartAlbum
        } else {
            self = collection.assetCollectionSubtype == .albumCloudShared ? .sharedAlbum : .album
        }
    }
}

/// Runs a closure in an autorelease pool of its own, at whose end everything that Photos autoreleases is released.
func inPool<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let result = withAutoreleasePool { () -> Result<Value, Failure> in
        do throws(Failure) {
            return .success(try body())
        } catch {
            return .failure(error)
        }
    }
    return try result.get()
}
#endif
