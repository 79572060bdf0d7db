#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// Assets that are gone, identifiers and tokens from elsewhere, and an album of a hundred thousand assets.
@Suite(.timeLimit(.hang)) struct BadInputTests {
    // The app                        Another device
    // -------                        --------------
    // reads a page
    //                                deletes the first asset
    // requests its image, its files and an edit: `.assetNotFound`
    // requests the second's image: there it is
    @Test func `An asset that is deleted after its page was read is not found`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                let assets = try await manager.photos.firstPage(of: .photos, size: 2).assets
                let gone = assets[0]
                world.edit { $0.delete([gone.id.rawValue]) }
                await #expect(throws: ImageError.library(.assetNotFound(gone.id))) {
                    try await images.image(for: AssetImageRequest(for: gone, size: .pixels(9, 9)))
                }
                await #expect(throws: ImageError.library(.assetNotFound(gone.id))) {
                    try await images.resources(of: gone)
                }
                await #expect(throws: EditError.assetNotFound(gone.id)) {
                    try await manager.performChanges { $0.setFavorite(true, for: [gone]) }
                }
                _ = try await images.image(for: AssetImageRequest(for: assets[1], size: .pixels(9, 9)))
            }
        }
    }

    @Test func `Identifiers of another device are not found, and are left out of a list`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                let (asset, album): (AssetID, AlbumID) = ("of another device", "album of another device")
                let known = try await manager.photos.firstAsset(of: .photos)
                let found = try await manager.photos.assets(withIdentifiers: [asset, known.id, asset])
                #expect(found == [known])
                await #expect(throws: ImageError.library(.assetNotFound(asset))) {
                    try await images.image(for: AssetImageRequest(for: MediaAsset(id: asset), size: .pixels(9, 9)))
                }
                await #expect(throws: LibraryError.albumNotFound(album)) {
                    try await manager.photos.snapshot(of: AssetQuery(.album(album)))
                }
                await #expect(throws: LibraryError.albumNotFound(album)) { try await manager.albums.count(of: album) }
                await #expect(throws: EditError.assetNotFound(asset)) {
                    try await manager.performChanges { $0.delete([MediaAsset(id: asset)]) }
                }
            }
        }
    }

    @Test func `Tokens and cursors of another library are refused`() async throws {
        let (token, cursor) = try await Self.placesInAnotherLibrary()
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let own = try #require(try await manager.changeToken())
                await #expect(throws: LibraryError.self) { try await manager.changes(since: token) }
                await #expect(throws: LibraryError.self) { try await manager.photos.page(after: cursor) }
                // As after the user has chosen another library, of which the app's own identity says nothing.
                let disguised = ChangeToken(library: own.library, place: token.place)
                guard case .resyncRequired(.tokenExpired, let now) = try await manager.changes(since: disguised) else {
                    return #expect(Bool(false), "a place in another library was accepted")
                }
                #expect(now == own)
                await #expect(throws: LibraryError.self) {
                    try await manager.changes(since: ChangeToken(library: own.library, place: Data("no place".utf8)))
                }
            }
        }
    }

    private static func placesInAnotherLibrary() async throws -> (ChangeToken, PageCursor) {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let page = try await manager.photos.firstPage(of: .all, size: 3)
                return (try #require(try await manager.changeToken()), try #require(page.endCursor))
            }
        }
    }

    @Test func `Of an album with 100,000 assets only the pages that are shown are read`() async throws {
        let count = 100_000
        let world = PhotosWorld()
        world.seed { $0.addLargeAlbum(count) }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                var query = AssetQuery(.album("large"))
                query.order = []
                let snapshot = try await manager.photos.snapshot(of: query)
                #expect(snapshot.count == count)
                #expect(try await manager.albums.count(of: "large") == count)
                #expect(try await manager.albums.cover(of: "large", policy: .first)?.id == "0")
                world.record.clear()
                for number in [0, 500, 999] {
                    let page = try await manager.photos.page(PageRequest(number: number, size: 100), of: snapshot)
                    #expect(page.assets.first?.id == AssetID("\(number * 100)"))
                }
                #expect(world.record.counts[.materialize] == 3)
                #expect(world.record.counts[.fetchAssets] == nil)
                #expect(try await manager.photos.index(of: "99999", in: snapshot) == 99_999)
                // A change of one asset is not a new list.
                var updates = manager.photos.updates(of: snapshot).makeAsyncIterator()
                world.edit { $0.delete(["7"]) }
                let update = try #require(try await updates.next())
                #expect(update.snapshot.count == count - 1)
                #expect(update.indexChanges?.removed == [7])
            }
        }
    }
}

extension LibraryEdits {
    fileprivate mutating func addLargeAlbum(_ count: Int) {
        for number in 0..<count {
            var asset = AssetRecord("\(number)")
            asset.creationDate = Date(timeIntervalSinceReferenceDate: Double(number))
            add(asset)
        }
        var album = CollectionRecord("large", title: "Large")
        album.assets = (0..<count).map { "\($0)" }
        add(album)
    }
}
#endif
