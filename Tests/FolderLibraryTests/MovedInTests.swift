#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Files that are moved into the library: they keep what programs have stored with them, and what the user gave them.
struct MovedInTests {
    let scratch: ScratchFolder
    let card: ScratchFolder
    private let attribute = "user.xdg.tags"

    init() throws {
        (scratch, card) = (try ScratchFolder(), try ScratchFolder())
        try card.write(SamplePhoto(date: "2023:04:11 10:11:12"), to: "card.jpg")
    }

    private var original: URL { card.url.appending(path: "card.jpg") }

    /// Hooks of a volume on which some calls fail.
    private func hooks(_ codes: [FileCall: Int32]) -> FolderTestHooks {
        var hooks = FolderTestHooks()
        hooks.onCall = { codes[$0] }
        return hooks
    }

    /// Stores an attribute, with a program of the system: Swift does not import the calls.
    private func tag(_ file: URL) throws -> Bool {
        try run("setfattr", "-n", attribute, "-v", "Lisbon", file.path) != nil
    }

    private func tags(of file: String) throws -> String? {
        try run("getfattr", "--only-values", "-n", attribute, scratch.url.path + "/" + file)
    }

    private func run(_ arguments: String...) throws -> String? {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        (process.arguments, process.standardOutput, process.standardError) = (arguments, output, FileHandle.nullDevice)
        try process.run()
        let data = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : nil
    }

    private func move(_ file: URL, into photos: PhotoFolder) async throws -> AssetID {
        let manager = MediaManager(access: try await photos.opened())
        let resource = NewAsset.Resource(.photo, .file(file, isMoved: true), fileName: file.lastPathComponent)
        let outcome = try await manager.performChanges { _ = $0.createAsset(NewAsset(resources: [resource])) }
        return try #require(outcome.createdAssets.first)
    }

    @Test func `On one volume a moved file is the same file, and nothing is copied`() async throws {
        let inode = try OpenFolder(root: card.url.path).status("card.jpg").inode
        let photos = scratch.photos()
        let id = try await move(original, into: photos)
        #expect(try OpenFolder(root: scratch.url.path).status("card.jpg").inode == inode)
        #expect(!FileManager.default.fileExists(atPath: original.path))
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
        #expect(try await photos.asset(at: "card.jpg") == id)
    }

    #if os(Linux)
    @Test(arguments: [[:], [FileCall.link: EPERM]])
    func `A moved file keeps its extended attributes, also as a copy`(refused: [FileCall: Int32]) async throws {
        guard try tag(original) else { return }
        // One that may only be read has them too.
        #expect(chmod(original.path, 0o444) == 0)
        _ = try await move(original, into: scratch.photos(hooks(refused)))
        #expect(try tags(of: "card.jpg") == "Lisbon")
        #expect(!FileManager.default.fileExists(atPath: original.path))
        let mode = try FileManager.default.attributesOfItem(atPath: scratch.url.path + "/card.jpg")[.posixPermissions]
        #expect(mode as? Int == 0o444)
    }

    @Test func `An original whose attributes cannot be copied is not moved, but may be copied`() async throws {
        guard try tag(original) else { return }
        let photos = scratch.photos(hooks([.link: EXDEV, .attribute: ENOTSUP]))
        let error = await #expect(throws: EditError.self) { _ = try await move(original, into: photos) }
        guard case .notSupported(let reason)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect("\(reason)".contains("attributes of '\(original.path)' cannot be copied"))
        #expect(FileManager.default.fileExists(atPath: original.path))
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/card.jpg"))
        let manager = MediaManager(access: try await photos.opened())
        try await manager.performChanges { _ = $0.createAsset(.photo(at: original)) }
        #expect(try await manager.photos.count() == 1)
    }
    #endif

    @Test(arguments: [[:], [FileCall.link: EPERM]])
    func `A photo that is moved within the library stays in its albums`(refused: [FileCall: Int32]) async throws {
        try scratch.write(SamplePhoto(date: "2023:04:12 10:11:12"), to: "sub/a.jpg")
        try scratch.write(SamplePhoto(date: "2023:04:13 10:11:12"), to: "sub/b.jpg")
        let photos = scratch.photos(hooks(refused))
        let manager = MediaManager(access: try await photos.opened())
        let known = try #require(try await photos.asset(at: "sub/a.jpg"))
        let album = try await manager.performChanges { edits in
            edits.setFavorite(true, for: [known])
            edits.append([known], to: edits.createAlbum("Trip"))
        }.createdAlbums[0]
        let moved = try await move(scratch.url.appending(path: "sub/a.jpg"), into: photos)
        #expect(moved == known)
        for _ in 0..<2 {
            #expect(try await photos.file(of: known)?.path == "a.jpg")
            let members = try await manager.photos.access.assets(.album(album))
            #expect(members.map(\.id) == [known] && members.allSatisfy(\.isFavorite))
            #expect(try await manager.photos.count() == 2)
            try await photos.index().waitUntilFinished()
        }
        #expect(try photos.integrity() == "ok")
    }
}
#endif
