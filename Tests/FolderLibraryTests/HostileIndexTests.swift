#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Rows that no version wrote, from flipped bits or an attacker: nothing may trap or run endlessly.
struct HostileIndexTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "sub/a.jpg")
        photos = scratch.photos()
    }

    private func corrupt(_ sql: String) throws {
        try SQLiteConnection(path: photos.store.index.path, .readWrite).execute(sql)
    }

    @Test(arguments: [
        "1, \(Int64.min), \(Int64.max)", "2, 0, \(Int64.max)", "1, -5, -1", "2, \(Int64.max), \(Int64.max)",
        "3, \(Int64.min), 0", "4, \(Int64.max), \(Int64.min)", "5, -1, 1", "6, \(Int64.min), 1", "7, -1, 0",
        "99, 1, 1", "0, NULL, NULL",
    ])
    func `An entry of the history that makes no sense stops nothing`(entry: String) async throws {
        let access = try await photos.opened()
        let token = try #require(try await access.read("token") { try $0.changeToken() })
        try corrupt(
            """
            INSERT OR IGNORE INTO journal SELECT journal_end, \(entry), 0 FROM library;
            UPDATE library SET journal_end = journal_end + 1
            """)
        _ = try await access.read("history") { try $0.changes(since: token) }
        try scratch.write(SamplePhoto(noise: [1]), to: "b.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
    }

    @Test(arguments: ["next_asset = \(Int64.max)", "next_asset = -1", "journal_end = \(Int64.max)", "journal_end = -7"])
    func `Counts beyond all bounds are damage, and not a trap`(change: String) async throws {
        try await photos.index().waitUntilFinished()
        try corrupt("UPDATE library SET \(change)")
        try scratch.write(SamplePhoto(noise: [1]), to: "b.jpg")
        await #expect {
            try await photos.index().waitUntilFinished()
        } throws: { error in
            if case .damaged? = error as? FolderError { true } else { false }
        }
        // The next opening rebuilds it.
        #expect(try await scratch.photos().opened().assets().count == 2)
    }

    @Test(arguments: [Int64.max, Int64.min, -1])
    func `A tally beyond all bounds is an error, and no list of such a length`(tally: Int64) async throws {
        let access = try await photos.opened()
        // Lists of more than a thousand use the stored counts.
        try corrupt(
            """
            WITH RECURSIVE number(n) AS (VALUES (100) UNION ALL SELECT n + 1 FROM number WHERE n < 1200)
            INSERT INTO asset
            SELECT id + n, folder, name, pair, type, subtypes, width, height, created, modified, duration,
                favorite, hidden, burst, leads, shown, latitude, longitude, version, orientation, format, dated, edited,
                taken, zone, texts
            FROM asset, number WHERE id = (SELECT min(id) FROM asset)
            """)
        try corrupt("UPDATE tally SET shown = \(tally)")
        await #expect(throws: LibraryError.self) { _ = try await access.assets() }
    }

    @Test func `Folders and albums in a circle are deleted, and nothing goes on without end`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let albums = try await manager.performChanges { edits in
            let outer = edits.createFolder("outer")
            _ = edits.createFolder("inner", in: outer)
            _ = edits.createFolder("other")
        }.createdAlbums
        try corrupt(
            """
            UPDATE album SET parent = (SELECT id FROM album WHERE title = 'inner') WHERE title = 'outer';
            UPDATE folder SET parent = id WHERE parent IS NOT NULL
            """)
        await #expect(throws: EditError.self) {
            try await manager.performChanges { $0.move(albums[0], into: albums[1]) }
        }
        try await manager.performChanges { $0.move(albums[2], into: albums[0]) }
        try await manager.performChanges { $0.deleteAlbum(albums[1]) }
        #expect(try photos.store.index.reader().number("SELECT count(*) FROM album") == 0)
        let folder = try photos.store.index.reader().number("SELECT max(id) FROM folder")
        try photos.store.write { try $0.removeFolder(FolderID(row: folder)) }
    }

    @Test func `A picture of impossible size is one of unknown size`() async throws {
        let access = try await photos.opened()
        try corrupt("UPDATE asset SET width = \(Int64.max), height = -3")
        let asset = try #require(try await access.assets().first)
        #expect((asset.pixelWidth, asset.pixelHeight) == (0, 0))
    }
}
#endif
