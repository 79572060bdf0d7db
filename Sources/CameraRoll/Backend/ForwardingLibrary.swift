/// A library that passes everything on to another: what a wrapper inherits, to change just what it is there for.
///
/// A wrapper that implements ``PhotoLibrary`` itself and forgets to pass on a requirement with a default loses what the
/// library behind it can do (its changes, its edits, its images) without a word; a subclass of this one does not.
///
/// ```swift
/// final class CountedLibrary: ForwardingLibrary {
///     private(set) var fetches = 0
///
///     override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
///         fetches += 1
///         return try super.fetchAssets(query)
///     }
/// }
/// ```
///
/// Who wraps fetch results too gives the library its own result back in ``update(_:of:)``.
open class ForwardingLibrary: PhotoLibrary {
    /// The library behind this one.
    public let base: any PhotoLibrary

    /// Passes everything on to `base`, which is made where this library is: on the executor.
    public init(_ base: any PhotoLibrary) {
        self.base = base
    }

    /// The library's own.
    open var identity: LibraryIdentity { base.identity }

    /// Passes it on.
    open func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try base.fetchAssets(query)
    }

    /// Passes it on.
    open func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try base.assets(after: position, of: query, count: count)
    }

    /// Passes it on.
    open func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try base.assets(withIdentifiers: identifiers)
    }

    /// Passes it on.
    open func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { try base.albums(query) }

    /// Passes it on.
    open func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { try base.albumTree() }

    /// Passes it on.
    open func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try base.assetCount(of: album, mediaTypes: mediaTypes)
    }

    /// Passes it on.
    open func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        try base.cover(of: album, mediaTypes: mediaTypes, policy: policy)
    }

    // MARK: Changes

    /// Passes it on.
    open func startObserving(_ signal: ChangeSignal) throws(LibraryError) { try base.startObserving(signal) }

    /// Passes it on.
    open func stopObserving() { base.stopObserving() }

    /// Passes it on.
    open func changeToken() throws(LibraryError) -> ChangeToken? { try base.changeToken() }

    /// Passes it on.
    open func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        try base.changes(since: token)
    }

    /// Passes it on.
    open func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        try base.update(result, of: query)
    }

    /// Passes it on.
    open func editor() throws(LibraryError) -> (any LibraryEditor)? { try base.editor() }

    // MARK: Images

    /// Passes it on.
    open func imageSource() throws(LibraryError) -> (any ImageSource)? { try base.imageSource() }

    /// Passes it on.
    open func resourceSource() throws(LibraryError) -> (any ResourceSource)? { try base.resourceSource() }
}
