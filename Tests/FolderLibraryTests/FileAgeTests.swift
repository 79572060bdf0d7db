#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// The files that a rescan reads again.
struct FileAgeTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "a.jpg")
    }

    private var path: String { scratch.url.path + "/a.jpg" }

    private func rewriteAtTheSameTime() throws {
        var status = stat()
        #expect(stat(path, &status) == 0)
        try scratch.overwrite("a.jpg", with: SamplePhoto(date: "2023:04:15 10:11:12"))
        #if canImport(Darwin)
        let times = [status.st_atimespec, status.st_mtimespec]
        #else
        let times = [status.st_atim, status.st_mtim]
        #endif
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    @Test func `A file of the same length, time and inode that says something else is read, and is a new version`()
        async throws
    {
        let photos = scratch.photos { $0.clockGrain = FileAge.grain }
        let access = try await photos.opened()
        let before = try await access.assets()
        // Within the clock step in which it was scanned: neither size nor time shows the change.
        try rewriteAtTheSameTime()
        try await photos.index().waitUntilFinished()
        let after = try await access.assets()
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after[0].creationDate == Date(timeIntervalSince1970: 1_681_553_472))
        #expect(after[0].contentVersion != before[0].contentVersion)
    }

    @Test func `A file of which only the inode is another is not read`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        try photos.store.write { try $0.connection.run("UPDATE file SET inode = inode + 1") }
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try await access.assets() == before)
        let inode = try OpenFolder(root: scratch.url.path).status("a.jpg").inode
        #expect(try photos.store.write { try $0.connection.number("SELECT inode FROM file") } == inode)
    }

    @Test func `A file that says the same after a change of its rights is the same version`() async throws {
        let photos = scratch.photos()
        let access = try await photos.opened()
        let before = try await access.assets()
        #expect(chmod(path, 0o600) == 0)
        #expect(try await photos.index().waitUntilFinished().filesRead == 1)
        #expect(try await access.assets() == before)
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `A time is kept of a file that was clearly older than when it was looked at`() throws {
        let status = try OpenFolder(root: scratch.url.path).status("a.jpg")
        func isKept(after age: Int64) -> Bool {
            FileAge.kept(of: status, at: status.changed + age, grain: FileAge.grain) == status.changed
        }
        #expect(!isKept(after: 0))
        #expect(!isKept(after: FileAge.grain - 1))
        #expect(!isKept(after: -1_000_000))
        #expect(isKept(after: FileAge.grain) || status.modified % 1_000_000_000 == 0)
        #expect(isKept(after: 3_000_000_000))
        // The time of a wrong clock does not occur again.
        #expect(isKept(after: -7_200_000_000_000))
    }

    @Test func `A volume's clock that is slow is taken for what it has shown`() {
        let (now, second) = (FileAge.now, Int64(1_000_000_000))
        var clocks = VolumeClocks()
        // A file that was written just now by a clock that is ten seconds behind.
        let slow = now - 10 * second
        let first = clocks.time(on: 1, after: [slow - second, slow], at: now)
        #expect(first <= slow && first > slow - 60 * second)
        // Time goes on, and never beyond this computer's; what older files show does not put it back.
        let later = clocks.time(on: 1, after: [slow - 900 * second], at: FileAge.now)
        #expect(later > slow - second && later <= FileAge.now)
        // Other volumes have other clocks, and times of a wrong clock show nothing.
        #expect(clocks.time(on: 2, after: [], at: now) == now)
        #expect(clocks.time(on: 3, after: [now + 900 * second], at: now) == now)
        #expect(clocks.time(on: 1, after: [now], at: now) <= now)
    }
}

extension ScratchFolder {
    /// Writes into an existing file.
    fileprivate func overwrite(_ path: String, with photo: SamplePhoto) throws {
        let file = try FileHandle(forWritingTo: url.appending(path: path))
        try file.write(contentsOf: Data(photo.bytes))
        try file.close()
    }
}
#endif
