import CameraRollTesting
import CoreTestSupport
import TestSupport
import Testing

@testable import CameraRoll

/// The read with the least left goes first, so each read has to say how much that is.
@Suite(.timeLimit(.hang)) struct ItemsLeftTests {
    private let manual = ManualExecutor()
    private let photos: PhotoRepository
    private let ids = (0..<20).map { AssetID("\($0)") }

    init() {
        let contents = FixedContents(
            assets: ids.map { MediaAsset(id: $0) },
            albums: (0..<3).map { .init(Album(id: AlbumID("\($0)"), title: "\($0)"), assets: ["0"]) })
        photos = PhotoRepository(
            access: LibraryAccess(.fixed(contents), executor: manual.executor, limits: .untimed))
    }

    /// What a read says before each of its slices of eight items.
    private func itemsLeft(of read: some SlicedRead) async throws -> [Int] {
        let access = photos.access
        return try await manual.finish {
            try await access.perform("test") { libraryState throws(LibraryError) in
                var (read, left) = (read, [Int]())
                while true {
                    left.append(read.itemsLeft)
                    if case .done = try read.advance(in: libraryState, items: 8) { return left }
                }
            }
        }
    }

    @Test func `A read of assets has left what it has not read`() async throws {
        let photos = photos
        let snapshot = try await manual.finish { try await photos.snapshot() }
        let manager = MediaManager(access: photos.access)
        #expect(try await itemsLeft(of: RangeRead(0..<20, of: snapshot)) == [20, 12, 4])
        #expect(try await itemsLeft(of: PositionsRead([1, 3, 5], of: snapshot)) == [3])
        #expect(try await itemsLeft(of: IdentifiersRead(0..<20, of: snapshot)) == [20])
        #expect(try await itemsLeft(of: IndexesRead(of: ids, in: snapshot)) == [20])
        #expect(try await itemsLeft(of: KeysetRead(.all, after: nil, from: nil, count: 20)) == [20, 12, 4])
        #expect(try await itemsLeft(of: IdentifierRead(ids)) == [20, 12, 4])
        #expect(try await itemsLeft(of: MissingAssetsRead(ReadParts(ids), id: \.self)) == [20, 12, 4])
        #expect(try await itemsLeft(of: CurrentPageRead(PageRequest(size: 20), of: manager)) == [20, 12, 4])
        #expect(try await itemsLeft(of: PagesRead(from: PageRequest(size: 20), most: 1, of: snapshot)) == [20, 12, 4])
    }

    @Test func `A preload has left what it has not read, and then its albums`() async throws {
        let manager = MediaManager(access: photos.access)
        let options = PreloadOptions(assetCount: 20, albums: nil)
        let read = PreloadRead(options, of: manager, pressure: MemoryPressure())
        #expect(try await itemsLeft(of: read) == [20, 20, 12, 4, 0])
    }

    @Test func `An album that is still to be counted takes as long as many assets`() async throws {
        let read = AlbumListRead(AlbumListOptions(includesEmpty: false))
        #expect(try await itemsLeft(of: read) == [0, 1_500, 1_000, 500, 0])
        let summary = AlbumSummaryRead(Album(id: "0", title: "0"), cover: .newest, mediaTypes: [])
        #expect(try await itemsLeft(of: summary) == [1_000, 500])
    }
}
