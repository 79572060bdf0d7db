#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
/// Several processes on one index, and others that lock it.
struct ProcessTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
    }

    /// Has each process set its own user data, and create pictures and an album, a few at a time.
    private static func edit(_ path: String, as name: String, of count: Int) async throws {
        // On a busy machine the other process keeps its locks for longer than an app waits.
        let photos = ScratchFolder.photos(at: path, FolderTestHooks(patience: 600_000))
        let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        let album = try await manager.performChanges { $0.createAlbum(name) }.createdAlbums[0]
        for number in 0..<count {
            let assets = try await manager.photos.access.assets()
            let files = try await photos.files(of: assets.map(\.id))
            let mine = assets.filter { files[$0.id]?.path.hasPrefix("\(name)/\(number).") == true }
            try await manager.performChanges { edits in
                edits.setFavorite(true, for: mine)
                edits.append(mine, to: album)
                let data = Data(SamplePhoto(noise: Array("\(name) \(number)".utf8)).bytes)
                _ = edits.createAsset(.photo(data, fileName: "new.jpg"))
            }
            try await photos.index().waitUntilFinished()
        }
    }

    @Test func `Two processes that edit and index one folder at once lose nothing`() async throws {
        let count = 6
        for name in ["mine", "theirs"] {
            for number in 0..<count {
                try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: "\(name)/\(number).jpg")
            }
        }
        try await scratch.photos().index().waitUntilFinished()
        let path = scratch.url.path
        async let theirs: Void = {
            await #expect(processExitsWith: .success) { [path = path as String, count = count as Int] in
                do {
                    try await ProcessTests.edit(path, as: "theirs", of: count)
                } catch {
                    // Thrown out of here, it would be a signal without a word.
                    Issue.record(error)
                }
            }
        }()
        try await Self.edit(path, as: "mine", of: count)
        await theirs
        let photos = scratch.photos()
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        let picture = try await LibraryPicture(of: photos)
        #expect(picture.assets.count == 4 * count)
        #expect(picture.count == 4 * count)
        #expect(Set(picture.files.values).count == 2 * count + 2)
        for name in ["mine", "theirs"] {
            #expect(picture.albums[name] == (0..<count).map { "\(name)/\($0).jpg" })
        }
        #expect(picture.assets.filter(\.value.isFavorite).keys.allSatisfy { !$0.hasPrefix("new") })
        #expect(picture.assets.count(where: \.value.isFavorite) == 2 * count)
        #expect(try photos.integrity() == "ok")
    }

    // the edit                     | another process
    //                              | moves files
    // waits                        |
    //                              | ends
    // moves its file               |
    @Test func `An edit waits while another process moves files`() async throws {
        let waits = Gate()
        let photos = scratch.photos(FolderTestHooks(onWait: { waits.open() }, patience: 600_000))
        let manager = MediaManager(access: try await photos.opened())
        var other: OpenFolder? = try OpenFolder(root: scratch.url.path)
        try other?.lock(waiting: false)
        async let edit = manager.performChanges { edits in
            _ = edits.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes), fileName: "a.jpg"))
        }
        await waits.wait()
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/a.jpg"))
        other = nil
        #expect(try await edit.createdAssets.count == 1)
    }

    @Test func `Another process that moves files for too long is an error, and nothing is changed`() async throws {
        let photos = scratch.photos(FolderTestHooks(patience: 1))
        let manager = MediaManager(access: try await photos.opened())
        let other = try OpenFolder(root: scratch.url.path)
        try other.lock(waiting: false)
        await #expect {
            try await manager.performChanges { _ = $0.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes))) }
        } throws: { error in
            if case EditError.interrupted = error { true } else { false }
        }
        #expect(try await LibraryPicture(of: photos).files == [:])
        withExtendedLifetime(other) {}
    }

    // the edit                     | another process
    //                              | records a move
    // sets a favorite              |
    //                              | still has its record
    @Test func `An edit that moves no files waits for no process that moves some, and leaves its record`()
        async throws
    {
        try scratch.write(to: "a.jpg")
        let photos = scratch.photos(FolderTestHooks(onWait: { Issue.record("waits") }))
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let (other, move) = try otherProcess(moving: "a.jpg")
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == [true])
        #expect(try photos.store.exclusively { try $0.intends([move]) })
        withExtendedLifetime(other) {}
    }

    @Test func `A folder opens while another process moves files, and leaves its record`() async throws {
        try scratch.write(to: "a.jpg")
        try await scratch.photos().index().waitUntilFinished()
        let (other, move) = try otherProcess(moving: "a.jpg")
        let photos = scratch.photos(FolderTestHooks(onWait: { Issue.record("waits") }))
        let access = try await photos.opened()
        #expect(try await access.assets().count == 1)
        #expect(try photos.store.exclusively { try $0.intends([move]) })
        withExtendedLifetime(other) {}
    }

    @Test func `The folder of photos is locked within one activity of the system, from its lock to its release`()
        async throws
    {
        let outside = Lock<Set<CrashPoint>>([])
        let locked: Set<CrashPoint> = [.intended, .fileMoved, .filesMoved, .movedBack]
        let hooks = FolderTestHooks(onCrashPoint: { point in
            if !ExpiringActivity.isRunning, locked.contains(point) { outside.withLock { _ = $0.insert(point) } }
        })
        let photos = scratch.photos(hooks)
        let manager = MediaManager(access: try await photos.opened())
        try await manager.performChanges { _ = $0.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes))) }
        let assets = try await manager.photos.access.assets()
        #expect(assets.count == 1)
        try await manager.performChanges { $0.delete(assets) }
        try await photos.restore(photos.trashedPhotos())
        #expect(outside.withLock(\.self) == [])
    }

    /// Locks the folder of photos, and records a move, as another process does in an edit.
    private func otherProcess(moving name: String) throws -> (lock: OpenFolder, move: FileMove) {
        let root = try OpenFolder(root: scratch.url.path)
        try root.lock(waiting: false)
        let move = FileMove(origin: Array(name.utf8), goal: Array("moved".utf8), inode: try root.status(name).inode)
        try scratch.photos().store.exclusively { writer in
            try writer.transaction { try writer.intend([move]) }
        }
        return (root, move)
    }

    @Test func `A lock on the index held for too long is an error for other users, which change nothing`() async throws
    {
        for name in ["a.jpg", "b.jpg"] { try scratch.write(to: name) }
        let photos = scratch.photos(FolderTestHooks(patience: 1))
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let before = try await LibraryPicture(of: photos)
        let other = try SQLiteConnection(path: scratch.url.path + "/.cameraroll/index.sqlite", .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        await #expect {
            try await manager.performChanges { edits in
                edits.delete(assets)
                _ = edits.createAsset(.photo(Data(SamplePhoto(noise: [1]).bytes)))
            }
        } throws: { error in
            if case EditError.interrupted = error { true } else { false }
        }
        try scratch.write(SamplePhoto(noise: [2]), to: "c.jpg")
        await #expect {
            try await photos.index().waitUntilFinished()
        } throws: { error in
            error as? FolderError == .busy
        }
        try other.execute("COMMIT")
        try scratch.remove("c.jpg")
        #expect(try await LibraryPicture(of: photos) == before)
        #expect(!photos.store.index.isMarkedDamaged)
        try await manager.performChanges { $0.delete(assets) }
        #expect(try await LibraryPicture(of: photos).files == [:])
    }
}
#endif
#endif
