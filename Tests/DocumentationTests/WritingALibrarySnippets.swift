import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Testing

// What "Writing a library" shows.

final class ListLibrary: PhotoLibraryBackend {
    let identity = LibraryIdentity("list")
    private let assets: [MediaAsset]

    init(_ assets: [MediaAsset], context: borrowing LibraryContext) {
        self.assets = assets
    }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        if let album = query.scope.album { throw .albumNotFound(album) }
        return ListResult(query.select(from: assets))
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        if let album = query.scope.album { throw .albumNotFound(album) }
        let following = query.select(from: assets).filter { asset in
            position?.precedes(SortPosition(of: asset, in: query.order), in: query.order) ?? true
        }
        return (Array(following.prefix(count)), following.count > count)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] {
        let wanted = Set(identifiers)
        return assets.filter { wanted.contains($0.id) }
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

final class ListResult: AssetFetchResult {
    private let assets: [MediaAsset]
    var count: Int { assets.count }

    init(_ assets: [MediaAsset]) {
        self.assets = assets
    }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] { Array(assets[range]) }
    func index(of id: AssetID) throws(LibraryError) -> Int? { assets.firstIndex { $0.id == id } }
}

/// Stands for a service that others change.
struct Server {
    let factory: PhotoLibrarySource

    func deleteOnePhoto() {}
    func select(_ assets: [AssetID]?) {}
}

@Suite(.withoutReadDeadlines) struct WritingALibrarySnippets {
    private static let assets = (0..<20).map { number in
        MediaAsset(id: AssetID("\(number)"), mediaType: number % 5 == 0 ? .video : .image, isFavorite: number % 7 == 0)
    }
    private var myFactory: PhotoLibrarySource {
        let assets = Self.assets
        return PhotoLibrarySource { context in ListLibrary(assets, context: context) }
    }

    static func open(_ assets: [MediaAsset]) -> MediaManager {
        let factory = PhotoLibrarySource { context in ListLibrary(assets, context: context) }
        let manager = MediaManager(factory)
        return manager
    }

    @Test(arguments: ConformanceCheck.all)
    func `The library conforms`(check: ConformanceCheck) async throws {
        let outcome = try await check.run(LibrarySubject { myFactory })
        if case .notApplicable(let reason) = outcome { print("Not checked: \(reason)") }
    }

    @Test func `The report names no failure`() async throws {
        let report = try await ConformanceCheck.report(on: LibrarySubject { myFactory })
        #expect(report.failures.isEmpty, "\(report)")
    }

    static func subject(of server: Server) -> LibrarySubject {
        let subject = LibrarySubject(
            change: { server.deleteOnePhoto() },
            select: { assets in server.select(assets) }
        ) { server.factory }
        return subject
    }
}
