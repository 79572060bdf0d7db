#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
@testable import CameraRollCodecs
import Foundation
import Testing

/// Calls about a folder as a whole.
struct FolderQuestionTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    @Test func `Problems come in the order of the paths, whenever they were found, and the first ones first`()
        async throws
    {
        var paths: [String] = []
        for path in ["z/1.jpg", "b.jpg", "a/c.jpg", "z/0.jpg", "a.jpg", "a-/b.jpg"] {
            try scratch.write([], to: path)
            try await photos.index().waitUntilFinished()
            paths.append(path)
        }
        let sorted = ["a/c.jpg", "a-/b.jpg", "a.jpg", "b.jpg", "z/0.jpg", "z/1.jpg"]
        #expect(Set(sorted) == Set(paths))
        #expect(try await photos.problems().map(\.path) == sorted)
        #expect(try await photos.problems(limit: 2).map(\.path) == ["a/c.jpg", "a-/b.jpg"])
        #expect(try await photos.problems(limit: -1) == [])
    }

    @Test func `A folder that cannot be read for another reason than before has the new one`() async throws {
        try await photos.index().waitUntilFinished()
        for code in [EACCES, EIO] {
            try photos.store.write { try $0.setProblem(.unreadable(code: code), of: .root) }
            #expect(try await photos.problems().map(\.reason) == [.unreadable(code: code)])
        }
    }

    @Test func `All problems are returned, however many there are`() async throws {
        try await photos.index().waitUntilFinished()
        try photos.store.write { writer in
            try writer.connection.execute(
                """
                WITH RECURSIVE counter(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counter WHERE n < 10001)
                INSERT INTO file(folder, name, size, mtime, inode, problem)
                SELECT \(FolderID.root.row), CAST(n || '.jpg' AS BLOB), 0, 0, 0, 1 FROM counter
                """)
        }
        #expect(try await photos.problems().count == 10_001)
    }

    @Test(arguments: [
        ("JPEG XL", [0, 0, 0, 12, 74, 88, 76, 32, 13, 10, 135, 10, 0, 0, 0, 20]),
        ("JPEG XL", [0xFF, 0x0A, 1, 2, 3, 4]), ("Photoshop", Array("8BPS............".utf8)),
    ])
    func `A picture of a kind that is not read is listed by that kind`(kind: String, bytes: [UInt8]) async throws {
        try scratch.write(bytes, to: "a.jxl")
        try await photos.index().waitUntilFinished()
        let problem = try #require(try await photos.problems().first)
        #expect(problem.reason == .unsupportedFormat(kind))
        #expect("\(problem)" == "'a.jxl' has the format '\(kind)', which is not supported.")
    }

    #if os(Linux)
    @Test func `A sound picture with damaged metadata is not called damaged`() async throws {
        var bytes = TestPicture.quarters().jpeg()
        // A segment of EXIF whose header is none, behind the start of the image.
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, 16] + Array("Exif\0\0".utf8) + Array("no bytes".utf8), at: 2)
        try scratch.write(bytes, to: "a.jpg")
        try await photos.index().waitUntilFinished()
        let problems = try await photos.problems()
        #expect(problems.first == FolderProblem(path: "a.jpg", reason: .damagedMetadata))
        #expect(problems.first.map { "\($0)" } == "The metadata of 'a.jpg' are damaged.")
    }
    #endif

    @Test func `Bytes that are no picture are shown as text`() {
        let problem = FolderProblem(path: "a.txt", reason: .notAPicture(firstBytes: Array("this".utf8)))
        #expect(
            "\(problem)" == "'a.txt', which begins with 74 68 69 73 ('this'), is no picture or movie that is known.")
    }

    @Test(arguments: [false, true]) func `A relative path of the index or the trash is refused`(isTrash: Bool) async {
        let folder = URL(filePath: "some/where")
        let photos = scratch.photos { configuration in
            if isTrash { configuration.trash = folder } else { configuration.index = .folder(folder) }
        }
        let expected = FolderError.invalidArgument(
            InvalidArgument("folder", "'some/where'", allowed: "a folder with an absolute path"))
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        #expect(await photos.indexingProblem() == expected)
    }

    @Test func `Whether the index can be written is told without writing`() async throws {
        #expect(await photos.indexingProblem() == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
        let away = ScratchFolder.photos(at: scratch.url.path + "/missing")
        #expect(await away.indexingProblem() == .cannotOpenRoot(path: scratch.url.path + "/missing", code: ENOENT))
    }

    @Test func `Many files are found in one go, and those of no asset are left out`() async throws {
        for number in 0..<5 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "sub/\(number).jpg") }
        let assets = try await photos.opened().assets()
        let strangers = ["", "x", "ffffffffff", "0000000063"].map { AssetID($0) }
        let files = try await photos.files(of: assets.map(\.id) + strangers)
        #expect(Set(files.keys) == Set(assets.map(\.id)))
        #expect(Set(files.values.map(\.path)) == Set((0..<5).map { "sub/\($0).jpg" }))
        #expect(try await photos.file(of: strangers[1]) == nil)
    }

    @Test func `On a volume of a network the index is in the cache folder, unless one is beside the photos`()
        async throws
    {
        var hooks = FolderTestHooks()
        hooks.volume = .remote
        let cached = IndexLocation.cacheFolder.folder(forPhotosAt: scratch.url.path)
        #expect(scratch.photos(hooks).store.index.path == cached + "/index.sqlite")
        let own = IndexLocation.folder(URL(filePath: "/own"))
        #expect(scratch.photos(hooks) { $0.index = own }.store.index.path == "/own/index.sqlite")
        #expect(VolumeKind(ofFolderAt: scratch.url.path) == .local)
        try await photos.index().waitUntilFinished()
        #expect(scratch.photos(hooks).store.index.path == scratch.url.path + "/.cameraroll/index.sqlite")
    }

    @Test func `An index in the cache folder stays that of its photos before their volume is mounted`() async throws {
        let root = scratch.url.path + "/photos"
        let cached = URL(filePath: IndexLocation.cacheFolder.folder(forPhotosAt: root))
        defer { try? FileManager.default.removeItem(at: cached) }
        func path() -> String { ScratchFolder.photos(at: root).store.index.path }
        #expect(path() == root + "/.cameraroll/index.sqlite")
        try scratch.write(to: "photos/a.jpg")
        try await ScratchFolder.photos(at: root, FolderTestHooks(volume: .remote)).index().waitUntilFinished()
        // Photos that are there, on a local volume, are others.
        #expect(path() == root + "/.cameraroll/index.sqlite")
        try scratch.remove("photos/a.jpg")
        #expect(path() == cached.path + "/index.sqlite")
        try scratch.remove("photos")
        #expect(path() == cached.path + "/index.sqlite")
    }

    #if os(Linux)
    @Test(arguments: [
        ("0:50", VolumeKind.remote), ("0:51", .remote), ("0:52", .remote), ("0:53", .remote), ("8:1", .local),
        ("8:17", .local), ("9:9", .local),
    ])
    func `A network volume is recognized by the list of mounts`(device: String, kind: VolumeKind) {
        let mounts = """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            40 22 0:50 / /nas rw shared:2 master:1 - nfs4 nas:/photos rw
            41 22 0:51 / /win\\040dows rw - cifs //nas/photos rw
            42 22 0:52 / /ssh rw - fuse.sshfs me@there:/ rw
            45 22 0:53 / /mnt/auto rw - autofs systemd-1 rw
            43 22 8:17 / /usb rw - fuseblk /dev/sdb1 rw
            44 22 9:9
            """
        #expect(VolumeKind(ofDevice: device, in: mounts) == kind)
    }
    #endif

    @Test func `The log is moved to the index while another connection writes`() async throws {
        try scratch.write(to: "a.jpg")
        try await photos.index().waitUntilFinished()
        let store = photos.store
        try store.write { try $0.connection.run("UPDATE library SET root_inode = root_inode + 1") }
        try store.exclusively { writer in
            try writer.connection.execute("BEGIN IMMEDIATE")
            defer { try? writer.connection.execute("ROLLBACK") }
            try store.index.moveLog()
        }
        let connection = try SQLiteConnection(path: store.index.path, .readWrite)
        let left = try connection.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(1) - $0.integer(2) }
        #expect(left == 0)
    }
}
#endif
