#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Damaged indexes: what the user said of photos is nowhere else, and must not go with them.
struct RepairTests {
    let scratch: ScratchFolder
    private let index: String

    init() throws {
        scratch = try ScratchFolder()
        index = scratch.url.path + "/.cameraroll/index.sqlite"
    }

    /// An index of some hundred photos of which the user has said something, closed.
    private func marked() async throws -> LibraryPicture {
        for number in 0..<120 {
            try scratch.write(SamplePhoto(noise: [UInt8(number % 256), 1]), to: "\(number % 9)/\(number).jpg")
        }
        try scratch.write(SamplePhoto(content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        for number in 0..<3 { try scratch.write(SamplePhoto(burst: "B", noise: [UInt8(number)]), to: "b\(number).jpg") }
        let photos = scratch.photos()
        let access = try await photos.opened()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { edits in
            edits.setFavorite(true, for: stride(from: 0, to: assets.count, by: 2).map { assets[$0] })
            edits.setHidden(true, for: assets.suffix(20))
            edits.append(assets.prefix(80).reversed(), to: edits.createAlbum("Many", in: edits.createFolder("Folder")))
            edits.append(assets.prefix(3), to: edits.createAlbum("Few"))
        }
        try photos.store.exclusively { try $0.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        let picture = try await LibraryPicture(of: photos)
        await access.close()
        return picture
    }

    /// Overwrites bytes of the index, and records the damage as noticed.
    private func spoil(at position: Int, _ count: Int, isNoticed: Bool = true) throws {
        if isNoticed { scratch.photos().store.index.markDamaged() }
        let file = try FileHandle(forUpdating: URL(filePath: index))
        try file.seek(toOffset: UInt64(position))
        try file.write(contentsOf: [UInt8](repeating: 0xA7, count: count))
        try file.close()
    }

    private var byteCount: Int {
        get throws { try Data(contentsOf: URL(filePath: index)).count }
    }

    /// Where the pages of a table or an index begin that have its rows, and how many rows each has.
    private func leaves(of name: String) throws -> [(position: Int, rows: Int)] {
        let connection = try SQLiteConnection(path: index, .readOnly)
        let sql = "SELECT pgoffset, ncell FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno"
        return try connection.rows(sql, [.text(name)]) { (Int($0.integer(0)), Int($0.integer(1))) }
    }

    /// What there is after a repair, of which some of what was said before may be lost, and nothing else differ.
    private func repaired(from before: LibraryPicture) async throws -> (LibraryPicture, IndexRepairReport?) {
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        let after = try await LibraryPicture(of: photos)
        #expect(after.assets.keys == before.assets.keys)
        #expect(after.files == before.files)
        // Who has the same identifier is what it was.
        let others = after.assets.filter { path, asset in
            asset.id == before.assets[path]?.id && asset != before.assets[path]
        }
        #expect(others == [:])
        #expect(after.count >= before.count)
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        return (after, try photos.repairs().last)
    }

    /// The files that were set aside.
    private var setAside: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll")
                .filter { $0.contains("damaged") }
        }
    }
}

// MARK: - What is lost

extension RepairTests {
    #if os(Linux)
    @Test(arguments: [1, 2])
    func `A page of pictures that is garbage costs what was said of those on it only`(count: Int) async throws {
        let before = try await marked()
        let pages = try leaves(of: "asset")
        // What is behind them is the end of the table.
        let spoilt = pages.dropLast().suffix(count)
        for page in spoilt { try spoil(at: page.position, 4_096) }
        let (after, repair) = try await repaired(from: before)
        let kept = after.assets.filter { $0.value == before.assets[$0.key] }.count
        #expect(kept == repair?.assets)
        #expect(kept == before.assets.count - spoilt.map(\.rows).reduce(0, +))
        #expect(repair?.isWhole == false)
        #expect(after.albums.keys == before.albums.keys)
        let lost = Set(after.assets.filter { $0.value != before.assets[$0.key] }.keys)
        #expect(after.albums == before.albums.mapValues { $0.filter { !lost.contains($0) } })
        #expect(try setAside.contains(try #require(repair).setAside))
    }

    @Test func `Files that were renamed between the damage and its repair keep what was said of them`() async throws {
        for number in 0..<40 {
            try scratch.write(SamplePhoto(noise: [UInt8(number), 1]), to: "IMG_\(100 + number).jpg")
        }
        let photos = scratch.photos()
        let marks = try await UserMarks.set(in: photos)
        try photos.store.exclusively { try $0.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        try spoil(at: try #require(try leaves(of: "asset_by_date").first).position, 4_096)
        try Renaming.shiftUp.carryOut(on: (0..<40).map { "IMG_\(100 + $0).jpg" }, at: scratch.url.path)
        let again = scratch.photos()
        try await again.index().waitUntilFinished()
        #expect(try again.repairs().last?.isWhole != nil)
        let hasBirth = try OpenFolder(root: scratch.url.path).status("IMG_101.jpg").birth != nil
        #expect(try await UserMarks(of: again) == marks || !hasBirth)
    }

    @Test func `Damage found by a read is repaired at the next opening, in this process too`() async throws {
        let before = try await marked()
        let pages = try leaves(of: "asset")
        try spoil(at: pages[pages.count / 2].position, 4_096, isNoticed: false)
        let photos = scratch.photos()
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        await #expect(throws: LibraryError.self) { try await access.assets() }
        await access.close()
        try await photos.index().waitUntilFinished()
        #expect(try photos.repairs().count == 1)
        #expect(try await LibraryPicture(of: photos).assets.keys == before.assets.keys)
    }

    @Test(arguments: [
        "asset_by_date", "member", "member_by_asset", "file", "journal", "tally", "sqlite_autoindex_folder_1", "folder",
    ])
    func `No garbage page loses what the index stores twice, or what is read again`(name: String) async throws {
        let before = try await marked()
        try spoil(at: try #require(try leaves(of: name).first).position, 4_096)
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.assets == before.assets.count)
    }
    #endif

    @Test(arguments: 0..<8)
    func `Garbage anywhere loses no picture, and invents none`(seed: Int) async throws {
        let before = try await marked()
        var chance = SystemChance(seed: seed)
        for _ in 0...seed % 3 {
            try spoil(at: .random(in: 100..<byteCount, using: &chance), .random(in: 1...3_000, using: &chance))
        }
        _ = try await repaired(from: before)
    }

    @Test func `Of an index that is cut short what is left is taken over`() async throws {
        let before = try await marked()
        let length = try off_t(byteCount * 9 / 10)
        // Whether opening reads what is missing, or only a later read, is chance.
        scratch.photos().store.index.markDamaged()
        #expect(truncate(index, length) == 0)
        let (after, repair) = try await repaired(from: before)
        #expect(try #require(repair).assets > 40)
        #expect(after.assets.filter { $0.value == before.assets[$0.key] }.count == repair?.assets)
    }

    @Test func `An empty index file is created again`() async throws {
        let before = try await marked()
        #expect(truncate(index, 0) == 0)
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(try photos.repairs() == [])
        let after = try await LibraryPicture(of: photos)
        #expect(after.assets.keys == before.assets.keys)
        #expect(after.assets.values.allSatisfy { !$0.isFavorite })
        #expect(after.albums.isEmpty)
    }

    @Test func `A repaired index is the same library, whose history begins again`() async throws {
        let before = try await marked()
        let photos = scratch.photos()
        let access = try await photos.opened()
        let token = try #require(try await access.read("token") { try $0.changeToken() })
        let identity = try await access.read("identity") { $0.identity }
        await access.close()
        try spoil(at: byteCount / 2, 4_096)
        _ = try await repaired(from: before)
        let again = try await scratch.photos().opened()
        #expect(try await again.read("identity") { $0.identity } == identity)
        let history = try await again.read("history") { try $0.changes(since: token) }
        guard case .resyncRequired(.tokenExpired, _) = history else {
            Issue.record("The history goes on: \(history)")
            return
        }
    }
}

// MARK: - What is shown no more

extension RepairTests {
    #if os(Linux)
    @Test func `What is in the trash or waits for its file comes back to a repaired index as it was`() async throws {
        let before = try await marked()
        let photos = scratch.photos()
        let access = try await photos.opened()
        let paths = ["live.jpg", try #require(before.albums["Many"])[40]]
        let deleted = try #require(before.assets[paths[0]]?.id)
        try await MediaManager(access: access).performChanges { $0.delete([deleted]) }
        try scratch.move(paths[1], to: ".away")
        try await photos.index().waitUntilFinished()
        try photos.store.exclusively { try $0.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        let said = try await LibraryPicture(of: photos)
        await access.close()
        try spoil(at: try #require(try leaves(of: "journal").first).position, 4_096)
        let (_, repair) = try await repaired(from: said)
        #expect(repair?.isWhole == true)
        let again = scratch.photos()
        let trashed = try await again.trashedPhotos()
        #expect(trashed.map(\.asset) == [deleted])
        try scratch.move(".away", to: paths[1])
        try await again.index().waitUntilFinished()
        try await again.restore(trashed)
        let after = try await LibraryPicture(of: again)
        #expect(after.assets == before.assets)
        #expect(after.albums == before.albums)
    }

    @Test func `What makes no sense of what is shown no more is left out, and keeps nothing else from coming back`()
        async throws
    {
        let before = try await marked()
        let photos = scratch.photos()
        let access = try await photos.opened()
        let away = try #require(before.albums["Many"])[40...42]
        for (number, path) in away.enumerated() { try scratch.move(path, to: ".away/\(number)") }
        try await photos.index().waitUntilFinished()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(assets.suffix(3)) }
        try photos.store.exclusively { writer in
            try writer.connection.execute(
                """
                UPDATE lost_member SET place = x'78' WHERE asset = (SELECT min(asset) FROM lost_member);
                UPDATE lost_member SET place = 9223372036854775807 WHERE asset = (SELECT max(asset) FROM lost_member);
                UPDATE lost SET since = 'then';
                UPDATE trashed SET members = '["abc"]' WHERE id = (SELECT min(id) FROM trashed);
                UPDATE trashed SET name = x'' WHERE id = (SELECT max(id) FROM trashed);
                PRAGMA wal_checkpoint(TRUNCATE)
                """)
        }
        let said = try await LibraryPicture(of: photos)
        await access.close()
        try spoil(at: try #require(try leaves(of: "file").first).position, 4_096)
        _ = try await repaired(from: said)
        let again = scratch.photos()
        for (number, path) in away.enumerated() { try scratch.move(".away/\(number)", to: path) }
        try await again.index().waitUntilFinished()
        try await again.restore(again.trashedPhotos())
        let after = try await LibraryPicture(of: again)
        #expect(after.assets.count == before.assets.count)
        #expect(away.allSatisfy { after.assets[$0] == before.assets[$0] })
        #expect(try await again.trashedPhotos() == [])
    }

    @Test func `Files on their way when the index was damaged go back, the first of them too`() async throws {
        let before = try await marked()
        let photos = scratch.photos()
        try photos.store.exclusively { writer in
            for (number, path) in ["1/1.jpg", "2/2.jpg"].enumerated() {
                let inode = try OpenFolder(root: scratch.url.path + "/\(number + 1)").status("\(number + 1).jpg").inode
                try writer.connection.run(
                    "INSERT INTO intent VALUES (?, ?, ?, ?)", .integer(Int64(number)), .blob(Array(path.utf8)),
                    .blob(FileMoves.hiddenTrash + Array("gone\(number).jpg".utf8)), .integer(inode))
                try scratch.move(path, to: ".cameraroll/trash/gone\(number).jpg")
            }
            try writer.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        try spoil(at: try #require(try leaves(of: "file").first).position, 4_096)
        #expect(try await repaired(from: before).0 == before)
    }

    @Test(arguments: ["trashed", "lost", "departed", "lost_member"])
    func `Garbage in place of what is shown no more costs nothing that is shown`(table: String) async throws {
        _ = try await marked()
        let photos = scratch.photos()
        let access = try await photos.opened()
        for number in 0..<9 { try scratch.move("0/\(number * 9).jpg", to: ".away/\(number)") }
        try await photos.index().waitUntilFinished()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(assets.suffix(9)) }
        try photos.store.exclusively { try $0.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        let said = try await LibraryPicture(of: photos)
        await access.close()
        try spoil(at: try #require(try leaves(of: table).last).position, 4_096)
        let (after, repair) = try await repaired(from: said)
        #expect(after == said && repair?.isWhole == false)
        // Nothing of it is lost: what is not known any more comes back as new.
        let again = scratch.photos()
        try await again.restore(again.trashedPhotos())
        for number in 0..<9 { try scratch.move(".away/\(number)", to: "0/\(number * 9).jpg") }
        try await again.index().waitUntilFinished()
        #expect(try await LibraryPicture(of: again).assets.count == said.assets.count + 18)
    }
    #endif
}

// MARK: - What is no damage

extension RepairTests {
    @Test func `An index that was found damaged and is not stays`() async throws {
        let before = try await marked()
        scratch.photos().store.index.markDamaged()
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair == nil)
        #expect(try setAside == [])
    }

    @Test func `What may pass is no damage`() throws {
        let store = scratch.photos().store
        try store.prepare()
        // Busy, locked, out of memory, input and output, full, cannot be opened, a short read.
        for code in [5, 6, 7, 10, 13, 14, 10 | 2 << 8] as [Int32] {
            let error = SQLiteError(code: code, message: "passing", sql: nil)
            #expect(throws: error) { try store.guardingDamage { throw error } }
            #expect(!store.index.isMarkedDamaged)
        }
        for code in [11, 26, 11 | 3 << 8] as [Int32] {
            #expect(SQLiteError(code: code, message: "damage", sql: nil).isDamage)
        }
    }

    @Test func `An index that cannot be opened now is not set aside`() async throws {
        let before = try await marked()
        scratch.photos().store.index.markDamaged()
        try scratch.move(".cameraroll/index.sqlite", to: ".cameraroll/kept")
        try scratch.write([], to: ".cameraroll/index.sqlite/file")
        #expect {
            try scratch.photos().store.index.repair()
        } throws: { error in
            (error as? SQLiteError)?.isDamage == false
        }
        #expect(try setAside == ["index.sqlite-damaged"])
        try scratch.remove(".cameraroll/index.sqlite")
        try scratch.move(".cameraroll/kept", to: ".cameraroll/index.sqlite")
        #expect(try await repaired(from: before).0 == before)
    }

    @Test(arguments: [0, 0x1234]) func `A database of another application stays as it is`(id: Int) async throws {
        try FileManager.default.createDirectory(
            atPath: scratch.url.path + "/.cameraroll", withIntermediateDirectories: true)
        try SQLiteConnection(path: index, .readWrite).execute(
            "CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine'); PRAGMA application_id = \(id)")
        let bytes = try Data(contentsOf: URL(filePath: index))
        for isMarked in [false, true] {
            let photos = scratch.photos()
            if isMarked { photos.store.index.markDamaged() }
            await #expect(throws: FolderError.indexOfAnotherApplication(path: index, applicationID: id)) {
                try await photos.index().waitUntilFinished()
            }
        }
        // Even where it is damaged.
        if id != 0 {
            try spoil(at: 4_096, 100, isNoticed: false)
            await #expect(throws: FolderError.indexOfAnotherApplication(path: index, applicationID: id)) {
                try await scratch.photos().index().waitUntilFinished()
            }
        } else {
            #expect(try Data(contentsOf: URL(filePath: index)) == bytes)
        }
        #expect(try setAside == ["index.sqlite-damaged"])
    }
}

// MARK: - Killed in the middle

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
extension RepairTests {
    #if os(Linux)
    @Test func `What is in the log of a damaged index only is taken over, and the log goes with it`() async throws {
        var before = try await marked()
        let path = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let photos = ScratchFolder.photos(at: path)
            let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
            var query = AssetQuery.all
            (query.hidden, query.bursts) = (.included, .all)
            let assets = try await manager.photos.access.assets(query)
            try await manager.performChanges { $0.setFavorite(true, for: assets) }
            _ = Foundation.kill(getpid(), SIGKILL)
        }
        #expect(try Data(contentsOf: URL(filePath: index + "-wal")).count > 4_096)
        for path in before.assets.keys { before.assets[path]?.isFavorite = true }
        try spoil(at: try #require(try leaves(of: "file").first).position, 4_096)
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.favorites == before.assets.count)
        #expect(try setAside.contains(try #require(repair).setAside + "-wal"))
    }
    #endif

    @Test(arguments: [KillPoint(.tablesMade), KillPoint(.salvaged), KillPoint(.setAside)])
    func `A repair that is killed goes on`(point: KillPoint) async throws {
        let before = try await marked()
        try spoil(at: byteCount / 2, 4_096)
        let path = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, point = point as KillPoint] in
            try await ScratchFolder.photos(at: path, point.hooks).index().waitUntilFinished()
        }
        let (_, repair) = try await repaired(from: before)
        #expect(try #require(repair).assets > 60)
        #expect(try scratch.photos().repairs().count == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: path + "/.cameraroll")
        #expect(files.filter { $0.contains("rebui") || $0 == "index.sqlite-damaged" } == [])
    }
}
#endif
#endif
