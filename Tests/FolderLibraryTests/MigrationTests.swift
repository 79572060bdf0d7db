#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// An index of version 2, which the code of 28 November 2026 (b38357e3) made: `Indexes/version-2.sql` is its dump.
///
/// a.jpg and b.jpg were favorites in the album "Trip", as was usb/f.jpg, c.jpg was hidden, and the date of b.jpg
/// edited. Then b.jpg was deleted into a configured trash, usb was taken away, and sub/d.jpg, a favorite, was deleted
/// into the hidden trash.
struct MigrationTests {
    let scratch: ScratchFolder
    let own: ScratchFolder

    init() throws {
        (scratch, own) = (try ScratchFolder(), try ScratchFolder())
        let names = ["a.jpg", "b.jpg", "c.jpg", "sub/d.jpg", "sub/e.jpg", "usb/f.jpg"]
        let places = [1: "../\(own.url.lastPathComponent)/50D6E3F4-b.jpg", 3: ".cameraroll/trash/0125D6A8-d.jpg"]
        for (index, name) in names.enumerated() where index < 5 {
            let photo = SamplePhoto(date: "2023:04:1\(index) 10:11:12", noise: [UInt8(index)])
            try scratch.write(photo, to: places[index] ?? name)
            scratch.setModificationTime(1_700_000_000_123_456_789, of: places[index] ?? name)
        }
        try makeIndex()
    }

    private func makeIndex() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Indexes")
        let dump = try String(contentsOf: folder.appending(path: "version-2.sql"), encoding: .utf8)
        let index = try IndexConnection(to: scratch.url.path + "/.cameraroll/index.sqlite")
        try index.execute(dump + "PRAGMA user_version = 2; PRAGMA application_id = \(IndexSchema.applicationID)")
    }

    private func photos() -> PhotoFolder { scratch.photos { [own] in $0.trash = own.url } }

    private func expectAll(_ photos: PhotoFolder) async throws {
        let access = try await photos.opened()
        var query = AssetQuery.all
        query.hidden = .included
        let assets = try await access.assets(query)
        #expect(assets.map { AssetRow.row(of: $0.id) } == [527_784_646_380, 527_784_646_378, 527_784_646_376])
        #expect(assets.map(\.isFavorite) == [false, false, true] && assets.map(\.isHidden) == [false, true, false])
        let trashed = try await photos.trashedPhotos()
        #expect(Set(trashed.map(\.path)) == ["b.jpg", "sub/d.jpg"])
        #expect(trashed.filter(\.isFavorite).count == 2)
        // Their time begins now.
        #expect(try await photos.emptyTrash(olderThan: .seconds(86_400)) == 0)
        try await photos.restore(trashed)
        try scratch.write(SamplePhoto(date: "2023:04:15 10:11:12", noise: [5]), to: "usb/f.jpg")
        scratch.setModificationTime(1_700_000_000_123_456_789, of: "usb/f.jpg")
        try await photos.index().waitUntilFinished()
        let all = try await access.assets(query)
        #expect(all.count == 6)
        #expect(all.filter(\.isFavorite).count == 4)
        #expect(try photos.numberInIndex("SELECT count(*) FROM member") == 3)
        let b = try #require(try await photos.asset(at: "b.jpg"))
        #expect(try await photos.file(of: b)?.dateSource == .user)
        #expect(try photos.integrity() == "ok")
        #expect(try photos.numberInIndex("PRAGMA user_version") == Int(IndexSchema.version))
        await access.close()
    }

    @Test func `An index of version 2 keeps everything`() async throws {
        try await expectAll(photos())
        #expect(try photos().repairs() == [])
    }

    @Test func `The backup of an index of version 2 keeps everything, if that is removed`() async throws {
        // As version 2 wrote it.
        let photos = photos()
        try await photos.opened().close()
        let folder = scratch.url.path + "/.cameraroll/"
        try FileManager.default.removeItem(atPath: folder + "index.sqlite")
        let backup = try IndexConnection(to: folder + "backup.sqlite")
        for (table, column, _) in IndexSchema.additions {
            try backup.execute("ALTER TABLE kept_\(table) DROP COLUMN \(column)")
        }
        try backup.execute(
            """
            DROP TABLE kept_stray; DROP TABLE kept_files; PRAGMA user_version = 2;
            UPDATE kept_trashed SET goal = CAST('/fx/trash/50D6E3F4-b.jpg' AS BLOB) WHERE substr(goal, 1, 1) = x'2f'
            """)
        try await expectAll(self.photos())
        #expect(try self.photos().repairs().count == 1)
    }

    @Test func `An index of version 2 that cannot be written is read`() async throws {
        let connection = try SQLiteConnection(path: scratch.url.path + "/.cameraroll/index.sqlite", .readOnly)
        #expect(try connection.trashRecords().map(\.waited) == [0, 0])
    }
}
#endif
