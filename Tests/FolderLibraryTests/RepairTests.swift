#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// Damaged indexes: what the user said of photos is in the backup beside them, and must not go with them.
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

    /// What there is after a repair: the same files, and nothing on another one.
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
    @Test func `Garbage in any page of the index loses no favorite, album, trash or identifier`() async throws {
        _ = try await marked()
        let photos = scratch.photos()
        let access = try await photos.opened()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(assets.suffix(5)) }
        await access.close()
        let (before, trashed) = (try await LibraryPicture(of: photos), try await photos.trashedPhotos())
        #expect(trashed.count == 5)
        try await closed(photos)
        let hidden = scratch.url.path + "/.cameraroll"
        let whole = try [index, hidden + "/backup.sqlite"].map { try Data(contentsOf: URL(filePath: $0)) }
        for page in 0..<whole[0].count / 4_096 {
            for (path, bytes) in zip([index, hidden + "/backup.sqlite"], whole) {
                try bytes.write(to: URL(filePath: path))
            }
            try spoil(at: page * 4_096, 4_096)
            let again = scratch.photos()
            try await again.index().waitUntilFinished()
            #expect(try await LibraryPicture(of: again) == before, "page \(page)")
            #expect(try await again.trashedPhotos() == trashed, "page \(page)")
            #expect(try again.repairs().last?.isWhole != false, "page \(page)")
            try await closed(again)
        }
    }

    /// Waits until nothing of an index is open.
    private func closed(_ photos: PhotoFolder) async throws {
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        _ = try await manager.photos.access.read("open") { $0.identity }
        await manager.close()
    }

    @Test(arguments: [nil, 0, 4_096]) func `A backup that is removed or damaged is written again`(
        garbage: Int?
    ) async throws {
        let before = try await marked()
        let backup = scratch.url.path + "/.cameraroll/backup.sqlite"
        if let garbage {
            let file = try FileHandle(forUpdating: URL(filePath: backup))
            try file.seek(toOffset: UInt64(garbage))
            try file.write(contentsOf: [UInt8](repeating: 0xA7, count: 4_096))
            try file.close()
            scratch.photos().store.index.markDamaged()
        } else {
            unlink(backup)
        }
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        try await closed(photos)
        try spoil(at: byteCount / 2, 4_096)
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.isWhole == true)
    }

    @Test func `A backup that lacks the last edits is brought up to date by the next transaction`() async throws {
        _ = try await marked()
        let backup = scratch.url.path + "/.cameraroll/backup.sqlite"
        let old = try Data(contentsOf: URL(filePath: backup))
        let photos = scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        await manager.close()
        let said = try await LibraryPicture(of: photos)
        try await closed(photos)
        // As a process leaves it that ends between the two commits.
        try old.write(to: URL(filePath: backup))
        try await closed(scratch.photos())
        try spoil(at: byteCount / 2, 4_096)
        let (after, repair) = try await repaired(from: said)
        #expect(after == said)
        #expect(repair?.favorites == said.assets.values.count(where: \.isFavorite))
    }

    @Test func `Where the backup is damaged too, the photos are found again, and the repair says so`() async throws {
        let before = try await marked()
        let backup = scratch.url.path + "/.cameraroll/backup.sqlite"
        try Data(repeating: 0xA7, count: 9_000).write(to: URL(filePath: backup))
        try spoil(at: byteCount / 2, 4_096)
        let (after, repair) = try await repaired(from: before)
        #expect(after.assets.values.allSatisfy { !$0.isFavorite })
        #expect(repair?.isWhole == false)
        #expect(repair?.assets == 0)
    }

    @Test func `An index that was removed alone is made from its backup`() async throws {
        let before = try await marked()
        unlink(index)
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.setAside == "")
    }

    @Test(arguments: [0, 0x1234]) func `Another application's database in the place of the backup stays`(
        id: Int
    ) async throws {
        _ = try await marked()
        let backup = scratch.url.path + "/.cameraroll/backup.sqlite"
        unlink(backup)
        try SQLiteConnection(path: backup, .readWrite).execute(
            "CREATE TABLE notes(text); INSERT INTO notes VALUES ('mine'); PRAGMA application_id = \(id)")
        await #expect(throws: FolderError.indexOfAnotherApplication(path: backup, applicationID: id)) {
            try await scratch.photos().index().waitUntilFinished()
        }
        #expect(try SQLiteConnection(path: backup, .readOnly).number("SELECT count(*) FROM notes") == 1)
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
        #expect(try again.repairs().last?.isWhole == true)
        let hasBirth = try scratch.recordsBirth(of: "IMG_101.jpg")
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
        #expect(try await LibraryPicture(of: photos) == before)
    }
    #endif

    @Test(arguments: Effort.seeds(0..<8))
    func `Garbage anywhere loses nothing, and invents nothing`(seed: Int) async throws {
        let before = try await marked()
        var chance = SystemChance(seed: seed)
        for _ in 0...seed % 3 {
            try spoil(at: .random(in: 100..<byteCount, using: &chance), .random(in: 1...3_000, using: &chance))
        }
        #expect(try await repaired(from: before).0 == before)
    }

    @Test(arguments: [0, 0.5, 0.9]) func `An index that is cut short loses nothing`(rest: Double) async throws {
        let before = try await marked()
        // Whether opening reads what is missing, or only a later query, is chance.
        scratch.photos().store.index.markDamaged()
        let length = try off_t(Double(byteCount) * rest)
        #expect(truncate(index, length) == 0)
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.assets == before.assets.count)
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

    @Test func `Files on their way when the index was damaged go back, the first of them too`() async throws {
        let before = try await marked()
        let photos = scratch.photos()
        try photos.store.write { writer in
            for (number, path) in ["1/1.jpg", "2/2.jpg"].enumerated() {
                let inode = try OpenFolder(root: scratch.url.path + "/\(number + 1)").status("\(number + 1).jpg").inode
                try writer.connection.run(
                    "INSERT INTO intent VALUES (?, ?, ?, ?)", .integer(Int64(number)), .blob(Array(path.utf8)),
                    .blob(TrashPlace.hidden.prefix + Array("gone\(number).jpg".utf8)), .integer(inode))
                try scratch.move(path, to: ".cameraroll/trash/gone\(number).jpg")
            }
        }
        try photos.store.exclusively { try $0.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)") }
        try spoil(at: try #require(try leaves(of: "file").first).position, 4_096)
        #expect(try await repaired(from: before).0 == before)
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

    @Test(arguments: [KillPoint(.tablesMade), KillPoint(.rebuilt), KillPoint(.setAside)])
    func `A repair that is killed goes on`(point: KillPoint) async throws {
        let before = try await marked()
        try spoil(at: byteCount / 2, 4_096)
        let path = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, point = point as KillPoint] in
            try await ScratchFolder.photos(at: path, point.hooks).index().waitUntilFinished()
        }
        let (after, repair) = try await repaired(from: before)
        #expect(after == before)
        #expect(repair?.assets == before.assets.count)
        #expect(try scratch.photos().repairs().count == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: path + "/.cameraroll")
        #expect(files.filter { $0.contains("rebui") || $0 == "index.sqlite-damaged" } == [])
    }
}
#endif
#endif
