#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The user's library in Apple's Photos.
///
/// It is created by the first permitted read. All objects of Photos are created, used and released on the library
/// executor, except inside Photos' own change block and, if the configuration says so, for calls of the image manager.
final class PhotosBackend: PhotoLibraryBackend {
    let identity: LibraryIdentity
    /// The keys that Photos documents for sort descriptors of assets; any other key raises an exception.
    let sortKeys: Set<AssetSort.Key>
    /// Whether Photos sorts by identifier, which breaks ties.
    ///
    /// Apple's table of keys includes `localIdentifier`. Users of other packages reported the exception "Unsupported
    /// sort descriptor in fetch options" for it, which terminates the app. While this is false, a fetch result has ties
    /// in Photos' own order, which does not change, and pages by position break ties among the assets that were
    /// fetched.
    let sortsByIdentifier: Bool
    let library: PHPhotoLibrary
    let permission: PhotosPermission
    let known: KnownAssets
    let tokens: PhotosTokens
    let availability: PhotosAvailability
    private let turns: LibraryTurns
    private let thread: PhotosConfiguration.ImageManagerThread
    private var images: PhotosImageSource?
    private var resources: PhotosResourceSource?
    private var edits: PhotosEditor?
    /// The observer that is registered with Photos.
    var observer: PhotosObserver?

    init(
        _ context: borrowing LibraryContext, _ permission: PhotosPermission, identity: LibraryIdentity,
        thread: PhotosConfiguration.ImageManagerThread, sortsByIdentifier: Bool
    ) throws(LibraryError) {
        self.permission = permission
        known = KnownAssets(permission)
        self.identity = identity
        self.thread = thread
        self.sortsByIdentifier = sortsByIdentifier
        // No documentation names the date of arrival as a key.
        let unserved: Set<AssetSort.Key> = sortsByIdentifier ? [.addedDate] : [.addedDate, .identifier]
        sortKeys = Set(AssetSort.Key.allCases).subtracting(unserved)
        tokens = PhotosTokens(of: identity)
        turns = context.turns
        library = PHPhotoLibrary.shared()
        availability = PhotosAvailability(of: library, permission, context.signal)
        try availability.check()
    }

    deinit {
        observer?.end()
        availability.end()
        known.removeAll()
        resources?.releaseListings()
    }

    // MARK: Sources

    func imageSource() throws(LibraryError) -> (any ImageSource)? {
        if let images { return images }
        let source = PhotosImageSource(turns, known, thread: thread)
        images = source
        return source
    }

    func resourceSource() throws(LibraryError) -> (any ResourceSource)? {
        try availability.checkForReading()
        if let resources { return resources }
        let source = PhotosResourceSource(known, availability, turns)
        resources = source
        return source
    }

    func editor() throws(LibraryError) -> (any EditorBackend)? {
        // An app that may only add to the library does not observe it.
        try availability.check()
        if let edits { return edits }
        let editor = PhotosEditor(library, tokens, known, availability, turns)
        edits = editor
        return editor
    }
}

// MARK: - Fetches

extension PhotosBackend {
    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try fetch(query)
    }

    func fetch(_ query: AssetQuery) throws(LibraryError) -> PhotosFetchResult {
        try availability.read { () throws(LibraryError) in
            // Read before the fetch: a change in between is then reported twice rather than missed.
            let token = permission.isLimited ? nil : library.currentChangeToken
            let found = try inPool { () throws(LibraryError) in try photosResult(of: query, limit: query.limit) }
            return PhotosFetchResult(found, since: token, known, availability) {
                [weak self] limit throws(LibraryError) in
                try self?.newestAsset(of: query, olderThan: limit)
            }
        }
    }

    func photosResult(
        of query: AssetQuery, limit: Int?, from start: AssetQuery.Start? = nil
    ) throws(LibraryError) -> PHFetchResult<PHAsset> {
        switch query.scope {
        case .library:
            return PHAsset.fetchAssets(with: options(of: query, limit, showsHidden: false, start))
        case .identifiers(let ids):
            return PHAsset.fetchAssets(
                withLocalIdentifiers: ids.map(\.rawValue),
                options: options(of: query, limit, showsHidden: true, start))
        case .album(let id):
            let album = try collection(id)
            let subtype = album.assetCollectionSubtype
            let options = options(of: query, limit, showsHidden: subtype == .smartAlbumAllHidden, start)
            // A fetch in the album of the user's library does not find all of its assets.
            guard subtype == .smartAlbumUserLibrary, !query.order.isEmpty else {
                return PHAsset.fetchAssets(in: album, options: options)
            }
            options.includeAssetSourceTypes = .typeUserLibrary
            return PHAsset.fetchAssets(with: options)
        }
    }

    private func options(
        of query: AssetQuery, _ limit: Int?, showsHidden: Bool, _ start: AssetQuery.Start?
    ) -> PHFetchOptions {
        query.fetchOptions(
            limit: limit, showsHidden: showsHidden, from: start, breaksTies: sortsByIdentifier)
    }

    /// The newest asset that is older than a date, for a query by creation date; nil if no asset is older.
    ///
    /// If several have the same date, this is the one next to the younger assets in the query's order, unless Photos
    /// orders ties.
    private func newestAsset(of query: AssetQuery, olderThan limit: Date) throws(LibraryError) -> PHAsset? {
        var query = query
        if query.order.first?.isAscending == true {
            query.order = query.order.map { AssetSort($0.key, ascending: !$0.isAscending) }
        }
        let dates = query.creationDates ?? Date.distantPast..<Date.distantFuture
        guard dates.lowerBound < limit else { return nil }
        query.creationDates = dates.lowerBound..<min(dates.upperBound, limit)
        return try photosResult(of: query, limit: 1).firstObject
    }

    func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)? {
        try object(of: request.asset)
    }

    /// The object of an asset, which may be used off the executor where Photos requires that.
    ///
    /// - Throws: `.assetNotFound`, or the reason why the library is away.
    func object(of id: AssetID) throws(LibraryError) -> PHAsset {
        try availability.read { () throws(LibraryError) in
            guard let asset = known.find(id) else { throw .assetNotFound(id) }
            return asset
        }
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try availability.read {
            // Fetched again to get the current values.
            inPool {
                KnownAssets.fetch(identifiers.map(\.rawValue)).map { asset in
                    let value = MediaAsset(asset)
                    known.note(asset, as: value)
                    return value
                }
            }
        }
    }
}
#endif
