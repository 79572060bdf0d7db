#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Full disks, folders that cannot be written, and an index that is removed.
struct HostileFolderTests {
    @Test func `An index that cannot be made is an error that says so`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write([1], to: "file")
        let photos = scratch.photos { $0.index = .folder(scratch.url.appending(path: "file/index")) }
        await #expect(throws: FolderError.cannotWriteIndex(path: scratch.url.path + "/file/index", code: ENOTDIR)) {
            try await photos.index().waitUntilFinished()
        }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect(throws: LibraryError.self) { try await access.assets() }
    }

    private static func refusal(of readers: Int) -> InvalidArgument {
        InvalidArgument("number of concurrent reads", readers, allowed: "1 to 64")
    }

    @Test(arguments: [0, 65, -1])
    func `A number of readers that there is not is named`(readers: Int) async throws {
        let scratch = try ScratchFolder()
        let photos = scratch.photos { $0.maximumConcurrentReads = readers }
        await #expect(throws: FolderError.invalidArgument(Self.refusal(of: readers))) {
            try await photos.index().waitUntilFinished()
        }
    }

    @Test func `What a configuration cannot ask for is refused, and nothing is made`() async throws {
        let scratch = try ScratchFolder()
        let changes: [@Sendable (inout FolderConfiguration) -> Void] = [
            { $0.historyLimit = 0 }, { $0.thumbnailCacheByteLimit = -1 },
            { $0.trash = URL(string: "https://example.org/x") },
            { $0.index = .folder(URL(string: "ftp://example.org/x") ?? URL(filePath: "/")) },
        ]
        for change in changes {
            do throws(FolderError) {
                try await scratch.photos { change(&$0) }.index().waitUntilFinished()
                Issue.record("It was taken")
            } catch {
                guard case .invalidArgument = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
    }

    @Test func `An index that others are making is waited for`() async throws {
        let scratch = try ScratchFolder()
        let path = scratch.url.path + "/.cameraroll/index.sqlite"
        try scratch.write([], to: ".cameraroll/index.sqlite")
        // SQLite does not call its busy handler while an index is switched to a log.
        let other = Lock<SQLiteConnection?>(try SQLiteConnection(path: path, .readWrite))
        try other.withLock { try $0?.execute("BEGIN IMMEDIATE") }
        let waits = Lock(0)
        var hooks = FolderTestHooks()
        hooks.onWait = {
            waits.withLock { $0 += 1 }
            try? other.withLock { try $0?.execute("ROLLBACK") }
        }
        try await scratch.photos(hooks).index().waitUntilFinished()
        #expect(waits.withLock(\.self) == 1)
    }

    @Test func `An index that others keep for longer than one waits is busy`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write([], to: ".cameraroll/index.sqlite")
        let other = try SQLiteConnection(path: scratch.url.path + "/.cameraroll/index.sqlite", .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        var hooks = FolderTestHooks()
        hooks.patience = 1
        let photos = scratch.photos(hooks)
        await #expect(throws: FolderError.busy) { try await photos.index().waitUntilFinished() }
        try other.execute("ROLLBACK")
        try await photos.index().waitUntilFinished()
    }

    @Test func `An index of a later version is left alone`() async throws {
        let scratch = try ScratchFolder()
        try await scratch.photos().index().waitUntilFinished()
        let path = scratch.url.path + "/.cameraroll/index.sqlite"
        try SQLiteConnection(path: path, .readWrite).execute("PRAGMA user_version = 99")
        await #expect(throws: FolderError.indexTooNew(version: 99)) {
            try await scratch.photos().index().waitUntilFinished()
        }
    }

    @Test func `A run that is cancelled keeps what it has, and the next one goes on`() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<40 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        try scratch.write(SamplePhoto(noise: [40]), to: "40.jpg")
        let control = ScanControl()
        control.cancel()
        #expect(throws: FolderError.cancelled) {
            _ = try TreeScan(photos.store, control).run(.everything)
        }
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let before = try await access.assets()
        #expect(before.count == 40)
        let next = try await photos.index().waitUntilFinished()
        #expect(next.filesRead == 1)
        #expect(Set(before).isSubset(of: try await access.assets()))
    }

    @Test func `An original is not opened through a link that was put in its place`() async throws {
        let (scratch, outside) = (try ScratchFolder(), try ScratchFolder())
        try scratch.write(to: "sub/a.jpg")
        try outside.write(to: "a.jpg")
        let photos = scratch.photos()
        let access = try await photos.opened()
        let id = try #require(try await access.assets().first?.id)
        let files = photos.store.originals
        #expect(try files.open(files.original(of: id)).bytes.byteCount > 0)
        try scratch.remove("sub")
        try FileManager.default.createSymbolicLink(
            at: scratch.url.appending(path: "sub"), withDestinationURL: outside.url)
        #expect(throws: ImageError.self) { try files.open(files.original(of: id)) }
        await access.close()
    }

    #if os(Linux)
    @Test(.enabled(if: SmallDisk.isPossible, "Only root can mount a small disk, and in some containers not even root."))
    func `A full disk is an error, and what was there before stays`() async throws {
        let disk = try SmallDisk(bytes: 640 << 10)
        try disk.scratch.write(to: "a.jpg")
        let photos = disk.scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let before = try await manager.photos.access.assets()
        let large = Data(SamplePhoto(noise: [UInt8](repeating: 7, count: 600_000)).bytes)
        await #expect(throws: EditError.notEnoughSpace) {
            try await manager.performChanges { $0.createAsset(.photo(large)) }
        }
        disk.fill()
        var made: [String] = []
        for number in 0..<40 {
            let title = "\(number)" + String(repeating: "x", count: 9_000)
            do throws(EditError) {
                try await manager.performChanges { _ = $0.createAlbum(title) }
                made.append(title)
            } catch {
                #expect(error == .notEnoughSpace)
            }
        }
        // The edits that fit into the log are made, and none that was refused.
        #expect(made.count < 40)
        #expect(try await manager.loadAlbums(.all).filter { $0.subtype == .regular }.map(\.title) == made)
        #expect(try await manager.photos.access.assets() == before)
        await #expect(throws: EditError.notEnoughSpace) { try await manager.performChanges { $0.delete(before) } }
        #expect(FileManager.default.fileExists(atPath: disk.scratch.url.path + "/a.jpg"))
        try disk.scratch.remove(".filler")
        try await manager.performChanges { $0.delete(before) }
        #expect(try await photos.trashedPhotos().count == 1)
        await manager.photos.access.close()
    }
    #endif
}

#endif
