import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import CoreTestSupport
import Foundation
import SyntheticLibrary
import TestSupport
import Testing

/// Runs what the README and the articles show.
@Suite(.withoutReadDeadlines) struct SnippetTests {
    private let manager = MediaManager(
        .synthetic(assets: 1_000), executor: LibraryExecutor(label: "snippets"), limits: .untimed, clock: ManualClock())

    private func firstAsset() async throws -> MediaAsset {
        try await manager.photos.firstAsset(of: .photos)
    }

    @Test func `The README's examples run`() async throws {
        // No deadline: a sanitizer on a busy machine is slower than any deadline that a reader would wait for.
        try await withReadDeadline(nil) { () async throws in
            #expect(try await showLibrary().count == 28)
            #expect(try await showGrid().count == 28)
            #expect(try await followChanges().count > 100)
            #expect(try await LandingPageSnippets.showFirstScreen().1.assets.count == 28)
        }
    }

    @Test @MainActor func `The first screen loads`() async throws {
        let screen = FirstScreen(manager)
        await screen.load()
        #expect(screen.assets.count == 28)
        #expect(screen.failure == nil)
    }

    @Test @MainActor func `The first screen shows no failure of an earlier load`() async throws {
        let authorization = MockAuthorization(.denied)
        let screen = FirstScreen(
            MediaManager(
                .synthetic(assets: 100, authorization: authorization), executor: LibraryExecutor(label: "snippets"),
                limits: .untimed))
        await screen.load()
        #expect(screen.failure == .notAuthorized(.denied))
        authorization.set(.authorized)
        await screen.load()
        #expect(screen.failure == nil)
        #expect(screen.assets.count == 28)
    }

    @Test func `Paging`() async throws {
        #expect(try await PagingSnippets.readScreen(of: manager).count == 28)
        #expect(try await PagingSnippets.query(manager).2 == 1_000)
        #expect(try await PagingSnippets.walk(through: manager) > 0)
        var shown = 0
        try await PagingSnippets.readPages(of: manager) { shown += $0.count }
        #expect(try await manager.photos.count(of: .photos) == shown)
        try await PagingSnippets.listAlbums(of: manager)
        #expect(try await PagingSnippets.preload(manager).isComplete)
    }

    @Test func `Images and windows`() async throws {
        let asset = try await firstAsset()
        let found = try await ImageSnippets.request(asset, of: manager)
        #expect(found.0 == nil)
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        try await ImageSnippets.readOriginal(of: asset, with: images)
        let cell = ImageSnippets.Cell()
        await ImageSnippets.Grid(images).configure(cell, with: AssetImageRequest(for: asset, size: .pixels(50, 50)))
        await cell.task?.value
        #expect(await cell.image != nil)
    }

    @Test func `Following changes`() async throws {
        let store = SyntheticStore(assets: 1_000)
        let manager = MediaManager(
            .synthetic(store), executor: LibraryExecutor(label: "snippets"), limits: .untimed)
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let snapshot = try await manager.photos.snapshot(of: .all)
        let window = try images.window(over: snapshot) { AssetImageRequest(for: $0, size: .pixels(10, 10)) }
        let newest = try await manager.photos.assets(in: 0..<2, of: snapshot)

        let updated = Gate()
        let view = await ChangeSnippets.CollectionView { updated.open() }
        let following = Task {
            try await ChangeSnippets.follow(snapshot, of: manager, in: window, on: view)
        }
        store.delete(newest.map(\.id))
        await updated.wait()
        #expect(await view.deleted == [[0, 0], [0, 1]])
        following.cancel()
        _ = await following.result

        var updates = manager.photos.updates(of: snapshot).makeAsyncIterator()
        let update = try #require(try await updates.next())
        let changes = try #require(update.indexChanges)
        let kept = try await ChangeSnippets.follow(
            update, changes, of: manager, known: [0: newest[0]], anchor: 5, selection: Set(newest.map(\.id)))
        #expect(kept.0 == [:])
        #expect(kept.1 == 3)
        #expect(kept.2 == [])
        _ = try ImageSnippets.follow(update, of: snapshot, with: images)
    }

    @Test func `Since the last launch`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cameraroll-token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let store = SyntheticStore(assets: 100)
        let manager = MediaManager(
            .synthetic(store), executor: LibraryExecutor(label: "snippets"), limits: .untimed)
        var (full, added) = (0, Set<AssetID>())
        try await ChangeSnippets.synchronize(manager, with: file) {
            full += 1
        } synchronize: { _ in
        }
        let new = store.insert(2)
        try await ChangeSnippets.synchronize(manager, with: file) {
            full += 1
        } synchronize: {
            added = $0.inserted
        }
        #expect(full == 1)
        #expect(added == Set(new))
    }

    @Test func `Editing the library`() async throws {
        let photos = try await manager.photos.firstPage(of: .photos, size: 3).assets
        let album = try await EditSnippets.makeAlbum(of: photos, in: manager)
        #expect(try await manager.albums.count(of: album) == 3)
        await EditSnippets.delete(photos, in: manager) { Issue.record("\($0)") }
        #expect(try await manager.albums.count(of: album) == 0)
    }

    @Test func `Permission and limited access`() async throws {
        var isShown = false
        try await PermissionSnippets.ask(manager) {
            isShown = true
        } showHint: { _ in
        } showNoAccess: { _ in
        }
        #expect(isShown)
        try await PermissionSnippets.selectMore(in: manager)
        #expect(try await PermissionSnippets.answer() == .limited)
    }

    @Test func `Coming from PHCachingImageManager`() async throws {
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let snapshot = try await manager.photos.snapshot(of: .photos)
        _ = try PhotoKitSnippets.openWindow(over: snapshot, with: images)
        let assets = try await manager.photos.assets(in: 0..<20, of: snapshot)
        try PhotoKitSnippets.cache(assets.map { AssetImageRequest(for: $0, size: .pixels(9, 9)) }, with: images)
        #expect(try await PhotoKitSnippets.request(assets[0], with: images).size.width > 0)
    }

    @Test @MainActor func `Drawing your own views: a browser and a grid`() async throws {
        let store = SyntheticStore(assets: 1_000)
        let manager = MediaManager(.synthetic(store), executor: LibraryExecutor(label: "snippets"), limits: .untimed)
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let canvas = ViewSnippets.Canvas()
        let screen = ViewSnippets.BrowserScreen(try LibraryBrowser(of: manager, images: images), in: canvas)
        screen.draw()
        #expect(canvas.texts == ["…"])
        screen.browser.start()
        await waitUntil { screen.browser.state == .ready }
        screen.draw()
        #expect(canvas.grid === screen.browser.grid)

        let grid = try ViewSnippets.makeGrid(of: manager, images)
        ViewSnippets.draw(grid, in: canvas)
        #expect(canvas.texts == ["…", "…"])
        let updated = [Gate(), Gate()]
        var count = 0
        let view = ViewSnippets.CollectionView {
            updated[count].open()
            count += 1
        }
        let gridScreen = ViewSnippets.GridScreen(grid, in: view)
        await waitUntil { grid.state == .ready }
        ViewSnippets.draw(grid, in: canvas)
        #expect(canvas.grid === grid)
        let drawn = Gate()
        canvas.onPicture = { if canvas.hasPicture { drawn.open() } }
        let cell = ViewSnippets.CellView(in: canvas)
        cell.show(gridScreen.grid.cell(at: 5))
        await drawn.wait()

        // Each update waits until the last one was shown.
        for gate in updated {
            let first = try await manager.photos.firstAsset(of: .photos)
            store.delete([first.id])
            await gate.wait()
        }
        #expect(view.deleted == [[0, 0], [0, 0]])
        withExtendedLifetime((cell, gridScreen)) {}
    }

    @Test(arguments: [AuthorizationStatus.denied: "Settings", .restricted: "device", .notDetermined: "Allow access"])
    @MainActor func `Drawing your own views: no access`(status: AuthorizationStatus, text: String) async throws {
        let manager = MediaManager(.synthetic(assets: 10, authorization: MockAuthorization(status)))
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let canvas = ViewSnippets.Canvas()
        let screen = ViewSnippets.BrowserScreen(try LibraryBrowser(of: manager, images: images), in: canvas)
        screen.draw()
        #expect(canvas.texts.first?.contains(text) == true)

        let grid = try ViewSnippets.makeGrid(of: manager, images)
        await waitUntil { grid.state == .noAccess(status) }
        ViewSnippets.draw(grid, in: canvas)
        #expect(canvas.texts.last == (status == .denied ? "Allow access in Settings." : "No access"))
    }

    @Test @MainActor func `Drawing your own views: a picker and a pager`() async throws {
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        var ends: [PickerResults] = []
        var dismissals = 0
        let session = try await ViewSnippets.pick(from: manager, images) {
            dismissals += 1
        } use: {
            ends.append($0)
        }
        await waitUntil { session.browser.state == .ready }
        try await ViewSnippets.tap(3, in: session)
        #expect(dismissals == 1)
        let results = try #require(ends.first)
        var saved: [AssetID] = []
        await ViewSnippets.read(results) { _, asset in
            saved.append(asset.id)
        } offerToTryAgain: { _, error in
            Issue.record(error)
        }
        #expect(saved == results.items.map(\.id))

        let canvas = ViewSnippets.Canvas()
        let grid = try ViewSnippets.makeGrid(of: manager, images)
        await waitUntil { grid.state == .ready }
        let pager = try await ViewSnippets.openPager(over: grid, at: 3, in: canvas)
        #expect(canvas.offsets == [-430, 0, 430])
        #expect(pager.index == 4)
    }

    @Test func `Originals that are files are read, by metadata and whole`() async throws {
        let exif = TIFFBuilder.camera().bytes()
        let bytes = SampleFile.jpeg(exif: exif, trailer: [UInt8](repeating: 7, count: 100_000))
        let path = NSTemporaryDirectory() + UUID().uuidString
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let assets = ["0", "1"].map { MediaAsset(id: AssetID(rawValue: $0), mediaType: .image) }
        let contents = FixedContents(assets: assets, resourceSource: FileOriginals(paths: ["0": path]))
        let photos = PhotoRepository(
            access: LibraryAccess(.fixed(contents), limits: .untimed))
        let found = try await photos.metadata(for: assets, limits: OriginalLimits(timeout: nil))
        #expect(found[0].metadata?.model == "E-1" && found[0].metadata?.bytesRead == ByteReader.headLength)
        #expect(found[1].error == .original(.library(.assetNotFound("1"))))
        let thumbnail = try FileBytes(path: path).bytes(in: bytes.count - 10..<bytes.count + 10)
        #expect(thumbnail == [UInt8](repeating: 7, count: 10))
    }

    @Test func `Metadata of assets`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/cameraroll-\(UUID().uuidString).jpg"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(SampleSet.jpeg).write(to: URL(filePath: path))
        let contents = FixedContents(
            assets: [MediaAsset(id: "a"), MediaAsset(id: "b")], resourceSource: FileOriginals(paths: ["a": path]))
        let manager = MediaManager(.fixed(contents), limits: .untimed, clock: ManualClock())
        try await AssetMetadataSnippets.read(MediaAsset(id: "a"), of: manager)
        var found: [AssetID: Bool] = [:]
        let page = Page(assets: contents.assets, hasNextPage: false)
        try await AssetMetadataSnippets.read(page, of: manager) { found[$0.id] = $1 != nil && $2 == nil }
        #expect(found == ["a": true, "b": false])
    }

    @Test func `The metadata of synthetic originals can be read, and are empty`() async throws {
        let page = try await manager.photos.firstPage(of: .all, size: 20)
        let found = try await manager.photos.metadata(for: page)
        #expect(found.compactMap(\.metadata).count == 20)
        #expect(found.allSatisfy { $0.metadata?.captureDate == nil && $0.metadata?.place == nil })
    }
}
