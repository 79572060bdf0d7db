#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// The user's photo library, as Apple's Photos shows it.
///
/// Created by the first permitted read. All objects of Photos are created, used and released on the library executor,
/// except inside of Photos' own change block, and, if the configuration says so, the calls of the image manager.
final class PhotosBackend: PhotoLibraryBackend {
    let identity: LibraryIdentity
    /// The keys that Photos documents for sort descriptors of assets; any other raises an exception.
    let sortKeys: Set<AssetSort.Key> = [
        .creationDate, .modificationDate, .mediaType, .mediaSubtypes, .duration, .pixelWidth, .pixelHeight, .isFavorite,
        .isHidden, .burstIdentifier, .identifier,
    ]
    let library: PHPhotoLibrary
    let known = KnownAssets()
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
        _ context: borrowing LibraryContext, identity: LibraryIdentity, thread: PhotosConfiguration.ImageManagerThread
    ) throws(LibraryError) {
        self.identity = identity
        self.thread = thread
        tokens = PhotosTokens(of: identity)
        turns = context.turns
        library = PHPhotoLibrary.shared()
        availability = PhotosAvailability(of: library, context.signal)
        try availability.check()
    }

    deinit {
        observer?.end()
        availability.end()
        known.removeAll()
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
            // Before the fetch: a change in between is then reported twice, and never missed.
            let token = isLimited ? nil : library.currentChangeToken
            let found = try inPool { () throws(LibraryError) in try photosResult(of: query, limit: query.limit) }
            return PhotosFetchResult(found, since: token, known, availability) {
                [weak self] limit throws(LibraryError) in
                try self?.newestAsset(of: query, olderThan: limit)
            }
        }
    }

    /// Whether the user shows the app only some assets.
    var isLimited: Bool { AuthorizationStatus.ofPhotos == .limited }

    private func photosResult(
        of query: AssetQuery, limit: Int?, after value: SortPosition.Value? = nil
    ) throws(LibraryError) -> PHFetchResult<PHAsset> {
        switch query.scope {
        case .library:
            return PHAsset.fetchAssets(with: query.fetchOptions(limit: limit, showsHidden: false, after: value))
        case .identifiers(let ids):
            return PHAsset.fetchAssets(
                withLocalIdentifiers: ids.map(\.rawValue),
                options: query.fetchOptions(limit: limit, showsHidden: true, after: value))
        case .album(let id):
            let album = try collection(id)
            let subtype = album.assetCollectionSubtype
            let options = query.fetchOptions(
                limit: limit, showsHidden: subtype == .smartAlbumAllHidden, after: value)
            // A fetch in the album of the user's library does not find all of its assets.
            guard subtype == .smartAlbumUserLibrary, !query.order.isEmpty else {
                return PHAsset.fetchAssets(in: album, options: options)
            }
            options.includeAssetSourceTypes = .typeUserLibrary
            return PHAsset.fetchAssets(with: options)
        }
    }

    /// The newest asset that is older than a date, of a query by creation date; nil if no asset is older.
    ///
    /// Of several with the same date, the one that is next to the younger assets in the query's order.
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

    /// The object of an asset, which may be used away from the executor where Photos needs it there.
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
            // Fetched again, for the current values.
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

// MARK: - Pages by position

extension PhotosBackend {
    /// How many assets may share the value of a position's first key before the page is fetched again with more.
    private static let expectedTies = 64

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try availability.read { () throws(LibraryError) in
            try inPool { () throws(LibraryError) in try page(after: position, of: query, count) }
        }
    }

    private func page(
        after position: SortPosition?, of query: AssetQuery, _ count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        guard let position, let first = query.order.first, let value = position.values.first else {
            let found = try photosResult(of: query, limit: count.addingSaturated(1))
            return page(of: found, from: 0, count: count)
        }
        // There is no predicate for identifiers: the assets that tie with the position are fetched, and skipped.
        let canSeek = first.condition(after: value) != nil
        var limit = canSeek ? count.addingSaturated(1 + Self.expectedTies) : nil
        while true {
            let found = try photosResult(of: query, limit: limit, after: canSeek ? value : nil)
            let start = index(after: position, in: found, query.order)
            let isWhole = limit.map { found.count < $0 } ?? true
            if isWhole || found.count - start > count { return page(of: found, from: start, count: count) }
            limit = limit?.multipliedSaturated(by: 4)
        }
    }

    private func page(
        of found: PHFetchResult<PHAsset>, from start: Int, count: Int
    ) -> (assets: [MediaAsset], hasMore: Bool) {
        let end = min(start.addingSaturated(count), found.count)
        let assets = found.objects(at: IndexSet(integersIn: start..<end)).map { asset in
            let value = MediaAsset(asset)
            known.note(asset, as: value)
            return value
        }
        return (assets, found.count > end)
    }

    /// The index of the first asset after a position; near the start, as a rule.
    ///
    /// - Complexity: O(log k) reads in the index that is found.
    private func index(after position: SortPosition, in found: PHFetchResult<PHAsset>, _ order: [AssetSort]) -> Int {
        func isAfter(_ index: Int) -> Bool {
            let here = inPool { SortPosition(of: MediaAsset(found.object(at: index)), in: order) }
            return position.precedes(here, in: order)
        }
        var (low, step) = (0, 1)
        while low + step <= found.count, !isAfter(low + step - 1) {
            low += step
            step *= 2
        }
        var high = min(low + step - 1, found.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension Int {
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }

    fileprivate func multipliedSaturated(by other: Int) -> Int {
        let (product, isTooLarge) = multipliedReportingOverflow(by: other)
        return isTooLarge ? .max : product
    }
}
#endif
