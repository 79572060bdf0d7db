#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// A fetch result of Photos, with the place in the history at which it was fetched.
final class PhotosFetchResult: AssetFetchResult {
    let result: PHFetchResult<PHAsset>
    /// The place in the history right before the fetch; nil under limited access.
    let token: PHPersistentChangeToken?
    private let known: KnownAssets
    private let availability: PhotosAvailability
    /// The objects of assets that changed, by which they are found even if they cannot be fetched any more.
    private var changed: [AssetID: PHAsset] = [:]

    init(
        _ result: PHFetchResult<PHAsset>, since token: PHPersistentChangeToken?, _ known: KnownAssets,
        _ availability: PhotosAvailability
    ) {
        self.result = result
        self.token = token
        self.known = known
        self.availability = availability
    }

    var count: Int { result.count }

    /// Keeps the object of an asset that changed, by which its position is found.
    func note(changed asset: PHAsset) {
        changed[AssetID(asset)] = asset
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        try availability.read {
            inPool {
                result.objects(at: IndexSet(integersIn: range)).map { asset in
                    known.note(asset, isCurrent: false)
                    return MediaAsset(asset)
                }
            }
        }
    }

    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try availability.read { inPool { result.objects(at: IndexSet(integersIn: range)).map { AssetID($0) } } }
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try indexes(of: [id])[0]
    }

    /// Photos finds the position of an object: those that are not known are fetched, all at once.
    ///
    /// An asset that is gone has no object, and so no position, unless its object is known or an update named it.
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        try availability.read { inPool { positions(of: ids) } }
    }

    private func positions(of ids: [AssetID]) -> [Int?] {
        let found = known.find(ids.lazy.filter { self.changed[$0] == nil })
        return ids.map { id in
            guard let asset = changed[id] ?? found[id] else { return nil }
            let index = result.index(of: asset)
            return index == NSNotFound ? nil : index
        }
    }
}
#endif
