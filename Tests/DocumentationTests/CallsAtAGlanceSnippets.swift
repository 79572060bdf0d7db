import CameraRoll
import CameraRollBrowsing
import CameraRollTesting
import Foundation
import PhotoMetadataEditing

/// What the table of "Calls at a glance" shows, by the errors that its second table has.
enum CallsAtAGlance {
    static func read(
        _ manager: MediaManager, _ album: Album, _ query: AssetQuery, ids: [AssetID]
    ) async throws(LibraryError) {
        _ = try await manager.loadLibrary()
        _ = try await manager.loadMedia(from: album)
        _ = try await manager.page(PageRequest(number: 2, size: 50))
        for try await page in manager.photos.pages(of: .videos) { print(page.assets.count) }
        let snapshot = try await manager.photos.snapshot(of: query)
        for try await page in manager.photos.pages(of: snapshot) { print(page.assets.count) }
        _ = try await manager.photos.assets(in: 120..<148, of: snapshot)
        var page = try await manager.photos.firstPage(of: query)
        if let cursor = page.endCursor { page = try await manager.photos.page(after: cursor) }
        _ = try await manager.photos.assets(withIdentifiers: ids)
        _ = try await manager.photos.canSearch()
        _ = try await manager.photos.search(AssetSearch("golden beach"), of: .photos)
        _ = try await manager.preload()
        _ = try await withReadDeadline(.seconds(2)) { () async throws(LibraryError) in try await manager.preload() }
        print(page.assets.count, \CachingImageManager.Limits.stallTimeout, \OriginalLimits.timeout)
    }

    /// An app's own actor on the library's executor.
    actor Gallery {
        let manager: MediaManager
        nonisolated var unownedExecutor: UnownedSerialExecutor { manager.unownedExecutor }

        init(_ manager: MediaManager) { self.manager = manager }

        func read(_ request: PageRequest, _ snapshot: AssetSnapshot) async throws {
            _ = try await manager.pageNow(request)
            _ = try await manager.photos.assetsNow(in: 0..<28, of: snapshot)
            _ = try await manager.albums.albumsNow()
        }

        func readAtOnce(_ request: PageRequest) throws {
            _ = try manager.assumeIsolated { try $0.pageNow(request) }
        }
    }

    static func listAlbums(of manager: MediaManager, containing asset: MediaAsset) async throws(LibraryError) {
        let albums = try await manager.loadAlbums()
        _ = try await manager.albums.list(bySubtype: [.userLibrary, .favorites])
        _ = try await manager.albums.list(containing: asset.id)
        _ = try await manager.albums.albumList()
        for try await summary in manager.albums.summaries(of: albums) { print(summary.album.phrase) }
    }

    static func follow(_ manager: MediaManager, _ snapshot: AssetSnapshot) async throws(LibraryError) {
        for try await update in manager.photos.updates(of: snapshot) { print(update.snapshot.count) }
        for try await update in manager.albums.albumUpdates() { print(update.albums.count) }
        let token = try await manager.changeToken()
        if let token { _ = try await manager.changes(since: token) }
    }

    static func edit(_ manager: MediaManager, _ photos: [MediaAsset]) async throws(EditError) {
        try await manager.performChanges { changes in changes.delete(photos) }
    }

    static func ask(_ manager: MediaManager) async throws(LibraryError) {
        _ = await manager.requestAuthorization()
        for await status in manager.authorizationUpdates() { print(status.allowsReading) }
        _ = try await manager.limitedAccess()
    }

    static func load(_ asset: MediaAsset, of manager: MediaManager) async throws(ImageError) {
        let images = try CachingImageManager(of: manager)
        let request = AssetImageRequest(for: asset, size: .pixels(300, 300))
        _ = images.cachedImage(for: request)
        _ = try await images.image(for: request)
        for try await delivery in images.deliveries(for: request) { print(delivery.isLast) }
        try images.startCaching([request])
        _ = try await images.livePhoto(for: asset)
        _ = try await images.originalData(for: asset)
        for file in try await images.resources(of: asset) { print(file.fileName ?? "", file.byteCount ?? 0) }
    }

    static func loadAll(
        _ requests: [AssetImageRequest], with images: CachingImageManager, show: (DecodedImage) -> Void
    ) async throws(ImageError) {
        try images.startCaching(requests)
        for request in requests { show(try await images.image(for: request)) }
    }

    static func sections(of snapshot: AssetSnapshot, in manager: MediaManager) async throws -> Int? {
        let days = try await manager.photos.sections(of: snapshot, by: .day, in: .current)
        return days.index(containing: 5)
    }

    static func loadAhead(_ images: CachingImageManager, _ snapshot: AssetSnapshot) throws(InvalidArgument) {
        let window = try images.window(over: snapshot) { asset in AssetImageRequest(for: asset, size: .pixels(9, 9)) }
        try window.update(visible: 120..<148, velocity: 80)
    }

    @MainActor static func show(
        _ manager: MediaManager, _ images: CachingImageManager, _ options: GridOptions, _ id: AlbumID, _ size: PixelSize
    ) throws(InvalidArgument) -> (AssetPager, LibraryBrowser) {
        let grid = try AssetGrid(of: manager, images: images, options: options)
        grid.show(.photos)
        grid.scrolled(to: 0..<28)
        _ = grid.cell(at: 5)
        grid.onChange = { change, apply in apply() }
        if let change = grid.change { grid.finishedShowing(change) }
        let pager = try AssetPager(over: grid, at: 5, imageSize: size)
        print(pager.visiblePages.count)
        pager.moved(to: 6)
        let browser = try LibraryBrowser(of: manager, images: images)
        browser.start()
        browser.choose(.album(id))
        print(browser.state, browser.grid.count, browser.searchText)
        return (pager, browser)
    }

    @MainActor static func markAsFavorite(
        _ cell: AssetCell, of grid: AssetGrid, _ pager: AssetPager
    ) async throws(EditError) {
        try await grid.setFavorite(true, of: cell)
        try await pager.setFavorite(true)
    }

    @MainActor static func makePicker(
        of manager: MediaManager, _ images: CachingImageManager
    ) async throws(InvalidArgument) -> PickerSession {
        var configuration = PickerConfiguration()
        configuration.content = .original
        configuration.metadataOptions = .removeLocation
        let session = try PickerSession(manager: manager, images: images, configuration: configuration)
        await session.requestPermissionAndOpen()
        return session
    }

    @MainActor static func pick(in session: PickerSession) async throws(PickerError) {
        session.toggle(5)
        let results = try await session.finish()
        for await result in results { _ = try await result.item.load() }
    }

    static func readMetadata(of page: Page, in manager: MediaManager) async throws(AssetMetadataError) {
        for asset in page.assets { _ = try await manager.photos.metadata(for: asset) }
        _ = try await manager.photos.metadata(for: page)
    }

    static func readMetadata(of url: URL) throws(MetadataError) -> ImageMetadata {
        try ImageMetadata(contentsOf: url)
    }

    static func editMetadata(at path: String) throws(MetadataEditError) {
        try MetadataEditor(.removeLocation, .setOrientation(.up)).edit(fileAt: path)
        try MetadataEditor(.setTitle("Harbor"), .setKeywords(["sea"]), .setRating(4)).edit(fileAt: path)
    }

    static func watch(_ manager: MediaManager) async {
        for await stall in StallMonitor(of: manager).stalls(longerThan: .milliseconds(50)) { print(stall) }
    }

    @MainActor static func wait(for grid: AssetGrid) async {
        await waitUntil { grid.state == .ready }
    }
}
