#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

struct EditTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        for (index, name) in ["a.jpg", "sub/b.jpg"].enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:1\(index) 10:11:12"), to: name)
        }
        try scratch.write(SamplePhoto(date: "2023:04:15 10:11:12", content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        photos = scratch.photos()
    }

    private func files(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url.appending(path: folder).path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func `A created asset is a file that a rescan knows`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let data = Data(SamplePhoto(date: "2020:01:01 00:00:00").bytes)
        let outcome = try await manager.performChanges { edits in
            _ = edits.createAsset(.photo(data, fileName: "a.jpg"))
            _ = edits.createAsset(.photo(data))
        }
        #expect(try files() == ["IMG.jpg", "a 2.jpg", "a.jpg", "live.jpg", "live.mov", "sub"])
        #expect(try Data(contentsOf: scratch.url.appending(path: "a 2.jpg")) == data)
        #expect(try photos.file(of: outcome.createdAssets[0])?.path == "a 2.jpg")
        #expect(try await photos.index().report().filesRead == 0)
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `A Live Photo is created of two files, and deleted with both`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let source = try ScratchFolder()
        try source.write(SamplePhoto(), to: "new.jpg")
        try source.write(SampleMovie(), to: "new.mov")
        let (still, video) = (source.url.appending(path: "new.jpg"), source.url.appending(path: "new.mov"))
        let created = try await manager.performChanges { edits in
            _ = edits.createAsset(.livePhoto(still: still, video: video))
        }.createdAssets
        let asset = try #require(try await manager.photos.assets(withIdentifiers: created).first)
        #expect(asset.subtypes == .livePhoto)
        #expect(try files().contains("new.mov"))
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { edits in edits.delete(all) }
        #expect(try files() == ["sub"])
        #expect(try files(in: "sub") == [])
        #expect(try files(in: ".cameraroll/trash").count == 6)
        #expect(try await photos.index().report().files == 0)
    }

    @Test func `Edits that fail leave every file where it was`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let before = try files()
        await #expect(throws: EditError.albumNotFound("album-99")) {
            try await manager.performChanges { edits in
                edits.delete(assets)
                _ = edits.createAsset(.photo(Data(SamplePhoto().bytes)))
                edits.append(assets.prefix(0), to: AlbumID("album-99"))
            }
        }
        #expect(try files() == before)
        #expect(try await manager.photos.access.assets() == assets)
    }

    @Test func `What is no picture cannot become one`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        await #expect(throws: EditError.self) {
            try await manager.performChanges { $0.createAsset(.photo(Data("Hello, world".utf8))) }
        }
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `Files that a process left half moved are moved back`() async throws {
        try await photos.index().report()
        let move = FileMove(
            origin: Array("a.jpg".utf8), goal: Array("sub/moved.jpg".utf8),
            inode: try OpenFolder(root: scratch.url.path).status("a.jpg").inode)
        let stranger = FileMove(origin: Array("x.jpg".utf8), goal: Array("live.jpg".utf8), inode: 1)
        try photos.store.exclusively { writer in
            try writer.transaction { try writer.intend([move, stranger]) }
            try FileMover(root: OpenFolder(root: scratch.url.path)).move([move])
        }
        #expect(try files(in: "sub") == ["b.jpg", "moved.jpg"])
        let again = scratch.photos()
        // A file that had another name for a while may be another.
        #expect(try await again.index().report().filesRead == 1)
        #expect(try files() == ["a.jpg", "live.jpg", "live.mov", "sub"])
        #expect(try again.store.exclusively { try $0.intends([]) })
    }

    @Test func `What a process left half moved is moved back by one that had the index open`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().last)
        let root = try OpenFolder(root: scratch.url.path)
        let move = FileMove(
            origin: Array("a.jpg".utf8), goal: Array("sub/moved.jpg".utf8), inode: try root.status("a.jpg").inode)
        try scratch.photos().store.exclusively { writer in
            try writer.transaction { try writer.intend([move]) }
            try FileMover(root: root).move([move])
        }
        try await manager.performChanges { $0.delete([asset]) }
        #expect(try files(in: "sub") == ["b.jpg"])
        #expect(try files(in: ".cameraroll/trash").count == 1)
    }

    @Test func `A file that was left with both names has one again, and no other file is replaced`() throws {
        let root = try OpenFolder(root: scratch.url.path)
        let (mover, inode) = (FileMover(root: root), try root.status("a.jpg").inode)
        let move = FileMove(origin: Array("a.jpg".utf8), goal: Array("moved.jpg".utf8), inode: inode)
        #expect(link(scratch.url.path + "/a.jpg", scratch.url.path + "/moved.jpg") == 0)
        mover.moveBack([move])
        #expect(try files() == ["a.jpg", "live.jpg", "live.mov", "sub"])
        let blocked = FileMove(origin: move.origin, goal: Array("live.jpg".utf8), inode: inode)
        #expect(throws: SystemError(code: EEXIST)) { try mover.move([blocked]) }
        #expect(try root.status("a.jpg").inode == inode)
    }

    @Test func `A file to be moved into the library stays where somebody changed it meanwhile`() throws {
        let path = scratch.url.appending(path: "a.jpg")
        let source = try #require(MovedSource(.file(path, isMoved: true)))
        try scratch.write(SamplePhoto(noise: [1]), to: "a.jpg")
        source.remove()
        #expect(try files().contains("a.jpg"))
        MovedSource(.file(path, isMoved: true))?.remove()
        #expect(try !files().contains("a.jpg"))
    }

    @Test func `A name as long as the system allows can go to the trash`() async throws {
        let name = String(repeating: "é", count: 125) + ".jpg"
        try scratch.write(to: name)
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        let trash = try files(in: ".cameraroll/trash")
        #expect(trash.count == 5)
        #expect(trash.contains { $0.hasSuffix("é.jpg") && $0.utf8.count > 250 })
    }

    @Test func `Favourites and dates of the user's outlive a change of the file`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().last)
        let date = Date(timeIntervalSinceReferenceDate: 1)
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: [asset])
            edits.setCreationDate(date, for: [asset])
        }
        try scratch.write(SamplePhoto(date: "2024:01:01 00:00:00", orientation: 6), to: "a.jpg")
        try await photos.index().report()
        let after = try #require(try await manager.photos.assets(withIdentifiers: [asset.id]).first)
        #expect(after.isFavorite)
        #expect(after.creationDate == date)
        #expect(after.pixelWidth == 32)
    }
}
#endif
