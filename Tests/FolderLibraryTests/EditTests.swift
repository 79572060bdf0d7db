#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

@Suite(.timeLimit(.hang)) struct EditTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        for (index, name) in ["a.jpg", "sub/b.jpg"].enumerated() {
            try scratch.write(SamplePhoto(date: "2023:04:1\(index) 10:11:12"), to: name)
        }
        try scratch.write(SamplePhoto(date: "2023:04:15 10:11:12", content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        photos = scratch.photos()
    }

    private func files(in folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url.appending(path: folder).path)
            .filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test func `A created asset is a file that a rescan knows`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let data = Data(SamplePhoto(date: "2020:01:01 00:00:00").bytes)
        let outcome = try await manager.performChanges { edits in
            _ = edits.createAsset(.photo(data, fileName: "a.jpg"))
            _ = edits.createAsset(.photo(data))
        }
        #expect(try files() == ["IMG.jpg", "a 2.jpg", "a.jpg", "live.jpg", "live.mov", "sub"])
        #expect(try Data(contentsOf: scratch.url.appending(path: "a 2.jpg")) == data)
        #expect(try await photos.file(of: outcome.createdAssets[0])?.path == "a 2.jpg")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `A Live Photo is created of two files, and deleted with both`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let source = try ScratchFolder()
        try source.write(SamplePhoto(), to: "new.jpg")
        try source.write(SampleMovie(), to: "new.mov")
        let (still, video) = (source.url.appending(path: "new.jpg"), source.url.appending(path: "new.mov"))
        let created = try await manager.performChanges { edits in
            _ = edits.createAsset(.livePhoto(still: still, video: video))
        }.createdAssets
        let asset = try #require(try await manager.photos.assets(withIdentifiers: created).first)
        #expect(asset.mediaSubtypes == .livePhoto)
        #expect(try files().contains("new.mov"))
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { edits in edits.delete(all) }
        #expect(try files() == ["sub"])
        #expect(try files(in: "sub") == [])
        #expect(try files(in: ".cameraroll/trash").count == 6)
        #expect(try await photos.index().waitUntilFinished().files == 0)
    }

    @Test func `A video that an edit has paired stays in its Live Photo as long as its content is the same`()
        async throws
    {
        let manager = MediaManager(access: try await photos.opened())
        let source = try ScratchFolder()
        try source.write(SamplePhoto(), to: "new.jpg")
        try source.write(SampleMovie(), to: "new.mov")
        let (still, video) = (source.url.appending(path: "new.jpg"), source.url.appending(path: "new.mov"))
        let created = try await manager.performChanges { edits in
            _ = edits.createAsset(.livePhoto(still: still, video: video))
        }.createdAssets
        // The index does not know the time of the last change of a file that an edit has moved: a scan adds it.
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        let path = scratch.url.path + "/new.mov"
        for change in [{ chmod(path, 0o600) }, { link(path, source.url.path + "/backup.mov") }, { utimes(path, nil) }] {
            #expect(change() == 0)
            #expect(try await photos.index().waitUntilFinished().filesRead == 1)
            #expect(try await manager.photos.count() == 4)
            #expect(try await photos.file(of: created[0])?.pairedVideo == "new.mov")
        }
        try scratch.write(SampleMovie(date: "2023-04-19T10:11:12+02:00"), to: "new.mov")
        try await photos.index().waitUntilFinished()
        #expect(try await manager.photos.count() == 5)
        #expect(try await photos.file(of: created[0])?.pairedVideo == nil)
    }

    @Test func `Edits that fail leave every file where it was`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let before = try files()
        await #expect(throws: EditError.albumNotFound("album-99")) {
            try await manager.performChanges { edits in
                edits.delete(assets)
                _ = edits.createAsset(.photo(Data(SamplePhoto().bytes)))
                edits.append(assets.prefix(0), to: AlbumID("album-99"))
            }
        }
        #expect(try files() == before)
        #expect(try await manager.photos.access.assets() == assets)
    }

    @Test func `A picture that says no date keeps that of the file it comes from`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let source = try ScratchFolder()
        try source.write(SamplePhoto(noise: [9]), to: "scan.jpg")
        try source.touch("scan.jpg", at: 86_400.25)
        let file = source.url.appending(path: "scan.jpg")
        let created = try await manager.performChanges { $0.createAsset(.photo(at: file)) }.createdAssets
        let asset = try #require(try await manager.photos.assets(withIdentifiers: created).first)
        #expect(asset.creationDate == Date(timeIntervalSinceReferenceDate: 86_400.25))
        // A rescan does not take it for another file.
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test(arguments: [
        "", "sub/c.jpg", "../../evil.jpg", "/c.jpg", ".c.jpg", "..", "a\0b.jpg", String(repeating: "ä", count: 125),
    ])
    func `An invalid file name is refused, and not replaced`(name: String) async throws {
        let manager = MediaManager(access: try await photos.opened())
        let before = try files()
        await #expect {
            try await manager.performChanges {
                $0.createAsset(.photo(Data(SamplePhoto(noise: [9]).bytes), fileName: name))
            }
        } throws: { error in
            guard case .invalidResource(_, let reason)? = error as? EditError else { return false }
            return reason.contains("'\(name)'")
        }
        #expect(try files() == before)
    }

    @Test func `A name as long as leaves room for a number is kept`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let name = String(repeating: "n", count: 244) + ".jpg"
        for number in 0..<2 as Range<UInt8> {
            let data = Data(SamplePhoto(noise: [9, number]).bytes)
            try await manager.performChanges { $0.createAsset(.photo(data, fileName: name)) }
        }
        #expect(try files().filter { $0.hasPrefix("nn") } == [name.replacing(".jpg", with: " 2.jpg"), name])
    }

    @Test func `What is no picture cannot become one`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        await #expect(throws: EditError.self) {
            try await manager.performChanges { $0.createAsset(.photo(Data("Hello, world".utf8))) }
        }
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `Files that a process left half moved are moved back`() async throws {
        try await photos.index().waitUntilFinished()
        let move = FileMove(
            origin: Array("a.jpg".utf8), goal: Array("sub/moved.jpg".utf8),
            inode: try OpenFolder(root: scratch.url.path).status("a.jpg").inode)
        let stranger = FileMove(origin: Array("x.jpg".utf8), goal: Array("live.jpg".utf8), inode: 1)
        try photos.store.exclusively { writer in
            try writer.transaction { try writer.intend([move, stranger]) }
            try FileMover(root: OpenFolder(root: scratch.url.path)).move([move])
        }
        #expect(try files(in: "sub") == ["b.jpg", "moved.jpg"])
        let again = scratch.photos()
        // A file that was renamed and renamed back may be another one.
        #expect(try await again.index().waitUntilFinished().filesRead == 1)
        #expect(try files() == ["a.jpg", "live.jpg", "live.mov", "sub"])
        #expect(try again.store.exclusively { try $0.intends([]) })
    }

    @Test func `What a process left half moved is moved back by one that had the index open`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().last)
        try scratch.photos().recordMove(of: "a.jpg", to: "sub/moved.jpg")
        try scratch.move("a.jpg", to: "sub/moved.jpg")
        try await manager.performChanges { $0.delete([asset]) }
        #expect(try files(in: "sub") == ["b.jpg"])
        #expect(try files(in: ".cameraroll/trash").count == 1)
    }

    @Test func `An edit that moves no files also moves back what a process left half moved`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try scratch.photos().recordMove(of: "a.jpg", to: "sub/moved.jpg")
        try scratch.move("a.jpg", to: "sub/moved.jpg")
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        #expect(try await manager.photos.access.assets().allSatisfy { $0.isFavorite })
        #expect(try files(in: "sub") == ["b.jpg"])
        #expect(try photos.store.exclusively { try $0.intends([]) })
    }

    @Test func `A file that was left with both names has one again, and no other file is replaced`() throws {
        let root = try OpenFolder(root: scratch.url.path)
        let (mover, inode) = (FileMover(root: root), try root.status("a.jpg").inode)
        let move = FileMove(origin: Array("a.jpg".utf8), goal: Array("moved.jpg".utf8), inode: inode)
        #expect(link(scratch.url.path + "/a.jpg", scratch.url.path + "/moved.jpg") == 0)
        mover.moveBack([move])
        #expect(try files() == ["a.jpg", "live.jpg", "live.mov", "sub"])
        let blocked = FileMove(origin: move.origin, goal: Array("live.jpg".utf8), inode: inode)
        #expect(throws: SystemError(code: EEXIST)) { try mover.move([blocked]) }
        #expect(try root.status("a.jpg").inode == inode)
    }

    @Test func `A file to be moved into the library stays if another program changed it meanwhile`() throws {
        let path = scratch.url.appending(path: "a.jpg")
        let source = try #require(MovedSource(.file(path, isMoved: true)))
        try scratch.write(SamplePhoto(noise: [1]), to: "a.jpg")
        source.remove()
        #expect(try files().contains("a.jpg"))
        MovedSource(.file(path, isMoved: true))?.remove()
        #expect(try !files().contains("a.jpg"))
    }

    @Test func `What a process left waiting is removed at the next opening, and what still waits is not`() async throws
    {
        let mine = StagingFolder(photos.store)
        let new = NewAsset.photo(Data(SamplePhoto().bytes))
        let manager = MediaManager(access: try await photos.opened())
        let placeholder = try await manager.performChanges { $0.createAsset(new) }.value
        let staged = try mine.stage(new, as: placeholder)
        try scratch.write(SamplePhoto(), to: ".cameraroll/staged/LEFT/file")
        try await scratch.photos().index().waitUntilFinished()
        let waiting = try #require(staged.files.first?.stagedPath)
        #expect(try Data(contentsOf: scratch.url.appending(path: waiting)) == Data(SamplePhoto().bytes))
        #expect(try files(in: ".cameraroll/staged").count == 1)
        _ = try mine.stage(new, as: placeholder)
        mine.remove()
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `What cannot be moved back yet is kept in mind`() async throws {
        try await photos.index().waitUntilFinished()
        let root = try OpenFolder(root: scratch.url.path)
        let move = FileMove(
            origin: Array("a.jpg".utf8), goal: Array("sub/moved.jpg".utf8), inode: try root.status("a.jpg").inode)
        try photos.store.exclusively { writer in
            try writer.transaction { try writer.intend([move]) }
            try FileMover(root: root).move([move])
            #expect(throws: EditError.self) {
                try writer.takeBackMoves(by: FileMover(root: root, refusal: EACCES), andIntend: [move])
            }
            try writer.recover(by: FileMover(root: root, refusal: EROFS))
            #expect(try writer.intends([move]))
            try writer.recover(by: FileMover(root: root))
            #expect(try writer.intends([]))
        }
        #expect(try files().contains("a.jpg"))
    }

    @Test func `A name is found for the ten-thousandth file of its name as fast as for the first`() {
        for taken in [0, 1, 2, 3, 7, 64, 100, 9_999, 1_000_000] {
            var looks = 0
            let free = FreeNumber.first(after: 0) { number in
                looks += 1
                return number > taken
            }
            #expect(free == taken + 1)
            #expect(looks <= 45)
        }
        #expect(FreeNumber.first(after: 5) { $0 != 6 } == 7)
        #expect(FreeNumber.first(after: 0) { _ in false } == nil)
        // It is free regardless of gaps.
        var chance = SystemChance(seed: 1)
        for _ in 0..<200 {
            let taken = Set((0..<40).map { _ in Int.random(in: 1...60, using: &chance) })
            let free = FreeNumber.first(after: 0) { !taken.contains($0) }
            #expect(free.map(taken.contains) == false)
        }
    }

    @Test func `New files whose names differ only in case or Unicode form get names that every volume distinguishes`()
        async throws
    {
        let manager = MediaManager(access: try await photos.opened())
        let before = try files()
        let names = ["new.jpg", "NEW.JPG", "e\u{301}.jpg", "\u{E9}.jpg"]
        try await manager.performChanges { edits in
            for name in names {
                _ = edits.createAsset(.photo(Data(SamplePhoto(noise: Array(name.utf8)).bytes), fileName: name))
            }
        }
        let made = try files().filter { !before.contains($0) }
        #expect(made.count == names.count)
        #expect(Set(made.map { $0.lowercased() }).count == names.count)
    }

    @Test func `An import that is cancelled copies no further file`() async throws {
        try await photos.index().waitUntilFinished()
        let (gate, count) = (BlockingGate(), Lock(0))
        let hooks = FolderTestHooks(onDurableStep: { step in
            guard case .fileSynced = step else { return }
            count.withLock { $0 += 1 }
            gate.pass()
        })
        let manager = MediaManager(
            .folder(scratch.photos(hooks)), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let edit = Task {
            try await manager.performChanges { edits in
                for number in 0..<3 as Range<UInt8> {
                    _ = edits.createAsset(.photo(Data(SamplePhoto(noise: [number]).bytes)))
                }
            }
        }
        await gate.waitUntilReached()
        edit.cancel()
        await #expect(throws: EditError.cancelled) { try await edit.value }
        gate.open()
        // Edits are carried out one after the other.
        try await manager.performChanges { _ = $0.createAlbum("Later") }
        #expect(count.withLock(\.self) == 1)
        #expect(try files(in: ".cameraroll/staged") == [])
    }

    @Test func `A move to a place that is not the trash by now becomes a deletion, and edits go on`() async throws {
        let elsewhere = try ScratchFolder()
        try await photos.index().waitUntilFinished()
        try scratch.photos().recordMove(of: "a.jpg", to: "/0123ABCD-a.jpg")
        #expect(rename(scratch.url.path + "/a.jpg", elsewhere.url.path + "/0123ABCD-a.jpg") == 0)
        try await scratch.photos().index().waitUntilFinished()
        #expect(try photos.store.exclusively { try $0.intends([]) })
        #expect(try !files().contains("a.jpg"))
        let again = scratch.photos { $0.trash = elsewhere.url }
        #expect(try await again.trashedPhotos().map(\.path) == ["a.jpg"])
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(assets) }
    }

    @Test func `Only the members of an album that an edit changes are written`() {
        let rows = (0..<10).map { (place: Int64($0), asset: Int64($0)) }
        let all = rows.map(\.asset)
        let appended = MemberDifference(from: rows, to: all + [10])
        #expect(appended.removed == nil)
        #expect(appended.added.map(\.place) == [10])
        let removed = MemberDifference(from: rows, to: all.filter { $0 != 4 })
        #expect(removed.removed?.first == 4 && removed.removed?.last == 4)
        #expect(removed.added.isEmpty)
        // Places that no edit has given.
        #expect(MemberDifference(from: [(place: .max, asset: 1)], to: [1, 2]).added.map(\.place) == [0, 1])
    }

    @Test func `The members of an album are in their order after any series of edits`() {
        var chance = SystemChance(seed: 3)
        var stored: [MemberDifference.Member] = []
        for asset in 0..<400 as Range<Int64> {
            var members = stored.map(\.asset)
            switch Int.random(in: 0..<8, using: &chance) {
            case 0: members.shuffle(using: &chance)
            case 1, 2: members = members.filter { _ in Int.random(in: 0..<8, using: &chance) > 0 }
            case 3: members.append(asset)
            default: members.insert(asset, at: Int.random(in: 0...members.count, using: &chance))
            }
            let difference = MemberDifference(from: stored, to: members)
            if let removed = difference.removed {
                stored.removeAll { removed.first <= $0.place && $0.place <= removed.last }
            }
            stored = (stored + difference.added).sorted { $0.place < $1.place }
            #expect(stored.map(\.asset) == members)
            #expect(Set(stored.map(\.place)).count == members.count)
        }
    }

    @Test func `Assets that return to an album go before what has their places, and runs of them stay together`()
        async throws
    {
        try await photos.index().waitUntilFinished()
        var chance = SystemChance(seed: 8)
        for _ in 0..<150 {
            // Assets below 100 are in the album, the others return.
            let present = (0..<12 as Range<Int64>).filter { _ in Bool.random(using: &chance) }
                .map { (place: $0, asset: $0) }
            let returning = (0..<Int.random(in: 0..<8, using: &chance)).map {
                (place: Int64.random(in: 0..<12, using: &chance), asset: Int64(100 + $0))
            }
            let runs = MemberDifference.runs(of: returning)
            let ordered =
                runs.flatMap { run in run.map { (place: run[0].place, isPresent: 0, asset: $0.asset) } }
                + present.map { (place: $0.place, isPresent: 1, asset: $0.asset) }
            let expected = ordered.enumerated()
                .sorted { ($0.1.place, $0.1.isPresent, $0.0) < ($1.1.place, $1.1.isPresent, $1.0) }.map(\.1.asset)
            let found = try photos.store.write { writer in
                try writer.connection.run("DELETE FROM member WHERE album = 7")
                for member in present {
                    try writer.connection.run(
                        "INSERT INTO member VALUES (7, ?, ?)", .integer(member.place), .integer(member.asset))
                }
                try writer.rejoin(returning, album: 7)
                return try writer.connection.rows(
                    "SELECT asset FROM member WHERE album = 7 ORDER BY place", []
                ) { $0.integer(0) }
            }
            #expect(found == expected)
        }
    }

    @Test func `A name as long as the system allows can go to the trash`() async throws {
        let name = String(repeating: "é", count: 125) + ".jpg"
        try scratch.write(to: name)
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        let trash = try files(in: ".cameraroll/trash")
        #expect(trash.count == 5)
        #expect(trash.contains { $0.hasSuffix("é.jpg") && $0.utf8.count > 250 })
    }

    @Test func `Favorites and dates of the user's outlive a change of the file`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().last)
        let date = Date(timeIntervalSinceReferenceDate: 1)
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: [asset])
            edits.setCreationDate(date, for: [asset])
        }
        try scratch.write(SamplePhoto(date: "2024:01:01 00:00:00", orientation: 6), to: "a.jpg")
        try await photos.index().waitUntilFinished()
        let after = try #require(try await manager.photos.assets(withIdentifiers: [asset.id]).first)
        #expect(after.isFavorite)
        #expect(after.creationDate == date)
        #expect(after.pixelWidth == 32)
    }
}
#endif
