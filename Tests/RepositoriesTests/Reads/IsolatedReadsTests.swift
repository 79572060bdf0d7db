import CameraRoll
import CameraRollTesting
import CoreTestSupport
import SyntheticLibrary
import Testing

/// The reads that are isolated to the library executor.
@Suite struct IsolatedReadsTests {
    /// An app's own actor on the library executor.
    private actor Gallery {
        nonisolated let manager: MediaManager
        nonisolated var unownedExecutor: UnownedSerialExecutor { manager.unownedExecutor }

        init(_ manager: MediaManager) {
            self.manager = manager
        }

        /// Reads by all ways, one after the other.
        func readAll() async throws -> [AssetID] {
            let snapshot = try await manager.photos.snapshotNow(of: .all)
            let page = try await manager.pageNow(PageRequest(size: 3))
            let assets = try await manager.photos.assetsNow(in: 3..<6, of: snapshot)
            let album = try await manager.albums.albumsNow(.all).first
            _ = try await manager.albums.countNow(of: album?.id ?? "")
            return (page.assets + assets).map(\.id)
        }

        /// Reads synchronously.
        func readAtOnce() throws -> [AssetID] {
            try manager.assumeIsolated { try $0.pageNow(PageRequest(size: 3)).assets.map(\.id) }
        }
    }

    private let subject = Subject(SyntheticConfiguration(assets: 50, seed: 2))
    private var manager: MediaManager { subject.manager }

    // The app's actor            The executor
    // ---------------            ------------
    // is entered                 one job
    // reads five times           the same job
    @Test func `An actor on the executor reads without a further job`() async throws {
        let manual = ManualExecutor()
        let subject = Subject(SyntheticConfiguration(assets: 50, seed: 2), executor: manual.executor)
        let gallery = Gallery(subject.manager)
        let reading = Task { try await gallery.readAll() }
        await manual.waitUntilEnqueued(1)
        // The second one releases the snapshot.
        #expect(manual.runAll() <= 2)
        #expect(try await reading.value.count == 6)
    }

    @Test func `A page is the same by either way`() async throws {
        let gallery = Gallery(manager)
        #expect(try await gallery.readAtOnce() == manager.page(PageRequest(size: 3)).assets.map(\.id))
    }

    @Test func `What is loaded is what the isolated reads show`() async throws {
        let album = try await subject.makeAlbum("Sea", of: 4)
        try await manager.loadMedia(from: album)
        #expect(try await manager.pageNow(PageRequest(size: 10)).assets.count == 4)
        #expect(try await manager.snapshotNow() === manager.snapshot())
    }

    @Test func `Assets of a snapshot are the same by either way`() async throws {
        let photos = subject.photos
        let snapshot = try await photos.snapshotNow(of: Subject.everything)
        let all = try await photos.assets(in: snapshot.indices, of: snapshot)
        #expect(try await photos.assetsNow(in: snapshot.indices, of: snapshot) == all)
        #expect(try await photos.pageNow(PageRequest(number: 1, size: 7), of: snapshot).assets == Array(all[7..<14]))
        #expect(try await photos.assetsNow(withIdentifiers: [all[9].id, "gone", all[2].id]) == [all[9], all[2]])
        #expect(try await photos.indexNow(of: all[9].id, in: snapshot) == 9)
        #expect(try await photos.assetsNow(in: 3..<3, of: snapshot).isEmpty)
    }

    @Test func `Albums are the same by either way`() async throws {
        let albums = subject.albums
        let all = try await albums.list()
        #expect(try await albums.albumsNow() == all)
        let album = try #require(all.first)
        #expect(try await albums.countNow(of: album.id) == albums.count(of: album.id))
        #expect(try await albums.coverNow(of: album.id) == albums.cover(of: album.id))
    }

    @Test func `Positions beyond a snapshot, foreign snapshots and wrong pages are refused`() async throws {
        let (photos, other) = (subject.photos, Subject(assets: 5))
        let snapshot = try await photos.snapshotNow(of: .all)
        let count = snapshot.count
        await #expect(throws: LibraryError.rangeOutOfBounds(0..<count + 1, count: count)) {
            try await photos.assetsNow(in: 0..<count + 1, of: snapshot)
        }
        await #expect(throws: LibraryError.foreignSnapshot(of: snapshot.library)) {
            try await other.photos.assetsNow(in: 0..<1, of: snapshot)
        }
        await #expect(throws: LibraryError.invalidPageSize(0)) { try await manager.pageNow(PageRequest(size: 0)) }
    }

    @Test func `Without permission nothing is read`() async throws {
        let authorization = MockAuthorization(.denied)
        let subject = Subject(SyntheticConfiguration(assets: 5), authorization: authorization)
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await subject.photos.snapshotNow() }
        authorization.status = .authorized
        let snapshot = try await subject.photos.snapshotNow()
        authorization.status = .denied
        await #expect(throws: LibraryError.notAuthorized(.denied)) {
            try await subject.photos.assetsNow(in: 0..<1, of: snapshot)
        }
    }

    @Test func `A library that was closed is read no more`() async throws {
        await manager.close()
        await #expect(throws: LibraryError.shutDown) { try await manager.albums.albumsNow() }
    }
}
