#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// New assets whose other half, or whose copy, is in the folder already.
struct ImportTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder
    private let video = NewAsset(
        resources: [.init(.video, .data(Data(SampleMovie(content: "L").bytes)), fileName: "v.mov")])

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", content: "L"), to: "still.jpg")
        photos = scratch.photos()
    }

    @Test func `A video whose still is there makes it a Live Photo, which is what was created`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let still = try #require(try await manager.photos.access.assets().first)
        try await manager.performChanges { $0.setFavorite(true, for: [still]) }
        let outcome = try await manager.performChanges { edits in
            let created = edits.createAsset(video)
            edits.append([created], to: edits.createAlbum("Trip"))
        }
        #expect(outcome.createdAssets == [still.id])
        let asset = try await manager.photos.asset(withIdentifier: still.id)
        #expect(asset.mediaSubtypes == .livePhoto)
        #expect(asset.isFavorite)
        let trip = try #require(try await manager.loadAlbums(.all).first { $0.title == "Trip" })
        #expect(try await manager.loadMedia(from: trip) == 1)
        #expect(try await photos.file(of: still.id)?.pairedVideo == "v.mov")
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `A Live Photo keeps its own video where a still of the same content has none`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let new = NewAsset(resources: [
            .init(.photo, .data(Data(SamplePhoto(content: "L", noise: [1]).bytes)), fileName: "z.jpg"),
            .init(.pairedVideo, .data(Data(SampleMovie(content: "L").bytes)), fileName: "z.mov"),
        ])
        let created = try #require(try await manager.performChanges { _ = $0.createAsset(new) }.createdAssets.first)
        #expect(try await photos.file(of: created)?.path == "z.jpg")
        #expect(try await photos.file(of: created)?.pairedVideo == "z.mov")
        #expect(try await manager.photos.access.assets().count == 2)
    }

    @Test(arguments: ["Trip\0 to Rome", "\0x", "Ünter \u{1F3D4}\0"])
    func `A title is kept whole, with every character`(title: String) async throws {
        let manager = MediaManager(access: try await photos.opened())
        try await manager.performChanges { _ = $0.createAlbum(title) }
        #expect(try await manager.loadAlbums(.all).filter { $0.subtype == .regular }.map(\.title) == [title])
        let again = try #require(try await manager.loadAlbums(.all).first { $0.title == title })
        try await manager.performChanges { $0.rename(again, to: title + "\0!") }
        #expect(try await manager.loadAlbums(.all).contains { $0.title == title + "\0!" })
    }

    @Test func `A value that SQLite does not take is an error, and none is left out`() throws {
        let connection = try SQLiteConnection(path: ":memory:", .readWrite)
        let statement = try connection.statement("SELECT ?")
        statement.bind(2, Int64(1))
        #expect(throws: SQLiteError.self) { try statement.step() }
        statement.reset()
        statement.bind(1, "")
        #expect(try statement.step())
        #expect(statement.text(0) == "")
    }
}
#endif
