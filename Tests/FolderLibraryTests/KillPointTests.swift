#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
/// Processes that end at a named crash point; the next process must find the complete state before or after the
/// step.
struct KillPointTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    static let indexingPoints = [
        KillPoint(.tablesMade), KillPoint(.foldersMade), KillPoint(.foldersMade, 2), KillPoint(.batchFilled),
        KillPoint(.batchFilled, 2), KillPoint(.batchWritten), KillPoint(.batchWritten, 2), KillPoint(.walked),
        KillPoint(.settled),
    ]

    @Test(arguments: indexingPoints)
    func `A first indexing that is killed goes on where it was`(point: KillPoint) async throws {
        for number in 0..<40 {
            try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number % 4)/deep/\(number).jpg")
        }
        try await Self.kill(at: point, indexing: scratch.url.path)
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        let picture = try await LibraryPicture(of: photos)
        #expect(picture.assets.count == 40)
        #expect(picture.count == 40)
        #expect(Set(picture.assets.keys) == Set(picture.files.keys))
        try await Self.checkNothingIsLeft(photos)
    }

    static let rescanPoints = [
        KillPoint(.foldersMade), KillPoint(.batchFilled), KillPoint(.batchFilled, 2), KillPoint(.batchWritten),
        KillPoint(.batchWritten, 2), KillPoint(.walked), KillPoint(.vanishedTaken), KillPoint(.vanishedWritten),
        KillPoint(.settled),
    ]

    @Test(arguments: rescanPoints)
    func `A rescan that is killed loses nothing of what the user said`(point: KillPoint) async throws {
        let photos = try await marked()
        var expected = try await LibraryPicture(of: photos).assets
        let albums = try await LibraryPicture(of: photos).albums
        try change(&expected)
        try await Self.kill(at: point, indexing: scratch.url.path)
        let again = scratch.photos()
        try await again.index().waitUntilFinished()
        let after = try await LibraryPicture(of: again)
        #expect(after.assets.filter { expected[$0.key] != nil } == expected)
        #expect(after.assets.count == expected.count + 20)
        #expect(after.albums == albums.mapValues { $0.filter { $0 != "gone.jpg" }.map { Self.moved[$0] ?? $0 } })
        try await Self.checkNothingIsLeft(again)
    }

    static let editPoints = [
        KillPoint(.staged), KillPoint(.intended), KillPoint(.fileMoved), KillPoint(.fileMoved, 3),
        KillPoint(.fileMoved, 6), KillPoint(.filesMoved), KillPoint(.committed),
    ]

    @Test(arguments: editPoints)
    func `An edit that is killed is carried out whole, or not at all`(point: KillPoint) async throws {
        let (before, after) = try await beforeAndAfter()
        try await Self.kill(at: point, editing: scratch.url.path)
        let photos = scratch.photos()
        _ = try await photos.index().waitUntilFinished()
        let found = try await LibraryPicture(of: photos)
        #expect(found == (point.crashPoint == .committed ? after : before))
        try await Self.checkNothingIsLeft(photos)
    }

    @Test(arguments: [1, 4])
    func `An edit whose undoing is killed too is undone all the same`(moves: Int) async throws {
        let (before, _) = try await beforeAndAfter()
        try await Self.kill(at: KillPoint(.fileMoved, moves), editing: scratch.url.path)
        try await Self.kill(at: KillPoint(.movedBack), indexing: scratch.url.path)
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(try await LibraryPicture(of: photos) == before)
        try await Self.checkNothingIsLeft(photos)
    }
}

// MARK: - Killed processes

/// A crash point, and how often it is reached before the process ends there.
struct KillPoint: Codable, Sendable, CustomTestStringConvertible {
    let crashPoint: CrashPoint
    let count: Int

    init(_ crashPoint: CrashPoint, _ count: Int = 1) {
        (self.crashPoint, self.count) = (crashPoint, count)
    }

    var testDescription: String { "\(crashPoint) \(count)" }

    /// Ends the process at this point.
    var hooks: FolderTestHooks {
        let left = Lock(count)
        var hooks = FolderTestHooks()
        hooks.firstBatch = 8
        hooks.onCrashPoint = { [crashPoint] reached in
            guard reached == crashPoint else { return }
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { _ = Foundation.kill(getpid(), SIGKILL) }
        }
        return hooks
    }
}

extension KillPointTests {
    private static func kill(at point: KillPoint, indexing path: String) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, point = point as KillPoint] in
            try await ScratchFolder.photos(at: path, point.hooks).index().waitUntilFinished()
        }
    }

    private static func kill(at point: KillPoint, editing path: String) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, point = point as KillPoint] in
            try await KillPointTests.edit(ScratchFolder.photos(at: path, point.hooks))
        }
    }

    /// Checks that no file is staged, the index is intact, and it has all files of the folder.
    private static func checkNothingIsLeft(_ photos: PhotoFolder) async throws {
        let staged = (try? FileManager.default.contentsOfDirectory(atPath: photos.path + "/.cameraroll/staged")) ?? []
        #expect(staged == [])
        #expect(try photos.store.exclusively { try $0.intends([]) })
        #expect(try photos.integrity() == "ok")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }
}

// MARK: - Their work

extension KillPointTests {
    /// An indexed folder with user data.
    private func marked() async throws -> PhotoFolder {
        for name in ["stays.jpg", "changes.jpg", "gone.jpg", "moves.jpg", "folder/a.jpg", "folder/b.jpg"] {
            try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name)
        }
        try scratch.write(SamplePhoto(content: "L"), to: "live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "live.mov")
        let photos = scratch.photos()
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let files = try await photos.files(of: assets.map(\.id))
        let hidden = assets.first { files[$0.id]?.path == "folder/a.jpg" }?.id
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: assets)
            edits.setHidden(true, for: assets.filter { $0.id == hidden })
            edits.append(assets.reversed(), to: edits.createAlbum("All"))
            edits.append(assets.suffix(3), to: edits.createAlbum("Some"))
        }
        await manager.close()
        return photos
    }

    private static let moved = [
        "moves.jpg": "elsewhere/moved.jpg", "folder/a.jpg": "new/a.jpg", "folder/b.jpg": "new/b.jpg",
        "live.jpg": "lives/live.jpg",
    ]

    /// Adds, changes, moves and removes files from outside.
    private func change(_ expected: inout [String: LibraryPicture.Asset]) throws {
        for number in 0..<20 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "fresh/\(number).jpg") }
        try scratch.write(SamplePhoto(date: "2020:01:01 00:00:00", orientation: 6), to: "changes.jpg")
        try scratch.remove("gone.jpg")
        expected["gone.jpg"] = nil
        try scratch.move("moves.jpg", to: "elsewhere/moved.jpg")
        try scratch.move("folder", to: "new")
        for name in ["live.jpg", "live.mov"] { try scratch.move(name, to: "lives/" + name) }
        for (old, new) in Self.moved { expected[new] = expected.removeValue(forKey: old) }
    }

    /// The state of the library now, and after the edit, which is made on a copy.
    private func beforeAndAfter() async throws -> (LibraryPicture, LibraryPicture) {
        let photos = try await marked()
        let before = try await LibraryPicture(of: photos)
        // The last connection to close an index removes its log. A log that shrinks during the copy is copied
        // endlessly.
        let connection = try photos.store.index.reader()
        #expect(try connection.number("SELECT count(*) FROM asset") > 0)
        defer { withExtendedLifetime(connection) {} }
        let copy = try ScratchFolder()
        try copy.remove("")
        try FileManager.default.copyItem(at: scratch.url, to: copy.url)
        let copied = copy.photos()
        try await copied.index().waitUntilFinished()
        try await Self.edit(copied)
        var after = try await LibraryPicture(of: copied)
        #expect(after.trash.count == 3)
        // A copied index may have gone back, and skips rows; this one assigns the next ones.
        let next = try scratch.photos().store.index.reader().number("SELECT next_asset FROM library")
        after.assets["stays 2.jpg"]?.id = AssetRow.id(next)
        after.assets["new.jpg"]?.id = AssetRow.id(next + 1)
        return (before, after)
    }

    /// Deletes a picture and a Live Photo, and creates others: six files are moved.
    private static func edit(_ photos: PhotoFolder) async throws {
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        var query = AssetQuery.all
        query.hidden = .included
        let assets = try await manager.photos.access.assets(query)
        let files = try await photos.files(of: assets.map(\.id))
        let byPath = Dictionary(
            uniqueKeysWithValues: try assets.map { (try #require(files[$0.id]).path, $0) })
        let gone = ["gone.jpg", "live.jpg"].compactMap { byPath[$0] }
        let source = try ScratchFolder()
        try source.write(SamplePhoto(noise: [1]), to: "new.jpg")
        try source.write(SampleMovie(), to: "new.mov")
        let (still, video) = (source.url.appending(path: "new.jpg"), source.url.appending(path: "new.mov"))
        try await manager.performChanges { edits in
            edits.delete(gone)
            edits.setFavorite(false, for: ["stays.jpg"].compactMap { byPath[$0] })
            let album = edits.createAlbum("New")
            let photo = NewAsset.photo(Data(SamplePhoto(noise: [2]).bytes), fileName: "stays.jpg")
            edits.append([edits.createAsset(photo)], to: album)
            edits.append([edits.createAsset(.livePhoto(still: still, video: video))], to: album)
        }
    }
}
#endif
#endif
