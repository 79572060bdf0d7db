/// What a library must do to stand behind the door: a blocking, single-threaded reader.
///
/// A library is written as if there were one thread in the world. ``LibraryAccess`` makes it, calls it and releases
/// it on its ``LibraryExecutor`` only (*One Door*), so its functions may block, and it needs no lock, no queue and no
/// `Sendable`. Fetch results may be lazy, as Photos' are: they too live and die on the executor.
///
/// What it returns are values. A call should take no longer than the backend's own indivisible work: whoever reads many
/// assets asks for them in slices, so that an urgent read never waits behind a long one (*Bounded Wait*).
public protocol PhotoLibrary: AnyObject {
    /// Tells this library from others, across launches; part of every cursor.
    var identity: LibraryIdentity { get }

    /// Fetches what a query asks for, without materialising it where the backend can avoid that.
    ///
    /// The result is a snapshot: its count and the identity and order of its assets never change.
    /// The query is valid: its limit is nil or at least 1. Ties are broken as ``SortPosition`` says.
    ///
    /// - Throws: `LibraryError.albumNotFound` where the query names an album that does not exist.
    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult

    /// Reads the assets that follow a position in a query's order, as the library is now.
    ///
    /// The position's own asset may be gone. The query's order is not empty; its limit does not count here.
    ///
    /// - Parameters:
    ///   - position: behind which to begin; nil begins with the first.
    ///   - query: what to read.
    ///   - count: how many assets to read at most, at least 1.
    /// - Returns: the assets, and whether more follow them.
    /// - Throws: `LibraryError.albumNotFound` where the query names an album that does not exist.
    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool)

    /// Reads assets by identifier, hidden and burst members included, in any order; unknown ones are left out.
    ///
    /// An asset whose identifier is named twice may be given once or twice.
    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset]

    /// Lists the albums that a query asks for, each once, counted only where that is free.
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album]

    /// The top of the tree of folders and the user's albums in them; empty where the library has no folders.
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item]

    /// Counts an album's assets of some media types, of all types where `mediaTypes` is empty.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int

    /// The asset that stands for an album among those of some media types; nil where there is none.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset?

    // MARK: Changes

    /// Has a signal told of every change from now on.
    ///
    /// Called with permission only, and not again before ``stopObserving()``.
    func startObserving(_ signal: ChangeSignal) throws(LibraryError)

    /// Has the signal told of nothing more; called before the library is let go, if it was observed.
    func stopObserving()

    /// Where in its history the library stands now; nil where it keeps none.
    func changeToken() throws(LibraryError) -> ChangeToken?

    /// What changed since a place in its history.
    ///
    /// The token is one of this library's, as far as its identity tells.
    ///
    /// - Throws: `LibraryError.malformedChangeToken` where the library never made such a token.
    func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory

    /// Fetches a query anew and says what became of an earlier result of it, both of one moment.
    ///
    /// The result is one that ``fetchAssets(_:)`` or this function gave for the same query.
    ///
    /// - Throws: `LibraryError.albumNotFound` where the query names an album that does not exist any more.
    /// - Complexity: should follow what changed, not what the result has.
    func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate

    /// What edits are made by, handed out on the executor and used elsewhere; nil where the library cannot be edited.
    func editor() throws(LibraryError) -> (any LibraryEditor)?

    // MARK: Images

    /// What images are got from, handed out on the executor and used elsewhere; nil where the library has none.
    ///
    /// Called for each image, so it must be cheap: hand out the same source again.
    func imageSource() throws(LibraryError) -> (any ImageSource)?

    /// What original data are read from, handed out on the executor and used elsewhere; nil where the library has none.
    ///
    /// Called for each read, so it must be cheap: hand out the same source again.
    func resourceSource() throws(LibraryError) -> (any ResourceSource)?
}

/// A library that never changes need say nothing of changes.
extension PhotoLibrary {
    /// Does nothing.
    public func startObserving(_ signal: ChangeSignal) throws(LibraryError) {}

    /// Does nothing.
    public func stopObserving() {}

    /// No history.
    public func changeToken() throws(LibraryError) -> ChangeToken? { nil }

    /// No history.
    public func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        .resyncRequired(.noHistory, from: nil)
    }

    /// What the query finds now, without details.
    public func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        FetchUpdate(result: try fetchAssets(query), difference: .unknown(.history(.noHistory)))
    }

    /// No edits.
    public func editor() throws(LibraryError) -> (any LibraryEditor)? { nil }
}

extension PhotoLibrary {
    /// No images.
    public func imageSource() throws(LibraryError) -> (any ImageSource)? { nil }

    /// No original data.
    public func resourceSource() throws(LibraryError) -> (any ResourceSource)? { nil }
}

/// The assets that a fetch found, in a fixed order, read when they are asked for: Photos' `PHFetchResult`.
///
/// It is not Sendable and stays behind the door; outside, an ``AssetSnapshot`` stands for it.
public protocol AssetFetchResult: AnyObject {
    /// How many assets it has; never changes.
    var count: Int { get }

    /// Reads the assets at some positions, all within `0..<count`, as they are now.
    ///
    /// An asset that was deleted since the fetch is returned as it was last known, so that positions stay whole.
    ///
    /// - Complexity: O(range), whatever the count.
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset]

    /// Where an asset stands; nil where it is not among the assets.
    func index(of id: AssetID) throws(LibraryError) -> Int?

    /// Where some assets stand, in the order asked; nil for those that are not among the assets.
    ///
    /// Positions are those of the fetch, whatever was edited or deleted since. Change streams ask this.
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?]

    /// The identifiers of the assets at some positions, all within `0..<count`.
    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID]
}

extension AssetFetchResult {
    /// Asks for one after the other.
    public func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        try ids.map { id throws(LibraryError) in try index(of: id) }
    }

    /// Reads the assets.
    public func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try assets(in: range).map(\.id)
    }
}

/// What became of a fetch result: what the same query finds now, and what a library knows of the difference.
///
/// Not Sendable: like every fetch result it stays behind the door.
public struct FetchUpdate {
    /// What a library knows of the difference.
    public enum Difference: Hashable, Sendable {
        /// These assets may be new, gone, elsewhere or different; all others keep their order among each other.
        ///
        /// Each is named once. Assets that are in neither result may be among them, and one that is as it was does no
        /// harm. Empty where nothing changed.
        case touched([TouchedAsset])
        /// Any asset may stand elsewhere, as after the user sorted an album; these say something else of themselves.
        case rearranged(changed: Set<AssetID>)
        /// The library worked the difference out by itself.
        case indexes(IndexChanges)
        /// It does not know.
        case unknown(ReloadReason)
    }

    /// What the query finds now.
    public let result: any AssetFetchResult
    /// What is different in it.
    public let difference: Difference

    /// An update from its parts.
    public init(result: any AssetFetchResult, difference: Difference) {
        self.result = result
        self.difference = difference
    }
}

/// An asset that may have changed between two results of a fetch.
public struct TouchedAsset: Hashable, Sendable {
    /// Which asset.
    public let id: AssetID
    /// Whether it says something else of itself; an asset can also only have changed its place.
    public let isChanged: Bool

    /// An asset that may have changed.
    public init(_ id: AssetID, isChanged: Bool = true) {
        self.id = id
        self.isChanged = isChanged
    }
}

/// What a library calls when it has changed, from any thread and as often as it likes.
///
/// It costs little and waits for nothing: who is interested looks for himself, later, and once for many calls.
public final class ChangeSignal: Sendable {
    private let onChange: @Sendable () -> Void

    /// A signal; the door makes one for its library, tests of a library make their own.
    ///
    /// - Parameter onChange: called on the library's thread for each change.
    public init(_ onChange: @escaping @Sendable () -> Void) {
        self.onChange = onChange
    }

    /// Says that something changed: assets, albums, or what the user allows to be seen.
    public func libraryChanged() {
        onChange()
    }
}
