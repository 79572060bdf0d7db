import CameraRoll

/// A library that keeps fetch results from one look to the next, and lets a check stand in front of its editor.
final class ProbedLibrary: PhotoLibrary {
    /// The results that a check keeps, by what they were fetched for; they die with the library, on the executor.
    var held: [AssetQuery: any AssetFetchResult] = [:]
    private let base: any PhotoLibrary
    private let hooks: EditHooks
    private let remains: Remains

    init(_ base: any PhotoLibrary, hooks: EditHooks = EditHooks(), remains: Remains = Remains()) {
        self.base = base
        self.hooks = hooks
        self.remains = remains
        remains.begin(with: base)
    }

    var identity: LibraryIdentity { base.identity }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        let result = try base.fetchAssets(query)
        remains.note(result)
        return result
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        try base.assets(after: position, of: query, count: count)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        try base.assets(withIdentifiers: identifiers)
    }

    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { try base.albums(query) }

    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { try base.albumTree() }

    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        try base.assetCount(of: album, mediaTypes: mediaTypes)
    }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        try base.cover(of: album, mediaTypes: mediaTypes, policy: policy)
    }
}

// MARK: - Changes and edits

extension ProbedLibrary {
    func startObserving(_ signal: ChangeSignal) throws(LibraryError) { try base.startObserving(signal) }

    func stopObserving() { base.stopObserving() }

    func changeToken() throws(LibraryError) -> ChangeToken? { try base.changeToken() }

    func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory { try base.changes(since: token) }

    func update(_ result: any AssetFetchResult, of query: AssetQuery) throws(LibraryError) -> FetchUpdate {
        let update = try base.update(result, of: query)
        remains.note(update.result)
        return update
    }

    func editor() throws(LibraryError) -> (any LibraryEditor)? {
        try base.editor().map { HookedEditor(base: $0, hooks: hooks) }
    }
}
