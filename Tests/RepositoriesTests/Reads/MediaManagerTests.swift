import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import Testing

/// The functions of the articles.
@Suite struct MediaManagerTests {
    @Test func `Loading the library counts what Recents shows`() async throws {
        let subject = Subject(assets: 200)
        #expect(try await subject.manager.loadLibrary() == subject.ids(of: .all).count)
    }

    @Test func `Pages are those of what was loaded last`() async throws {
        let subject = Subject(assets: 200)
        let album = try await subject.makeAlbum("Sea", of: 20)
        let whole = try await subject.manager.page(PageRequest(size: 500)).assets.map(\.id)
        #expect(try await whole == subject.ids(of: .all))
        let count = try await subject.manager.loadMedia(from: album)
        let page = try await subject.manager.page(PageRequest(size: 500))
        #expect(try await page.assets.map(\.id) == subject.ids(of: .album(album.id)))
        #expect(page.totalCount == count)
        try await subject.manager.loadLibrary()
        #expect(try await subject.manager.page(PageRequest(size: 500)).assets.map(\.id) == whole)
    }

    @Test func `What is shown stays what it is while the library changes`() async throws {
        let subject = Subject(assets: 50)
        let count = try await subject.manager.loadLibrary()
        let before = try await subject.manager.page(PageRequest(size: count)).assets.map(\.id)
        subject.store.insert(5)
        #expect(try await subject.manager.page(PageRequest(size: count + 5)).assets.map(\.id) == before)
        #expect(try await subject.manager.snapshot().count == count)
        #expect(try await subject.manager.loadLibrary() == count + 5)
    }

    @Test func `An album that cannot be loaded leaves what was shown`() async throws {
        let subject = Subject(assets: 50)
        let count = try await subject.manager.loadLibrary()
        _ = await failure { () async throws(LibraryError) in
            try await subject.manager.loadMedia(from: Album(id: "gone", title: nil))
        }
        #expect(try await subject.manager.snapshot().count == count)
    }

    enum Reader: CaseIterable { case page, snapshot, preload }

    @Test(arguments: [AuthorizationStatus.limited, .denied], Reader.allCases)
    func `A list whose snapshot was invalidated is fetched again, and not replaced by the whole library`(
        status: AuthorizationStatus, reader: Reader
    ) async throws {
        let authorization = MockAuthorization()
        let subject = Subject(SyntheticConfiguration(assets: 200), authorization: authorization)
        let query = AssetQuery.videos
        subject.store.select(try await subject.ids(of: query).prefix(5) + subject.ids(of: .photos).prefix(5))
        try await subject.manager.show(subject.photos.snapshot(of: query))
        authorization.set(status)
        if !status.allowsReading { authorization.set(.authorized) }
        switch reader {
        case .page:
            let page = try await subject.manager.page(PageRequest(size: 500))
            let expected = try await subject.ids(of: query)
            #expect(page.assets.map(\.id) == expected)
        case .snapshot: #expect(try await subject.manager.snapshot().query == query)
        case .preload: try await subject.manager.preload(PreloadOptions(albums: nil))
        }
        let (shown, expected) = (try await subject.manager.snapshot(), try await subject.ids(of: query))
        #expect(shown.query == query && shown.count == expected.count && shown.count > 0)
    }

    @Test(arguments: [AuthorizationStatus.limited, .denied])
    func `An album that is gone, or no longer visible, when it is fetched again is an error`(
        status: AuthorizationStatus
    ) async throws {
        let authorization = MockAuthorization()
        let subject = Subject(SyntheticConfiguration(assets: 50), authorization: authorization)
        let album = try await subject.makeAlbum("Sea", of: 3)
        try await subject.manager.loadMedia(from: album)
        authorization.set(status)
        if !status.allowsReading {
            subject.store.change { $0.deleteAlbum(album.id) }
            authorization.set(.authorized)
        }
        await #expect(throws: LibraryError.albumNotFound(album.id)) { try await subject.manager.page(PageRequest()) }
    }

    // Manager                    Library's lock
    // -------                    --------------
    //                            held by another thread
    // loads an album
    //                            the executor blocks at it
    // the load is canceled
    //                            released; the album is fetched
    // keeps its snapshot
    @Test func `A load that was given up does not change what is shown`() async throws {
        let subject = Subject(SyntheticConfiguration(assets: 50), executor: LibraryExecutor())
        let count = try await subject.manager.loadLibrary()
        let album = try await subject.makeAlbum("Sea", of: 3)
        let hold = await subject.store.hold()
        let load = Task { try await subject.manager.loadMedia(from: album) }
        await subject.store.waitUntilThreadsBlock()
        load.cancel()
        await #expect(throws: LibraryError.cancelled) { try await load.value }
        hold.release()
        #expect(try await subject.manager.snapshot().count == count)
    }

    @Test func `Pages of a query take a snapshot of their own with the first page`() async throws {
        let subject = Subject(assets: 60)
        let before = try await subject.ids(of: .all)
        var iterator = subject.photos.pages(of: .all, size: 10).makeAsyncIterator()
        var seen = try await iterator.next()?.assets.map(\.id) ?? []
        subject.store.insert(5) { $0.creationDate = .distantFuture }
        while let page = try await iterator.next() { seen += page.assets.map(\.id) }
        #expect(seen == before)
        #expect(try await subject.photos.assets(of: .all).reduce(0) { count, _ in count + 1 } == before.count + 5)
    }

    @Test func `Loading again lets the old snapshot go`() async throws {
        let subject = Subject(assets: 50)
        for _ in 0..<10 { try await subject.manager.loadLibrary() }
        // One more turn, after the releases of the old results.
        _ = try await subject.manager.loadAlbums()
        #expect(subject.store.liveFetchResults == 1)
    }

    @Test func `The first asset of an album is its newest, and an empty album has none`() async throws {
        let subject = Subject(assets: 200)
        let full = try await subject.makeAlbum("Sea", of: 20)
        let first = try await subject.manager.firstAsset(in: full)
        #expect(try await first.id == subject.ids(of: .album(full.id)).first)
        let empty = try await subject.makeAlbum("Empty", of: 0)
        let error = await failure { () async throws(LibraryError) in
            try await subject.manager.firstAsset(in: empty)
        }
        #expect(error == .noAssets(.album(empty.id)))
    }

    @Test func `Recents is found by kind, and missed by kind`() async throws {
        var configuration = SyntheticConfiguration(assets: 20)
        let recents = try await Subject(configuration).manager.recentsAlbum()
        #expect(recents.subtype == .userLibrary)
        configuration.smartAlbums = [.favorites, .videos]
        let error = await failure { () async throws(LibraryError) in
            try await Subject(configuration).manager.recentsAlbum()
        }
        #expect(error == .noAlbum(.userLibrary))
    }

    @Test func `Two managers of one access share the library`() async throws {
        let subject = Subject(assets: 20)
        let ledger = AccessLedger()
        let access = LibraryAccess(
            .synthetic(subject.store).recorded(in: ledger), executor: LibraryExecutor(), limits: .untimed)
        let managers = [MediaManager(access: access), MediaManager(access: access)]
        for manager in managers { try await manager.loadLibrary() }
        #expect(ledger.entries.count { $0.touch == .open } == 1)
    }
}
