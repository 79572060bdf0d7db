/// A library that forwards every call to another one: the base class of wrappers, which override only what they
/// change.
///
/// A wrapper that implements ``PhotoLibraryBackend`` itself and forgets to forward a requirement with a default
/// silently loses what the wrapped library can do (its changes, its edits, its images). A subclass of this class
/// does not.
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
/// If you return other fetch results than the wrapped library's, override ``update(_:of:)`` too: it fetches the query
/// again, from the wrapped library, which knows its own results only.
open class ForwardingLibrary: PhotoLibraryBackend {
    /// The wrapped library.
    public let base: any PhotoLibraryBackend

    /// Forwards every call to `base`, which is created on the executor, like this library.
    public init(_ base: any PhotoLibraryBackend) {
        self.base = base
    }

    /// The identity of the wrapped library.
    open var identity: LibraryIdentity { base.identity }

    /// The sort keys of the wrapped library.
    open var sortKeys: Set<AssetSort.Key> { base.sortKeys }

    /// Forwards the call.
    open func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try base.fetchAssets(query)
    }

    /// Forwards the call.
    open func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try base.assets(after: position, of: query, count: count)
    }

    /// Forwards the call.
    open func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try base.assets(withIdentifiers: identifiers)
    }

    /// Forwards the call.
    open func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { try base.albums(query) }

    /// Forwards the call.
    open func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { try base.albumTree() }

    /// Forwards the call.
    open func albums(containing asset: AssetID) throws(LibraryError) -> [Album] {
        try base.albums(containing: asset)
    }

    /// Forwards the call.
    open func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try base.assetCount(of: album, mediaTypes: mediaTypes)
    }

    /// Forwards the call.
    open func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        try base.cover(of: album, mediaTypes: mediaTypes, policy: policy)
    }

    // MARK: Changes

    /// Forwards the call.
    open func startObserving(_ signal: ChangeSignal) throws(LibraryError) { try base.startObserving(signal) }

    /// Forwards the call.
    open func stopObserving() { base.stopObserving() }

    /// Forwards the call.
    open func changeToken() throws(LibraryError) -> ChangeToken? { try base.changeToken() }

    /// Forwards the call.
    open func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        try base.changes(since: token, limit: limit)
    }

    /// Forwards the call.
    open func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        try base.update(result, of: query)
    }

    /// Forwards the call.
    open func editor() throws(LibraryError) -> (any EditorBackend)? { try base.editor() }

    /// Forwards the call.
    open func searcher() throws(LibraryError) -> (any AssetSearcher)? { try base.searcher() }

    // MARK: Images

    /// Forwards the call.
    open func imageSource() throws(LibraryError) -> (any ImageSource)? { try base.imageSource() }

    /// Forwards the call.
    open func resourceSource() throws(LibraryError) -> (any ResourceSource)? { try base.resourceSource() }

    /// Forwards the call.
    open func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)? {
        try base.resolve(request)
    }

    /// Forwards the call.
    open func resolve(_ asset: AssetID) throws(LibraryError) -> (any Sendable)? { try base.resolve(asset) }

    /// Forwards the call.
    open func resolve(_ edits: [LibraryEdit]) throws(LibraryError) -> (any Sendable)? { try base.resolve(edits) }
}
