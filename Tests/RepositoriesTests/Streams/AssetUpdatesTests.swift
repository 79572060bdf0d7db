import CameraRoll
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// The updates that a subscriber receives.
@Suite(.timeLimit(.hang)) struct AssetUpdatesTests {
    private let subject = LivingSubject()

    @Test func `The first update has what happened since the snapshot was taken`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.delete([follower.list[3]])
        let update = try #require(try await follower.follow())
        #expect(update.indexChanges?.removed == [3])
        #expect(update.indexChanges?.count == 1)
    }

    @Test func `A slow subscriber gets one update of all that happened`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        for id in follower.list.prefix(5) { subject.store.delete([id]) }
        subject.store.insert(4)
        for id in follower.list.suffix(3) { subject.store.edit(id) { $0.isFavorite.toggle() } }
        let changes = try #require(try await follower.follow()?.indexChanges)
        #expect(changes.removed == Array(0..<5))
        #expect(changes.inserted.count == 4)
        #expect(changes.changed.count == 3)
        #expect(follower.updates == 1)
    }

    @Test func `What does not concern a snapshot makes no update`() async throws {
        var videos = try await Follower(of: .videos, subject.photos)
        let photo = try #require(try await subject.ids(of: .photos).first)
        subject.store.edit(photo) { $0.isFavorite.toggle() }
        subject.store.change { _ = $0.makeAlbum("Trip") }
        subject.store.delete([photo])
        subject.store.edit(videos.list[1]) { $0.isFavorite.toggle() }
        let changes = try #require(try await videos.follow()?.indexChanges)
        #expect(changes.changed == [1])
        #expect(changes.count == 1)
    }

    @Test func `An asset that was made and deleted in between appears in no update`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.delete(subject.store.insert(3))
        subject.store.edit(follower.list[0]) { $0.isFavorite.toggle() }
        let changes = try #require(try await follower.follow()?.indexChanges)
        #expect(changes.changed == [0])
        #expect(changes.count == 1)
    }

    @Test func `A new date moves an asset, and says that it changed`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.edit(follower.list[40]) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 1e10) }
        let changes = try #require(try await follower.follow()?.indexChanges)
        #expect(changes.moves == [ListChanges.Move(from: 40, to: 0)])
        #expect(changes.changed == [0])
    }

    @Test func `A limited list gains at its end what it loses before it`() async throws {
        var follower = try await Follower(of: .all.prefix(10), subject.photos)
        subject.store.delete([follower.list[2], follower.list[4]])
        let changes = try #require(try await follower.follow()?.indexChanges)
        #expect(changes.removed == [2, 4])
        #expect(changes.inserted == [8, 9])
    }

    @Test func `An album in its own order tells what its user moved`() async throws {
        let ids = Array(try await subject.ids(of: .all).prefix(6))
        let album = subject.store.change { $0.makeAlbum("Trip", ids) }
        var follower = try await Follower(of: .album(album).inLibraryOrder(), subject.photos)
        subject.store.change { contents in
            contents.remove([ids[0]], from: album)
            contents.add([ids[0]], to: album)
        }
        let changes = try #require(try await follower.follow()?.indexChanges)
        #expect(changes.moves == [ListChanges.Move(from: 0, to: 5)])
    }

    @Test func `An album that is deleted ends its stream`() async throws {
        let album = subject.store.change { $0.makeAlbum("Trip") }
        let snapshot = try await subject.photos.snapshot(of: .album(album))
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        subject.store.change { $0.deleteAlbum(album) }
        let error = await failure { () async throws(LibraryError) in try await updates.next() }
        #expect(error == .albumNotFound(album))
        #expect(try await updates.next() == nil)
    }

    @Test func `Coming to the foreground reloads everything, even without a change`() async throws {
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.delete([follower.list[0]])
        _ = try await follower.follow()
        subject.manager.reloadAfterForeground()
        #expect(try await follower.follow()?.changes == .reload(.foreground))
        #expect(try await subject.ids(of: .all) == follower.list)
    }

    @Test func `A history that no longer reaches back causes a reload`() async throws {
        var configuration = SyntheticConfiguration(assets: 30)
        configuration.historyLimit = 10
        let store = SyntheticStore(configuration)
        let photos = PhotoRepository(
            access: LibraryAccess(.synthetic(store), executor: LibraryExecutor(), limits: .untimed))
        var follower = try await Follower(of: .all, photos)
        for _ in 0..<20 { store.insert() }
        #expect(try await follower.follow()?.changes == .reload(.history(.tokenExpired)))
        store.delete([follower.list[0]])
        #expect(try await follower.follow()?.indexChanges?.removed == [0])
    }

    @Test func `A snapshot of another access is refused`() async throws {
        let other = try await LivingSubject().photos.snapshot()
        var updates = subject.photos.updates(of: other).makeAsyncIterator()
        let error = await failure { () async throws(LibraryError) in try await updates.next() }
        #expect(error == .foreignSnapshot(of: other.library))
    }
}

/// The manager's current snapshot after an update.
@Suite(.timeLimit(.hang)) struct ShownUpdatesTests {
    @Test func `Shown, an update's snapshot is what the manager pages through`() async throws {
        let subject = LivingSubject()
        let count = try await subject.manager.loadLibrary()
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.delete([follower.list[0]])
        let update = try #require(try await follower.follow())
        #expect(try await subject.manager.page(PageRequest(size: 5)).totalCount == count)
        try await subject.manager.show(update.snapshot)
        let page = try await subject.manager.page(PageRequest(size: 5))
        #expect(page.totalCount == count - 1)
        #expect(page.assets.map(\.id) == Array(follower.list.prefix(5)))
    }

    @Test func `A snapshot of another access yields no updates`() async throws {
        let subject = LivingSubject()
        let foreign = try await LivingSubject().photos.snapshot()
        let error = await failure { () async throws(LibraryError) in try await subject.manager.show(foreign) }
        #expect(error == .foreignSnapshot(of: foreign.library))
    }
}

/// The assets that a screen shows after an update.
@Suite(.timeLimit(.hang)) struct ShownAssetsTests {
    @Test func `The assets to be shown are made from those before, and only what is new is read`() async throws {
        let subject = LivingSubject(assets: 200)
        let snapshot = try await subject.photos.snapshot()
        var shown = try await subject.photos.assets(in: snapshot.indices, of: snapshot)
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        subject.store.delete([shown[3].id])
        subject.store.edit(shown[7].id) { $0.isFavorite.toggle() }
        let update = try #require(try await updates.next())
        let read = subject.store.statistics.assetsMaterialised
        shown = try await subject.photos.assets(applying: update, to: shown)
        #expect(subject.store.statistics.assetsMaterialised == read + 1)
        #expect(shown == (try await subject.photos.assets(in: update.snapshot.indices, of: update.snapshot)))
        #expect(try await subject.photos.identifiers(of: update.snapshot) == shown.map(\.id))
    }

    @Test func `An update names both snapshots, and the identifiers that went`() async throws {
        let subject = LivingSubject(assets: 120)
        var follower = try await Follower(of: .all, subject.photos)
        let (first, before) = (follower.snapshot, follower.list)
        subject.store.delete([before[3], before[20], before[4]])
        subject.store.edit(before[30]) { $0.creationDate = Date(timeIntervalSinceReferenceDate: 1e10) }
        let update = try #require(try await follower.follow())
        #expect(update.previous === first)
        #expect(try await subject.photos.identifiers(of: update.previous) == before)
        #expect(try await subject.photos.removedIdentifiers(in: update) == [before[3], before[4], before[20]])
        subject.store.insert()
        let next = try #require(try await follower.follow())
        #expect(next.previous === update.snapshot)
        #expect(try await subject.photos.removedIdentifiers(in: next) == [])
    }

    @Test func `The removed identifiers are known for a reload too`() async throws {
        let subject = LivingSubject(assets: 120)
        var follower = try await Follower(of: .all, subject.photos)
        subject.store.insert()
        _ = try await follower.follow()
        let before = follower.list
        subject.store.delete([before[7], before[2]])
        subject.manager.reloadAfterForeground()
        let update = try #require(try await follower.follow())
        #expect(update.changes == .reload(.foreground))
        #expect(try await subject.photos.removedIdentifiers(in: update) == [before[2], before[7]])
    }

    // the screen's executor              the task's executor
    // ---------------------              -------------------
    // requests the assets to show
    //                                    computes the list
    // shows it
    @Test func `The list to be shown is made elsewhere than on the caller's actor`() async throws {
        let subject = LivingSubject(assets: 60)
        let snapshot = try await subject.photos.snapshot()
        let shown = try await subject.photos.assets(in: snapshot.indices, of: snapshot)
        var updates = subject.photos.updates(of: snapshot).makeAsyncIterator()
        // A deletion requires no read, so that only computing the list can suspend the caller.
        subject.store.delete([shown[3].id])
        let update = try #require(try await updates.next())
        // Code that belongs to no actor runs on the task's preferred executor instead of the global pool.
        let (screen, elsewhere) = (ManualScreen(), SteppedTasks())
        let task = Task(executorPreference: elsewhere) { try await screen.show(update, of: subject.photos, shown) }
        elsewhere.runAll()
        #expect(screen.manual.runAll() == 1)
        #expect(elsewhere.waitingJobs == 1)
        #expect(!screen.isShown.isOpen)
        elsewhere.runAll()
        #expect(!screen.isShown.isOpen)
        screen.manual.runAll()
        #expect(screen.isShown.isOpen)
        elsewhere.runAll()
        try await task.value
    }

    @Test func `Positions that a snapshot does not have are refused`() async throws {
        let subject = LivingSubject(assets: 20)
        let snapshot = try await subject.photos.snapshot()
        for positions in [[-1], [0, snapshot.count]] {
            let error = await failure { () async throws(LibraryError) in
                try await subject.photos.assets(at: positions, of: snapshot)
            }
            #expect(error != nil)
        }
        #expect(try await subject.photos.assets(at: [], of: snapshot).isEmpty)
        #expect(try await subject.photos.assets(at: [5, 2, 5, 3], of: snapshot).count == 3)
    }
}

/// A screen whose code runs when a test says.
private actor ManualScreen {
    nonisolated let manual = ManualExecutor(label: "screen")
    nonisolated let isShown = Gate()
    private var updates = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { manual.executor.asUnownedSerialExecutor() }

    func show(_ update: AssetUpdate, of photos: PhotoRepository, _ shown: [MediaAsset]) async throws {
        // The compiler would remove a turn that does not use the actor's state before the call.
        updates += 1
        let assets = try await photos.assets(applying: update, to: shown)
        #expect(assets.count == update.snapshot.count)
        isShown.open()
    }
}
