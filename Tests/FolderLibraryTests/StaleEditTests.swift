#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Edits of photos whose files another program has renamed since the last scan.
struct StaleEditTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder
    let manager: MediaManager

    init() async throws {
        scratch = try ScratchFolder()
        for number in 0..<3 as Range<UInt8> {
            try scratch.write(SamplePhoto(date: "2023:04:10 10:1\(number):12", noise: [number]), to: "\(number).jpg")
        }
        photos = scratch.photos()
        manager = MediaManager(access: try await photos.opened())
    }

    private func marked(_ name: String) async throws -> MediaAsset {
        let id = try #require(try await LibraryPicture(of: photos).assets[name]?.id)
        try await manager.performChanges { $0.setFavorite(true, for: [id]) }
        return try #require(try await manager.photos.assets(withIdentifiers: [id]).first)
    }

    private var trash: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll/trash")) ?? []
    }

    @Test(arguments: ["renamed.jpg", "new/deep/0.jpg"])
    func `A photo that was renamed since the last scan is deleted where it is now, and can be restored`(
        goal: String
    ) async throws {
        let asset = try await marked("0.jpg")
        let content = try Data(contentsOf: scratch.url.appending(path: "0.jpg"))
        try scratch.move("0.jpg", to: goal)
        try await manager.performChanges { $0.delete([asset]) }
        #expect(trash.count == 1)
        try await photos.index().waitUntilFinished()
        #expect(try await LibraryPicture(of: photos).assets.keys.sorted() == ["1.jpg", "2.jpg"])
        let deleted = try await photos.trashedPhotos()
        try await photos.restore(deleted)
        let after = try await LibraryPicture(of: photos)
        let restored = try #require(after.assets.first { $0.value.id == asset.id })
        #expect(restored.value.isFavorite)
        #expect(after.files[restored.key] == content)
    }

    @Test func `A photo that another program replaces as it is deleted stays, as its new version`() async throws {
        let asset = try await marked("0.jpg")
        let (old, new) = (scratch.url.path + "/0.jpg", scratch.url.path + "/.new")
        try scratch.write([1, 2, 3], to: ".new")
        let hooked = scratch.photos(
            FolderTestHooks(onCrashPoint: { point in
                // Its name was found to be the photo's: an editor puts another file in its place.
                if point == .fileChecked { rename(new, old) }
            }))
        let access = LibraryAccess(.folder(hooked), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect {
            try await MediaManager(access: access).performChanges { $0.delete([asset]) }
        } throws: { error in
            if case EditError.interrupted = error { true } else { false }
        }
        #expect(trash.isEmpty)
        #expect(try Data(contentsOf: scratch.url.appending(path: "0.jpg")) == Data([1, 2, 3]))
        await access.close()
    }

    @Test func `Photos of a renamed folder are looked for in one pass, while others may write`() async throws {
        for name in ["a", "b"] {
            try scratch.write(SamplePhoto(date: "2023:04:11 10:10:12", noise: Array(name.utf8)), to: "x/\(name).jpg")
        }
        for name in ["m", "n/o"] { try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: "\(name)/1.jpg") }
        try await photos.index().waitUntilFinished()
        let assets = try await LibraryPicture(of: photos).assets
        let missed = ["x/a.jpg", "x/b.jpg", "0.jpg"].compactMap { assets[$0]?.id }
        try scratch.move("x", to: "y")
        try scratch.remove("0.jpg")
        let index = scratch.url.path + "/.cameraroll/index.sqlite"
        let reads = Lock((count: 0, refusals: 0))
        let watched = scratch.photos(
            FolderTestHooks(onCrashPoint: { point in
                guard point == .folderRead else { return }
                reads.withLock { reads in
                    reads.count += 1
                    do {
                        let others = try IndexConnection(to: index, patience: 0)
                        try others.execute("BEGIN IMMEDIATE; ROLLBACK")
                    } catch {
                        reads.refusals += 1
                    }
                }
            }))
        let access = LibraryAccess(.folder(watched), executor: LibraryExecutor(label: "test"), limits: .untimed)
        try await MediaManager(access: access).performChanges { $0.delete(missed) }
        // The root, y, m, n and n/o.
        #expect(reads.withLock(\.count) == 5)
        #expect(reads.withLock(\.refusals) == 0)
        #expect(trash.count == 2)
        await access.close()
    }

    @Test func `A search for photos that were renamed ends as soon as all are found`() async throws {
        let asset = try await marked("0.jpg")
        for number in 0..<4 { try scratch.write(SamplePhoto(noise: [9]), to: "\(number)/1.jpg") }
        try scratch.move("0.jpg", to: "new.jpg")
        let reads = Lock(0)
        let watched = scratch.photos(
            FolderTestHooks(onCrashPoint: { point in
                if point == .folderRead { reads.withLock { $0 += 1 } }
            }))
        let access = LibraryAccess(.folder(watched), executor: LibraryExecutor(label: "test"), limits: .untimed)
        try await MediaManager(access: access).performChanges { $0.delete([asset]) }
        #expect(reads.withLock(\.self) == 1)
        #expect(trash.count == 1)
        await access.close()
    }

    @Test func `A search for a photo that is gone ends with its edit`() async throws {
        let asset = try await marked("0.jpg")
        for number in 0..<4 { try scratch.write(SamplePhoto(noise: [9]), to: "\(number)/1.jpg") }
        try scratch.remove("0.jpg")
        let (reads, edit) = (Lock(0), Lock<Task<Void, any Error>?>(nil))
        let watched = scratch.photos(
            FolderTestHooks(onCrashPoint: { point in
                guard point == .folderRead else { return }
                reads.withLock { $0 += 1 }
                edit.withLock(\.self)?.cancel()
            }))
        let access = LibraryAccess(.folder(watched), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let manager = MediaManager(access: access)
        // The edit does not begin before its task is stored.
        edit.withLock { edit in
            edit = Task { try await manager.performChanges { $0.delete([asset]) } }
        }
        let task = edit.withLock { $0 }
        await #expect(throws: EditError.cancelled) { try await task?.value }
        // Edits are carried out one after the other.
        try await manager.performChanges { $0.setFavorite(false, for: [asset]) }
        #expect(reads.withLock(\.self) == 1)
        await access.close()
    }

    @Test func `A photo whose name another file has is deleted where it is, and restored under its own name`()
        async throws
    {
        let asset = try await marked("0.jpg")
        let content = try Data(contentsOf: scratch.url.appending(path: "0.jpg"))
        // As a scan does that finds another file under the name, and ends before it has found this one.
        try photos.displace("0.jpg")
        try scratch.move("0.jpg", to: "z.jpg")
        try await manager.performChanges { $0.delete([asset]) }
        #expect(try await LibraryPicture(of: photos).trash == [content])
        try await photos.restore(photos.trashedPhotos())
        let after = try await LibraryPicture(of: photos)
        #expect(after.assets["0.jpg"] == LibraryPicture.Asset(id: asset.id, isFavorite: true))
        #expect(after.files["0.jpg"] == content)
    }

    @Test func `A photo that is gone is deleted without a file`() async throws {
        let asset = try await marked("0.jpg")
        try scratch.remove("0.jpg")
        try await manager.performChanges { $0.delete([asset]) }
        #expect(trash.isEmpty)
        #expect(try await manager.photos.access.assets().count == 2)
    }

    @Test func `A photo whose name another one has now is not deleted, and neither is the other`() async throws {
        let asset = try await marked("0.jpg")
        try Renaming.swaps.carryOut(on: ["0.jpg", "1.jpg"], at: scratch.url.path)
        await #expect {
            try await manager.performChanges { $0.delete([asset]) }
        } throws: { error in
            guard case .interrupted? = error as? EditError else { return false }
            return true
        }
        #expect(trash.isEmpty)
        try await photos.index().waitUntilFinished()
        // On the next try, it is the right one.
        let content = try Data(contentsOf: scratch.url.appending(path: "1.jpg"))
        try await manager.performChanges { $0.delete([asset]) }
        let after = try await LibraryPicture(of: photos)
        #expect(after.trash == [content])
        #expect(after.assets.keys.sorted() == ["0.jpg", "2.jpg"])
    }

    @Test func `One of two names of a file that is gone takes no other with it`() async throws {
        #expect(link(scratch.url.path + "/0.jpg", scratch.url.path + "/same.jpg") == 0)
        try await photos.index().waitUntilFinished()
        let asset = try await marked("0.jpg")
        try scratch.remove("0.jpg")
        try await manager.performChanges { $0.delete([asset]) }
        #expect(trash.isEmpty)
        #expect(try await LibraryPicture(of: photos).files["same.jpg"] != nil)
    }
}
#endif
