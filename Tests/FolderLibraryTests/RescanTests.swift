#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

struct RescanTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for (index, name) in ["a.jpg", "b.jpg", "sub/c.jpg", "sub/deep/d.jpg"].enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:1\(index) 10:11:12"), to: name)
        }
    }

    @Test func `A rescan reads no unchanged file`() async throws {
        let photos = scratch.photos()
        let first = try await photos.index().waitUntilFinished()
        #expect((first.files, first.filesRead, first.folders) == (4, 4, 3))
        let token = try await photos.opened().read("token") { try $0.changeToken() }
        let second = try await photos.index().waitUntilFinished()
        #expect((second.files, second.filesRead, second.folders) == (4, 0, 3))
        #expect(try await photos.opened().read("token") { try $0.changeToken() } == token)
    }

    @Test func `A copy with the time of its original has no other folder looked at`() async throws {
        let photos = scratch.photos()
        try scratch.touch("a.jpg", at: 1_000)
        let before = try await photos.opened().assets()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "copy.jpg")
        try scratch.touch("copy.jpg", at: 1_000)
        let report = try await photos.scans.begin(.folders([.root])).waitUntilFinished()
        #expect((report.folders, report.filesRead) == (1, 1))
        let after = try await photos.opened().assets()
        #expect(after.count == 5)
        #expect(Set(before).isSubset(of: after))
    }

    @Test func `A file that can be decided only when all are known counts as read once`() async throws {
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        // A known name that is now a hard link of another known file.
        try scratch.remove("b.jpg")
        #expect(link(scratch.url.path + "/a.jpg", scratch.url.path + "/b.jpg") == 0)
        // A new name that may be a missing file's.
        try scratch.move("sub/c.jpg", to: ".away")
        try await photos.scans.begin(.folders([.root])).waitUntilFinished()
        try await photos.index().waitUntilFinished()
        try scratch.write(SamplePhoto(noise: [9]), to: "sub/c.jpg")
        #expect(try await photos.index().waitUntilFinished().filesRead == 1)
        try scratch.remove("a.jpg")
        #expect(link(scratch.url.path + "/sub/c.jpg", scratch.url.path + "/a.jpg") == 0)
        // The other two have one name more, and one less.
        #expect(try await photos.index().waitUntilFinished().filesRead == 3)
    }

    @Test func `A rescan finds what came, changed and went, and nothing else`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12"), to: "new.jpg")
        try scratch.write(SamplePhoto(date: "2023:04:21 10:11:12", noise: [1]), to: "b.jpg")
        try scratch.remove("a.jpg")
        try await photos.index().waitUntilFinished()
        let after = try await access.assets()
        #expect(after.count == 4)
        #expect(after[0].id == before[2].id)
        #expect(after[0].contentVersion != before[2].contentVersion)
        #expect(Array(after[2...]) == Array(before[...1]))
    }

    @Test func `A file whose clock went back is read again`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let bytes = SamplePhoto(date: "2001:01:01 10:11:12").bytes
        try scratch.write(bytes, to: "a.jpg")
        try scratch.touch("a.jpg", at: -1_000)
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().last?.creationDate == Date(timeIntervalSince1970: 978_343_872))
    }

    @Test func `A file or folder that was renamed is the same asset`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        try scratch.move("a.jpg", to: "z.jpg")
        try scratch.move("sub", to: "other/sub2")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets() == before)
        #expect(try await photos.file(of: before[0].id)?.path == "other/sub2/deep/d.jpg")
    }

    @Test func `A folder that is gone takes its pictures with it`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        #expect(try await access.read("albums") { try $0.albums(.user).count } == 3)
        try scratch.remove("sub")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
        #expect(try await access.read("albums") { try $0.albums(.user).count } == 1)
    }

    @Test func `A file in the place of a folder, and a folder in the place of a file`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        try scratch.remove("sub")
        try scratch.write(SamplePhoto(noise: [1]), to: "sub")
        try scratch.remove("a.jpg")
        try scratch.write(SamplePhoto(noise: [2]), to: "a.jpg/x.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 3)
        #expect(try await photos.problems() == [])
        let again = try await photos.index().waitUntilFinished()
        #expect(again.filesRead == 0)
    }

    @Test func `A root that vanished is an error, and the index stays`() async throws {
        let photos = scratch.photos { $0.index = .folder(URL(filePath: scratch.url.path + "-index")) }
        defer { try? FileManager.default.removeItem(atPath: scratch.url.path + "-index") }
        let access = try await photos.opened()
        let aside = scratch.url.path + "-aside"
        defer { try? FileManager.default.removeItem(atPath: aside) }
        try FileManager.default.moveItem(atPath: scratch.url.path, toPath: aside)
        await #expect(throws: FolderError.cannotOpenRoot(path: scratch.url.path, code: ENOENT)) {
            try await photos.index().waitUntilFinished()
        }
        try FileManager.default.createDirectory(at: scratch.url, withIntermediateDirectories: true)
        await #expect(throws: FolderError.rootVanished(path: scratch.url.path)) {
            try await photos.index().waitUntilFinished()
        }
        #expect(try await access.assets().count == 4)
    }

    @Test func `A file that is empty or cannot be read for a while keeps its asset`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        try scratch.write([], to: "a.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets() == before)
        #expect(try await photos.problems() == [FolderProblem(path: "a.jpg", reason: .empty)])
        try photos.store.write { writer in
            try writer.put(
                ScannedFile(
                    folder: .root, name: Array("a.jpg".utf8), status: FileStatus(stat()),
                    finding: .nothing(.unreadable(code: EIO))))
        }
        #expect(try await access.assets() == before)
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", orientation: 6), to: "a.jpg")
        try await photos.index().waitUntilFinished()
        let after = try await access.assets()
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after[3].pixelWidth == 32)
        #expect(try await photos.problems() == [])
    }

    @Test func `A damaged index is set aside and rebuilt`() async throws {
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        let index = scratch.url.appending(path: ".cameraroll/index.sqlite")
        // Another file in its place: the first library still writes into the old one.
        try Data("This is no database, and long enough to be looked at as one, were it not for this.".utf8)
            .write(to: index, options: .atomic)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index.path + suffix) }
        defer { withExtendedLifetime(photos) {} }
        let access = try await scratch.photos().opened()
        #expect(try await access.assets().count == 4)
        let files = try FileManager.default.contentsOfDirectory(atPath: index.deletingLastPathComponent().path)
        #expect(files.contains { $0.contains("damaged") })
    }

    @Test func `Two folders of photos cannot share an index`() async throws {
        let other = try ScratchFolder()
        let place = IndexLocation.folder(other.url.appending(path: "index"))
        try await scratch.photos { $0.index = place }.index().waitUntilFinished()
        let stranger = try ScratchFolder()
        await #expect(throws: FolderError.indexOfAnotherFolder(path: scratch.url.path)) {
            try await stranger.photos { $0.index = place }.index().waitUntilFinished()
        }
    }
}
#endif
