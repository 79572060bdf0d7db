#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// SQLite's log beside the index, and the moments at which it is completely in the index.
struct LogTests {
    let scratch: ScratchFolder
    let place: String

    init() throws {
        scratch = try ScratchFolder()
        place = scratch.url.path + "/.cameraroll/index.sqlite"
        for number in 0..<30 { try scratch.write(SamplePhoto(noise: [UInt8(number)]), to: "\(number).jpg") }
    }

    private var logSize: Int {
        (try? FileManager.default.attributesOfItem(atPath: place + "-wal"))?[.size] as? Int ?? 0
    }

    /// A count in a copy of the index, without the files beside it.
    private func countInCopy(_ sql: String) throws -> Int {
        let copy = try ScratchFolder()
        try FileManager.default.copyItem(atPath: place, toPath: copy.url.path + "/copy.sqlite")
        return try IndexConnection(to: copy.url.path + "/copy.sqlite").number(sql)
    }

    @Test func `Once a run has reported, all is in the file of the index`() async throws {
        let photos = scratch.photos()
        try await photos.index().waitUntilFinished()
        #expect(logSize == 0)
        #expect(try countInCopy("SELECT count(*) FROM asset") == 30)
        withExtendedLifetime(photos) {}
    }

    @Test func `Once the last library is closed, its edits are in the file of the index`() async throws {
        let photos = scratch.photos()
        let managers = [
            MediaManager(access: try await photos.opened()), MediaManager(.folder(photos), limits: .untimed),
        ]
        let assets = try await managers[1].photos.access.assets()
        try await managers[0].performChanges { $0.setFavorite(true, for: assets) }
        await managers[0].close()
        #expect(logSize > 0)
        await managers[1].close()
        #expect(logSize == 0)
        #expect(try countInCopy("SELECT count(*) FROM asset WHERE favorite = 1") == 30)
    }

    @Test func `A reader of an older moment is not disturbed, and a run does not wait for it without end`() async throws
    {
        let photos = scratch.photos(FolderTestHooks(logPatience: 1))
        try await photos.index().waitUntilFinished()
        let reader = try IndexConnection(to: place, isReadOnly: true)
        try reader.execute("BEGIN")
        #expect(try reader.number("SELECT count(*) FROM asset") == 30)
        try scratch.write(SamplePhoto(noise: [99]), to: "new.jpg")
        try await photos.index().waitUntilFinished()
        #expect(logSize > 0)
        #expect(try reader.number("SELECT count(*) FROM asset") == 30)
        try reader.execute("COMMIT")
        #expect(try reader.number("SELECT count(*) FROM asset") == 31)
        #expect(try photos.moveLog())
        #expect(logSize == 0)
    }
}
#endif
