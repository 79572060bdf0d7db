import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

@testable import CameraRoll

/// Pages that are read in the same slice: a walk through a fast library takes fewer hops than it has pages.
@Suite(.timeLimit(.hang)) struct PagesTogetherTests {
    private let manual = ManualExecutor()

    /// The lengths of the pages that one slice of so many items reads.
    private func pages(
        of assets: Int = 50, from number: Int, size: Int, most: Int, items: Int, beside other: Bool = false
    ) async throws -> [Int] {
        let subject = Subject(SyntheticConfiguration(assets: assets, seed: 1), executor: manual.executor)
        let (snapshot, expected) = try await manual.finish {
            (try await subject.photos.snapshot(of: Subject.everything), try await subject.ids())
        }
        // The release of the other snapshots.
        while manual.waitingJobs > 0 { manual.runNext() }
        let access = subject.photos.access
        let outcome = try await manual.finish {
            try await access.perform("test") { libraryState throws(LibraryError) in
                if other { access.post("another job") { _ in } }
                var read = try PagesRead(from: PageRequest(number: number, size: size), most: most, of: snapshot)
                return try read.advance(in: libraryState, items: items)
            }
        }
        guard case .done(let pages, let count) = outcome else { return [] }
        #expect(pages.joined().map(\.id) == Array(expected[(number * size)...].prefix(count)))
        return pages.map(\.count)
    }

    @Test func `As many pages are read together as are wanted, as fit into a slice, and as there are`() async throws {
        #expect(try await pages(from: 0, size: 10, most: 1, items: 100) == [10])
        #expect(try await pages(from: 0, size: 10, most: 3, items: 100) == [10, 10, 10])
        #expect(try await pages(from: 1, size: 10, most: 8, items: 39) == [10, 10, 10])
        #expect(try await pages(from: 3, size: 12, most: 8, items: 100) == [12, 2])
        #expect(try await pages(from: 4, size: 10, most: 8, items: 100) == [10])
    }

    @Test func `A page that fills its slice is read alone`() async throws {
        #expect(try await pages(from: 0, size: 10, most: 8, items: 10) == [10])
        #expect(try await pages(from: 0, size: 10, most: 8, items: 19) == [10])
        // The first of several slices: there is more to read.
        #expect(try await pages(from: 0, size: 10, most: 8, items: 1) == [])
    }

    @Test func `Nothing more is read while another job waits`() async throws {
        #expect(try await pages(from: 0, size: 10, most: 8, items: 100, beside: true) == [10])
    }

    @Test func `Pages of any size are read, and no more than about four thousand assets together`() async throws {
        #expect(try await pages(from: 0, size: .max, most: 8, items: 100) == [50])
        #expect(try await pages(from: 0, size: 1, most: 8, items: 100) == Array(repeating: 1, count: 8))
        #expect(try await pages(of: 8_000, from: 0, size: 1_200, most: 8, items: 10_000) == [1_200, 1_200, 1_200])
    }

    // the reader                     the executor
    // ----------                     ------------
    // asks for the first page
    //                                reads it
    // has it
    //                                reads the two after it, ahead
    // has the second page
    //                                has those after the third queued
    @Test func `Pages are read ahead once those before them are there, and not only with the last of them`()
        async throws
    {
        let subject = Subject(SyntheticConfiguration(assets: 100, seed: 1), executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.photos.snapshot(of: Subject.everything) }
        let pages = subject.photos.pages(of: snapshot, size: 2, readsAhead: true)
        let reader = Task {
            var iterator = pages.makeAsyncIterator()
            return [try await iterator.next()?.offset, try await iterator.next()?.offset]
        }
        for _ in 0..<2 {
            await manual.waitUntilEnqueued(1)
            manual.runNext()
        }
        #expect(try await reader.value == [0, 2])
        #expect(manual.waitingJobs > 0)
        #expect(snapshot.count == 100)
    }

    // the reader                     the executor
    // ----------                     ------------
    // has the first page
    //                                cannot read the next one ahead
    //                                can read again
    // asks for the second page
    //                                reads it
    @Test func `A read-ahead that fails while earlier pages are used is read again`() async throws {
        let subject = Subject(SyntheticConfiguration(assets: 100, seed: 1), executor: manual.executor)
        let snapshot = try await manual.finish { try await subject.photos.snapshot(of: Subject.everything) }
        let pages = subject.photos.pages(of: snapshot, size: 2, readsAhead: true)
        let isWell = Gate()
        let reader = Task {
            var iterator = pages.makeAsyncIterator()
            let first = try await iterator.next()?.offset
            await isWell.wait()
            return [first, try await iterator.next()?.offset]
        }
        for isFailing in [false, true] {
            await manual.waitUntilEnqueued(1)
            if isFailing { subject.store.faults.failingOperations = [.readAssets: "the disk is slow"] }
            manual.runNext()
        }
        subject.store.faults = .none
        isWell.open()
        await manual.waitUntilEnqueued(1)
        manual.runNext()
        #expect(try await reader.value == [0, 2])
    }

    @Test func `A page that cannot be read fails when it is requested, and not those before it`() async throws {
        let source = PhotoLibrarySource.synthetic(SyntheticStore(assets: 50)).wrapping { TornLibrary($0, at: 30) }
        let photos = PhotoRepository(
            access: LibraryAccess(source, executor: LibraryExecutor(label: "torn"), limits: .untimed))
        var iterator = photos.pages(of: Subject.everything, size: 10).makeAsyncIterator()
        for number in 0..<3 { #expect(try await iterator.next()?.offset == number * 10) }
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .failed("readAssets", reason: "torn"))
    }

    // the reader                 the user
    // ----------                 --------
    // reads some pages, and with the last one perhaps the next ones
    //                            withdraws the permission
    // gets an error for the next page
    @Test(arguments: 1...7)
    func `Pages that were read together are not returned once the permission is withdrawn`(read: Int) async throws {
        let authorization = MockAuthorization()
        let subject = Subject(SyntheticConfiguration(assets: 40), authorization: authorization)
        var iterator = subject.photos.pages(of: Subject.everything, size: 5).makeAsyncIterator()
        for _ in 0..<read { _ = try #require(try await iterator.next()) }
        authorization.set(.denied)
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .notAuthorized(.denied))
        #expect(try await iterator.next() == nil)
    }
}

/// A library whose results cannot be read from a position on.
private final class TornLibrary: ForwardingLibrary {
    private final class Result: AssetFetchResult {
        let base: any AssetFetchResult
        let end: Int

        init(_ base: any AssetFetchResult, end: Int) { (self.base, self.end) = (base, end) }

        var count: Int { base.count }

        func assets(in range: Range<Int>) throws(LibraryError) -> [MediaAsset] {
            guard range.upperBound <= end else { throw .failed("readAssets", reason: "torn") }
            return try base.assets(in: range)
        }

        func index(of id: AssetID) throws(LibraryError) -> Int? { try base.index(of: id) }
    }

    private let end: Int

    init(_ base: any PhotoLibraryBackend, at end: Int) {
        self.end = end
        super.init(base)
    }

    override func fetchAssets(_ query: AssetQuery) throws(LibraryError) -> any AssetFetchResult {
        Result(try super.fetchAssets(query), end: end)
    }
}
