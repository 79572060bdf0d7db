import CameraRoll

/// What "Paging" shows.
enum PagingSnippets {
    static func readScreen(of manager: MediaManager) async throws -> [MediaAsset] {
        let snapshot = try await manager.photos.snapshot(of: .photos)
        let screen = try await manager.photos.assets(in: 120..<148, of: snapshot)
        return screen
    }

    static func query(_ manager: MediaManager) async throws -> (AssetQuery, AssetQuery, Int) {
        let panoramas = AssetQuery.photos.withSubtypes(.panorama).onlyFavorites()
        let oldest = AssetQuery.videos.sorted(by: .oldestFirst).prefix(50)
        var everything = AssetQuery.all
        everything.hidden = .included
        everything.bursts = .all
        let count = try await manager.photos.count(of: everything)
        return (panoramas, oldest, count)
    }

    static func walk(through manager: MediaManager) async throws -> Int {
        var bytes = 0
        for try await asset in manager.photos.assets(of: .all) {
            bytes += asset.pixelWidth * asset.pixelHeight * 4
        }
        return bytes
    }

    static func readPages(of manager: MediaManager, show: ([MediaAsset]) -> Void) async throws {
        var page = try await manager.photos.firstPage(of: .photos, size: 100)
        show(page.assets)
        while page.hasNextPage, let cursor = page.endCursor {
            page = try await manager.photos.page(after: cursor, size: 100)
            show(page.assets)
        }
    }

    static func listAlbums(of manager: MediaManager) async throws {
        let albums = try await manager.albums.list(.user)
        for try await summary in manager.albums.summaries(of: albums) {
            print(summary.album.title ?? "Untitled", summary.album.count.number ?? 0)
        }
    }

    static func preload(_ manager: MediaManager) async throws -> PreloadReport {
        let preload = Task(priority: .utility) { try await manager.preload() }
        return try await preload.value
    }
}
