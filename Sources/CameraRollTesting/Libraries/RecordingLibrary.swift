public import CameraRoll
import Foundation

extension PhotoLibrarySource {
    /// The same library, with every access recorded in a ledger: opening, reading, and releasing it.
    ///
    /// The ledger checks the source's authorization once more for each access. Calls to the library's sources of images
    /// and of original data are not recorded, since they run elsewhere.
    public func recorded(in ledger: AccessLedger) -> PhotoLibrarySource {
        PhotoLibrarySource(authorization: authorization) { [authorization, open] context in
            let recorder = Recorder(ledger: ledger, executor: context.executor, authorization: authorization)
            recorder.note(.open)
            return RecordingLibrary(try open(context), recorder: recorder)
        }
    }
}

/// Records the accesses of a recording library and its fetch results.
struct Recorder {
    let ledger: AccessLedger
    let executor: LibraryExecutor
    let authorization: any LibraryAuthorization

    func note(_ touch: AccessLedger.Touch) {
        ledger.note(touch, executor: executor, authorization: authorization)
    }
}

/// A library that records each access and forwards it.
final class RecordingLibrary: ForwardingLibrary {
    private let recorder: Recorder

    init(_ base: any PhotoLibraryBackend, recorder: Recorder) {
        self.recorder = recorder
        super.init(base)
    }

    deinit {
        recorder.note(.releaseLibrary)
    }

    override var identity: LibraryIdentity {
        recorder.note(.identity)
        return base.identity
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        recorder.note(.fetchAssets)
        return RecordingFetchResult(try base.fetchAssets(query), recorder: recorder)
    }

    override func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        recorder.note(.readAfterPosition)
        return try base.assets(after: position, of: query, count: count)
    }

    override func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        recorder.note(.readIdentifiers)
        return try base.assets(withIdentifiers: identifiers)
    }

    override func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] {
        recorder.note(.listAlbums)
        return try base.albums(query)
    }

    override func albumTree() throws(LibraryError) -> [AlbumFolder.Item] {
        recorder.note(.readAlbumTree)
        return try base.albumTree()
    }

    override func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        recorder.note(.countAlbum)
        return try base.assetCount(of: album, mediaTypes: mediaTypes)
    }

    override func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        recorder.note(.readCover)
        return try base.cover(of: album, mediaTypes: mediaTypes, policy: policy)
    }

    override func startObserving(_ signal: ChangeSignal) throws(LibraryError) {
        recorder.note(.startObserving)
        try base.startObserving(signal)
    }

    override func stopObserving() {
        recorder.note(.stopObserving)
        base.stopObserving()
    }

    override func changeToken() throws(LibraryError) -> ChangeToken? {
        recorder.note(.readChangeToken)
        return try base.changeToken()
    }

    override func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        recorder.note(.readHistory)
        return try base.changes(since: token, limit: limit)
    }

    override func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        recorder.note(.updateResult)
        // The library receives its own result, without the recording wrapper.
        let own = (result as? RecordingFetchResult)?.base ?? result
        let update = try base.update(own, of: query)
        return FetchUpdate(
            result: RecordingFetchResult(update.result, recorder: recorder), difference: update.difference)
    }

    override func editor() throws(LibraryError) -> (any EditorBackend)? {
        recorder.note(.findEditor)
        return try base.editor()
    }

    override func searcher() throws(LibraryError) -> (any AssetSearcher)? {
        recorder.note(.findSearcher)
        return try base.searcher()
    }

    override func imageSource() throws(LibraryError) -> (any ImageSource)? {
        recorder.note(.findImageSource)
        return try base.imageSource()
    }

    override func resourceSource() throws(LibraryError) -> (any ResourceSource)? {
        recorder.note(.findResourceSource)
        return try base.resourceSource()
    }
}

/// A fetch result that records each access, including its release, and forwards it.
final class RecordingFetchResult: AssetFetchResult {
    fileprivate let base: any AssetFetchResult
    private let recorder: Recorder

    init(_ base: any AssetFetchResult, recorder: Recorder) {
        self.base = base
        self.recorder = recorder
    }

    deinit {
        recorder.note(.releaseResult)
    }

    var count: Int {
        recorder.note(.countResult)
        return base.count
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        recorder.note(.readResult)
        return try base.assets(in: range)
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? {
        recorder.note(.findInResult)
        return try base.index(of: id)
    }

    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        recorder.note(.findInResult)
        return try base.indexes(of: ids)
    }

    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        recorder.note(.readResult)
        return try base.identifiers(in: range)
    }

    func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference {
        recorder.note(.updateResult)
        return try base.continueDifference(items: items)
    }

    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        recorder.note(.countByDate)
        return try base.counts(olderThan: dates, isOldestFirst: isOldestFirst)
    }
}
