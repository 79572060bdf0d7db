#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Another index of the same library that a program puts in the place of the present one: an older copy, or the one of
/// another machine.
struct DisplacedIndexTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name)
        }
    }

    private var index: String { scratch.url.path + "/.cameraroll/index.sqlite" }

    private func copyIndex(to name: String) throws {
        let copy = scratch.url.path + "/.cameraroll/" + name
        try IndexConnection(to: index).execute("VACUUM INTO '\(copy)'; PRAGMA user_version")
    }

    private func putInPlace(_ name: String) { #expect(rename(scratch.url.path + "/.cameraroll/" + name, index) == 0) }

    private func favor(_ manager: MediaManager, _ index: Int) async throws {
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets[index]) }
    }

    private func favorites(of name: String) throws -> Int {
        let copy = scratch.url.path + "/.cameraroll/" + name
        return try IndexConnection(to: copy).number("SELECT count(*) FROM asset WHERE favorite = 1")
    }

    private func manager(_ photos: PhotoFolder) async throws -> MediaManager {
        MediaManager(access: try await photos.opened())
    }

    @Test(arguments: [true, false])
    func `An open index that another one displaces is kept beside it, and reported`(hasLog: Bool) async throws {
        let photos = scratch.photos()
        let manager = try await manager(photos)
        try photos.moveLog()
        try copyIndex(to: "old")
        try await favor(manager, 0)
        try await favor(manager, 1)
        if !hasLog { try photos.moveLog() }
        putInPlace("old")
        try await favor(manager, 2)
        let report = try #require(try photos.repairs().last)
        #expect(!report.isWhole && report.favorites == 0)
        #expect(try favorites(of: report.setAside) == 2)
        #expect(try photos.numberInIndex("SELECT count(*) FROM asset WHERE favorite = 1") == 1)
        #expect(try photos.integrity() == "ok")
        await manager.close()
    }

    @Test func `An index that continues the open one's history displaces nothing`() async throws {
        let photos = scratch.photos()
        let manager = try await manager(photos)
        try await favor(manager, 0)
        try photos.moveLog()
        try copyIndex(to: "new")
        try IndexConnection(to: scratch.url.path + "/.cameraroll/new").execute("UPDATE asset SET favorite = 1")
        putInPlace("new")
        for suffix in ["-wal", "-shm"] { unlink(index + suffix) }
        try await favor(manager, 1)
        #expect(try photos.repairs() == [])
        await manager.close()
    }

    @Test func `An older index beside the log of the right one is recognized before its pages are mixed`() async throws
    {
        let photos = scratch.photos()
        let open = try await manager(photos)
        try photos.moveLog()
        try copyIndex(to: "old")
        try await favor(open, 0)
        try photos.moveLog()
        try await favor(open, 1)
        // Its process has ended without closing it: nothing of this library takes notice of what follows.
        putInPlace("old")
        let other = scratch.photos()
        let manager = try await manager(other)
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == [true, true, false])
        let report = try #require(try other.repairs().last)
        #expect(report.isWhole && report.favorites == 2)
        #expect(try favorites(of: report.setAside) == 0)
        #expect(try other.integrity() == "ok")
        await manager.close()
        withExtendedLifetime(open) {}
    }

    @Test func `What only the backup of a closed index has is kept, and reported`() async throws {
        let photos = scratch.photos()
        let first = try await manager(photos)
        try photos.moveLog()
        try copyIndex(to: "old")
        try await favor(first, 0)
        await first.close()
        putInPlace("old")
        let other = scratch.photos()
        let manager = try await manager(other)
        let report = try #require(try other.repairs().last)
        #expect(!report.isWhole)
        let copy = try IndexConnection(to: scratch.url.path + "/.cameraroll/" + report.setAside)
        #expect(try copy.number("SELECT count(*) FROM kept_asset WHERE favorite = 1") == 1)
        await manager.close()
        #expect(try scratch.photos().repairs().count == 1)
    }

    @Test func `A library that was copied with its log is opened as it is`() async throws {
        let photos = scratch.photos()
        let open = try await manager(photos)
        try await favor(open, 0)
        let copy = try ScratchFolder()
        try FileManager.default.copyItem(atPath: scratch.url.path, toPath: copy.url.path + "/copy")
        let copied = ScratchFolder.photos(at: copy.url.path + "/copy")
        let manager = try await manager(copied)
        #expect(try await manager.photos.access.assets().map(\.isFavorite) == [true, false, false])
        #expect(try copied.repairs() == [])
        await manager.close()
        await open.close()
    }
}
#endif
