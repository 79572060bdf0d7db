import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import SyntheticLibrary
import Testing

/// What "Testing your app" and the landing pages of the modules for tests show, as tests.
@Suite(.withoutReadDeadlines) struct TestingSnippets {
    @Test func `Another app deletes an asset`() async throws {
        let store = SyntheticStore(assets: 1_000)
        let manager = MediaManager(.synthetic(store))
        let snapshot = try await manager.photos.snapshot(of: .all)
        let newest = try await manager.photos.assets(in: 0..<1, of: snapshot)

        store.delete(newest.map(\.id))  // as another app does
        for try await update in manager.photos.updates(of: snapshot) {
            #expect(update.indexChanges?.removed == [0])
            break
        }
    }

    @Test func `A library is written down`() async throws {
        let contents = FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b", isFavorite: true)])
        let manager = MediaManager(.fixed(contents))
        #expect(try await manager.photos.count(of: .photos.onlyFavorites()) == 1)
    }

    @Test func `A read fails`() async throws {
        var configuration = SyntheticConfiguration(assets: 1_000)
        configuration.faults.failingOperations = [.readAssets: "The disk is gone."]
        let manager = MediaManager(.synthetic(SyntheticStore(configuration)))
        await #expect(throws: LibraryError.failed("readAssets", reason: "The disk is gone.")) {
            try await manager.page(PageRequest(size: 28))
        }
    }

    @Test func `Nothing is touched without permission`() async throws {
        let ledger = AccessLedger()
        let authorization = MockAuthorization(.denied)
        let contents = FixedContents(assets: [MediaAsset(id: "a")])
        let manager = MediaManager(.fixed(contents, authorization: authorization).recorded(in: ledger))
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await manager.loadLibrary() }
        #expect(ledger.touchesBeforePermission.isEmpty)
    }

    @Test func `Jobs run by hand`() async throws {
        let manual = ManualExecutor()
        let clock = ManualClock()
        let contents = FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b")])
        let manager = MediaManager(.fixed(contents), executor: manual.executor, clock: clock)

        let count = Task { try await manager.loadLibrary() }
        await manual.waitUntilEnqueued(1)
        manual.runAll()
        #expect(try await count.value == 2)
    }

    @Test @MainActor func `The first screen shows a spinner, and then its assets`() async throws {
        let manual = ManualExecutor()
        let contents = FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b")])
        let screen = FirstScreen(MediaManager(.fixed(contents), executor: manual.executor, clock: ManualClock()))
        let load = Task { await screen.load() }

        await manual.waitUntilEnqueued(1)  // the count was asked for
        #expect(screen.count == 0 && screen.assets.isEmpty)  // the spinner
        manual.runAll()
        await manual.waitUntilEnqueued(1)  // the page was asked for
        #expect(screen.count == 2 && screen.assets.isEmpty)
        manual.runAll()
        await load.value
        #expect(screen.assets.map(\.id) == ["b", "a"])
    }

    @Test @MainActor func `A deleted photo leaves the grid`() async throws {
        let store = SyntheticStore(assets: 100)
        let manager = MediaManager(.synthetic(store))
        let images = try CachingImageManager(of: manager)
        let options = GridOptions(cellSize: PixelSize(width: 90, height: 90))
        let grid = try AssetGrid(of: manager, images: images, options: options)
        grid.show(.photos)
        await waitUntil { grid.state == .ready }

        grid.scrolled(to: 0..<28)
        let cell = grid.cell(at: 0)
        await waitUntil { cell.image.isFinal }

        let newest = try #require(cell.asset)
        store.delete([newest.id])
        await waitUntil { grid.change?.batch?.deletions == [0] }
        #expect(cell.asset == nil)
    }

    @Test @MainActor func `A grid reads only what it shows`() async throws {
        let manual = ManualExecutor()
        let manager = MediaManager(.synthetic(assets: 1_000), executor: manual.executor, clock: ManualClock())
        let images = try CachingImageManager(of: manager)
        let options = GridOptions(cellSize: PixelSize(width: 90, height: 90))
        let grid = try AssetGrid(of: manager, images: images, options: options)
        grid.show(.photos)
        await manual.run { grid.state == .ready }

        grid.scrolled(to: 500..<528)
        let cell = grid.cell(at: 500)
        #expect(cell.asset == nil)  // the library has not answered yet
        await manual.run { cell.asset != nil }
        #expect(grid.asset(at: 0) == nil)
    }

    @Test func `A gate holds the library up`() async throws {
        let access = LibraryAccess(.synthetic(assets: 1))
        let gate = BlockingGate()
        let stuck = Task { try await access.read("stuck") { _ in gate.pass() } }
        await gate.waitUntilReached()  // the library's thread hangs now
        gate.open()
        try await stuck.value
    }

    @Test func `A library is checked`() async throws {
        let contents = FixedContents(assets: [MediaAsset(id: "a"), MediaAsset(id: "b")])
        let report = try await ConformanceCheck.report(on: LibrarySubject { .fixed(contents) })
        #expect(report.failures.isEmpty, "\(report)")
    }

    @Test func `A library is invented`() async throws {
        let manager = MediaManager(.synthetic(assets: 4_000, costs: .photoKit))
        let count = try await manager.loadLibrary()
        #expect(count > 3_000)
    }

    @Test func `The test changes the library`() async throws {
        let store = SyntheticStore(assets: 1_000)
        let manager = MediaManager(.synthetic(store))
        let added = store.insert(5)
        store.edit(added[0]) { $0.isFavorite = true }
        store.delete(added.suffix(2))
        let favorites = AssetQuery.all.onlyFavorites()
        #expect(try await manager.photos.assets(withIdentifiers: added).count == 3)
        #expect(try await manager.photos.count(of: favorites) > 0)
    }

    @Test func `Images and downloads can be held back`() {
        var configuration = SyntheticConfiguration(assets: 1_000)
        configuration.cloudOriginals = true
        configuration.faults.imageFault = .late
        configuration.faults.download = .stalls(after: 0.5)
        let store = SyntheticStore(configuration)
        #expect(store.configuration.faults.imageFault == .late)
    }

    @Test func `Permission is taken away`() async throws {
        let store = SyntheticStore(assets: 100)
        let ids = store.insert(3)
        let authorization = MockAuthorization(.limited)
        let manager = MediaManager(.synthetic(store, authorization: authorization))
        store.select(ids)  // as the user does in Settings
        authorization.set(.denied)  // and takes it away
        await #expect(throws: LibraryError.notAuthorized(.denied)) { try await manager.loadLibrary() }
    }
}

/// The one whose deadline is the default, on a clock of its own.
struct DeadlineSnippet {
    @Test func `A deadline passes`() async throws {
        let manual = ManualExecutor()
        let clock = ManualClock()
        let manager = MediaManager(.synthetic(assets: 100), executor: manual.executor, clock: clock)
        let read = Task { try await manager.loadLibrary() }

        await manual.waitUntilEnqueued(1)  // the read has arrived, and nothing runs it
        await clock.waitUntilSleeping(1)  // its deadline is being watched
        clock.advance(by: .seconds(30))
        await #expect(throws: LibraryError.self) { try await read.value }
        manual.runAll()
    }
}
