#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

struct TrashTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        for (index, name) in ["a.jpg", "b.jpg", "c.jpg"].enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:1\(index) 10:11:12"), to: name)
        }
        try scratch.write(SamplePhoto(date: "2023:04:15 10:11:12", content: "L"), to: "sub/live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "sub/live.mov")
        photos = scratch.photos()
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: scratch.url.path + "/" + path)
    }

    private func trashNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll/trash")
    }

    @Test func `A deleted photo is in the trash, with where it was and what was said of it`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        #expect(try await photos.trashedPhotos() == [])
        let live = try #require(try await manager.photos.access.assets().first)
        try await manager.performChanges { $0.setFavorite(true, for: live) }
        try await manager.performChanges { $0.delete(live) }
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.asset) == [live.id])
        #expect(trashed.map(\.path) == ["sub/live.jpg"])
        #expect(trashed.map(\.isFavorite) == [true])
        let files = [SamplePhoto(date: "2023:04:15 10:11:12", content: "L").bytes, SampleMovie(content: "L").bytes]
        #expect(trashed.map(\.byteCount) == [files.map(\.count).reduce(0, +)])
        #expect(abs(try #require(trashed.first).deletionDate.timeIntervalSinceNow) < 600)
    }

    @Test func `A restored photo is the same asset, as a favorite and where it was in its albums`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let before = try await manager.photos.access.assets()
        let album = try #require(
            try await manager.performChanges { edits in
                edits.setFavorite(true, for: before[0])
                edits.append(before, to: edits.createAlbum("Trip"))
            }.createdAlbums.first)
        let said = try await manager.photos.access.assets()
        let query = AssetQuery.album(album).inLibraryOrder()
        let token = try #require(try await manager.photos.access.read("token") { try $0.changeToken() })
        try await manager.performChanges { $0.delete([before[0], before[1]]) }
        try await photos.restore(photos.trashedPhotos())
        #expect(try await manager.photos.access.assets() == said)
        #expect(try await manager.photos.access.assets(query).map(\.id) == before.map(\.id))
        #expect(try exists("sub/live.jpg") && exists("sub/live.mov") && exists("c.jpg") && trashNames() == [])
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try await photos.trashedPhotos() == [])
        let history = try await manager.photos.access.read("history") { try $0.changes(since: token) }
        guard case .changes(let changes) = history else {
            Issue.record("The history tells nothing")
            return
        }
        #expect(changes.assets.inserted.isEmpty && changes.assets.deleted.isEmpty)
        #expect(changes.assets.updated.isSuperset(of: [before[0].id, before[1].id]))
        // Once more: an asset deleted before is deleted again.
        try await manager.performChanges { $0.delete(said) }
        #expect(try await photos.trashedPhotos().count == 4)
    }

    @Test(
        arguments: [
            ([0, 2], [2], [1, 2, 3, 4]), ([0, 2], [0], [0, 1, 3, 4]), ([2, 0], [2, 0], [0, 1, 2, 3, 4]),
            ([3, 4, 1], [4, 1], [0, 1, 2, 4]),
        ] as [([Int], [Int], [Int])])
    func `A restored photo is between its former neighbors, whichever others are gone`(
        deleted: [Int], restored: [Int], expected: [Int]
    ) async throws {
        try scratch.write(SamplePhoto(date: "2023:04:16 10:11:12", noise: [5]), to: "e.jpg")
        let manager = MediaManager(access: try await photos.opened())
        let ids = try await manager.photos.access.assets().map(\.id)
        let album = try await manager.performChanges { edits in
            edits.append(ids, to: edits.createAlbum("Trip"))
        }.createdAlbums[0]
        for index in deleted { try await manager.performChanges { $0.delete(ids[index]) } }
        for index in restored {
            let photo = try await photos.trashedPhotos().filter { $0.asset == ids[index] }
            try await photos.restore(photo)
        }
        let members = try await manager.photos.access.assets(.album(album).inLibraryOrder()).map(\.id)
        #expect(members == expected.map { ids[$0] })
        #expect(try photos.integrity() == "ok")
    }

    @Test func `A photo whose place in an album another one has by now is restored before that one`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let ids = try await manager.photos.access.assets().map(\.id)
        let album = try await manager.performChanges { edits in
            edits.append(ids.prefix(3), to: edits.createAlbum("Trip"))
        }.createdAlbums[0]
        try await manager.performChanges { $0.delete(ids[1]) }
        try await manager.performChanges { $0.insert([ids[3]], at: 1, into: album) }
        try await photos.restore(photos.trashedPhotos())
        let members = try await manager.photos.access.assets(.album(album).inLibraryOrder()).map(\.id)
        #expect(members == [0, 1, 3, 2].map { ids[$0] })
        #expect(try photos.integrity() == "ok")
    }

    @Test func `Photos that were neighbors in an album are restored as neighbors, before the one that has their place`()
        async throws
    {
        try scratch.write(SamplePhoto(date: "2023:04:16 10:11:12", noise: [5]), to: "e.jpg")
        let manager = MediaManager(access: try await photos.opened())
        let ids = try await manager.photos.access.assets().map(\.id)
        let album = try await manager.performChanges { edits in
            edits.append(ids, to: edits.createAlbum("Trip"))
        }.createdAlbums[0]
        try await manager.performChanges { $0.delete([ids[1], ids[2]]) }
        try await manager.performChanges { $0.move([ids[4]], to: 0, in: album) }
        try await photos.restore(photos.trashedPhotos())
        let members = try await manager.photos.access.assets(.album(album).inLibraryOrder()).map(\.id)
        #expect(members == [4, 1, 2, 0, 3].map { ids[$0] })
        #expect(try photos.integrity() == "ok")
    }

    @Test(arguments: [false, true])
    func `A trash that was copied to another disk is still known`(isOwn: Bool) async throws {
        let own = try ScratchFolder()
        let photos = scratch.photos { if isOwn { $0.trash = own.url } }
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: all) }
        let said = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        let trashed = try await photos.trashedPhotos()
        try (isOwn ? own : scratch).replaceFiles(in: isOwn ? "" : ".cameraroll/trash/")
        #expect(try await photos.trashedPhotos() == trashed)
        #expect(try await photos.emptyTrash(olderThan: .seconds(86_400)) == 0)
        #expect(try await photos.trashedPhotos() == trashed)
        try await photos.restore(trashed)
        #expect(try await manager.photos.access.assets() == said)
    }

    @Test func `A photo is not forgotten while another file has its name in the trash`() async throws {
        let own = try ScratchFolder()
        let photos = scratch.photos { $0.trash = own.url }
        let manager = MediaManager(access: try await photos.opened())
        let last = try #require(try await manager.photos.access.assets().last)
        try await manager.performChanges { $0.delete(last) }
        let name = try #require(try await photos.trashedPhotos().first).id
        try own.write(SamplePhoto(noise: [9]), to: "other")
        own.setModificationTime(1_600_000_000_000_000_000, of: "other")
        #expect(rename(own.url.path + "/other", own.url.path + "/" + name) == 0)
        #expect(try await photos.emptyTrash() == 0)
        #expect(try photos.numberInIndex("SELECT count(*) FROM trashed") == 1)
        try own.remove(name)
        // The folder may be another one than at the deletion.
        try await photos.emptyTrash()
        #expect(try photos.numberInIndex("SELECT count(*) FROM trashed") == 1)
        try photos.changeIndex("UPDATE trashed SET waited = waited - 91 * 86400")
        try await photos.emptyTrash()
        #expect(try photos.numberInIndex("SELECT count(*) FROM trashed") == 0)
    }

    @Test func `Photos whose names differ in case only are restored under names that every volume distinguishes`()
        async throws
    {
        try scratch.write(SamplePhoto(noise: [1]), to: "sub/A.jpg")
        try scratch.write(SamplePhoto(noise: [2]), to: "sub/a.JPG")
        guard try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/sub").count == 4 else { return }
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        try await photos.restore(photos.trashedPhotos())
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/sub")
        #expect(names.count == 4)
        #expect(Set(names.map { $0.lowercased() }).count == 4)
    }

    @Test func `A photo is restored where its folder is gone and its name is taken`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        try scratch.remove("sub")
        try scratch.write(SamplePhoto(noise: [9]), to: "a.jpg")
        try await photos.index().waitUntilFinished()
        try await photos.restore(photos.trashedPhotos())
        #expect(try await manager.photos.access.assets().count == 5)
        #expect(try await photos.file(of: all[3].id)?.path == "a 2.jpg")
        #expect(try await photos.file(of: all[0].id)?.path == "sub/live.jpg")
        #expect(exists("sub/live.mov"))
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `All are restored, or none`() async throws {
        let steps = Lock(false)
        var hooks = FolderTestHooks()
        hooks.onDurableStep = { step in
            if step == .filesMoved, steps.withLock(\.self) { throw FolderTestHooks.diskFailure }
        }
        let photos = scratch.photos(hooks)
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        let trashed = try await photos.trashedPhotos()
        steps.withLock { $0 = true }
        await #expect(throws: EditError.self) { try await photos.restore(trashed) }
        #expect(try await photos.trashedPhotos() == trashed)
        steps.withLock { $0 = false }
        let gone = try #require(trashed.first { $0.path == "a.jpg" })
        try scratch.remove(".cameraroll/trash/" + gone.id)
        await #expect(throws: EditError.self) { try await photos.restore(trashed) }
        #expect(try await photos.trashedPhotos() == trashed.filter { $0 != gone })
        #expect(try await manager.photos.access.assets().isEmpty)
    }

    @Test func `The trash is emptied of what is old enough`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        try photos.changeIndex("UPDATE trashed SET waited = waited - 86400 WHERE id = (SELECT min(id) FROM trashed)")
        #expect(try await photos.emptyTrash(olderThan: .seconds(86_400)) == 1)
        let left = try await photos.trashedPhotos()
        #expect(left.count == 3)
        // One is removed by hand.
        try scratch.remove(".cameraroll/trash/" + (try #require(left.first { $0.path != "sub/live.jpg" }).id))
        #expect(try await photos.emptyTrash() == 2)
        #expect(try await photos.emptyTrash() == 0)
        #expect(try trashNames() == [])
        #expect(try photos.numberInIndex("SELECT count(*) FROM trashed") == 0)
    }

    @Test func `What an index forgot that was rebuilt is restored as a new photo`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all.suffix(1)) }
        try photos.changeIndex("DELETE FROM trashed")
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.path) == ["a.jpg"])
        #expect(trashed.map(\.asset) == [nil])
        try await photos.restore(trashed)
        #expect(exists("a.jpg"))
        #expect(try await manager.photos.access.assets().count == 4)
    }

    @Test func `A trash of one's own is emptied only of what the library put there`() async throws {
        let own = try ScratchFolder()
        try own.write(SamplePhoto(), to: "mine.jpg")
        let photos = scratch.photos { $0.trash = own.url }
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all.prefix(2)) }
        try await photos.restore(photos.trashedPhotos().prefix(1))
        #expect(try await photos.emptyTrash() == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: own.url.path) == ["mine.jpg"])
        #expect(try await manager.photos.access.assets().count == 3)
    }

    @Test(arguments: ["/etc/passwd", "../outside.jpg", ".cameraroll/index.sqlite", ".cameraroll/trash/../../a.jpg"])
    func `A trash that a hostile index names leads nowhere`(goal: String) async throws {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all.prefix(1)) }
        try photos.changeIndex("UPDATE trashed SET goal = CAST('\(goal)' AS BLOB)")
        #expect(try await photos.trashedPhotos().allSatisfy { $0.asset == nil })
        try await photos.emptyTrash()
        #expect(exists("a.jpg") && exists(".cameraroll/index.sqlite"))
    }
}

extension ScratchFolder {
    /// Replaces the files in a folder by copies with the same times.
    ///
    /// - Parameter folder: its path with a slash at the end; empty for this folder.
    fileprivate func replaceFiles(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path + "/" + folder) {
            let path = folder + name
            let time = try modificationTime(of: path)
            try write(Array(Data(contentsOf: url.appending(path: path))), to: path + ".copy")
            setModificationTime(time, of: path + ".copy")
            #expect(rename(url.path + "/" + path + ".copy", url.path + "/" + path) == 0)
        }
    }
}
#endif
