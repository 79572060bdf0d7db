#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Libraries on disks that take nothing any more: what is known of the photos is shown all the same.
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

    @Test func `On a full disk a library opens with what it knows, and is whole once there is room`() async throws {
        let before = try await index()
        disk.fill()
        let photos = scratch.photos(FolderSeams(shortList: 4))
        let manager = manager(photos)
        #expect(try await manager.photos.access.assets() == before)
        #expect(try await photos.files(of: before.map(\.id)).count == 20)
        #expect(try await photos.problems() == [])
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

    @Test func `What others write once there is room is seen by who opened before`() async throws {
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
        await #expect(throws: FolderError.notEnoughSpace) { try await scratch.photos().index().report() }
    }
}
#endif
