import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Synchronization
import Testing

// A library that changes, of "Writing a library".

/// The assets of a library and the identifiers of what was touched, in this order; changed from any thread.
final class Feed: Sendable {
    struct Contents {
        var assets: [MediaAsset]
        var touched: [AssetID] = []
    }

    private let contents: Mutex<Contents>
    private let observer = Mutex<ChangeSignal?>(nil)

    init(_ assets: [MediaAsset]) { contents = Mutex(Contents(assets: assets)) }

    var now: Contents { contents.withLock { $0 } }

    func observe(_ signal: ChangeSignal?) { observer.withLock { $0 = signal } }

    func remove(_ id: AssetID) {
        contents.withLock { contents in
            contents.assets.removeAll { $0.id == id }
            contents.touched.append(id)
        }
        observer.withLock { $0?.libraryChanged() }
    }
}

final class FeedResult: AssetFetchResult {
    private let assets: [MediaAsset]
    /// How much of the feed had been touched when it was fetched.
    let place: Int
    var count: Int { assets.count }

    init(_ query: AssetQuery, of contents: Feed.Contents) {
        (assets, place) = (query.select(from: contents.assets), contents.touched.count)
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] { Array(assets[range]) }
    func index(of id: AssetID) throws(LibraryError) -> Int? { assets.firstIndex { $0.id == id } }
}

final class FeedLibrary: PhotoLibraryBackend {
    let identity = LibraryIdentity("feed")
    private let feed: Feed

    init(_ feed: Feed, context: borrowing LibraryContext) {
        self.feed = feed
    }

    func startObserving(_ signal: ChangeSignal) throws(LibraryError) { feed.observe(signal) }
    func stopObserving() { feed.observe(nil) }

    func update(_ result: any AssetFetchResult, of query: AssetQuery) throws(LibraryError) -> FetchUpdate {
        let contents = feed.now  // one moment: result and difference are of the same
        let place = (result as? FeedResult)?.place ?? 0
        let touched = Set(contents.touched.dropFirst(place)).map { TouchedAsset($0) }
        return FetchUpdate(result: FeedResult(query, of: contents), difference: .touched(touched))
    }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        if let album = query.scope.album { throw .albumNotFound(album) }
        return FeedResult(query, of: feed.now)
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        if let album = query.scope.album { throw .albumNotFound(album) }
        let following = query.select(from: feed.now.assets).filter { asset in
            position?.precedes(SortPosition(of: asset, in: query.order), in: query.order) ?? true
        }
        return (Array(following.prefix(count)), following.count > count)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let wanted = Set(identifiers)
        return feed.now.assets.filter { wanted.contains($0.id) }
    }

    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { [] }
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { [] }

    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int {
        throw .albumNotFound(album)
    }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? {
        throw .albumNotFound(album)
    }
}

@Suite(.withoutReadDeadlines) struct ChangingListExample {
    @Test func `A removed asset is the whole difference`() async throws {
        let feed = Feed((0..<20).map { MediaAsset(id: AssetID("\($0)")) })
        let manager = MediaManager(
            PhotoLibrarySource { context in FeedLibrary(feed, context: context) },
            executor: LibraryExecutor(label: "feed"), limits: .untimed)
        let snapshot = try await manager.photos.snapshot(of: .all)
        let first = try await manager.photos.assets(in: 0..<1, of: snapshot)
        feed.remove(first[0].id)
        var updates = manager.photos.updates(of: snapshot).makeAsyncIterator()
        let update = try #require(try await updates.next())
        #expect(update.indexChanges?.removed == [0])
        #expect(update.snapshot.count == 19)
    }
}
