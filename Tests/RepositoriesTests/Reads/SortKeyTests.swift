import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Testing

/// Queries by a sort key that the library does not serve: refused before anything is fetched.
@Suite struct SortKeyTests {
    private let ledger = AccessLedger()
    private let manager: MediaManager
    private static let byDuration = AssetQuery.all.sorted(by: .newestFirst, AssetSort(.duration, ascending: true))
    private static let error = LibraryError.unservedSortKey(.duration, served: DatesOnlyLibrary.keys)

    init() {
        let contents = FixedContents(assets: (0..<5).map { MediaAsset(id: AssetID("\($0)")) })
        let factory = PhotoLibrarySource.fixed(contents).recorded(in: ledger).wrapping { DatesOnlyLibrary($0) }
        manager = MediaManager(factory, executor: LibraryExecutor(label: "sort keys"), limits: .untimed)
    }

    private var photos: PhotoRepository { manager.photos }

    private var reads: [AccessLedger.Touch] {
        ledger.entries.map(\.touch).filter { $0 != .open && $0 != .identity }
    }

    @Test func `The error names the key and the keys that the library serves`() {
        #expect(
            Self.error.description
                == "Invalid sort key 'duration': "
                + "expected a key by which the library sorts: 'creationDate', 'identifier'.")
        #expect(Self.error.recovery == nil && !Self.error.isCancellation)
    }

    @Test func `Every way to take a query refuses the key, and nothing is fetched`() async {
        let query = Self.byDuration
        let errors = await [
            failure { () async throws(LibraryError) in try await photos.snapshot(of: query) },
            failure { () async throws(LibraryError) in try await photos.count(of: query) },
            failure { () async throws(LibraryError) in try await photos.firstPage(of: query) },
            failure { () async throws(LibraryError) in try await photos.firstAsset(of: query) },
            failure { () async throws(LibraryError) in for try await _ in photos.pages(of: query) {} },
            failure { () async throws(LibraryError) in for try await _ in photos.assets(of: query) {} },
            failure { () async throws(LibraryError) in try await photos.snapshotNow(of: query) },
        ]
        #expect(errors == Array(repeating: Self.error, count: 7))
        #expect(reads == [])
    }

    @Test func `A cursor by a key that is not served any more is refused`() async throws {
        let other = MediaManager(
            .fixed(FixedContents(assets: (0..<5).map { MediaAsset(id: AssetID("\($0)")) })),
            executor: LibraryExecutor(label: "sort keys, all"), limits: .untimed)
        let cursor = try #require(try await other.photos.firstPage(of: Self.byDuration, size: 2).endCursor)
        let error = await failure { () async throws(LibraryError) in try await photos.page(after: cursor) }
        #expect(error == Self.error)
        #expect(reads == [])
    }

    @Test func `Queries by keys that the library serves are answered, and those in its own order`() async throws {
        for query in [AssetQuery.all, .all.inLibraryOrder(), .all.sorted(by: AssetSort(.identifier, ascending: true))] {
            #expect(try await photos.snapshot(of: query).count == 5)
            #expect(try await photos.count(of: query) == 5)
        }
        #expect(try await manager.preload().assets == 5)
    }

    @Test func `A library serves all keys but one unless it states others, and a wrapper states those of its base`()
        async throws
    {
        let access = LibraryAccess(
            .fixed(FixedContents()), executor: LibraryExecutor(label: "sort keys, default"), limits: .untimed)
        #expect(try await access.read("keys") { $0.sortKeys } == Set(AssetSort.Key.allCases).subtracting([.addedDate]))
        let wrapped = try await manager.photos.access.read("keys") { ForwardingLibrary($0).sortKeys }
        #expect(wrapped == DatesOnlyLibrary.keys)
    }
}

/// A library that sorts by dates and identifiers only.
private final class DatesOnlyLibrary: ForwardingLibrary {
    static let keys: Set<AssetSort.Key> = [.creationDate, .identifier]

    override var sortKeys: Set<AssetSort.Key> { Self.keys }
}
