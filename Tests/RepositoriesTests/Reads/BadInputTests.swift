import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

/// Invalid input leads to an error that contains the value.
@Suite struct BadInputTests {
    private let subject = Subject(assets: 20)

    @Test(arguments: [0, -1, Int.min])
    func `A page size below 1 is refused`(size: Int) async throws {
        let snapshot = try await subject.photos.snapshot()
        let cursor = try #require(try await subject.photos.firstPage(of: .all, size: 2).endCursor)
        let request = PageRequest(size: size)
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.manager.page(request) },
            failure { () async throws(LibraryError) in try await subject.photos.page(request, of: snapshot) },
            failure { () async throws(LibraryError) in try await subject.photos.firstPage(of: .all, size: size) },
            failure { () async throws(LibraryError) in try await subject.photos.page(after: cursor, size: size) },
            failure { () async throws(LibraryError) in
                for try await _ in subject.photos.pages(of: snapshot, size: size) {}
            },
            failure { () async throws(LibraryError) in
                for try await _ in subject.photos.assets(of: snapshot, pageSize: size) {}
            },
        ]
        #expect(errors.allSatisfy { $0 == .invalidPageSize(size) })
    }

    @Test(arguments: [-1, Int.min])
    func `A negative page is refused`(number: Int) async throws {
        let snapshot = try await subject.photos.snapshot()
        let request = PageRequest(number: number, size: 5)
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.manager.page(request) },
            failure { () async throws(LibraryError) in try await subject.photos.page(request, of: snapshot) },
            failure { () async throws(LibraryError) in
                for try await _ in subject.photos.pages(of: snapshot, startingAt: number) {}
            },
        ]
        #expect(errors.allSatisfy { $0 == .invalidPageNumber(number) })
    }

    @Test(arguments: [1, 7, Int.max])
    func `A page past the end is empty and no error`(number: Int) async throws {
        let size = try await subject.manager.loadLibrary()
        let page = try await subject.manager.page(PageRequest(number: number, size: size))
        #expect(page.assets.isEmpty && !page.hasNextPage && page.endCursor == nil)
        #expect(page.totalCount == size)
    }

    @Test func `The last page is shorter, and says that it is the last`() async throws {
        let count = try await subject.manager.loadLibrary()
        let page = try await subject.manager.page(PageRequest(number: 1, size: count - 1))
        #expect(page.assets.count == 1 && !page.hasNextPage && page.offset == count - 1)
    }

    @Test func `Positions that are not all in the snapshot are refused`() async throws {
        let snapshot = try await subject.photos.snapshot()
        for range in [-1..<1, 0..<(snapshot.count + 1), snapshot.count + 5..<snapshot.count + 6, -2 ..< -1] {
            let error = await failure { () async throws(LibraryError) in
                try await subject.photos.assets(in: range, of: snapshot)
            }
            #expect(error == .rangeOutOfBounds(range, count: snapshot.count))
        }
        #expect(try await subject.photos.assets(in: snapshot.count..<snapshot.count, of: snapshot).isEmpty)
    }

    @Test(arguments: [0, -3])
    func `A limit below 1 is refused`(limit: Int) async {
        let query = AssetQuery.all.prefix(limit)
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.photos.snapshot(of: query) },
            failure { () async throws(LibraryError) in try await subject.photos.count(of: query) },
            failure { () async throws(LibraryError) in try await subject.photos.firstPage(of: query) },
            failure { () async throws(LibraryError) in try await subject.photos.firstAsset(of: query) },
        ]
        #expect(errors.allSatisfy { $0 == .invalidLimit(limit) })
    }

    @Test func `Dates without an end are refused`() async {
        for end in [Double.infinity, .greatestFiniteMagnitude] {
            let dates = Date.distantPast..<Date(timeIntervalSinceReferenceDate: end)
            let error = await failure { () async throws(LibraryError) in
                try await subject.photos.firstPage(of: .photos.created(in: dates))
            }
            #expect(error == (end.isFinite ? nil : .invalidDates(dates)))
        }
    }

    @Test func `A deadline that no clock can count to is no deadline`() async throws {
        for deadline in [Duration.seconds(Int64.max), Duration(attoseconds: .max), nil] {
            let page = try await withReadDeadline(deadline) { try await subject.manager.page(PageRequest()) }
            #expect(!page.assets.isEmpty)
        }
        let patient = MediaManager(
            .synthetic(subject.store), limits: LibraryAccess.Limits(deadline: .seconds(Int64.max)))
        #expect(try await patient.loadLibrary() > 0)
    }

    @Test func `The greatest page has no other behind it`() {
        #expect(PageRequest(number: .max).next == PageRequest(number: .max))
    }

    @Test func `Unknown assets are left out of a list, and named where one was asked for`() async throws {
        let known = try await subject.ids()
        let asked = [known[3], "nobody", known[0], known[3]]
        let found = try await subject.photos.assets(withIdentifiers: asked)
        #expect(found.map(\.id) == [known[3], known[0], known[3]])
        let error = await failure { () async throws(LibraryError) in
            try await subject.photos.asset(withIdentifier: "nobody")
        }
        #expect(error == .assetNotFound("nobody"))
        #expect(try await subject.photos.assets(withIdentifiers: []).isEmpty)
    }

    @Test func `A long list of identifiers comes back in the order asked`() async throws {
        let subject = Subject(assets: 500)
        let asked = try await subject.ids().shuffled()
        #expect(try await subject.photos.assets(withIdentifiers: asked).map(\.id) == asked)
    }

    @Test func `A snapshot of another manager is refused`() async throws {
        let foreign = try await Subject(assets: 5).photos.snapshot()
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.photos.assets(in: 0..<1, of: foreign) },
            failure { () async throws(LibraryError) in try await subject.photos.page(PageRequest(), of: foreign) },
            failure { () async throws(LibraryError) in try await subject.photos.index(of: "a", in: foreign) },
            failure { () async throws(LibraryError) in for try await _ in subject.photos.pages(of: foreign) {} },
        ]
        #expect(errors.allSatisfy { $0 == .foreignSnapshot(of: foreign.library) })
    }

    @Test func `An unknown album is named`() async {
        let album = Album(id: "nowhere", title: nil)
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.manager.loadMedia(from: album) },
            failure { () async throws(LibraryError) in try await subject.manager.firstAsset(in: album) },
            failure { () async throws(LibraryError) in try await subject.photos.snapshot(of: .album("nowhere")) },
            failure { () async throws(LibraryError) in try await subject.photos.firstPage(of: .album("nowhere")) },
            failure { () async throws(LibraryError) in try await subject.albums.album(withIdentifier: "nowhere") },
            failure { () async throws(LibraryError) in try await subject.albums.count(of: "nowhere") },
            failure { () async throws(LibraryError) in try await subject.albums.cover(of: "nowhere") },
        ]
        #expect(errors.allSatisfy { $0 == .albumNotFound("nowhere") })
    }

    @Test func `A library that cannot be opened says why, and each read tries again`() async throws {
        var configuration = SyntheticConfiguration(assets: -4)
        let negative = await failure { () async throws(LibraryError) in
            try await Subject(configuration).manager.loadLibrary()
        }
        #expect(negative == .cannotOpen(reason: "assets is negative: -4"))
        configuration = SyntheticConfiguration(assets: 3, faults: SyntheticFaults(openFailure: "the disk is away"))
        let subject = Subject(configuration)
        let away = await failure { () async throws(LibraryError) in try await subject.manager.loadLibrary() }
        #expect(away == .cannotOpen(reason: "the disk is away"))
        subject.store.faults = .none
        #expect(try await subject.photos.count(of: Subject.everything) == 3)
    }

    @Test func `Reads after closing fail, also those of a snapshot from before`() async throws {
        let snapshot = try await subject.photos.snapshot()
        await subject.manager.close()
        let errors = await [
            failure { () async throws(LibraryError) in try await subject.manager.loadLibrary() },
            failure { () async throws(LibraryError) in try await subject.manager.loadAlbums() },
            failure { () async throws(LibraryError) in try await subject.photos.assets(in: 0..<1, of: snapshot) },
        ]
        #expect(errors.allSatisfy { $0 == .shutDown })
        #expect(subject.store.liveFetchResults == 0)
    }
}
