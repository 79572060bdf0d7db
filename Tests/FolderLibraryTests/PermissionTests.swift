#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && (os(Linux) || os(macOS))
/// Files that a user may not read or write; each test has its own process, since the tests may run as root.
struct PermissionTests {
    let scratch: ScratchFolder
    let card: ScratchFolder

    init() throws {
        (scratch, card) = (try ScratchFolder(), try ScratchFolder())
        for name in ["a.jpg", "sub/b.jpg"] { try scratch.write(to: name) }
        try card.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "card.jpg")
        scratch.open()
        card.open()
    }

    @Test(arguments: [false, true])
    func `A file that may only be read can be imported`(isMoved: Bool) async throws {
        let (root, file) = (scratch.url.path, card.url.path + "/card.jpg")
        chmod(file, 0o444)
        await #expect(processExitsWith: .success) { [root = root as String, file = file as String, isMoved] in
            PlainUser.enter()
            let manager = MediaManager(access: try await ScratchFolder.photos(at: root).opened())
            let photo = NewAsset.Resource(.photo, .file(URL(filePath: file), isMoved: isMoved), fileName: "card.jpg")
            let outcome = try await manager.performChanges { edits in
                _ = edits.createAsset(NewAsset(resources: [photo]))
            }
            #expect(outcome.createdAssets.count == 1)
            #expect(FileManager.default.fileExists(atPath: file) != isMoved)
            #expect(FileManager.default.contents(atPath: root + "/card.jpg")?.isEmpty == false)
        }
    }

    @Test(arguments: [false, true])
    func `Photos that cannot be written say where their index can be`(isFolderThere: Bool) async throws {
        let (root, hidden) = (scratch.url.path, scratch.url.path + "/.cameraroll")
        if isFolderThere {
            try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: false)
            chmod(hidden, 0o555)
        }
        chmod(root, 0o555)
        await #expect(processExitsWith: .success) { [root = root as String, hidden = hidden as String, isFolderThere] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root)
            let path = isFolderThere ? hidden + "/index.sqlite" : hidden
            await #expect(throws: FolderError.cannotWriteIndex(path: path, code: EACCES)) {
                try await photos.index().waitUntilFinished()
            }
            let manager = MediaManager(.folder(photos), limits: .untimed)
            await #expect { try await manager.loadLibrary() } throws: { error in
                error.localizedDescription.contains("'\(path)': Permission denied. ")
                    && error.localizedDescription.hasSuffix(".cacheFolder.")
            }
        }
    }

    @Test func `Photos that cannot be written are indexed elsewhere, and their files cannot be edited`() async throws {
        let (root, aside) = (scratch.url.path, card.url.path)
        for folder in [root, root + "/sub"] { chmod(folder, 0o555) }
        await #expect(processExitsWith: .success) { [root = root as String, aside = aside as String] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root) { $0.index = .folder(URL(filePath: aside)) }
            let manager = MediaManager(access: try await photos.opened())
            let assets = try await manager.photos.access.assets()
            #expect(assets.count == 2)
            try await manager.performChanges { $0.setFavorite(true, for: assets) }
            for edit in [{ $0.delete(assets) }, { _ = $0.createAsset(.photo(Data(SamplePhoto().bytes))) }]
                as [@Sendable (inout ChangeRequest) -> Void]
            {
                await #expect(throws: EditError.notSupported(reason: Self.refusal)) {
                    try await manager.performChanges { edit(&$0) }
                }
            }
            #expect(try await manager.photos.access.assets().filter(\.isFavorite).count == 2)
            #expect(FileManager.default.fileExists(atPath: root + "/sub/b.jpg"))
        }
    }

    private static let refusal: ErrorReason = "the folder cannot be written: Permission denied"

    @Test func `Photos of which some can be moved, and others not, all stay`() async throws {
        let root = scratch.url.path
        chmod(root + "/sub", 0o555)
        await #expect(processExitsWith: .success) { [root = root as String] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root)
            let manager = MediaManager(access: try await photos.opened())
            let assets = try await manager.photos.access.assets()
            await #expect(throws: EditError.self) { try await manager.performChanges { $0.delete(assets) } }
            #expect(try await manager.photos.access.assets() == assets)
            for name in ["a.jpg", "sub/b.jpg"] { #expect(FileManager.default.fileExists(atPath: root + "/" + name)) }
            // A file that was moved back is read once more, and is not a new version.
            _ = try await photos.index().waitUntilFinished()
            #expect(try await manager.photos.access.assets() == assets)
        }
    }

    @Test func `A folder that cannot be read keeps what is known of it, and says why`() async throws {
        let root = scratch.url.path
        await #expect(processExitsWith: .success) { [root = root as String] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root)
            let access = try await photos.opened()
            // A folder's owner may read it regardless of its permissions, so it is moved into one owned by root.
            try FileManager.default.moveItem(atPath: root + "/sub", toPath: root + "/.hidden")
            try FileManager.default.createDirectory(atPath: root + "/sub", withIntermediateDirectories: true)
            chmod(root + "/sub", 0)
            try await photos.index().waitUntilFinished()
            #expect(try await access.assets().count == 2)
            let problems = try await photos.problems()
            #expect(problems == [FolderProblem(path: "sub", reason: .unreadable(code: EACCES))])
        }
    }

    @Test func `An index that cannot be written says so, with its path and the system's reason`() async throws {
        let root = scratch.url.path
        chmod(root, 0o555)
        await #expect(processExitsWith: .success) { [root = root as String] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root)
            await #expect(throws: FolderError.cannotWriteIndex(path: root + "/.cameraroll", code: EACCES)) {
                try await photos.index().waitUntilFinished()
            }
        }
    }

    @Test func `A file that cannot be read is named, with the system's reason`() async throws {
        let root = scratch.url.path
        chmod(root + "/a.jpg", 0o200)
        await #expect(processExitsWith: .success) { [root = root as String] in
            PlainUser.enter()
            let photos = ScratchFolder.photos(at: root)
            let (assets, problems) = (try await photos.opened().assets(), try await photos.problems())
            #expect(assets.count == 1)
            #expect(problems == [FolderProblem(path: "a.jpg", reason: .unreadable(code: EACCES))])
        }
    }

    @Test func `What cannot be read cannot be imported, and nothing of it is left`() async throws {
        let (root, file) = (scratch.url.path, card.url.path + "/card.jpg")
        chmod(file, 0o200)
        await #expect(processExitsWith: .success) { [root = root as String, file = file as String] in
            PlainUser.enter()
            let manager = MediaManager(access: try await ScratchFolder.photos(at: root).opened())
            await #expect(throws: EditError.self) {
                try await manager.performChanges { $0.createAsset(.photo(at: URL(filePath: file))) }
            }
            let waiting = try FileManager.default.contentsOfDirectory(atPath: root + "/.cameraroll/staged")
            #expect(waiting == [])
        }
    }
}
#endif
#endif
