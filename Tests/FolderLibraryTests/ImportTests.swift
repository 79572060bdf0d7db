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

    @Test func `What the user said of a video is said of the Live Photo that it becomes`() async throws {
        try scratch.write(SampleMovie(content: "M"), to: "clip.mov")
        try scratch.write(SamplePhoto(noise: [2]), to: "other.jpg")
        let manager = MediaManager(access: try await photos.opened())
        let assets = try await manager.photos.access.assets()
        let video = try #require(assets.first { $0.mediaType == .video }).id
        let stills = assets.filter { $0.mediaType == .image }.map(\.id)
        let (date, place) = (Date(timeIntervalSinceReferenceDate: 86_400), Coordinate(latitude: 1, longitude: 2))
        let album = try await manager.performChanges { edits in
            edits.setFavorite(true, for: [video])
            edits.setHidden(true, for: [video])
            edits.setCreationDate(date, for: [video])
            edits.setLocation(place, for: [video])
            edits.append([stills[0], video, stills[1]], to: edits.createAlbum("Trip"))
        }.createdAlbums[0]
        try scratch.write(SamplePhoto(date: "2023:04:10 10:11:12", content: "M", noise: [1]), to: "clip.jpg")
        try await photos.index().waitUntilFinished()
        var query = AssetQuery.album(album).inLibraryOrder()
        query.hidden = .included
        let members = try await manager.photos.access.assets(query)
        #expect(members.count == 3)
        let live = members[1]
        #expect(live.mediaSubtypes == .livePhoto && live.isFavorite && live.isHidden)
        #expect(live.creationDate == date)
        #expect(live.place == place)
        #expect(try await manager.photos.access.assets().map(\.id).contains(live.id) == false)
        #expect(try photos.integrity() == "ok")
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
