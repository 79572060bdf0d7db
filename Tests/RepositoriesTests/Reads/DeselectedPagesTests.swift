import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import TestSupport
import Testing

/// Under limited access, assets already read are returned only if the user has not deselected them since.
@Suite(.timeLimit(.hang)) struct DeselectedPagesTests {
    /// A library under limited access, and a snapshot of the selected assets.
    private struct Subject {
        let store = SyntheticStore(assets: 60)
        let authorization = MockAuthorization(.limited)
        let photos: PhotoRepository
        let snapshot: AssetSnapshot
        /// The assets of the snapshot, in its order.
        let ids: [AssetID]

        init(selected count: Int = 12) async throws {
            store.select(store.contents.assets.filter { AssetQuery.photos.matches($0) }.prefix(count).map(\.id))
            let factory = PhotoLibrarySource.synthetic(store, authorization: authorization)
            photos = PhotoRepository(
                access: LibraryAccess(factory, executor: LibraryExecutor(label: "deselected"), limits: .untimed))
            snapshot = try await photos.snapshot(of: .photos)
            ids = try await photos.identifiers(of: snapshot)
        }

        /// Lets the user deselect the asset at a position.
        func deselect(_ position: Int) {
            store.select(ids.indices.filter { $0 != position }.map { ids[$0] })
        }
    }

    // the reader                 the user
    // ----------                 --------
    // has the first asset of five
    //                            deselects the third
    // gets an error for the rest
    @Test func `What a page has left is not given out if the user has deselected a part of it`() async throws {
        let subject = try await Subject()
        var assets = subject.photos.assets(of: subject.snapshot, pageSize: 5).makeAsyncIterator()
        #expect(try await assets.next()?.id == subject.ids[0])
        subject.deselect(2)
        let error = await failure { () async throws(LibraryError) in try await assets.next() }
        #expect(error == .snapshotInvalidated(of: subject.snapshot.library))
        #expect(try await assets.next() == nil)
    }

    @Test(arguments: [(0, 12), (7, 5), (11, 10)])
    func `A walk goes on to the first page with an asset that the user has deselected`(
        deselected: Int, given: Int
    ) async throws {
        let subject = try await Subject()
        var assets = subject.photos.assets(of: subject.snapshot, pageSize: 5).makeAsyncIterator()
        var seen = [try #require(try await assets.next()).id]
        subject.deselect(deselected)
        let error = await failure { () async throws(LibraryError) in
            while let asset = try await assets.next() { seen.append(asset.id) }
        }
        #expect(seen == Array(subject.ids.prefix(given)))
        #expect(error == (given == 12 ? nil : .snapshotInvalidated(of: subject.snapshot.library)))
    }

    @Test func `What a page has left is read again if the library changed, and is as it is now`() async throws {
        let subject = try await Subject()
        var assets = subject.photos.assets(of: subject.snapshot, pageSize: 12).makeAsyncIterator()
        _ = try await assets.next()
        let before = try await subject.photos.asset(withIdentifier: subject.ids[1])
        subject.store.edit(subject.ids[1]) { $0.isFavorite = !before.isFavorite }
        let second = try #require(try await assets.next())
        #expect(second.id == subject.ids[1])
        #expect(second.isFavorite != before.isFavorite)
        let reads = subject.store.statistics.reads(of: .readAssets)
        var rest: [AssetID] = []
        while let asset = try await assets.next() { rest.append(asset.id) }
        #expect(rest == Array(subject.ids[2...]))
        #expect(subject.store.statistics.reads(of: .readAssets) == reads)
    }

    // the reader                 the user                   the executor
    // ----------                 --------                   ------------
    // has the first page
    //                                                       reads the second ahead
    //                            deselects a part of it
    // gets an error for the second
    @Test func `A page that was read ahead is not given out if the user has deselected a part of it`() async throws {
        let subject = try await Subject()
        let pages = subject.photos.pages(of: subject.snapshot, size: 5, readsAhead: true)
        var iterator = pages.makeAsyncIterator()
        _ = try await iterator.next()
        try await subject.photos.access.read("settle") { _ in }
        subject.deselect(7)
        let error = await failure { () async throws(LibraryError) in try await iterator.next() }
        #expect(error == .snapshotInvalidated(of: subject.snapshot.library))
    }

    @Test func `A page that was read ahead is given out if the user has deselected another asset`() async throws {
        let subject = try await Subject()
        let pages = subject.photos.pages(of: subject.snapshot, size: 5, readsAhead: true)
        var iterator = pages.makeAsyncIterator()
        _ = try await iterator.next()
        try await subject.photos.access.read("settle") { _ in }
        subject.deselect(0)
        #expect(try await iterator.next()?.assets.map(\.id) == Array(subject.ids[5..<10]))
    }

    // the reader                          the user
    // ----------                          --------
    // reads the first slice of a page
    //                                     deselects assets of that slice
    // reads the rest of the page
    @Test(arguments: [1, 8, 60], [20, 59, 60, 200])
    func `A page by cursor has no asset that the user deselected while it was read`(
        deselected: Int, size: Int
    ) async throws {
        let store = SyntheticStore(assets: 200)
        let photos = store.contents.assets.filter { AssetQuery.photos.matches($0) }
        let selected = Array(photos.sorted(by: AssetQuery.photos.areInOrder).prefix(60).map(\.id))
        store.select(selected)
        let left = Array(selected.dropFirst(deselected))
        let source = PhotoLibrarySource.synthetic(store, authorization: MockAuthorization(.limited))
            .wrapping { ChangingPages($0) { number, _ in if number == 1 { store.select(left) } } }
        let access = LibraryAccess(source, executor: LibraryExecutor(label: "deselecting"), limits: .untimed)
        let page = try await PhotoRepository(access: access).firstPage(of: .photos, size: size)
        #expect(page.assets.map(\.id) == Array(left.prefix(size)))
        #expect(page.hasNextPage == (left.count > size))
    }

    // the reader                          the user
    // ----------                          --------
    // reads the first asset
    //                                     gives it an earlier date
    // reads it again
    //                                     deselects it
    // reads the rest of the page
    @Test func `A page by cursor is full even if an asset was read twice and then deselected`() async throws {
        let store = SyntheticStore(assets: 200)
        let photos = store.contents.assets.filter { AssetQuery.photos.matches($0) }
            .sorted(by: AssetQuery.photos.areInOrder)
        let (selected, moved) = (photos.prefix(120).map(\.id), photos[0].id)
        store.select(selected)
        let source = PhotoLibrarySource.synthetic(store, authorization: MockAuthorization(.limited))
            .wrapping { base in
                ChangingPages(base) { number, found in
                    if number == 1 { store.edit(moved) { $0.creationDate = photos[60].creationDate } }
                    if number > 1, found.contains(where: { $0.id == moved }) { store.select(selected.dropFirst()) }
                }
            }
        let access = LibraryAccess(source, executor: LibraryExecutor(label: "twice"), limits: .untimed)
        let page = try await PhotoRepository(access: access).firstPage(of: .photos, size: 100)
        #expect(page.assets.map(\.id) == Array(selected[1...100]))
    }

    // the reader                          the user
    // ----------                          --------
    // reads the first slice of a page
    //                                     chooses another list
    //                                     deselects a video of that slice
    // reads a page of that list
    @Test func `A page that is read again is of the list that the user has chosen meanwhile`() async throws {
        let store = SyntheticStore(assets: 600)
        // The first is a video, which is in the first slice of a page, and not among the photos.
        let assets = store.contents.assets.filter { AssetQuery.all.matches($0) }
            .sorted(by: AssetQuery.all.areInOrder).drop { $0.mediaType != .video }.prefix(200)
        let left = assets.dropFirst()
        try #require(left.contains { $0.mediaType == .video })
        store.select(assets.map(\.id))
        let manual = ManualExecutor()
        let manager = MediaManager(
            .synthetic(store, authorization: MockAuthorization(.limited)), executor: manual.executor,
            limits: .untimed)
        let opening = Task { try await manager.photos.snapshot(of: .photos) }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        let photos = try await opening.value

        let page = Task { try await manager.page(PageRequest(size: 200)) }
        await manual.waitUntilEnqueued(1)
        // Another job is queued too, so the page yields after a slice.
        manager.photos.access.appendTurn("other", lane: .background)
        #expect(manual.runNext() && store.statistics.reads(of: .readAssets) == 1)
        let choice = Task { try await manager.show(photos) }
        await manual.waitUntilEnqueued(3)
        #expect(manual.runNext())
        try await choice.value
        store.select(left.map(\.id))
        manual.runAll()
        let found = try await page.value.assets.map(\.id)
        #expect(found == left.filter { $0.mediaType == .image }.map(\.id))
        let shown = Task { try await manager.snapshot() }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        #expect(try await shown.value.query == .photos)
    }
}

/// A library that its user changes between the slices of a page.
private final class ChangingPages: ForwardingLibrary {
    private let change: (_ slice: Int, [MediaAsset]) -> Void
    private var slices = 0

    /// - Parameter change: called after each slice, with its number from 1 and its assets.
    init(_ base: any PhotoLibraryBackend, _ change: @escaping (_ slice: Int, [MediaAsset]) -> Void) {
        self.change = change
        super.init(base)
    }

    override func assets(
        after position: SortPosition?, of query: AssetQuery, count: Int
    ) throws(LibraryError) -> (assets: [MediaAsset], hasMore: Bool) {
        let found = try super.assets(after: position, of: query, count: count)
        slices += 1
        change(slices, found.assets)
        return found
    }
}
