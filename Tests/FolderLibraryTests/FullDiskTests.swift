// The values that an exit test captures need Swift 6.3.
#if compiler(>=6.3) && FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Libraries on full or read-only disks: known photos are still shown.
@Suite(.enabled(if: SmallDisk.isPossible, "Only root can mount a small disk, and in some containers not even root."))
struct FullDiskTests {
    let disk: SmallDisk
    var scratch: ScratchFolder { disk.scratch }

    init() throws {
        disk = try SmallDisk(bytes: 1 << 20)
        for number in 0..<20 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
    }

    /// Indexes the photos, marks the first one, and closes everything.
    private func index() async throws -> [MediaAsset] {
        let manager = MediaManager(access: try await scratch.photos().opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: [assets[0]]) }
        let marked = try await manager.photos.access.assets()
        await manager.close()
        return marked
    }

    private func manager(_ photos: PhotoFolder) -> MediaManager {
        MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
    }

    @Test func `On a full disk a library opens with what it knows, and is whole once there is room`()
        async throws
    {
        let before = try await index()
        disk.fill()
        let photos = scratch.photos(FolderTestHooks(shortList: 4))
        let manager = manager(photos)
        #expect(try await manager.photos.access.assets() == before)
        #expect(try await photos.files(of: before.map(\.id)).count == 20)
        #expect(try await photos.problems() == [])
        #expect(photos.indexing.indexProblem == .notEnoughSpace)
        await #expect(throws: FolderError.notEnoughSpace) { try await photos.index().waitUntilFinished() }
        await #expect(throws: EditError.notEnoughSpace) {
            try await manager.performChanges { $0.setFavorite(true, for: before) }
        }
        try scratch.remove(".filler")
        try await manager.performChanges { $0.setFavorite(true, for: before) }
        #expect(photos.indexing.indexProblem == nil)
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == before.map { _ in true })
        await manager.close()
    }

    @Test func `A library that follows its folder goes on by itself once there is room`() async throws {
        let before = try await index()
        try scratch.write(SamplePhoto(noise: [99]), to: "new.jpg")
        disk.fill()
        let photos = scratch.photos { $0.followsFolder = true }
        let manager = manager(photos)
        let shown = ShownIDs(try await manager.photos.snapshot(), manager.photos)
        try await shown.reaches(before.count)
        for await status in photos.indexingUpdates where status.lastError == .notEnoughSpace { break }
        try scratch.remove(".filler")
        try await shown.reaches(before.count + 1)
        #expect(photos.indexing.indexProblem == nil)
        await manager.close()
    }

    @Test func `What others write once the disk has space is seen by libraries opened before`() async throws {
        let before = try await index()
        disk.fill()
        let manager = manager(scratch.photos())
        #expect(try await manager.photos.access.assets() == before)
        try scratch.remove(".filler")
        let other = self.manager(scratch.photos())
        try await other.performChanges { $0.setFavorite(true, for: before) }
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == before.map { _ in true })
        await other.close()
        await manager.close()
    }

    @Test func `A full disk without an index has no room for one, and says so`() async throws {
        disk.fill()
        await #expect(throws: FolderError.notEnoughSpace) { try await scratch.photos().index().waitUntilFinished() }
    }

    // SQLite reads a log without writing beside it only in exclusive mode, and closing such a connection releases
    // the locks of all others in this process. So the index of a killed process is read once there is space.
    @Test
    func
        `A log that a killed process left on a full disk is said to want room, and is read once there is some`()
        async throws
    {
        let before = try await index()
        try await leaveLog()
        disk.fill()
        let photos = scratch.photos()
        let manager = manager(photos)
        let expected = FolderError.notEnoughSpace
        await #expect(throws: LibraryError.cannotOpen(reason: ErrorReason(expected))) {
            try await manager.photos.access.assets()
        }
        #expect(photos.indexing.indexProblem == expected)
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        await manager.close()
        try scratch.remove(".filler")
        let again = self.manager(scratch.photos())
        #expect(try await again.photos.access.assets().map(\.isFavorite) == before.map { _ in true })
        await again.close()
    }

    @Test func `A log that a killed process left on a read-only volume is not read, and stays as it is`() async throws {
        let before = try await index()
        try await leaveLog()
        let log = try Data(contentsOf: URL(filePath: path + "-wal"))
        let mount = try disk.readOnly()
        let manager = manager(scratch.photos())
        let expected = FolderError.cannotWriteIndex(path: path, code: EROFS)
        await #expect(throws: LibraryError.cannotOpen(reason: ErrorReason(expected))) {
            try await manager.photos.access.assets()
        }
        await manager.close()
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")) == log)
        mount.end()
        let again = self.manager(scratch.photos())
        #expect(try await again.photos.access.assets().map(\.isFavorite) == before.map { _ in true })
        await again.close()
    }

    @Test func `A read-only volume is read, says that it is one, and cannot be edited`() async throws {
        let before = try await index()
        let mount = try disk.readOnly()
        let photos = scratch.photos()
        let manager = manager(photos)
        #expect(try await manager.photos.access.assets() == before)
        await #expect {
            try await manager.performChanges { $0.setFavorite(true, for: before) }
        } throws: { error in
            guard case EditError.notSupported(let reason) = error else { return false }
            return reason.description.contains("Read-only file system")
        }
        let expected = FolderError.cannotWriteIndex(path: path, code: EROFS)
        #expect(photos.indexing.indexProblem == expected)
        await #expect(throws: expected) { try await photos.index().waitUntilFinished() }
        #expect(photos.indexing.indexProblem == expected)
        mount.end()
        try await manager.performChanges { $0.setFavorite(true, for: before) }
        #expect(photos.indexing.indexProblem == nil)
        await manager.close()
    }

    @Test(arguments: [false, true])
    func `Whether a read-only volume takes the index is told before it is tried`(isIndexed: Bool) async throws {
        if isIndexed { _ = try await index() }
        #expect(await scratch.photos().indexingProblem() == nil)
        let mount = try disk.readOnly()
        let photos = scratch.photos()
        #expect(await photos.indexingProblem() == .cannotWriteIndex(path: path, code: EROFS))
        await #expect(throws: FolderError.self) { try await photos.index().waitUntilFinished() }
        mount.end()
        #expect(await photos.indexingProblem() == nil)
    }

    private var path: String { scratch.url.path + "/.cameraroll/index.sqlite" }

    /// Marks all photos in a process that is then killed, which leaves SQLite's log beside the index.
    private func leaveLog() async throws {
        let root = scratch.url.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [root = root as String] in
            let photos = ScratchFolder.photos(at: root)
            let manager = MediaManager(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
            let assets = try await manager.photos.access.assets()
            try await manager.performChanges { $0.setFavorite(true, for: assets) }
            _ = Foundation.kill(getpid(), SIGKILL)
        }
        #expect(try Data(contentsOf: URL(filePath: path + "-wal")).count > 4_096)
        // As after the next start of the system.
        unlink(path + "-shm")
    }
}
#endif
