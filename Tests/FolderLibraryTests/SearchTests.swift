#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// What is found in a folder: names, and texts in the files.
struct SearchTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        try scratch.write(SamplePhoto(caption: "A café in Lisbon", model: "Pen F"), to: "IMG_0001.jpg")
        try scratch.write(SamplePhoto(caption: "日落", place: (52, 13), noise: [1]), to: "Été/Ünïted 100%.jpg")
        try scratch.write(SamplePhoto(model: "Pen E-P7", noise: [2]), to: "line\nbreak.jpg")
        try scratch.write(SampleMovie(), to: "clip.mov")
        photos = scratch.photos()
    }

    private func manager() async throws -> MediaManager { MediaManager(access: try await photos.opened()) }

    /// The names of the files that a search finds, sorted.
    private func found(_ search: AssetSearch, in manager: MediaManager) async throws -> [String] {
        let ids = try await manager.photos.identifiers(of: manager.photos.search(search))
        return try await photos.files(of: ids).values.map { ($0.path as NSString).lastPathComponent }.sorted()
    }

    @Test func `Texts are found behind a name that ends with a return`() {
        let texts = SearchTexts.joined(name: Array("a.jpg\r".utf8), words: "one\ntwo")
        #expect(SearchTexts.words(in: texts) == "one\ntwo")
    }

    @Test(arguments: [
        ("img", ["IMG_0001.jpg"]), ("cafe", ["IMG_0001.jpg"]), ("CAFÉ pen", ["IMG_0001.jpg"]),
        ("pen", ["IMG_0001.jpg", "line\nbreak.jpg"]), ("e-p7", ["line\nbreak.jpg"]), ("日", ["Ünïted 100%.jpg"]),
        ("united", ["Ünïted 100%.jpg"]), ("100%", ["Ünïted 100%.jpg"]), ("%", ["Ünïted 100%.jpg"]),
        ("jpg", ["IMG_0001.jpg", "line\nbreak.jpg", "Ünïted 100%.jpg"]), ("mov", ["clip.mov"]), ("ete", []),
        ("line break", ["line\nbreak.jpg"]), ("cafe united", []), ("' OR 1=1 --", []),
    ])
    func `Names, captions and cameras are found`(text: String, names: [String]) async throws {
        #expect(try await found(AssetSearch(text), in: manager()) == names)
    }

    @Test func `A place is found by its area, and where the user has put a photo`() async throws {
        let manager = try await manager()
        let berlin = try PlaceArea(latitudes: 51...53, west: 12, east: 14)
        #expect(try await found(AssetSearch(in: berlin), in: manager) == ["Ünïted 100%.jpg"])
        #expect(try await found(AssetSearch("pen", in: berlin), in: manager) == [])
        let pen = try await manager.photos.access.assets(manager.photos.search(AssetSearch("e-p7")).query)
        try await manager.performChanges { $0.setLocation(Coordinate(latitude: 52, longitude: 13), for: pen) }
        #expect(try await found(AssetSearch("pen", in: berlin), in: manager) == ["line\nbreak.jpg"])
    }

    @Test func `A renamed file is found by its new name, a changed one by its new texts`() async throws {
        let manager = try await manager()
        try scratch.move("IMG_0001.jpg", to: "harbor.jpg")
        try scratch.write(SamplePhoto(caption: "Winter", noise: [2, 2]), to: "line\nbreak.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await found(AssetSearch("img"), in: manager) == [])
        #expect(try await found(AssetSearch("harbor"), in: manager) == ["harbor.jpg"])
        #expect(try await found(AssetSearch("cafe"), in: manager) == ["harbor.jpg"])
        #expect(try await found(AssetSearch("winter"), in: manager) == ["line\nbreak.jpg"])
        #expect(try await found(AssetSearch("e-p7"), in: manager) == [])
    }

    @Test func `A deleted photo is not found, and a restored one is again`() async throws {
        let manager = try await manager()
        let snapshot = try await manager.photos.search(AssetSearch("cafe"))
        let asset = try await manager.photos.assets(in: 0..<1, of: snapshot)
        try await manager.performChanges { $0.delete(asset) }
        #expect(try await found(AssetSearch("cafe"), in: manager) == [])
        try await photos.restore(photos.trashedPhotos())
        #expect(try await found(AssetSearch("cafe"), in: manager) == ["IMG_0001.jpg"])
    }

    @Test func `A hidden photo is found only where hidden ones are`() async throws {
        let manager = try await manager()
        let snapshot = try await manager.photos.search(AssetSearch("cafe"))
        let asset = try await manager.photos.assets(in: 0..<1, of: snapshot)
        try await manager.performChanges { $0.setHidden(true, for: asset) }
        #expect(try await found(AssetSearch("cafe"), in: manager) == [])
        var query = AssetQuery.all
        query.hidden = .included
        #expect(try await manager.photos.search(AssetSearch("cafe"), of: query).count == 1)
    }

    @Test(arguments: [Int64.max, .max - 1, .max - 5_000, -1, 0] as [Int64])
    func `A row beyond all bounds, as of a damaged index, ends no search`(row: Int64) async throws {
        let manager = try await manager()
        try await photos.index().waitUntilFinished()
        let index = try SQLiteConnection(path: scratch.url.path + "/.cameraroll/index.sqlite", .readWrite)
        try index.run("UPDATE asset SET id = ? WHERE id = (SELECT max(id) FROM asset)", .integer(row))
        let found = try? await manager.photos.search(AssetSearch("jpg"))
        #expect(found.map { $0.count <= 3 } ?? true)
    }

    @Test func `Texts are cut at whole characters`() {
        let photo = SamplePhoto(caption: "a" + String(repeating: "日", count: 1_500))
        let words = (try? ImageMetadata(photo.bytes)).map(SearchTexts.words) ?? ""
        #expect(words == "a" + String(repeating: "日", count: (SearchTexts.longest - 1) / 3))
    }
}
#endif
