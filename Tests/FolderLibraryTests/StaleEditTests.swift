#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
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
        try await photos.index().report()
        #expect(try await LibraryPicture(of: photos).assets.keys.sorted() == ["1.jpg", "2.jpg"])
        let deleted = try await photos.trashedPhotos()
        try await photos.restore(deleted)
        let after = try await LibraryPicture(of: photos)
        let restored = try #require(after.assets.first { $0.value.id == asset.id })
        #expect(restored.value.isFavorite)
        #expect(after.files[restored.key] == content)
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
        try await photos.index().report()
        // Tried again, it is the right one.
        let content = try Data(contentsOf: scratch.url.appending(path: "1.jpg"))
        try await manager.performChanges { $0.delete([asset]) }
        let after = try await LibraryPicture(of: photos)
        #expect(after.trash == [content])
        #expect(after.assets.keys.sorted() == ["0.jpg", "2.jpg"])
    }

    @Test func `One of two names of a file that is gone takes no other with it`() async throws {
        #expect(link(scratch.url.path + "/0.jpg", scratch.url.path + "/same.jpg") == 0)
        try await photos.index().report()
        let asset = try await marked("0.jpg")
        try scratch.remove("0.jpg")
        try await manager.performChanges { $0.delete([asset]) }
        #expect(trash.isEmpty)
        #expect(try await LibraryPicture(of: photos).files["same.jpg"] != nil)
    }
}
#endif
