#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import TestSupport
@testable import FolderLibrary
import Foundation
import Testing

/// A folder's index after its users are gone: nothing stays open, and it is closed on a thread that nothing waits
/// for.
@Suite(.timeLimit(.hang)) struct ClosingTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for number in 0..<12 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
    }

    /// The files of the index that this process has open.
    private var openFiles: [String] {
        let hidden = scratch.url.path + "/.cameraroll/"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        let paths = descriptors.compactMap { descriptor in
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
        }
        return paths.filter { $0.hasPrefix(hidden) }
    }

    /// The files in the folder of the index.
    private var indexFiles: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll").sorted() }
    }

    private func manager(_ photos: PhotoFolder, _ executor: LibraryExecutor = LibraryExecutor(label: "test"))
        -> MediaManager
    {
        MediaManager(.folder(photos), executor: executor, limits: .untimed)
    }

    private func isClosed(_ photos: PhotoFolder) async {
        await withCheckedContinuation { continuation in photos.store.users.whenClosed { continuation.resume() } }
    }

    // The caller                     The library's executor      The store's own thread
    // ----------                     ----------------------      ----------------------
    // closes, and waits
    //                                releases the library
    //                                                            is about to move the log
    //                                answers another library
    //                                                            moves it, and closes the index
    // returns
    @Test func `The last library is closed off its executor, and close waits for that`() async throws {
        try await scratch.photos().index().waitUntilFinished()
        let (gate, executor, isDone) = (BlockingGate(), LibraryExecutor(label: "test"), Lock(false))
        let photos = scratch.photos(FolderTestHooks(onClose: { gate.pass() }))
        let manager = manager(photos, executor)
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        let closing = Task {
            await manager.close()
            isDone.withLock { $0 = true }
        }
        await gate.waitUntilReached()
        let other = self.manager(scratch.photos(), executor)
        #expect(try await other.photos.access.assets().count == 12)
        await other.close()
        #expect(isDone.withLock { !$0 })
        gate.open()
        await closing.value
        #expect(openFiles == [])
        #expect(try indexFiles == ["backup.sqlite", "index.sqlite"])
    }

    @Test func `A library that is dropped is closed away from its executor too`() async throws {
        try await scratch.photos().index().waitUntilFinished()
        let (gate, executor) = (BlockingGate(), LibraryExecutor(label: "test"))
        let photos = scratch.photos(FolderTestHooks(onClose: { gate.pass() }))
        do {
            let assets = try await manager(photos, executor).photos.access.assets()
            #expect(assets.count == 12)
        }
        await gate.waitUntilReached()
        let other = manager(scratch.photos(), executor)
        #expect(try await other.photos.access.assets().count == 12)
        await other.close()
        gate.open()
        await isClosed(photos)
        #expect(openFiles == [])
    }

    @Test func `A library that followed its folder leaves nothing open either`() async throws {
        let photos = scratch.photos { $0.followsFolder = true }
        let manager = manager(photos)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(12)
        for await status in photos.indexingUpdates where status.lastOutcome != nil && status.progress == nil { break }
        let assets = try await manager.photos.access.assets()
        #expect(try await photos.files(of: assets.map(\.id)).count == 12)
        await manager.close()
        #expect(openFiles == [])
        #expect(try indexFiles == ["backup.sqlite", "index.sqlite"])
    }

    @Test func `A run, an edit of the trash and a question leave nothing open where no library is`() async throws {
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(openFiles == [])
        #expect(try await photos.problems() == [])
        #expect(try await photos.emptyTrash() == 0)
        #expect(try photos.repairs() == [])
        #expect(openFiles == [])
        #expect(try indexFiles.contains("index.sqlite-wal") == false)
    }

    @Test func `An edit that is under way is waited for, and then the index is closed`() async throws {
        let gate = BlockingGate()
        let photos = scratch.photos(FolderTestHooks(onCrashPoint: { if $0 == .committed { gate.pass() } }))
        try await photos.index().waitUntilFinished()
        let manager = manager(photos)
        let assets = try await manager.photos.access.assets()
        let edit = Task { try await manager.performChanges { $0.setFavorite(true, for: assets) } }
        await gate.waitUntilReached()
        let isClosed = Lock(false)
        photos.store.users.whenClosed { isClosed.withLock { $0 = true } }
        #expect(isClosed.withLock { !$0 })
        let closing = Task { await manager.close() }
        gate.open()
        _ = try? await edit.value
        await closing.value
        #expect(isClosed.withLock { $0 })
        #expect(openFiles == [])
    }

    @Test func `A photo that is being restored is waited for`() async throws {
        let (gate, isRestoring, isClosed) = (BlockingGate(), Lock(false), Lock(false))
        let hooks = FolderTestHooks(onCrashPoint: { point in
            if point == .filesMoved, isRestoring.withLock(\.self) { gate.pass() }
        })
        let photos = scratch.photos(hooks)
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().first)
        try await manager.performChanges { $0.delete(asset) }
        let deleted = try await photos.trashedPhotos()
        isRestoring.withLock { $0 = true }
        let restoring = Task { try await photos.restore(deleted) }
        await gate.waitUntilReached()
        photos.store.users.whenClosed { isClosed.withLock { $0 = true } }
        #expect(isClosed.withLock { !$0 })
        gate.open()
        try await restoring.value
        #expect(isClosed.withLock { $0 })
        await manager.close()
    }

    @Test func `Work that begins later is not waited for`() {
        let users = scratch.photos().store.users
        let (first, isClosed) = (users.begin(), Lock(false))
        users.whenClosed { isClosed.withLock { $0 = true } }
        let second = users.begin()
        #expect(isClosed.withLock { !$0 })
        users.end(first)
        #expect(isClosed.withLock { $0 })
        users.end(second)
    }

    @Test func `Images that come late open neither the index nor the thumbnails again`() async throws {
        let photos = scratch.photos { $0.thumbnailCacheByteLimit = 1 << 20 }
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().first)
        let request = AssetImageRequest(for: asset, size: .pixels(64, 64))
        let key = try #require(ThumbnailKey(request, contentVersion: 1, in: LibraryIdentity("test")))
        photos.store.thumbnails?.keep(failure: "none", for: key)
        #expect(openFiles.contains { $0.hasSuffix("/thumbnails.sqlite") })
        await manager.close()
        photos.store.thumbnails?.keep(failure: "other", for: key)
        #expect(throws: ImageError.library(.shutDown)) { try photos.store.originals.original(of: asset.id) }
        #expect(openFiles == [])
    }

    @Test func `A library that is opened while another one closes has its own index open`() async throws {
        try await scratch.photos().index().waitUntilFinished()
        let gate = BlockingGate()
        let photos = scratch.photos(FolderTestHooks(onClose: { gate.pass() }))
        let (first, second) = (manager(photos), manager(photos))
        let assets = try await first.photos.access.assets()
        let closing = Task { await first.close() }
        await gate.waitUntilReached()
        #expect(try await second.photos.access.assets() == assets)
        gate.open()
        await closing.value
        // The writer was not closed while the second one uses it.
        #expect(photos.store.writer.withLock { $0 != nil })
        try await second.performChanges { $0.setFavorite(true, for: assets) }
        await second.close()
        #expect(openFiles == [])
    }

    @Test func `A library that is opened again still has what a broken file would take away`() async throws {
        let photos = scratch.photos()
        let first = MediaManager(access: try await photos.opened())
        let assets = try await first.photos.access.assets()
        try await first.performChanges { $0.setFavorite(true, for: assets) }
        await first.close()
        let second = manager(photos)
        #expect(try await second.photos.access.assets().count == 12)
        try scratch.write([1, 2, 3], to: ".cameraroll/other")
        let index = scratch.url.path + "/.cameraroll/index.sqlite"
        for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        #expect(rename(scratch.url.path + "/.cameraroll/other", index) == 0)
        try await photos.index().waitUntilFinished()
        #expect(try await second.photos.access.assets().allSatisfy(\.isFavorite))
        await second.close()
    }
}
#endif
