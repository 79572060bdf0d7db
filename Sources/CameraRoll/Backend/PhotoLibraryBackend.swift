public import Foundation

/// The requirements of a library behind `LibraryAccess`: a blocking, single-threaded reader.
///
/// A library is written as if the process had one thread. ``LibraryAccess`` creates it, calls it and releases it on
/// its ``LibraryExecutor`` only (*One Door*), so its functions may block, and it needs no lock, no queue and no
/// `Sendable`. Fetch results may be lazy, as in Photos: they too exist on the executor only.
///
/// All returned data consists of values. A call should take no longer than the backend's own indivisible work: readers
/// of many assets read them in slices, so that an urgent read never waits for a long one (*Bounded Wait*).
public protocol PhotoLibraryBackend: AnyObject {
    /// Identifies the library across launches; part of every cursor.
    var identity: LibraryIdentity { get }

    /// The keys by which the library can sort assets; all keys by default.
    ///
    /// A query that sorts by another key is refused with `LibraryError.invalidArgument` before the library is asked:
    /// Photos, for one, raises an exception that ends the process. The set must never change, and must contain the
    /// creation date, by which "Recents" is sorted.
    var sortKeys: Set<AssetSort.Key> { get }

    /// Fetches the assets that match a query, without materializing them if the backend can avoid it.
    ///
    /// The result is a snapshot: its count and the identity and order of its assets never change. The query is valid:
    /// its limit is nil or at least 1, and it sorts by ``sortKeys``. Ties are ordered as described in ``SortPosition``;
    /// a library that cannot sort by identifier may order them otherwise.
    ///
    /// - Throws: `LibraryError.albumNotFound` if the query's album does not exist.
    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult

    /// Reads the assets after a position in a query's order, from the library's current state.
    ///
    /// The position's own asset may not exist anymore. The query's order is not empty; its limit is ignored here. Ties
    /// are ordered as described in ``SortPosition``, whatever the sort keys are.
    ///
    /// - Parameters:
    ///   - position: the position after which to begin; nil begins with the first asset.
    ///   - query: the query.
    ///   - count: the maximum number of assets, at least 1.
    /// - Returns: the assets, and whether more follow.
    /// - Throws: `LibraryError.albumNotFound` if the query's album does not exist.
    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool)

    /// Reads assets by identifier, including hidden and burst members, in any order; unknown ones are skipped.
    ///
    /// An asset whose identifier occurs twice may be returned once or twice.
    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset]

    /// Lists the albums that match a query, each once, with counts only if these are free.
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album]

    /// The top level of folders and user albums; empty if the library has no folders.
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item]

    /// Lists the albums of the user, and shared ones, that contain an asset, each once; no smart albums.
    ///
    /// - Throws: `LibraryError.assetNotFound`.
    func albums(containing asset: AssetID) throws(LibraryError) -> [Album]

    /// Counts an album's assets of some media types; of all types if `mediaTypes` is empty.
    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int

    /// The asset that represents an album among its assets of some media types, or nil if it has no such asset.
    ///
    /// - Throws: `LibraryError.albumNotFound`.
    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset?

    // MARK: Changes

    /// Starts to notify a signal of every change.
    ///
    /// Called only with permission, and not again before ``stopObserving()``.
    func startObserving(_ signal: ChangeSignal) throws(LibraryError)

    /// Stops notifying the signal; called before the library is released, if it was observed.
    func stopObserving()

    /// The current place in the library's history; nil if the library keeps no history.
    func changeToken() throws(LibraryError) -> ChangeToken?

    /// A page of the changes since a place in the library's history, so that a long history is read in several turns.
    ///
    /// The changes are net within the page. Each page but the last sets ``LibraryChanges/hasMore``, and its token is
    /// the later place where the next one begins. If the history no longer goes back to the token of a page, the answer
    /// for the next page says so.
    ///
    /// - Parameters:
    ///   - token: a place in this library's history, judging by its identity.
    ///   - limit: about how many records of the history to read, at least 1: entries or transactions, as the library
    ///     stores them. A record that concerns many objects is not divided.
    /// - Throws: `LibraryError.invalidToken` if the library did not create the token; `.invalidArgument` for a limit
    ///   below 1.
    func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory

    /// Fetches a query again, and returns the new result and its difference from an earlier one, both of the same
    /// moment.
    ///
    /// The result was returned by ``fetchAssets(_:)`` or this function for the same query. A library for which many
    /// changes take long returns a `.pending` difference, and determines it in slices.
    ///
    /// - Throws: `LibraryError.albumNotFound` if the query's album no longer exists.
    /// - Complexity: should depend on the changes, and not on the size of the result.
    func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate

    /// The editor, obtained on the executor and used elsewhere; nil if the library cannot be edited.
    func editor() throws(LibraryError) -> (any EditorBackend)?

    /// The searcher, which finds assets by text and place; nil if the library cannot be searched.
    func searcher() throws(LibraryError) -> (any AssetSearcher)?

    // MARK: Images

    /// The image source, obtained on the executor and used elsewhere; nil if the library has none.
    ///
    /// Called for each image, so it must be cheap: return the same source again.
    func imageSource() throws(LibraryError) -> (any ImageSource)?

    /// The source of original data, obtained on the executor and used elsewhere; nil if the library has none.
    ///
    /// Called for each read, so it must be cheap: return the same source again.
    func resourceSource() throws(LibraryError) -> (any ResourceSource)?

    // MARK: Objects for sources and editors

    /// Returns what the image source needs for a request besides its asset's identifier, such as the library's object.
    ///
    /// A source works on other threads, where the library must not be used. What is returned here is passed to it as
    /// ``ImageSink/resolved``. Called on the executor before each request, so it must be cheap.
    ///
    /// - Throws: the error with which the request ends, such as `LibraryError.assetNotFound`.
    func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)?

    /// Returns what the source of originals needs of an asset besides its identifier, such as the library's object.
    ///
    /// Passed to the source as `resolved`, or as ``ResourceReceiver/resolved``.
    ///
    /// - Throws: the error with which the read ends, such as `LibraryError.assetNotFound`.
    func resolve(_ asset: AssetID) throws(LibraryError) -> (any Sendable)?

    /// Returns what the editor needs of the assets and albums of some edits, such as the library's objects.
    ///
    /// Passed to the editor as ``EditTransaction/resolved``. For edits that only add assets, nothing needs to be read,
    /// and permission to read may be missing.
    ///
    /// - Throws: the error with which the transaction ends.
    func resolve(_ edits: [LibraryEdit]) throws(LibraryError) -> (any Sendable)?
}

/// The default for a library that does not keep the albums of each asset.
extension PhotoLibraryBackend {
    /// Looks for the asset in one album after the other, in one turn: for libraries with few albums.
    public func albums(containing asset: AssetID) throws(LibraryError) -> [Album] {
        if try assets(withIdentifiers: [asset]).isEmpty { throw .assetNotFound(asset) }
        var found: [Album] = []
        for album in try albums(AlbumQuery(types: [.album, .sharedAlbum])) {
            var query = AssetQuery(.album(album.id)).inLibraryOrder()
            (query.hidden, query.bursts) = (.included, .all)
            if try fetchAssets(query).index(of: asset) != nil { found.append(album) }
        }
        return found
    }
}

/// The default for a library that sorts by any key but the date of addition.
extension PhotoLibraryBackend {
    /// Returns all keys but ``AssetSort/Key/addedDate``, which few libraries know.
    public var sortKeys: Set<AssetSort.Key> { AssetSort.Key.all.subtracting([.addedDate]) }
}

extension AssetSort.Key {
    fileprivate static let all = Set(allCases)
}

/// Queries as the core makes them: with sort keys that the library supports.
extension PhotoLibraryBackend {
    /// Fetches a query, if the library can sort by its keys.
    ///
    /// - Throws: `.invalidArgument`, or the library's error.
    func fetch(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        try checkOrder(of: query)
        return try fetchAssets(query)
    }

    /// Checks that the library supports the sort keys of a query.
    ///
    /// - Throws: `.invalidArgument` with the first key that the library does not support.
    func checkOrder(of query: AssetQuery) throws(LibraryError) {
        let served = sortKeys
        guard let other = query.order.first(where: { !served.contains($0.key) }) else { return }
        throw .unservedSortKey(other.key, served: served)
    }
}

/// Defaults for a library whose sources and editor need identifiers only.
extension PhotoLibraryBackend {
    /// Returns nil: the source needs the request only.
    public func resolve(_ request: AssetImageRequest) throws(LibraryError) -> (any Sendable)? { nil }

    /// Returns nil: the source needs the identifier only.
    public func resolve(_ asset: AssetID) throws(LibraryError) -> (any Sendable)? { nil }

    /// Returns nil: the editor needs the edits only.
    public func resolve(_ edits: [LibraryEdit]) throws(LibraryError) -> (any Sendable)? { nil }
}

extension PhotoLibraryBackend {
    /// All changes since a place in the library's history, read at once.
    ///
    /// - Throws: as ``changes(since:limit:)``.
    package func changes(since token: ChangeToken) throws(LibraryError) -> ChangeHistory {
        try changes(since: token, limit: .max)
    }
}

/// Defaults for a library that never changes.
extension PhotoLibraryBackend {
    /// Does nothing.
    public func startObserving(_ signal: ChangeSignal) throws(LibraryError) {}

    /// Does nothing.
    public func stopObserving() {}

    /// Returns nil: there is no history.
    public func changeToken() throws(LibraryError) -> ChangeToken? { nil }

    /// Reports that there is no history.
    public func changes(since token: ChangeToken, limit: Int) throws(LibraryError) -> ChangeHistory {
        .resyncRequired(.noHistory, from: nil)
    }

    /// Fetches the query again, without details of the difference.
    public func update(
        _ result: any AssetFetchResult, of query: AssetQuery
    ) throws(LibraryError) -> FetchUpdate {
        FetchUpdate(result: try fetchAssets(query), difference: .unknown(.history(.noHistory)))
    }

    /// Returns nil: the library cannot be edited.
    public func editor() throws(LibraryError) -> (any EditorBackend)? { nil }

    /// Returns nil: the library cannot be searched.
    public func searcher() throws(LibraryError) -> (any AssetSearcher)? { nil }
}

extension PhotoLibraryBackend {
    /// Returns nil: the library has no images.
    public func imageSource() throws(LibraryError) -> (any ImageSource)? { nil }

    /// Returns nil: the library has no original data.
    public func resourceSource() throws(LibraryError) -> (any ResourceSource)? { nil }
}

/// The assets found by a fetch, in a fixed order, read on demand, like Photos' `PHFetchResult`.
///
/// It is not Sendable and stays on the library executor; elsewhere an ``AssetSnapshot`` represents it.
public protocol AssetFetchResult: AnyObject {
    /// The number of assets; never changes.
    var count: Int { get }

    /// Reads the current data of the assets at some positions, all within `0..<count`.
    ///
    /// An asset that was deleted since the fetch is returned with its last known data, so that positions stay valid.
    ///
    /// - Complexity: O(range), independent of the count.
    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset]

    /// The position of an asset; nil if the result does not contain it.
    ///
    /// May also be nil for an asset of the result that no longer exists, because Photos finds positions by objects,
    /// unless the last ``PhotoLibraryBackend/update(_:of:)`` of the result named the asset.
    func index(of id: AssetID) throws(LibraryError) -> Int?

    /// The positions of some assets, in the order given; nil for assets that the result does not contain.
    ///
    /// Positions are those at the time of the fetch, regardless of later edits and deletions; for assets that no longer
    /// exist, see ``index(of:)``. Used by change streams, in slices.
    func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?]

    /// The identifiers of the assets at some positions, all within `0..<count`.
    func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID]

    /// Continues to determine the difference that the update to this result left `.pending`.
    ///
    /// Called in further turns until it returns something other than `.pending`. The difference may include later
    /// changes.
    ///
    /// - Parameter items: about how many assets to handle in this turn, at least 1.
    func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference

    /// Returns, for each of some dates, the number of older assets in a result whose first sort key is the creation
    /// date.
    ///
    /// An asset without a creation date is older than every date. The numbers are those at the time of the fetch,
    /// except that a library that does not keep the dates may use the current date of an asset that was edited since.
    /// Used to count the sections of a timeline, in slices.
    ///
    /// - Parameters:
    ///   - dates: the dates, ascending.
    ///   - isOldestFirst: whether the creation dates of the result ascend.
    /// - Returns: a number for each date.
    /// - Complexity: should be O(k log n) for k dates, without materializing assets.
    func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int]
}

extension AssetFetchResult {
    /// Returns an unknown difference: no update to this result is pending.
    public func continueDifference(items: Int) throws(LibraryError) -> FetchUpdate.Difference {
        .unknown(.inconsistentDetails)
    }

    /// Looks up one asset after the other.
    public func indexes(of ids: [AssetID]) throws(LibraryError) -> [Int?] {
        try ids.map { id throws(LibraryError) in try index(of: id) }
    }

    /// Reads the assets, and returns their identifiers.
    public func identifiers(in range: Range<Int>) throws(LibraryError) -> [AssetID] {
        try assets(in: range).map(\.id)
    }

    /// Reads assets one by one, about a logarithm of the result's count for each date.
    public func counts(olderThan dates: [Date], isOldestFirst: Bool) throws(LibraryError) -> [Int] {
        var search = DateSearch(in: count, isOldestFirst: isOldestFirst)
        return try search.counts(olderThan: dates) { position throws(LibraryError) in
            try assets(in: position..<position + 1).first?.creationDate
        }
    }
}

/// The update of a fetch result: the query's current result, and the library's knowledge of the difference.
///
/// Not Sendable: like every fetch result it stays on the library executor.
public struct FetchUpdate {
    /// A library's knowledge of the difference.
    public enum Difference: Hashable, Sendable {
        /// These assets may be inserted, removed, moved or changed; all others keep their relative order.
        ///
        /// Each asset is listed once. Assets that are in neither result, and unchanged assets, may be listed too.
        /// Empty if nothing changed.
        case touched([TouchedAsset])
        /// Any asset may have moved, for example after the user sorted an album; the data of these assets changed.
        case rearranged(changed: Set<AssetID>)
        /// The library computed the difference itself.
        ///
        /// It is not trusted: the positions are compared with those of the assets concerned, and the list is reloaded
        /// if they contradict each other.
        case indexes(ListChanges)
        /// The difference is determined in slices, by the new result's ``AssetFetchResult/continueDifference(items:)``.
        case pending
        /// The difference is unknown.
        case unknown(ReloadReason)
    }

    /// The current result of the query.
    public let result: any AssetFetchResult
    /// The difference from the earlier result.
    public let difference: Difference

    /// Creates an update from its parts.
    public init(result: any AssetFetchResult, difference: Difference) {
        self.result = result
        self.difference = difference
    }

    /// The difference; determines a pending one to its end in this turn.
    package func wholeDifference() throws(LibraryError) -> Difference {
        var difference = difference
        while difference == .pending { difference = try result.continueDifference(items: 1_000) }
        return difference
    }
}

/// An asset that may have changed between two results of a fetch.
public struct TouchedAsset: Hashable, Sendable {
    /// The asset's identifier.
    public let id: AssetID
    /// Whether the asset's data changed; otherwise only its position may have.
    public let isChanged: Bool

    /// Creates a reference to an asset that may have changed.
    public init(_ id: AssetID, isChanged: Bool = true) {
        self.id = id
        self.isChanged = isChanged
    }
}

/// The signal that a library calls after each change, from any thread and as often as necessary.
///
/// It is cheap and does not block: interested readers read the library later, once for many calls.
public final class ChangeSignal: Sendable {
    private let onChange: @Sendable () -> Void
    private let onDeparture: @Sendable () -> Void

    /// Creates a signal; `LibraryAccess` creates one for its library, tests of a library create their own.
    ///
    /// - Parameter onChange: called on the library's thread for each change, and when the library goes away.
    public convenience init(_ onChange: @escaping @Sendable () -> Void) {
        self.init(onChange, onDeparture: onChange)
    }

    init(_ onChange: @escaping @Sendable () -> Void, onDeparture: @escaping @Sendable () -> Void) {
        self.onChange = onChange
        self.onDeparture = onDeparture
    }

    /// Reports a change: of assets, of albums, or of the assets that the user allows the app to see.
    public func libraryChanged() {
        onChange()
    }

    /// Reports that the library is no longer available, for example because its volume was ejected or another library
    /// was chosen.
    ///
    /// The library and its fetch results are released; their snapshots fail with `.snapshotInvalidated`. The next read
    /// opens the library again, and fails with the resulting error if it is still away.
    public func libraryWentAway() {
        onDeparture()
    }
}

/// Finds a library's assets by text and place; obtained and used on the library executor.
///
/// A search consists of slices, each of which examines some of the assets, so that no other read waits for a whole
/// search (*Bounded Wait*). Nothing is kept between two slices: a change in between may or may not be found.
public protocol AssetSearcher: AnyObject {
    /// Searches the next assets.
    ///
    /// - Parameters:
    ///   - search: the criteria: a text with at least one word, an area, or both.
    ///   - place: where the previous slice ended; nil for the first one.
    ///   - items: about how many assets to examine, at least 1.
    /// - Returns: the assets that were found, including hidden ones and members of bursts, and where the next slice
    ///   begins; nil after the last one.
    func find(
        _ search: AssetSearch, from place: Int64?, items: Int
    ) throws(LibraryError) -> (found: [AssetID], next: Int64?)
}
