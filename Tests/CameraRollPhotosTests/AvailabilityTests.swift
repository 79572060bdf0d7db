#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import Testing

/// A library that goes away while it is open, and comes back.
struct AvailabilityTests {
    private static let away = LibraryError.cannotOpen(reason: PhotosWorld.reason(.libraryVolumeOffline))

    /// A library with a snapshot; nothing observes it.
    private func withSnapshot(
        _ body: (PhotosWorld, LibraryAccess, AssetSnapshot) async throws -> Void
    ) async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            try await world.withAccess { access in
                try await body(world, access, try await PhotoRepository(access: access).snapshot())
            }
        }
    }

    @Test func `Every read of a library that went away fails, also if nothing observes it`() async throws {
        try await withSnapshot { world, access, snapshot in
            let manager = MediaManager(access: access)
            let token = try #require(try await manager.changeToken())
            let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
            world.goAway(.libraryVolumeOffline)
            await #expect(throws: Self.away) { try await manager.photos.snapshot() }
            await #expect(throws: Self.away) { try await manager.photos.assets(in: 0..<3, of: snapshot) }
            await #expect(throws: Self.away) { try await manager.page(PageRequest(size: 10)) }
            await #expect(throws: Self.away) {
                try await access.read("albums") { library in try library.albums(.user) }
            }
            await #expect(throws: Self.away) { try await manager.changes(since: token) }
            let request = AssetImageRequest(for: MediaAsset(id: "a"), size: .pixels(9, 9))
            await #expect(throws: ImageError.library(Self.away)) { try await images.image(for: request) }
            await #expect(throws: ImageError.library(Self.away)) { try await images.resources(of: MediaAsset(id: "a")) }
            await #expect(throws: EditError.library(Self.away)) {
                try await manager.performChanges { $0.createAlbum("New") }
            }
        }
    }

    @Test func `A library that is back is opened again, and its earlier snapshots are invalid`() async throws {
        try await withSnapshot { world, access, snapshot in
            let photos = PhotoRepository(access: access)
            world.goAway(.libraryVolumeOffline)
            await #expect(throws: Self.away) { try await photos.snapshot() }
            world.comeBack()
            let again = try await photos.snapshot()
            #expect(again.count == snapshot.count)
            await #expect(throws: LibraryError.snapshotInvalidated(of: snapshot.library)) {
                try await photos.assets(in: 0..<3, of: snapshot)
            }
        }
    }

    @Test func `A library that was away between two reads is opened again`() async throws {
        try await withSnapshot { world, access, snapshot in
            world.goAway(.switchingSystemPhotoLibrary)
            world.comeBack()
            await world.waitForObservers()
            await #expect(throws: LibraryError.snapshotInvalidated(of: snapshot.library)) {
                try await PhotoRepository(access: access).assets(in: 0..<3, of: snapshot)
            }
        }
    }

    @Test func `A library that goes away during a fetch is not an empty library`() async throws {
        try await withSnapshot { world, access, _ in
            await #expect(throws: Self.away) {
                try await access.read("fetch") { library in
                    // The fetch reads the type of the album after it has found the library there.
                    world.switches.expects = { call in
                        if call == .property { world.goAway(.libraryVolumeOffline) }
                        return true
                    }
                    return try library.fetchAssets(AssetQuery(.album("album-trip"))).count
                }
            }
        }
    }

    @Test func `Nothing is missing of a library that goes away while edits are checked`() async throws {
        try await withSnapshot { world, access, snapshot in
            let manager = MediaManager(access: access)
            let assets = try await manager.photos.assets(in: 0..<2, of: snapshot)
            world.switches.expects = { call in
                if call == .property { world.goAway(.libraryVolumeOffline) }
                return true
            }
            await #expect(throws: EditError.library(Self.away)) {
                try await manager.performChanges { edits in
                    edits.setFavorite(true, for: [assets[0]])
                    edits.setFavorite(true, for: [assets[1]])
                }
            }
        }
    }

    @Test func `A library that may only be added to is not observed`() async throws {
        try await PhotosWorld.exclusively(.sample()) { world in
            (world.status, world.addOnlyStatus) = (.notDetermined, .authorized)
            try await world.withAccess { access in
                _ = try? await MediaManager(access: access).performChanges { edits in
                    edits.createAsset(.photo(at: URL(filePath: "/nowhere.jpg")))
                }
            }
            #expect(world.record.counts[.register] == nil && world.record.prompts == [])
        }
    }
}
#endif
