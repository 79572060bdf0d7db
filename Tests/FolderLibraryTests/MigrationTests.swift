#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// The migration of indexes from older versions.
struct MigrationTests {
    @Test func `An index of the second version keeps what it has, and reads no file again`() async throws {
        let scratch = try ScratchFolder()
        for number in 0..<3 { try scratch.write(SamplePhoto(date: "2023:04:1\(number) 10:11:12"), to: "\(number).jpg") }
        let folder = scratch.url.appending(path: ".cameraroll")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.makeSecond(at: folder.appending(path: "index.sqlite").path, of: scratch)
        let photos = scratch.photos()
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        let access = try await photos.opened()
        let assets = try await access.assets()
        #expect(assets.map(\.id.rawValue) == ["0000000003", "0000000002", "0000000001"])
        #expect(assets.map(\.isFavorite) == [false, true, false])
        let identity = try await access.read("identity") { $0.identity }
        // A token in the form of that version.
        let token = ChangeToken(library: identity, place: Data([1, 0, 0, 0, 0, 0, 0, 0, 1]))
        try scratch.write(SamplePhoto(date: "2023:04:20 10:11:12"), to: "new.jpg")
        try await photos.index().waitUntilFinished()
        guard case .changes(let changes) = try await access.read("history", { try $0.changes(since: token) }) else {
            Issue.record("A token of the second version is not understood.")
            return
        }
        #expect(changes.assets.inserted == Set(try await access.assets().map(\.id)).subtracting(assets.map(\.id)))
        #expect(try photos.integrity() == "ok")
        // Once the times of the last change are known, they count.
        try photos.store.write {
            try $0.connection.run(
                "UPDATE file SET ctime = ctime - 1 WHERE name = ?", .blob([0x30] + Array(".jpg".utf8)))
        }
        #expect(try await photos.index().waitUntilFinished().filesRead == 1)
    }

    /// Creates an index of the second version, with three files, one favorite and one entry of the history.
    private static func makeSecond(at path: String, of scratch: ScratchFolder) throws {
        let index = try SQLiteConnection(path: path, .readWrite)
        for step in IndexSchema.steps.prefix(2) { try index.execute(step) }
        try index.run("INSERT INTO library VALUES ('second', ?, 4, 1, 0, NULL, 4)", .blob(Array(scratch.url.path.utf8)))
        try index.execute("INSERT INTO folder VALUES (1, NULL, x'', 1, NULL, NULL); INSERT INTO tally VALUES (1, 3)")
        for row in 1...3 as ClosedRange<Int64> {
            let name = "\(row - 1).jpg"
            let status = try OpenFolder(root: scratch.url.path).status(name)
            try index.run(
                "INSERT INTO file VALUES (1, ?, ?, ?, ?, ?, NULL, NULL, NULL)", .blob(Array(name.utf8)),
                .integer(status.size), .integer(status.modified), .integer(status.inode), .integer(row))
            try index.run(
                """
                INSERT INTO asset
                VALUES (?1, 1, ?2, NULL, 1, 0, 48, 32, ?1, ?1, 0, ?3, 0, NULL, 0, 1, NULL, NULL, ?4, 1, 0, 1, 0)
                """,
                .integer(row), .blob(Array(name.utf8)), .integer(row == 2 ? 1 : 0), .integer(status.contentVersion))
        }
        try index.execute("INSERT INTO journal VALUES (0, 1, 1, 3)")
        try index.execute("PRAGMA user_version = 2; PRAGMA application_id = \(IndexSchema.applicationID)")
    }
}
#endif
