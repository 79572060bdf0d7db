#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Renamed files, which keep their assets immediately.
struct MovedFilesTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    private func paths(of assets: [MediaAsset]) async throws -> [String?] {
        let files = try await photos.files(of: assets.map(\.id))
        return assets.map { files[$0.id]?.path }
    }

    @Test func `While a renamed folder is looked at, no photo is there twice or missing`() async throws {
        // More files than one transaction takes, so that some are written before the scan ends.
        for number in 0..<700 { try scratch.write(to: "old/\(number).jpg") }
        let access = try await photos.opened()
        let before = Set(try await access.assets())
        try scratch.move("old", to: "a new one")
        let counts = Lock<[Int]>([])
        let index = photos.store.index
        let signal = ChangeSignal {
            let count = try? index.reader().number("SELECT total(shown) FROM tally")
            counts.withLock { $0.append(Int(count ?? -1)) }
        }
        try await access.read("observe") { try $0.startObserving(signal) }
        try await photos.index().waitUntilFinished()
        #expect(counts.withLock(\.self).count > 1)
        #expect(counts.withLock { Set($0) } == [700])
        #expect(Set(try await access.assets()) == before)
        await access.close()
    }

    /// An older build computed another hash, which made a moved file another one.
    @Test(arguments: [false, true])
    func `The first bytes in an index and a backup of version 1 tell nothing`(isLost: Bool) async throws {
        try scratch.write(to: "a.jpg")
        let access = try await photos.opened()
        let before = try await access.assets()
        await access.close()
        let folder = scratch.url.path + "/.cameraroll"
        let old = try SQLiteConnection(path: folder + "/index.sqlite", .readWrite)
        try old.execute("UPDATE file SET head = head + 1, birth = NULL; PRAGMA user_version = 1")
        let backup = try SQLiteConnection(path: folder + "/backup.sqlite", .readWrite)
        try backup.execute("UPDATE kept_asset SET head = head + 1; PRAGMA user_version = 1")
        if isLost { try scratch.remove(".cameraroll/index.sqlite") }
        try scratch.move("a.jpg", to: "b.jpg")
        let later = scratch.photos()
        let reopened = try await later.opened()
        try await later.index().waitUntilFinished()
        #expect(try await reopened.assets().map(\.id) == before.map(\.id))
        for name in ["index", "backup"] {
            let new = try SQLiteConnection(path: folder + "/\(name).sqlite", .readOnly)
            #expect(try new.number("PRAGMA user_version") == IndexSchema.version)
        }
        await reopened.close()
    }

    @Test func `Hard links that move are the assets that they were, by their names`() async throws {
        try scratch.write(to: "x/a.jpg")
        let folder = scratch.url.path + "/x"
        for name in ["b", "c"] { #expect(link(folder + "/a.jpg", folder + "/\(name).jpg") == 0) }
        let access = try await photos.opened()
        let before = try await access.assets()
        let paths = try await self.paths(of: before)
        #expect(Set(paths) == ["x/a.jpg", "x/b.jpg", "x/c.jpg"])
        try scratch.move("x", to: "y")
        try scratch.move("y/b.jpg", to: "y/z.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets() == before)
        let moved = ["x/a.jpg": "y/a.jpg", "x/b.jpg": "y/z.jpg", "x/c.jpg": "y/c.jpg"]
        #expect(try await self.paths(of: before) == paths.map { moved[$0 ?? ""] })
    }

    @Test func `A new name for a file is a new asset, and one that is taken away takes no other with it`()
        async throws
    {
        try scratch.write(to: "a.jpg")
        let access = try await photos.opened()
        let before = try await access.assets()
        #expect(link(scratch.url.path + "/a.jpg", scratch.url.path + "/b.jpg") == 0)
        try await photos.index().waitUntilFinished()
        let both = try await access.assets()
        #expect(both.count == 2)
        try scratch.remove("a.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.id) == both.map(\.id).filter { $0 != before[0].id })
    }

    @Test(arguments: [nil, "L"])
    func `A Live Photo moves with its video, and parts from one that stays`(content: String?) async throws {
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", content: "L"), to: "x/a.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "x/a.mov")
        let access = try await photos.opened()
        let before = try await access.assets()
        #expect(before.map { $0.mediaSubtypes.contains(.livePhoto) } == [true])
        if content == nil {
            // Paired by an edit: the files have no common content identifier.
            try photos.store.write { try $0.connection.run("UPDATE file SET content = NULL") }
        }
        let token = try await access.read("token") { try $0.changeToken() }
        try scratch.move("x", to: "y")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets() == before)
        #expect(try await photos.file(of: before[0].id)?.pairedVideo == "y/a.mov")
        let history = try await access.read("history") { try $0.changes(since: try #require(token)) }
        guard case .changes(let changes) = history else { return }
        #expect(changes.assets.inserted.isEmpty && changes.assets.deleted.isEmpty)
        try scratch.move("y/a.jpg", to: "z/a.jpg")
        try await photos.index().waitUntilFinished()
        let after = try await access.assets()
        #expect(Set(after.map(\.mediaType)) == [.image, .video])
        #expect(after.first { $0.mediaType == .image }?.id == before[0].id)
    }

    @Test func `There is what the listing has by this name, and not what a look-up finds by another`() throws {
        try scratch.write(to: "Sub/A.jpg")
        let root = try OpenFolder(root: scratch.url.path)
        // As on a volume that ignores case.
        let existence = FileExistence(beneath: root) { (folder, name) throws(SystemError) in
            String(cString: name) == "a.jpg" ? try folder.status("A.jpg") : try folder.status(name)
        }
        func isThere(_ names: String...) -> Bool {
            existence.isThere(names.map { Array($0.utf8) }, isFolder: false)
        }
        #expect(isThere("Sub", "A.jpg"))
        #expect(!isThere("Sub", "a.jpg"))
        #expect(!isThere("Sub", "b.jpg"))
        #expect(!isThere("Sub"))
        #expect(!isThere("Other", "A.jpg"))
        #expect(existence.isThere([Array("Sub".utf8)], isFolder: true))
        #expect(existence.isThere([], isFolder: true))
    }

    @Test func `Where only links do not replace, a file has its new name and no other`() throws {
        try scratch.write([1, 2], to: "A/a.jpg")
        try scratch.write([3], to: "B/taken.jpg")
        let (from, to) = (try folder("A"), try folder("B"))
        #expect(throws: SystemError(code: EEXIST)) { try from.renameByLink("a.jpg", to: "taken.jpg", in: to) }
        #expect(throws: SystemError(code: ENOENT)) { try from.renameByLink("none.jpg", to: "b.jpg", in: to) }
        #expect(try scratch.bytes(of: "B/taken.jpg") == [3])
        try from.renameByLink("a.jpg", to: "b.jpg", in: to)
        #expect(try scratch.bytes(of: "B/b.jpg") == [1, 2])
        #expect(throws: SystemError(code: ENOENT)) { try from.status("a.jpg") }
    }

    /// Hooks of a volume that has neither links nor renames that replace nothing.
    private func plainVolume(_ onRename: @escaping @Sendable () -> Void = {}) -> FolderTestHooks {
        var hooks = FolderTestHooks()
        hooks.onCall = { call in
            if call == .rename { onRename() }
            return [.exclusiveRename: EINVAL, .link: EPERM][call]
        }
        return hooks
    }

    @Test func `Where nothing but a plain rename exists, it replaces no file either`() throws {
        try scratch.write([1, 2], to: "a.jpg")
        try scratch.write([3], to: "taken.jpg")
        let root = try OpenFolder(root: scratch.url.path)
        func move(to goal: String, _ hooks: FolderTestHooks) throws {
            let move = FileMove(
                origin: Array("a.jpg".utf8), goal: Array(goal.utf8), inode: try root.status("a.jpg").inode)
            try FileMover(root: root, hooks: hooks).move([move])
        }
        #expect(throws: SystemError(code: EEXIST)) { try move(to: "taken.jpg", plainVolume()) }
        // Another program saves a file by renaming, or writes one, at the last moment.
        let path = scratch.url.path
        #expect(throws: SystemError(code: EEXIST)) {
            try move(to: "b.jpg", plainVolume { rename(path + "/taken.jpg", path + "/b.jpg") })
        }
        #expect(try scratch.bytes(of: "b.jpg") == [3] && scratch.bytes(of: "a.jpg") == [1, 2])
        try move(to: "c.jpg", plainVolume())
        #expect(try scratch.bytes(of: "c.jpg") == [1, 2])
        #expect(["a.jpg", "taken.jpg"].allSatisfy { root.lacks(Array($0.utf8)) })
    }

    @Test func `A file that is saved twice while it is deleted stays in both versions`() throws {
        try scratch.write([1], to: "a.jpg")
        try scratch.write([2, 2], to: "first")
        try scratch.write([3, 3, 3], to: "second")
        let (path, root) = (scratch.url.path, try OpenFolder(root: scratch.url.path))
        let inode = try root.status("a.jpg").inode
        var hooks = FolderTestHooks()
        let saves = Lock(["/first", "/second"])
        hooks.onCall = { call in
            let save = call == .exclusiveRename ? saves.withLock { $0.isEmpty ? nil : $0.removeFirst() } : nil
            if let save { rename(path + save, path + "/a.jpg") }
            return nil
        }
        let move = FileMove(origin: Array("a.jpg".utf8), goal: Array("deleted.jpg".utf8), inode: inode)
        #expect(throws: SystemError(code: ESTALE)) { try FileMover(root: root, hooks: hooks).move([move]) }
        #expect(try scratch.bytes(of: "a.jpg") == [3, 3, 3] && scratch.bytes(of: "a 2.jpg") == [2, 2])
        #expect(root.lacks(Array("deleted.jpg".utf8)))
    }

    private func folder(_ name: String) throws -> OpenFolder {
        try OpenFolder(root: scratch.url.appending(path: name).path)
    }
}

extension ScratchFolder {
    fileprivate func bytes(of path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: url.appending(path: path)))
    }
}
#endif
