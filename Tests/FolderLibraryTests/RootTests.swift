#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Missing folders of photos, from the beginning or after an opening.
struct RootTests {
    let scratch: ScratchFolder
    let root: String

    init() throws {
        scratch = try ScratchFolder()
        root = scratch.url.path + "/photos"
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: scratch.url.path + "/" + path)
    }

    private func photos(besidePhotos: Bool) -> PhotoFolder {
        ScratchFolder.photos(at: root) { [scratch] in
            if !besidePhotos { $0.index = .folder(scratch.url.appending(path: "deep/index")) }
        }
    }

    @Test(arguments: [true, false]) func `A folder that is not there is an error, and is not made`(
        besidePhotos: Bool
    ) async throws {
        let photos = photos(besidePhotos: besidePhotos)
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect { try await access.assets() } throws: { "\($0)".contains("photos' cannot be opened") }
        let error = FolderError.cannotOpenRoot(path: root, code: ENOENT)
        await #expect(throws: error) { try await photos.index().waitUntilFinished() }
        await #expect(throws: error) { try await photos.problems() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
        // And then it exists.
        try scratch.write(to: "photos/a.jpg")
        #expect(try await photos.opened().assets().count == 1)
        #expect(exists("photos/.cameraroll") == besidePhotos)
    }

    @Test func `An index elsewhere is read while the photos are away`() async throws {
        try scratch.write(to: "photos/a.jpg")
        try await photos(besidePhotos: false).index().waitUntilFinished()
        try scratch.remove("photos")
        let access = LibraryAccess(
            .folder(photos(besidePhotos: false)), executor: LibraryExecutor(label: "test"), limits: .untimed)
        #expect(try await access.assets().count == 1)
    }

    @Test(arguments: [true, false], [true, false]) func `Photos that are away cannot be edited, and nothing is made`(
        besidePhotos: Bool, isReplaced: Bool
    ) async throws {
        try scratch.write(to: "photos/a.jpg")
        let manager = MediaManager(access: try await photos(besidePhotos: besidePhotos).opened())
        let assets = try await manager.photos.access.assets()
        try scratch.move("photos", to: "away")
        if isReplaced { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false) }
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { $0.delete(assets) }
        }
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { $0.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes))) }
        }
        if besidePhotos {
            await #expect(throws: EditError.volumeOffline) {
                try await manager.performChanges { $0.setFavorite(true, for: assets) }
            }
        }
        #expect(exists("photos") == isReplaced)
        #expect(!exists("photos/.cameraroll"))
        #expect(try await manager.photos.access.assets() == assets)
        if isReplaced { try scratch.remove("photos") }
        try scratch.move("away", to: "photos")
        try await manager.performChanges { $0.delete(assets) }
        #expect(!exists("photos/a.jpg"))
        #expect(try await manager.photos.access.assets() == [])
    }

    private func makeMountPoint() throws {
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    }

    @Test func `A mount point that comes in the place of photos that were away is not edited`() async throws {
        try scratch.write(to: "photos/a.jpg")
        try await photos(besidePhotos: false).index().waitUntilFinished()
        try scratch.move("photos", to: "away")
        let manager = MediaManager(
            .folder(photos(besidePhotos: false)), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let assets = try await manager.photos.access.assets()
        #expect(assets.count == 1)
        try makeMountPoint()
        await #expect(throws: EditError.volumeOffline) { try await manager.performChanges { $0.delete(assets) } }
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { _ = $0.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes))) }
        }
        #expect(!exists("photos/.cameraroll"))
        try scratch.remove("photos")
        try scratch.move("away", to: "photos")
        try await manager.performChanges { $0.delete(assets) }
        #expect(!exists("photos/a.jpg"))
    }

    @Test func `What a process left half moved is moved back when the photos are there again, and not before`()
        async throws
    {
        try scratch.write(to: "photos/a.jpg")
        try await photos(besidePhotos: false).index().waitUntilFinished()
        try photos(besidePhotos: false).recordMove(of: "a.jpg", to: "moved.jpg")
        try scratch.move("photos/a.jpg", to: "photos/moved.jpg")
        try scratch.move("photos", to: "away")
        try makeMountPoint()
        let access = LibraryAccess(
            .folder(photos(besidePhotos: false)), executor: LibraryExecutor(label: "test"), limits: .untimed)
        #expect(try await access.assets().count == 1)
        await access.close()
        try scratch.remove("photos")
        try scratch.move("away", to: "photos")
        try await photos(besidePhotos: false).index().waitUntilFinished()
        #expect(exists("photos/a.jpg") && !exists("photos/moved.jpg"))
    }

    @Test func `Nothing is restored while the photos are away`() async throws {
        try scratch.write(to: "photos/a.jpg")
        let photos = photos(besidePhotos: false)
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(assets) }
        let deleted = try await photos.trashedPhotos()
        try scratch.move("photos", to: "away")
        await #expect(throws: EditError.volumeOffline) { try await photos.restore(deleted) }
        try scratch.move("away", to: "photos")
        try await photos.restore(deleted)
        #expect(try await manager.photos.access.assets().map(\.id) == assets.map(\.id))
    }
}
#endif
