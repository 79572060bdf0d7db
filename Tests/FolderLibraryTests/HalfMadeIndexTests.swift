#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Indexes that a process was creating when it was killed, before they had a log: SQLite's rollback journal has the
/// former state of the file.
struct HalfMadeIndexTests {
    let scratch: ScratchFolder
    private let index: String

    init() throws {
        scratch = try ScratchFolder()
        index = scratch.url.path + "/.cameraroll/index.sqlite"
        for name in ["a", "b"] { try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: "\(name).jpg") }
        try FileManager.default.createDirectory(
            atPath: scratch.url.path + "/.cameraroll", withIntermediateDirectories: false)
    }

    /// Leaves a database and its journal as a process does that is killed after it has written pages, and before it
    /// has committed them.
    ///
    /// - Parameter setup: the statements committed before.
    private func leaveJournal(of setup: String) throws {
        let connection = try SQLiteConnection(path: index + "-making", .readWrite)
        try connection.execute(
            """
            \(setup); PRAGMA cache_size = 4; BEGIN; CREATE TABLE half(text);
            WITH RECURSIVE number(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < 200)
            INSERT INTO half SELECT hex(zeroblob(1000)) FROM number
            """)
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: index + "-making" + suffix, toPath: index + suffix)
        }
        try connection.execute("ROLLBACK")
        for suffix in ["", "-journal"] { unlink(index + "-making" + suffix) }
        #expect(try Data(contentsOf: URL(filePath: index)).count > 4_096)
        #expect(throws: SQLiteError.self) {
            try SQLiteConnection(path: index, .readOnly).number("PRAGMA user_version")
        }
    }

    @Test func `An index whose first pages a killed process has left half written is made`() async throws {
        try leaveJournal(of: "PRAGMA user_version")
        let photos = scratch.photos()
        #expect(try await photos.opened().assets().count == 2)
        #expect(photos.indexing.indexProblem == nil)
        #expect(try photos.integrity() == "ok")
    }

    @Test func `A damage mark beside a half written index does not keep it from being made`() async throws {
        try leaveJournal(of: "PRAGMA user_version")
        scratch.photos().store.index.markDamaged()
        #expect(try await scratch.photos().opened().assets().count == 2)
    }

    @Test func `Another application's database is left alone once its journal is undone`() async throws {
        try leaveJournal(of: "CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine'); PRAGMA application_id = 77")
        await #expect(throws: FolderError.indexOfAnotherApplication(path: index, applicationID: 77)) {
            try await scratch.photos().index().waitUntilFinished()
        }
        #expect(try SQLiteConnection(path: index, .readOnly).number("SELECT count(*) FROM notes") == 1)
    }

    @Test func `A half written index is not read as if it were whole where its journal cannot be undone`() throws {
        try leaveJournal(of: "PRAGMA user_version")
        #expect(throws: SQLiteError.self) { try scratch.photos().store.index.connect() }
    }
}
#endif
