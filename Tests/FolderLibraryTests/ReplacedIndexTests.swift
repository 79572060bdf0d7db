#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// An index, or photos, that were replaced after they were opened.
struct ReplacedIndexTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for name in ["a.jpg", "b.jpg"] { try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name) }
    }

    @Test func `An edit after another process has repaired the index is in the new one`() async throws {
        let photos = scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let index = scratch.url.path + "/.cameraroll/index.sqlite"
        let inode = try scratch.inode(of: ".cameraroll/index.sqlite")
        try photos.moveLog()
        try FileManager.default.copyItem(atPath: index, toPath: index + "-new")
        #expect(rename(index + "-new", index) == 0)
        #expect(try scratch.inode(of: ".cameraroll/index.sqlite") != inode)
        for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        let others = try await scratch.photos().opened().assets()
        #expect(others.map(\.isFavorite) == [true, true])
        let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
        let path = try #require(try await photos.file(of: assets[0].id)?.path)
        #expect(
            try await Data(images.originalData(for: assets[0]).bytes)
                == Data(contentsOf: scratch.url.appending(path: path)))
        await manager.close()
    }

    @Test func `An edit that a repair has not seen fails, and its files are where they were`() async throws {
        let index = scratch.url.path + "/.cameraroll/index.sqlite"
        var hooks = FolderTestHooks()
        hooks.onCrashPoint = { point in
            guard point == .filesMoved,
                (try? FileManager.default.copyItem(atPath: index, toPath: index + "-new")) != nil
            else { return }
            rename(index + "-new", index)
            for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        }
        let photos = scratch.photos(hooks)
        let manager = MediaManager(access: try await photos.opened())
        let before = try await manager.photos.access.assets()
        try photos.moveLog()
        let error = await #expect(throws: EditError.self) { try await manager.performChanges { $0.delete(before) } }
        #expect(error.map { "\($0)" }?.contains("replaced meanwhile") == true)
        for name in ["a.jpg", "b.jpg"] {
            #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/" + name))
        }
        try await photos.index().waitUntilFinished()
        #expect(try await manager.photos.access.assets().map(\.id) == before.map(\.id))
        #expect(try await photos.trashedPhotos() == [])
        #expect(try photos.integrity() == "ok")
    }

    @Test func `Where the photos are away as they are opened, nothing is written to where they were`() async throws {
        let index = try ScratchFolder()
        func photos() -> PhotoFolder { scratch.photos { $0.index = .folder(index.url) } }
        let before = try await photos().opened().assets()
        try FileManager.default.moveItem(atPath: scratch.url.path, toPath: scratch.url.path + "-away")
        try FileManager.default.createDirectory(at: scratch.url, withIntermediateDirectories: true)
        let manager = MediaManager(.folder(photos()), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { edits in
                _ = edits.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes)))
            }
        }
        await #expect(throws: EditError.volumeOffline) { try await manager.performChanges { $0.delete(before) } }
        await manager.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
        try FileManager.default.removeItem(at: scratch.url)
        try FileManager.default.moveItem(atPath: scratch.url.path + "-away", toPath: scratch.url.path)
        #expect(try await photos().opened().assets() == before)
    }

    @Test func `A photo whose deletion was killed half way is not in the trash that is emptied`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        // As a process leaves it that ends between the move and the commit.
        let goal = ".cameraroll/trash/00000000-a.jpg"
        try photos.recordMove(of: "a.jpg", to: goal)
        try scratch.move("a.jpg", to: goal)
        #expect(try await photos.emptyTrash() == 0)
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.id) == before.map(\.id))
        #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/a.jpg"))
    }

    @Test(arguments: ["", ".cameraroll"])
    func `The photos' own folder is neither trash nor place of the index`(name: String) async throws {
        let url = scratch.url.appending(path: name)
        for photos in [scratch.photos { $0.trash = url }, scratch.photos { $0.index = .folder(url) }] {
            await #expect {
                try await photos.index().waitUntilFinished()
            } throws: { error in
                if case FolderError.invalidArgument = error { true } else { false }
            }
        }
    }
}
#endif
