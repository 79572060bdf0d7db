#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Reports that something has changed; called on a queue of Photos.
///
/// The details of a change are ignored: they start from Photos' last fetch, not from what a subscriber saw last.
final class PhotosObserver: NSObject, PHPhotoLibraryChangeObserver {
    private let signal: ChangeSignal
    private let library: PHPhotoLibrary
    private let permission: PhotosPermission

    init(_ signal: ChangeSignal, of library: PHPhotoLibrary, _ permission: PhotosPermission) {
        self.signal = signal
        self.permission = permission
        self.library = library
        super.init()
    }

    func begin() {
        library.register(self)
    }

    func end() {
        library.unregisterChangeObserver(self)
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        permission.selectionMayHaveChanged()
        signal.libraryChanged()
    }
}

extension PhotosBackend {
    func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        let observer = PhotosObserver(signal, of: library, permission)
        observer.begin()
        self.observer = observer
    }

    func stopObserving() {
        observer?.end()
        observer = nil
    }
}

// MARK: - History

extension PhotosBackend {
    func changeToken() throws(LibraryError) -> ChangeToken? {
        try availability.read { permission.isLimited ? nil : tokens.token(at: library.currentChangeToken) }
    }

    /// Returns a page of the changes since a position: those of at most `limit` changes in Photos' history, and no
    /// further ones once they concern that many objects.
    func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        guard limit >= 1 else {
            throw .invalidArgument(InvalidArgument("limit of changes", limit, allowed: "at least 1"))
        }
        guard let place = PhotosTokens.place(of: token) else {
            throw .malformedChangeToken(token: token.token, reason: "it is not a token of Photos")
        }
        // Photos reports only the selected assets, not that an asset was selected or deselected.
        if permission.isLimited { return .resyncRequired(.limitedAccess, from: nil) }
        let read = try availability.read { history(since: place, limit: limit) }
        switch read {
        case .known(let history):
            let end = history.end.flatMap { tokens.token(at: $0, isPassed: history.hasMore) }
            var changes = history.libraryChanges(upTo: end ?? token)
            changes.hasMore = history.hasMore
            return .changes(changes)
        case .unknown(let reason):
            return .resyncRequired(reason, from: tokens.token(at: library.currentChangeToken))
        }
    }

    /// The maximum number of changes of an update, which fetches each asset that has changed; with more, the list is
    /// read again.
    ///
    /// Photos takes 0.1 ms for each, so many of them are fetched in slices.
    static let longestUpdate = 10_000
    /// The number of changed assets that are fetched in the same turn as the update.
    static let firstSlice = 16

    /// The net changes since a position, or the reason why they are unknown.
    enum History {
        case known(NetHistory)
        case unknown(ResyncReason)
    }

    /// - Parameter limit: the number of changes, or of changed objects, after which no further change is read.
    func history(since place: PHPersistentChangeToken, limit: Int) -> History {
        do {
            var history = NetHistory()
            for change in try library.fetchPersistentChanges(since: place) {
                if history.cost >= limit {
                    history.hasMore = true
                    break
                }
                try inPool { () throws(any Error) in try history.note(change) }
            }
            return .known(history)
        } catch {
            // Photos has further errors than it documents. None ends a stream: the list is read again, which fails
            // with the reason if the library cannot be read at all.
            return .unknown(
                PhotosErrorCode(error) == .persistentChangeTokenExpired ? .tokenExpired : .detailsUnavailable)
        }
    }
}

/// The net changes of a series of persistent changes.
struct NetHistory {
    private(set) var assets: [AssetID: NetChange] = [:]
    private var albums: [AlbumID: NetChange] = [:]
    /// The number of changes that were read, each of which may concern any number of objects.
    private var records = 0
    /// The number of changes of single objects.
    private(set) var count = 0
    /// Whether there are further changes that were not read.
    var hasMore = false
    /// The position after the last change; nil if there was none.
    private(set) var end: PHPersistentChangeToken?

    /// The cost of reading the changes; a change that names no object takes time too.
    var cost: Int { max(count, records) }

    mutating func note(_ change: PHPersistentChange) throws {
        records += 1
        count += Self.note(try change.changeDetails(for: .asset), in: &assets) { AssetID($0) }
        count += Self.note(try change.changeDetails(for: .assetCollection), in: &albums) { AlbumID($0) }
        count += Self.note(try change.changeDetails(for: .collectionList), in: &albums) { AlbumID($0) }
        end = change.changeToken
    }

    /// Merges a change of an object into the net changes; returns the number of changes.
    private static func note<ID: Hashable>(
        _ details: PHPersistentObjectChangeDetails, in changes: inout [ID: NetChange], _ id: (String) -> ID
    ) -> Int {
        let (inserted, updated) = (details.insertedLocalIdentifiers, details.updatedLocalIdentifiers)
        let deleted = details.deletedLocalIdentifiers
        for text in inserted { changes[id(text), default: NetChange()].note(isThere: true) }
        for text in updated { changes[id(text), default: NetChange()].isUpdated = true }
        for text in deleted { changes[id(text), default: NetChange()].note(isThere: false) }
        return inserted.count + updated.count + deleted.count
    }

    /// The assets that existed before and whose data have changed.
    var updatedAssets: [AssetID] {
        assets.lazy.filter { $0.value.isNews && !$0.value.isInserted && !$0.value.isDeleted }.map(\.key)
    }

    func libraryChanges(upTo token: ChangeToken) -> LibraryChanges {
        var changes = LibraryChanges(upTo: token)
        for (id, change) in assets where change.isNews { changes.assets.add(id, change) }
        for (id, change) in albums where change.isNews { changes.albums.add(id, change) }
        return changes
    }
}

// MARK: - Updates

extension PhotosBackend {
    func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        guard let old = result as? PhotosFetchResult else {
            throw .failed("update fetch", reason: "the fetch result belongs to another library")
        }
        let new = try fetch(query)
        guard let place = old.token, !permission.isLimited else {
            return FetchUpdate(result: new, difference: .unknown(.limitedAccess))
        }
        let read = try availability.read { history(since: place, limit: Self.longestUpdate) }
        switch read {
        case .known(let history) where history.hasMore || history.cost > Self.longestUpdate:
            return FetchUpdate(result: new, difference: .unknown(.tooManyChanges(history.cost)))
        case .unknown(let reason): return FetchUpdate(result: new, difference: .unknown(.history(reason)))
        case .known(let history):
            let isSorted = query.scope.album == nil && !query.order.isEmpty
            new.pending = PendingDifference(
                from: old, changed: history.updatedAssets[...], isSorted: isSorted, known)
            return FetchUpdate(result: new, difference: try new.continueDifference(items: Self.firstSlice))
        }
    }
}

/// A difference that is being determined: the changed assets are fetched slice by slice.
///
/// Anything that changes meanwhile is also in the next difference.
struct PendingDifference {
    private let old: PhotosFetchResult
    /// The changed assets that have not been fetched.
    private var changed: ArraySlice<AssetID>
    private var objects: [PHAsset] = []
    /// Whether the values of the assets determine their order, so that only changed ones move; in an album, those that
    /// tie are in the order that the user gave it.
    private let isSorted: Bool
    private let known: KnownAssets

    init(from old: PhotosFetchResult, changed: ArraySlice<AssetID>, isSorted: Bool, _ known: KnownAssets) {
        (self.old, self.changed, self.isSorted, self.known) = (old, changed, isSorted, known)
    }

    /// Fetches the next assets; returns the difference once all have been fetched.
    mutating func advance(to new: PhotosFetchResult, items: Int) -> FetchUpdate.Difference {
        let slice = changed.prefix(max(items, 1))
        objects += known.fetchedAgain(Array(slice))
        changed = changed.dropFirst(slice.count)
        return changed.isEmpty ? difference(to: new) : .pending
    }

    /// The difference by assets, not by indexes: Photos' index sets may overlap, and its documentation contradicts
    /// itself about those of changed assets that have also moved.
    private func difference(to new: PhotosFetchResult) -> FetchUpdate.Difference {
        let details = PHFetchResultChangeDetails(from: old.result, to: new.result, changedObjects: objects)
        guard details.hasIncrementalChanges else { return .unknown(.tooManyChanges(objects.count)) }
        var touched: [AssetID: Bool] = [:]
        func touch(_ asset: PHAsset, isChanged: Bool) {
            old.note(changed: asset)
            new.note(changed: asset)
            touched[AssetID(asset)] = isChanged || touched[AssetID(asset)] ?? false
        }
        for asset in details.removedObjects + details.insertedObjects { touch(asset, isChanged: false) }
        // Photos compares identifiers only; the history shows which assets have changed.
        for asset in details.changedObjects + objects { touch(asset, isChanged: true) }
        // The positions of moves are not used: as declared, both are in a list that is neither of the results.
        if details.hasMoves, !isSorted { return .rearranged(changed: Set(touched.filter(\.value).keys)) }
        return .touched(touched.map { TouchedAsset($0.key, isChanged: $0.value) })
    }
}

extension KnownAssets {
    /// Fetches assets whose data have changed, and keeps their new objects.
    func fetchedAgain(_ ids: [AssetID]) -> [PHAsset] {
        let assets = Self.fetch(ids.map(\.rawValue))
        for asset in assets { note(asset) }
        return assets
    }
}
#endif
