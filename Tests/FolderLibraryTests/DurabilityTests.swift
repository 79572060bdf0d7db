#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// The state of the disk after each step, so that no photo is lost in a power failure.
struct DurabilityTests {
    let scratch: ScratchFolder
    let card: ScratchFolder
    private let steps = Lock<[DurableStep]>([])

    init() throws {
        (scratch, card) = (try ScratchFolder(), try ScratchFolder())
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12"), to: "sub/a.jpg")
        try card.write(SamplePhoto(date: "2023:04:11 10:11:12"), to: "card.jpg")
    }

    /// Records the steps of edits, and fails at one of them.
    private func hooks(failingAt wrong: DurableStep? = nil) -> FolderTestHooks {
        var hooks = FolderTestHooks()
        hooks.onDurableStep = { [steps] step in
            steps.withLock { $0.append(step) }
            if step.inAnyTransaction == wrong { throw FolderTestHooks.diskFailure }
        }
        return hooks
    }

    private var cardPath: String { card.url.path + "/card.jpg" }

    private func moveIn(_ manager: MediaManager) async throws -> AssetID {
        let resource = NewAsset.Resource(
            .photo, .file(URL(filePath: cardPath), isMoved: true), fileName: "card.jpg")
        let outcome = try await manager.performChanges { edits in
            _ = edits.createAsset(NewAsset(resources: [resource], isFavorite: true))
        }
        return try #require(outcome.createdAssets.first)
    }

    @Test func `Edits are written by a connection that has the disk itself hold them`() async throws {
        let photos = scratch.photos()
        _ = try await photos.opened()
        let names = ["synchronous", "fullfsync", "checkpoint_fullfsync"]
        let settings = try photos.store.durably(movingFiles: true) { writer in
            try names.map { try writer.connection.number("PRAGMA \($0)") }
        }
        #expect(settings == [2, 1, 1])
    }

    @Test func `A photo is on disk in its folder before the index says so, and only then gone from the card`()
        async throws
    {
        let manager = MediaManager(access: try await scratch.photos(hooks()).opened())
        _ = try await moveIn(manager)
        var taken = steps.withLock(\.self)
        guard case .fileSynced(let waiting) = taken.removeFirst() else {
            Issue.record("The file was not written first: \(taken)")
            return
        }
        #expect(waiting.hasPrefix(StagingFolder.path + "/"))
        let folder = (waiting as NSString).deletingLastPathComponent
        #expect(
            taken == [
                .folderSynced(folder), .filesMoved, .folderSynced(""), .folderSynced(folder), .committed,
                .sourceRemoved(cardPath), .folderSynced(card.url.path),
            ])
        #expect(!FileManager.default.fileExists(atPath: cardPath))
    }

    @Test func `A deleted photo is on disk in the trash before it is in its folder no more`() async throws {
        let manager = MediaManager(access: try await scratch.photos(hooks()).opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(assets) }
        #expect(
            steps.withLock(\.self) == [
                .filesMoved, .folderSynced(".cameraroll/trash"), .folderSynced("sub"), .committed,
            ])
    }

    @Test(arguments: [DurableStep.filesMoved, .folderSynced(""), .folderSynced(StagingFolder.path)])
    func `A disk that fails before all is on it leaves the photo on the card`(wrong: DurableStep) async throws {
        let photos = scratch.photos(hooks(failingAt: wrong))
        let manager = MediaManager(access: try await photos.opened())
        await #expect(throws: EditError.self) { try await moveIn(manager) }
        #expect(FileManager.default.fileExists(atPath: cardPath))
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/card.jpg"))
        #expect(try await manager.photos.access.assets().count == 1)
    }

    @Test func `A photo that is deleted by the edit that moves it in stays on the card`() async throws {
        let manager = MediaManager(access: try await scratch.photos().opened())
        let resource = NewAsset.Resource(
            .photo, .file(URL(filePath: cardPath), isMoved: true), fileName: "card.jpg")
        try await manager.performChanges { edits in
            edits.delete(edits.createAsset(NewAsset(resources: [resource])))
        }
        #expect(FileManager.default.fileExists(atPath: cardPath))
        #expect(try await manager.photos.access.assets().count == 1)
    }

    @Test(arguments: [false, true])
    func `A photo whose move a disk has lost gets to where the index has it`(isNameTaken: Bool) async throws {
        let id = try await moveIn(MediaManager(access: try await scratch.photos(hooks()).opened()))
        guard case .fileSynced(let waiting)? = steps.withLock(\.first) else {
            Issue.record("Nothing was written")
            return
        }
        // The index was on the disk, and the names in the folders were not, although the disk reported so.
        try scratch.move("card.jpg", to: waiting)
        if isNameTaken { try scratch.write(SamplePhoto(noise: [9]), to: "card.jpg") }
        let photos = scratch.photos()
        let assets = try await photos.opened().assets()
        #expect(assets.count == (isNameTaken ? 3 : 2))
        #expect(assets.first { $0.id == id }?.isFavorite == true)
        // If another file has the name, it gets one beside it.
        let path = try #require(try await photos.file(of: id)?.path)
        #expect(isNameTaken ? path.hasSuffix("-card.jpg") : path == "card.jpg")
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/" + waiting))
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `A file of two names, as a disk may leave it, keeps the one that the index has`() async throws {
        _ = try await moveIn(MediaManager(access: try await scratch.photos(hooks()).opened()))
        guard case .fileSynced(let waiting)? = steps.withLock(\.first) else {
            Issue.record("Nothing was written")
            return
        }
        try FileManager.default.createDirectory(
            atPath: scratch.url.path + "/" + (waiting as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        #expect(link(scratch.url.path + "/card.jpg", scratch.url.path + "/" + waiting) == 0)
        #expect(try await scratch.photos().opened().assets().count == 2)
        #expect(FileManager.default.fileExists(atPath: scratch.url.path + "/card.jpg"))
        #expect(!FileManager.default.fileExists(atPath: scratch.url.path + "/" + waiting))
    }
}

extension DurableStep {
    /// The same, for the staging folder of any transaction.
    fileprivate var inAnyTransaction: DurableStep {
        if case .folderSynced(let path) = self, path.hasPrefix(StagingFolder.path) {
            return .folderSynced(StagingFolder.path)
        }
        return self
    }
}
#endif
