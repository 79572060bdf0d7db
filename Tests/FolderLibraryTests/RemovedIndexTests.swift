#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Indexes that are removed while a library is open, alone or with the photos.
struct RemovedIndexTests {
    let scratch: ScratchFolder
    let root: String

    init() throws {
        scratch = try ScratchFolder()
        root = scratch.url.path + "/photos"
        for name in ["a", "b", "c"] {
            try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: "photos/\(name).jpg")
        }
    }

    private func photos(_ change: (inout FolderConfiguration) -> Void = { _ in }) -> PhotoFolder {
        ScratchFolder.photos(at: root, FolderTestHooks(), change)
    }

    /// Opens a library with a favorite and an album.
    private func opened(_ photos: PhotoFolder) async throws -> MediaManager {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: [assets[1]])
            let album = edits.createAlbum("mine")
            edits.append([assets[2]], to: album)
        }
        return manager
    }

    private var rootEntries: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: root).sorted() }
    }

    @Test(arguments: ["photos/.cameraroll", "photos/.cameraroll/index.sqlite"])
    func `An index that is removed under an open library is written again, and nothing of it is lost`(
        path: String
    ) async throws {
        let photos = photos()
        let manager = try await opened(photos)
        let before = try await manager.photos.access.assets()
        try scratch.remove(path)
        #expect(try await manager.photos.access.assets() == before)
        #expect(try await photos.problems() == [])
        #expect(try await photos.files(of: before.map(\.id)).count == 3)
        try await manager.performChanges { $0.setHidden(true, for: [before[0]]) }
        #expect(try await manager.photos.access.assets().map(\.id) == before.dropFirst().map(\.id))
        let repairs = try photos.repairs()
        #expect(repairs.map(\.assets) == [3])
        #expect(repairs.map(\.favorites) == [1])
        #expect(repairs.first?.description.contains("written again: it was removed") == true)
        await manager.close()
        let next = try await LibraryPicture(of: self.photos())
        #expect(next.assets.count == 3)
        #expect(next.assets.values.count(where: \.isFavorite) == 1)
        #expect(next.albums["mine"]?.count == 1)
        #expect(try photos.integrity() == "ok")
    }

    // The open library               Another process
    // ----------------               ---------------
    //                                removes the index, and makes the tables of a new one
    // finds a file without tables
    // waits
    //                                commits the tables
    // leaves that index alone
    @Test func `An index that another process is just making is not taken for an empty one`() async throws {
        let gate = BlockingGate()
        let photos = ScratchFolder.photos(at: root, FolderTestHooks(onWait: { gate.open() }))
        let manager = try await opened(photos)
        let assets = try await manager.photos.access.assets()
        try scratch.remove("photos/.cameraroll")
        let maker = ScratchFolder.photos(
            at: root, FolderTestHooks(onCrashPoint: { if $0 == .tablesMade { gate.pass() } }))
        let making = Task { try await maker.index().waitUntilFinished() }
        await gate.waitUntilReached()
        await #expect(throws: EditError.self) {
            try await manager.performChanges { $0.setHidden(true, for: [assets[0]]) }
        }
        gate.open()
        _ = try await making.value
        #expect(try maker.repairs() == [])
        #expect(try await maker.opened().assets().count == 3)
        await manager.close()
    }

    @Test func `Indexing an open folder whose index was removed changes no identifier`() async throws {
        let photos = photos()
        let manager = try await opened(photos)
        let before = try await manager.photos.access.assets()
        try scratch.remove("photos/.cameraroll")
        try scratch.write(SamplePhoto(noise: [9]), to: "photos/d.jpg")
        #expect(try await photos.index().waitUntilFinished().filesRead == 1)
        #expect(Set(before).isSubset(of: try await manager.photos.access.assets()))
        #expect(try await manager.photos.access.assets().count == 4)
        await manager.close()
    }

    #if os(Linux)
    @Test func `A library that follows its folder writes a removed index again by itself`() async throws {
        let photos = photos { $0.followsFolder = true }
        let manager = try await opened(photos)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(3)
        try scratch.remove("photos/.cameraroll")
        try scratch.write(SamplePhoto(noise: [9]), to: "photos/d.jpg")
        try await shown.reaches(4)
        #expect(FileManager.default.fileExists(atPath: root + "/.cameraroll/index.sqlite"))
        await manager.close()
    }
    #endif

    @Test func `An empty folder in the place of the photos is not written to, and nothing was deleted`() async throws {
        let photos = photos()
        let manager = try await opened(photos)
        let before = try await manager.photos.access.assets()
        try scratch.remove("photos")
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        let expected = FolderError.rootVanished(path: root)
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        #expect(photos.indexing.indexProblem == expected)
        #expect(try await manager.photos.access.assets() == before)
        #expect(try await photos.problems() == [])
        #expect(try await photos.files(of: before.map(\.id)).count == 3)
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { $0.setFavorite(true, for: before) }
        }
        #expect(try rootEntries == [])
        // The photos come from a backup without an index.
        for name in ["a", "b"] { try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: "photos/\(name).jpg") }
        try await photos.index().waitUntilFinished()
        #expect(photos.indexing.indexProblem == nil)
        let after = try await manager.photos.access.assets()
        #expect(after.count == 2)
        let known = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0.isFavorite) })
        let marks: [Bool?] = after.map { known[$0.id] }
        #expect(after.map(\.isFavorite) == marks)
        await manager.close()
    }

    @Test func `Other photos in the place of those that were opened are left alone until those are back`() async throws
    {
        let photos = photos()
        let manager = try await opened(photos)
        let before = try await manager.photos.access.assets()
        try scratch.move("photos", to: "away")
        try scratch.write(SamplePhoto(noise: [8]), to: "photos/other.jpg")
        let expected = FolderError.rootReplaced(path: root)
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        #expect(photos.indexing.indexProblem == expected)
        #expect(try await manager.photos.access.assets() == before)
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { $0.setFavorite(true, for: before) }
        }
        #expect(try rootEntries == ["other.jpg"])
        // Another library's index is not written to either.
        try await self.photos().index().waitUntilFinished()
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        await #expect(throws: EditError.volumeOffline) {
            try await manager.performChanges { _ = $0.createAlbum("theirs") }
        }
        #expect(try await manager.photos.access.assets() == before)
        try scratch.remove("photos")
        try scratch.move("away", to: "photos")
        try await manager.performChanges { $0.setFavorite(true, for: before) }
        #expect(photos.indexing.indexProblem == nil)
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == [true, true, true])
        await manager.close()
    }

    @Test func `An index elsewhere that is removed is written again, also while the photos are away`() async throws {
        let place = scratch.url.appending(path: "place")
        let photos = photos { $0.index = .folder(place) }
        let manager = try await opened(photos)
        let before = try await manager.photos.access.assets()
        try scratch.move("photos", to: "away")
        try scratch.remove("place")
        try await manager.performChanges { $0.setFavorite(true, for: before) }
        try scratch.move("away", to: "photos")
        await manager.close()
        let others = try await self.photos { $0.index = .folder(place) }.opened().assets()
        #expect(others.map(\.id) == before.map(\.id))
        #expect(others.map(\.isFavorite) == [true, true, true])
    }
}
#endif
