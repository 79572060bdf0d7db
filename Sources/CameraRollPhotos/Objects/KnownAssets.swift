#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The objects of the most recently read assets, so that requests for their images need no fetch.
///
/// Photos takes 4.5 ms to find an asset by its identifier, and an app requests images of assets that it has just read.
/// Under limited access, all objects are released when the user may have deselected their assets.
///
/// It is used on the library executor only, and bounded, so that scrolling through a library does not keep all assets.
final class KnownAssets: Sendable {
    /// An object, with its modification date.
    private struct Known {
        let object: PHAsset
        let date: Date?

        /// Whether the object shows the same state of the asset as another one, or a later state.
        func isAsNew(as other: Known) -> Bool {
            guard let date, let otherDate = other.date else { return false }
            return date >= otherDate
        }
    }

    private struct Contents {
        /// The selection under which the objects were read.
        var selection: UInt64
        var newer: [AssetID: Known] = [:]
        var older: [AssetID: Known] = [:]

        /// Keeps an object; returns what has to be released, which takes too long to do with the lock held.
        mutating func keep(
            _ known: Known, of id: AssetID, isCurrent: Bool, limit: Int
        ) -> (replaced: Known?, older: [AssetID: Known]) {
            var known = known
            if !isCurrent {
                if let kept = newer[id], kept.isAsNew(as: known) { return (nil, [:]) }
                if let kept = older[id], kept.isAsNew(as: known) { known = kept }
            }
            let replaced = newer.updateValue(known, forKey: id)
            guard newer.count >= limit else { return (replaced, [:]) }
            defer { (older, newer) = (newer, [:]) }
            return (replaced, older)
        }
    }

    private let contents: Lock<Contents>
    private let permission: PhotosPermission
    private let limit: Int

    /// - Parameter limit: the maximum number of objects.
    init(_ permission: PhotosPermission, limit: Int = 4_096) {
        contents = Lock(Contents(selection: permission.selection))
        self.permission = permission
        self.limit = limit
    }

    /// The current selection of assets that the app can see.
    var selection: UInt64 { permission.selection }

    /// Keeps an object.
    ///
    /// - Parameters:
    ///   - value: the values of the object, if they have been read, so that Photos is not asked for them again.
    ///   - isCurrent: whether the object has just been fetched. An object of an earlier fetch result, which may be read
    ///     late, replaces only an object with an earlier state.
    func note(_ asset: PHAsset, as value: MediaAsset? = nil, isCurrent: Bool = true) {
        let (id, date) = value.map { ($0.id, $0.modificationDate) } ?? (AssetID(asset), asset.modificationDate)
        let known = Known(object: asset, date: date)
        let released = contents.withLock { $0.keep(known, of: id, isCurrent: isCurrent, limit: limit / 2) }
        withExtendedLifetime(released) {}
    }

    /// The object of an asset, if the asset is one of the most recently read.
    func known(_ id: AssetID) -> PHAsset? {
        contents.withLock { ($0.newer[id] ?? $0.older[id])?.object }
    }

    /// The objects of assets; unknown ones are fetched, and assets that do not exist are left out.
    func find(_ ids: some Sequence<AssetID>) -> [AssetID: PHAsset] {
        followSelection()
        var found: [AssetID: PHAsset] = [:]
        var unknown: [String] = []
        for id in ids {
            if let asset = known(id) { found[id] = asset } else { unknown.append(id.rawValue) }
        }
        for asset in Self.fetch(unknown) {
            note(asset)
            found[AssetID(asset)] = asset
        }
        return found
    }

    /// The object of one asset, fetched if it is not known.
    func find(_ id: AssetID) -> PHAsset? {
        followSelection()
        if let asset = known(id) { return asset }
        let asset = Self.fetch([id.rawValue]).first
        if let asset { note(asset) }
        return asset
    }

    /// Fetches assets by identifier, including hidden ones and all members of bursts.
    static func fetch(_ identifiers: [String]) -> [PHAsset] {
        guard !identifiers.isEmpty else { return [] }
        return inPool {
            let found = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: .everything)
            return found.objects(at: IndexSet(integersIn: 0..<found.count))
        }
    }

    /// Releases all objects if the user may have deselected an asset.
    private func followSelection() {
        let selection = selection
        if contents.withLock({ $0.selection != selection }) { removeAll(for: selection) }
    }

    /// Releases all objects.
    func removeAll() { removeAll(for: selection) }

    private func removeAll(for selection: UInt64) {
        let released = contents.withLock { contents in
            defer { contents = Contents(selection: selection) }
            return contents
        }
        withExtendedLifetime(released) {}
    }
}

extension PHFetchOptions {
    /// Options for all assets, including hidden ones and all members of bursts.
    static var everything: PHFetchOptions {
        let options = PHFetchOptions()
        options.includeHiddenAssets = true
        options.includeAllBurstAssets = true
        return options
    }
}
#endif
