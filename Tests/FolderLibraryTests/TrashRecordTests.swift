#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// What the trash knows of its files, through wrong clocks, new names and settings, and killed processes.
struct TrashRecordTests {
    let scratch: ScratchFolder
    let own: ScratchFolder
    private let clock = Lock<Int64>(1_800_000_000)
    private let day: Int64 = 86_400

    init() throws {
        (scratch, own) = (try ScratchFolder(), try ScratchFolder())
        for name in ["a.jpg", "trip/b.jpg"] { try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name) }
    }

    private func photos(isOwn: Bool = true, at path: String? = nil, trash: URL? = nil) -> PhotoFolder {
        var hooks = FolderTestHooks()
        hooks.clock = { [clock] in clock.withLock(\.self) }
        return ScratchFolder.photos(at: path ?? scratch.url.path, hooks) { [own] in
            if isOwn { $0.trash = trash ?? own.url }
        }
    }

    private func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: scratch.url.path + "/" + path)
    }

    /// Makes all photos favorites in an album, and deletes them.
    private func deleteAll(_ photos: PhotoFolder) async throws -> [MediaAsset] {
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: all)
            edits.append(all, to: edits.createAlbum("Trip"))
        }
        let marked = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        await manager.close()
        return marked
    }

    private func assets(_ photos: PhotoFolder) async throws -> [MediaAsset] {
        let access = try await photos.opened()
        let assets = try await access.assets()
        await access.close()
        return assets
    }

    private func members(_ photos: PhotoFolder) throws -> Int {
        try photos.numberInIndex("SELECT count(*) FROM member")
    }

    @Test func `No clock that is wrong empties the trash, and days with scans do`() async throws {
        let photos = photos()
        let month = Duration.seconds(30 * day)
        clock.withLock { $0 = 1_450_000_000 }
        _ = try await deleteAll(photos)
        // The clock was years behind, and then is years ahead.
        for now in [1_800_000_000, 2_900_000_000, 1_800_000_000] as [Int64] {
            clock.withLock { $0 = now }
            #expect(try await photos.emptyTrash(olderThan: month) == 0)
            try await photos.index().waitUntilFinished()
            #expect(try await photos.emptyTrash(olderThan: month) == 0)
        }
        for _ in 0..<5 {
            clock.withLock { $0 = max($0, 2_900_000_000) + 7 * day }
            try await photos.index().waitUntilFinished()
        }
        #expect(try await photos.emptyTrash(olderThan: month) == 2)
    }

    @Test func `A file without a record ages from when it was first seen`() async throws {
        let photos = photos(isOwn: false)
        _ = try await deleteAll(photos)
        try photos.changeIndex("DELETE FROM trashed")
        #expect(try await photos.emptyTrash(olderThan: .seconds(7 * day)) == 0)
        clock.withLock { $0 += 7 * day }
        #expect(try await photos.emptyTrash(olderThan: .seconds(7 * day)) == 2)
        #expect(try photos.numberInIndex("SELECT count(*) FROM stray") == 0)
    }

    @Test func `A trash that was moved, or is no longer configured, is still known`() async throws {
        let marked = try await deleteAll(photos())
        let moved = try ScratchFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: own.url.path) {
            #expect(rename(own.url.path + "/" + name, moved.url.path + "/" + name) == 0)
        }
        #expect(try await photos(isOwn: false).trashedPhotos() == [])
        try await photos(isOwn: false).emptyTrash()
        let elsewhere = photos(trash: moved.url)
        #expect(Set(try await elsewhere.trashedPhotos().map(\.asset)) == Set(marked.map(\.id)))
        try await elsewhere.restore(elsewhere.trashedPhotos())
        #expect(try await assets(elsewhere) == marked)
        // Deleted into the hidden trash, and listed with another setting.
        _ = try await deleteAll(photos(isOwn: false))
        #expect(try await elsewhere.trashedPhotos().count == 2)
        #expect(try await elsewhere.emptyTrash() == 2)
    }

    @Test func `An index that is made again lists what lies in a configured trash, and does not empty it`() async throws
    {
        try own.write(to: "mine.jpg")
        _ = try await deleteAll(photos())
        try scratch.remove(".cameraroll")
        let photos = photos()
        try await photos.index().waitUntilFinished()
        #expect(try await photos.emptyTrash() == 0)
        #expect(Set(try await photos.trashedPhotos().map(\.path)) == ["a.jpg", "b.jpg"])
        try await photos.restore(photos.trashedPhotos())
        #expect(try await assets(photos).count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: own.url.path) == ["mine.jpg"])
    }

    @Test func `A copy of a library does not empty the trash of the original`() async throws {
        let marked = try await deleteAll(photos())
        let copy = try ScratchFolder()
        try FileManager.default.copyItem(atPath: scratch.url.path, toPath: copy.url.path + "/copy")
        let copied = photos(at: copy.url.path + "/copy")
        try await copied.index().waitUntilFinished()
        #expect(try await copied.trashedPhotos() == [])
        #expect(try await copied.emptyTrash() == 0)
        let photos = photos()
        #expect(try await photos.trashedPhotos().count == 2)
        try await photos.restore(photos.trashedPhotos())
        #expect(try await assets(photos) == marked)
    }

    @Test(arguments: [true, false]) func `A deleted file that is moved back by hand is its old asset`(isOwn: Bool)
        async throws
    {
        let photos = photos(isOwn: isOwn)
        let marked = try await deleteAll(photos)
        let folder = isOwn ? own.url.path : scratch.url.path + "/.cameraroll/trash"
        for photo in try await photos.trashedPhotos() {
            #expect(rename(folder + "/" + photo.id, scratch.url.path + "/back-" + photo.id) == 0)
        }
        let back = try await assets(photos)
        #expect(Set(back.map(\.id)) == Set(marked.map(\.id)))
        #expect(back.filter(\.isFavorite).count == 2)
        #expect(try members(photos) == 2)
        #expect(try await photos.trashedPhotos() == [])
    }

    @Test func `A deletion that was killed is undone although the folder has another name by now`() async throws {
        let photos = photos()
        let before = try await assets(photos)
        try photos.recordMove(of: "trip/b.jpg", to: "/0123ABCD-b.jpg")
        try scratch.move("trip", to: "journey")
        #expect(rename(scratch.url.path + "/journey/b.jpg", own.url.path + "/0123ABCD-b.jpg") == 0)
        #expect(try await Set(assets(self.photos()).map(\.id)) == Set(before.map(\.id)))
        #expect(exists("trip/b.jpg"))
    }

    @Test(arguments: [true, false])
    func `A deletion that was killed and cannot be undone is in the trash with its record`(isConfigured: Bool)
        async throws
    {
        let photos = photos()
        let marked = try await assets(photos)
        let manager = MediaManager(access: try await photos.opened())
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: marked)
            edits.append(marked, to: edits.createAlbum("Trip"))
        }
        await manager.close()
        try photos.recordMove(of: "a.jpg", to: "/0123ABCD-a.jpg")
        #expect(rename(scratch.url.path + "/a.jpg", own.url.path + "/0123ABCD-a.jpg") == 0)
        // Another file has the name, or a program that knows no trash comes first.
        if isConfigured { try scratch.write(SamplePhoto(noise: [9, 9]), to: "a.jpg") }
        try await self.photos(isOwn: isConfigured).index().waitUntilFinished()
        let again = self.photos()
        let trashed = try await again.trashedPhotos()
        #expect(trashed.map(\.path) == ["a.jpg"] && trashed.map(\.isFavorite) == [true])
        try await again.restore(trashed)
        let back = try await assets(again)
        #expect(Set(back.filter(\.isFavorite).map(\.id)) == Set(marked.map(\.id)))
        #expect(try members(again) == 2)
    }

    @Test func `A killed deletion on a volume that was copied is undone, with other inodes`() async throws {
        let photos = photos(isOwn: false)
        let before = try await assets(photos)
        let goal = ".cameraroll/trash/0123ABCD-a.jpg"
        try photos.recordMove(of: "a.jpg", to: goal)
        let file = try Data(contentsOf: scratch.url.appending(path: "a.jpg"))
        try scratch.write(Array(file), to: goal)
        try scratch.remove("a.jpg")
        #expect(try await assets(self.photos(isOwn: false)).count == before.count)
        #expect(exists("a.jpg") && !exists(goal))
    }

    @Test func `The second file of a photo whose first is gone is in the trash with a record`() async throws {
        try scratch.write(SamplePhoto(content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        let photos = photos()
        let manager = MediaManager(access: try await photos.opened())
        let live = try #require(try await photos.asset(at: "live.jpg"))
        try await manager.performChanges { $0.setFavorite(true, for: [live]) }
        try scratch.remove("live.jpg")
        try await manager.performChanges { $0.delete([live]) }
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.asset) == [live] && trashed.map(\.path) == ["live.mov"])
        try await photos.restore(trashed)
        #expect(exists("live.mov"))
        #expect(try await photos.index().waitUntilFinished().filesRead == 1)
        let asset = try #require(try await manager.photos.access.assets(AssetQuery(.identifiers([live]))).first)
        #expect(asset.isFavorite && asset.mediaType == .video && asset.mediaSubtypes == [])
        await manager.close()
    }
}
#endif
