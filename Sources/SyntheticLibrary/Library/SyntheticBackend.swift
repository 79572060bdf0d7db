public import CameraRoll

/// A library that reads a ``SyntheticStore``, for use on a library executor.
///
/// It has no state of its own. Each call takes the store's lock once, and pays its cost while holding it. It is not
/// Sendable, so the compiler confines it to the library executor on which it was created.
package final class SyntheticBackend: PhotoLibraryBackend {
    /// Derived from the seed and the initial number of assets.
    package let identity: LibraryIdentity
    let store: SyntheticStore
    let access: SyntheticAccess
    /// All keys.
    package var sortKeys: Set<AssetSort.Key> { Set(AssetSort.Key.allCases) }

    /// Opens a library; requires the context that a library executor lends.
    ///
    /// - Parameters:
    ///   - store: the store to read.
    ///   - authorization: the user's permission: while it is `.limited`, the library shows only selected assets.
    ///   - context: lent by the executor.
    /// - Throws: `LibraryError.cannotOpen` if the store's configuration is invalid, or has a fault of opening.
    package init(
        store: SyntheticStore, authorization: any LibraryAuthorization = AlwaysAuthorized(),
        context: borrowing LibraryContext
    ) throws(LibraryError) {
        try store.checkOpening()
        self.store = store
        access = SyntheticAccess(authorization: authorization)
        let configuration = store.configuration
        identity = LibraryIdentity(rawValue: "synthetic-\(configuration.seed)-\(configuration.assets)")
    }

    deinit {
        store.observers.remove(self)
    }

    /// Fetches the assets of a query; materializes nothing.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    /// - Complexity: O(log n) for the whole library by creation date or in its own order, all media, images or videos;
    ///   O(n log n) for other queries.
    package func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        SyntheticFetchResult(try store.fetch(query, isLimited: access.isLimited), store: store)
    }

    /// Reads the assets that follow a position in a query's order, or the first ones.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    /// - Complexity: O(count + log n) for the queries that fetch in O(log n); O(n log count) for others.
    package func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        let isLimited = access.isLimited
        return try store.read(.readAfterPosition) { state throws(LibraryError) in
            state.pay(state.costs.fetch)
            let contents = state.contents(isLimited: isLimited)
            let rows = try contents.rows(of: query, after: position, count: count == .max ? count : count + 1)
            return (state.materialise(Array(rows.prefix(count))), rows.count > count)
        }
    }

    /// Reads assets by identifier, hidden and burst members included; unknown ones are left out.
    ///
    /// - Throws: the error of a fault.
    package func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let isLimited = access.isLimited
        return try store.read(.readIdentifiers) { state in
            state.pay(state.costs.identifierRequest)
            return state.materialise(identifiers.compactMap(state.contents(isLimited: isLimited).row))
        }
    }
}

// MARK: - Sources and the editor

extension SyntheticBackend {
    /// Returns the source of images.
    package func imageSource() throws(LibraryError) -> (any ImageSource)? {
        SyntheticImageSource(store, access)
    }

    /// Returns the source of original data.
    package func resourceSource() throws(LibraryError) -> (any ResourceSource)? {
        SyntheticResourceSource(store, access)
    }

    /// Returns the search over the seeded captions.
    package func searcher() throws(LibraryError) -> (any AssetSearcher)? { SyntheticSearcher(store, access) }

    /// Returns the editor, which asks for consent as ``SyntheticConfiguration/consent`` specifies.
    package func editor() throws(LibraryError) -> (any EditorBackend)? {
        SyntheticEditor(store, access, identity)
    }
}

// MARK: - Albums

extension SyntheticBackend {
    /// Lists albums with the library's estimates of their counts, which can be missing or wrong.
    ///
    /// - Throws: the error of a fault.
    package func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        let (listsTwice, isLimited) = (store.configuration.listsAlbumsTwice, access.isLimited)
        return try store.read(.listAlbums) { state in
            let albums = state.contents(isLimited: isLimited).albums(query)
            return listsTwice ? albums + albums.enumerated().filter { $0.offset % 3 == 0 }.map(\.element) : albums
        }
    }

    /// The top level of the tree of folders, with the user's albums in them.
    ///
    /// - Throws: the error of a fault.
    package func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        let isLimited = access.isLimited
        return try store.read(.readAlbumTree) { state in state.contents(isLimited: isLimited).albumTree }
    }

    /// Counts an album's assets of some media types; costs an album read.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    package func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        var query = AssetQuery.album(album).sorted()
        query.mediaTypes = mediaTypes
        let isLimited = access.isLimited
        return try store.read(.countAlbum, album: album) { state throws(LibraryError) in
            let count = try state.contents(isLimited: isLimited).count(of: query)
            state.pay(state.costs.albumRead(of: album))
            return count
        }
    }

    /// The cover asset of an album; costs an album read and an asset.
    ///
    /// - Throws: `LibraryError.albumNotFound`, or the error of a fault.
    package func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        let isLimited = access.isLimited
        return try store.read(.readCover, album: album) { state throws(LibraryError) in
            let contents = state.contents(isLimited: isLimited)
            let row = try contents.cover(of: album, mediaTypes: mediaTypes, policy: policy)
            state.pay(state.costs.albumRead(of: album))
            return row.flatMap { state.materialise([$0]).first }
        }
    }
}

extension PhotoLibrarySource {
    /// A synthetic library with this many assets, generated on the library executor when it is opened.
    ///
    /// ```swift
    /// let manager = MediaManager(.synthetic(assets: 70_000, costs: .photoKit))
    /// ```
    ///
    /// - Parameters:
    ///   - assets: the number of assets, including hidden ones and all members of bursts, which "Recents" leaves out:
    ///     it shows 66,571 of 70,000. A negative number is refused when the library is opened.
    ///   - seed: the seed of all pseudorandom values.
    ///   - costs: the costs of operations while the library's lock is held.
    ///   - authorization: the authorization that is checked before every access.
    public static func synthetic(
        assets: Int,
        seed: UInt64 = 1,
        costs: CostModel = .free,
        authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> PhotoLibrarySource {
        .synthetic(SyntheticStore(assets: assets, seed: seed, costs: costs), authorization: authorization)
    }

    /// The library of a store that other threads may read and change at the same time.
    ///
    /// A ``MockAuthorization`` shows the picker of limited access with the selections of
    /// ``SyntheticStore/pickNext(_:)``.
    public static func synthetic(
        _ store: SyntheticStore, authorization: any LibraryAuthorization = AlwaysAuthorized()
    ) -> PhotoLibrarySource {
        (authorization as? MockAuthorization)?.attach(store)
        return PhotoLibrarySource(authorization: authorization) { context in
            try SyntheticBackend(store: store, authorization: authorization, context: context)
        }
    }
}
