#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Folders of photos made by others: regardless of their contents, no file outside is opened or written.
struct LinkTests {
    let scratch: ScratchFolder
    let outside: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        outside = try ScratchFolder()
        try scratch.write(to: "a.jpg")
    }

    private func link(_ path: String, to goal: String = "") throws {
        let url = scratch.url.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: url.path, withDestinationPath: outside.url.path + (goal.isEmpty ? "" : "/" + goal))
    }

    private var outsiders: [String] {
        get throws { try FileManager.default.subpathsOfDirectory(atPath: outside.url.path).sorted() }
    }

    private func isRefused(_ path: String) async throws {
        let photos = scratch.photos()
        let expected = FolderError.indexIsLink(path: scratch.url.path + "/" + path)
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        await #expect(throws: expected) { try await photos.problems() }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect(throws: LibraryError.cannotOpen(reason: ErrorReason(expected))) { try await access.assets() }
    }

    @Test func `An index is not made through a link`() async throws {
        try link(".cameraroll")
        try await isRefused(".cameraroll")
        #expect(try outsiders == [])
    }

    @Test(arguments: [
        "index.sqlite", "index.sqlite-wal", "index.sqlite-shm", "index.sqlite-journal", "index.sqlite-damaged",
        "index.sqlite-rebuilt", "index.sqlite-rebuilding", "thumbnails.sqlite", "thumbnails.sqlite-wal",
    ])
    func `A file of the index is not opened or made through a link`(name: String) async throws {
        for exists in [false, true] {
            if exists {
                try outside.write([1, 2, 3], to: "target")
            } else {
                try link(".cameraroll/" + name, to: "target")
            }
            try await isRefused(".cameraroll/" + name)
            #expect(try outsiders == (exists ? ["target"] : []))
        }
        #expect(try Data(contentsOf: outside.url.appending(path: "target")) == Data([1, 2, 3]))
    }

    @Test func `A pipe in the place of the index is refused, without waiting for it`() async throws {
        try scratch.write([], to: ".cameraroll/x")
        #expect(mkfifo(scratch.url.path + "/.cameraroll/index.sqlite", 0o644) == 0)
        try await isRefused(".cameraroll/index.sqlite")
    }

    @Test func `A folder that the configuration names may be a link`() async throws {
        try link("elsewhere")
        let photos = scratch.photos { $0.index = .folder(scratch.url.appending(path: "elsewhere")) }
        #expect(try await photos.opened().assets().count == 1)
        #expect(try outsiders.contains("index.sqlite"))
    }

    @Test func `A damaged index is marked by no file outside`() throws {
        let photos = scratch.photos()
        try photos.store.prepare()
        try link(".cameraroll/index.sqlite-damaged", to: "target")
        photos.store.index.markDamaged()
        #expect(try outsiders == [])
    }

    @Test(arguments: ["staged", "trash"]) func `No file is moved through a link`(name: String) async throws {
        let manager = MediaManager(access: try await scratch.photos().opened())
        let assets = try await manager.photos.access.assets()
        try link(".cameraroll/" + name)
        await #expect(throws: EditError.self) {
            try await manager.performChanges { edits in
                if name == "trash" {
                    edits.delete(assets)
                } else {
                    _ = edits.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes)))
                }
            }
        }
        #expect(try outsiders == [])
        let picture = try await LibraryPicture(of: scratch.photos())
        #expect(picture.files.keys.sorted() == ["a.jpg"])
        #expect(picture.assets.keys.sorted() == ["a.jpg"])
    }

    @Test func `What an index says is to be moved back moves nothing outside, to there or from there`() async throws {
        try outside.write([1], to: "theirs")
        try link("link")
        try await scratch.photos().index().waitUntilFinished()
        let (root, away) = (try OpenFolder(root: scratch.url.path), try OpenFolder(root: outside.url.path))
        let (mine, theirs) = (try root.status("a.jpg").inode, try away.status("theirs").inode)
        let name = outside.url.lastPathComponent
        for folder in [outside.url.path, "../" + name, "link", "x/../../" + name, "./../" + name] {
            let photos = scratch.photos()
            try photos.store.exclusively { writer in
                try writer.transaction {
                    try writer.intend([
                        FileMove(origin: Array("b.jpg".utf8), goal: Array((folder + "/theirs").utf8), inode: theirs),
                        FileMove(origin: Array((folder + "/mine").utf8), goal: Array("a.jpg".utf8), inode: mine),
                    ])
                }
            }
            let again = scratch.photos()
            #expect(try await again.index().waitUntilFinished().filesRead == 0)
            #expect(try again.store.exclusively { try $0.intends([]) })
            #expect(try outsiders == ["theirs"])
        }
    }

    @Test func `Folders of an index that lead outside are not opened, and nothing is deleted there`() async throws {
        try outside.write(to: "theirs.jpg")
        let photos = scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().first)
        let name = Array(("../" + outside.url.lastPathComponent).utf8)
        let inode = try OpenFolder(root: outside.url.path).status("theirs.jpg").inode
        try photos.store.write { writer in
            let folder = try writer.folder(name, in: .root)
            try writer.connection.run(
                "UPDATE asset SET folder = ?, name = ?", .integer(folder.row), .blob(Array("theirs.jpg".utf8)))
            try writer.connection.run(
                "UPDATE file SET folder = ?, name = ?, inode = ?", .integer(folder.row),
                .blob(Array("theirs.jpg".utf8)), .integer(inode))
        }
        await #expect(throws: EditError.self) { try await manager.performChanges { $0.delete([asset]) } }
        let files = photos.store.originals
        #expect(throws: ImageError.self) { try files.open(files.original(of: asset.id)) }
        #expect(try outsiders == ["theirs.jpg"])
        try await photos.index().waitUntilFinished()
        #expect(try await LibraryPicture(of: photos).assets.keys.sorted() == ["a.jpg"])
    }

    @Test func `A trash that the configuration names is used, and no other folder like it`() async throws {
        let trash = outside.url.appending(path: "trash")
        let photos = scratch.photos { $0.trash = trash }
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash.path).count == 1)
        let root = try OpenFolder(root: scratch.url.path)
        let mover = FileMover(root: root, trash: trash.path)
        try outside.write([1], to: "trash/deep/theirs")
        let inode = try OpenFolder(root: trash.path + "/deep").status("theirs").inode
        let goals = ["/deep/theirs", "/../trash/deep/theirs", "//deep/theirs", "/deep//theirs"]
        mover.moveBack(
            goals.map { FileMove(origin: Array("b.jpg".utf8), goal: Array((trash.path + $0).utf8), inode: inode) })
        #expect(try outsiders.contains("trash/deep/theirs"))
    }
}
#endif
