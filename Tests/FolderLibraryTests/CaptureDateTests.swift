#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Photos are told apart by the clock of the camera, wherever the computer is and whatever date the user gave them.
struct CaptureDateTests {
    let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", noise: [1]), to: "a.jpg")
        try scratch.write(SamplePhoto(date: "2023:04:11 10:11:12", offset: "+02:00", noise: [2]), to: "b.jpg")
    }

    private func photos(hoursEast: Int = 0) -> PhotoFolder {
        scratch.photos { $0.timeZone = TimeZone(secondsFromGMT: hoursEast * 3_600) ?? .gmt }
    }

    /// Writes a photo under a known name, in a new file.
    private func replace(_ name: String, by photo: SamplePhoto) throws {
        try scratch.write(photo, to: ".new")
        try scratch.remove(name)
        try scratch.move(".new", to: name)
    }

    @Test(arguments: [nil, "+02:00"]) func `A photo that is saved in another time zone is the same photo`(
        offset: String?
    ) async throws {
        let name = offset == nil ? "a.jpg" : "b.jpg"
        let date = offset == nil ? "2023:04:10 10:11:12" : "2023:04:11 10:11:12"
        let manager = MediaManager(access: try await photos().opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        await manager.close()
        try replace(name, by: SamplePhoto(date: date, offset: offset, noise: [7, 8]))
        let after = try await photos(hoursEast: 9).opened().assets()
        #expect(Set(after.map(\.id)) == Set(assets.map(\.id)))
        #expect(after.allSatisfy { $0.isFavorite })
    }

    @Test(arguments: [nil, "-05:00"]) func `A program that states the time zone of a photo saves the same photo`(
        offset: String?
    ) async throws {
        // Without a time zone, or at the same moment as before in another one.
        let date = offset == nil ? "2023:04:11 10:11:12" : "2023:04:11 03:11:12"
        let manager = MediaManager(access: try await photos().opened())
        let assets = try await manager.photos.access.assets()
        try await manager.performChanges { $0.setFavorite(true, for: assets) }
        await manager.close()
        try replace("b.jpg", by: SamplePhoto(date: date, offset: offset, noise: [7, 8]))
        let after = try await photos().opened().assets()
        #expect(Set(after.map(\.id)) == Set(assets.map(\.id)))
        #expect(after.allSatisfy { $0.isFavorite })
    }

    @Test func `Another photo under the name of one whose date the user has changed is new`() async throws {
        let photos = photos()
        let manager = MediaManager(access: try await photos.opened())
        let asset = try #require(try await manager.photos.access.assets().last)
        try await manager.performChanges { edits in
            edits.setFavorite(true, for: [asset])
            edits.setCreationDate(Date(timeIntervalSinceReferenceDate: 1_000), for: [asset])
        }
        try replace("a.jpg", by: SamplePhoto(date: "2024:01:01 01:01:01", noise: [9]))
        try await photos.index().waitUntilFinished()
        let assets = try await manager.photos.access.assets()
        #expect(!assets.contains { $0.id == asset.id })
        #expect(assets.allSatisfy { !$0.isFavorite })
        await manager.close()
    }

    @Test func `A computer that travels takes no photo for another version of itself`() async throws {
        let before = try await photos().opened().assets()
        try scratch.move("a.jpg", to: "c.jpg")
        let after = try await photos(hoursEast: 9).opened().assets()
        #expect(Set(after.map(\.id)) == Set(before.map(\.id)))
        #expect(Set(after.map(\.contentVersion)) == Set(before.map(\.contentVersion)))
    }
}
#endif
