#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// A fetch result of Photos, with the position in the history at which it was fetched.
final class PhotosFetchResult: AssetFetchResult {
    let result: PHFetchResult<PHAsset>
    /// The position in the history right before the fetch; nil under limited access.
    let token: PHPersistentChangeToken?
    /// Fetches the newest asset of the query that is older than a date; nil if no asset is older.
    private let newest: NewestAsset
    private let known: KnownAssets
    private let availability: PhotosAvailability
    /// The selection of assets that the app could see at the fetch.
    private let selection: UInt64
    /// The dates that were read, for results that begin with the oldest assets, and for those that begin with the
    /// newest.
    private var search: [Bool: DateSearch] = [:]
    /// The objects of assets that have changed, which find them even if they can no longer be fetched.
    private var changed: [AssetID: PHAsset] = [:]
    /// The difference from an earlier result, while it is being determined.
    var pending: PendingDifference?

    /// Fetches the newest asset that is older than a date; nil if no asset is older.
    typealias NewestAsset = (_ limit: Date) throws(LibraryError) -> PHAsset?

    init(
        _ result: PHFetchResult<PHAsset>, since token: PHPersistentChangeToken?, _ known: KnownAssets,
        _ availability: PhotosAvailability, newest: @escaping NewestAsset
    ) {
        self.result = result
        self.newest = newest
        self.token = token
        self.known = known
        selection = known.selection
        self.availability = availability
    }

    var count: Int { result.count }

    /// Keeps the object of an asset that has changed, which finds its position.
    func note(changed asset: PHAsset) {
        changed[AssetID(asset)] = asset
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        try availability.read {
            inPool {
                result.objects(at: IndexSet(integersIn: range)).map { asset in
                    let value = MediaAsset(asset)
                    // The user may have deselected the asset since.
                    if selection == known.selection { known.note(asset, as: value, isCurrent: false) }
                    return value
                }
            }
        }
    }

    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try availability.read { inPool { result.objects(at: IndexSet(integersIn: range)).map { AssetID($0) } } }
    }

    /// The numbers of assets that are older than some dates.
    ///
    /// Photos reads assets in batches, and a search by single assets would read many batches. Its database finds the
    /// newest asset before a date at once, and the position of that asset in the result is the number of older ones. If
    /// there is no such asset, or it is not in the result, assets of the result are read.
    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        try availability.read { () throws(LibraryError) in
            try inPool { () throws(LibraryError) in try places(olderThan: dates, isOldestFirst) }
        }
    }

    private func places(olderThan dates: [Date], _ isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        var counts: [Int] = []
        for date in dates {
            let number = try search[isOldestFirst, default: DateSearch(in: count, isOldestFirst: isOldestFirst)].count(
                olderThan: date, within: (counts.last ?? 0)..<count
            ) { () throws(LibraryError) in
                guard let asset = try newest(date) else { return nil }
                return border(above: asset, isOldestFirst)
            } date: { position throws(LibraryError) in
                result.object(at: position).creationDate
            }
            counts.append(number)
        }
        return counts
    }

    /// The number of assets with the same date that a search passes one by one before it skips all of them.
    private static let mostTies = 64

    /// The number of assets that are as old as an asset of the result, or older; nil if the asset is not in the result.
    ///
    /// Among assets with the same date, Photos finds any; those next to it, from the same batch, are read to find the
    /// last one.
    private func border(above asset: PHAsset, _ isOldestFirst: Bool) -> Int? {
        var index = result.index(of: asset)
        guard index != NSNotFound else { return nil }
        let (date, step) = (asset.creationDate, isOldestFirst ? 1 : -1)
        for _ in 0..<Self.mostTies {
            let next = index + step
            guard (0..<count).contains(next), result.object(at: next).creationDate == date else { break }
            index = next
        }
        return isOldestFirst ? index + 1 : count - index
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        try indexes(of: [id])[0]
    }

    func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference {
        guard var next = pending.take() else { return .unknown(.inconsistentDetails) }
        let difference = try availability.read { inPool { next.advance(to: self, items: items) } }
        if difference == .pending { pending = next }
        return difference
    }

    /// The positions of assets; Photos finds the position of an object, so unknown objects are fetched, all at once.
    ///
    /// A deleted asset has no object, and therefore no position, unless its object is known or an update named it.
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
