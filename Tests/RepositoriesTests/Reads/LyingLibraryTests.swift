import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Testing

/// Libraries that violate their contract cause an error, never a trap or a loop.
@Suite struct LyingLibraryTests {
    /// How many assets more or fewer than requested a library returns.
    private static let errors = [-1_000, -1, 1, 3]

    private func photos(off error: Int) -> PhotoRepository {
        let assets = (0..<40).map { MediaAsset(id: AssetID("a\($0 + 100)")) }
        let factory = PhotoLibrarySource.fixed(FixedContents(assets: assets)).wrapping { LyingLibrary($0, off: error) }
        return PhotoRepository(access: LibraryAccess(factory, limits: .untimed))
    }

    @Test(arguments: errors)
    func `A result that gives too few or too many is a failure`(error: Int) async throws {
        let photos = photos(off: error)
        let snapshot = try await photos.snapshot()
        let failure = await failure { () async throws(LibraryError) in
            try await photos.assets(in: 0..<40, of: snapshot)
        }
        guard case .failed("read assets", _) = failure else { return #expect(Bool(false), "\(failure as Any)") }
    }

    @Test func `Pages by position that give too many are a failure, and empty ones an end`() async throws {
        let failure = await failure { () async throws(LibraryError) in
            try await photos(off: 2).firstPage(of: .all, size: 20)
        }
        guard case .failed("read page", _) = failure else { return #expect(Bool(false), "\(failure as Any)") }
        let page = try await photos(off: -1_000).firstPage(of: .all, size: 20)
        #expect(page.assets.isEmpty && !page.hasNextPage && page.endCursor == nil)
    }
}

/// A library that returns more or fewer assets than requested.
private final class LyingLibrary: PhotoLibraryBackend {
    private let honest: any PhotoLibraryBackend
    private let error: Int

    init(_ honest: any PhotoLibraryBackend, off error: Int) {
        self.honest = honest
        self.error = error
    }

    var identity: LibraryIdentity { honest.identity }

    func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        LyingResult(try honest.fetchAssets(query), off: error)
    }

    func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        (try honest.assets(after: position, of: query, count: max(count + error, 0)).assets, true)
    }

    func assets(withIdentifiers identifiers: [AssetID]) throws(LibraryError) -> [MediaAsset] { [] }
    func albums(_ query: AlbumQuery) throws(LibraryError) -> [Album] { [] }
    func albumTree() throws(LibraryError) -> [AlbumFolder.Item] { [] }
    func assetCount(of album: AlbumID, mediaTypes: Set<MediaType>) throws(LibraryError) -> Int { -1 }

    func cover(
        of album: AlbumID, mediaTypes: Set<MediaType>, policy: CoverPolicy
    ) throws(LibraryError) -> MediaAsset? { nil }
}

private final class LyingResult: AssetFetchResult {
    private let honest: any AssetFetchResult
    private let error: Int

    init(_ honest: any AssetFetchResult, off error: Int) {
        self.honest = honest
        self.error = error
    }

    var count: Int { honest.count }

    func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
        let end = min(max(range.upperBound + error, range.lowerBound), honest.count)
        let assets = try honest.assets(in: range.lowerBound..<end)
        return assets + assets.prefix(max(error, 0))
    }

    func index(of id: AssetID) throws(LibraryError) -> Int? { nil }
}
