#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// Files beside pictures that describe them: XMP, Google Takeout's JSON, Apple's AAE.
struct CompanionTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    private func xmp(_ date: String, place: String = "40.5", title: String = "Harbor") -> [UInt8] {
        let text = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            exif:DateTimeOriginal="\(date)" exif:GPSLatitude="\(place)" exif:GPSLongitude="7.25">
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        return Array(text.utf8)
    }

    private func takeout(seconds: String = "1681891872", latitude: Double = 48.5) -> [UInt8] {
        let text = """
            {"title": "a.jpg", "description": "At the lake", "photoTakenTime": {"timestamp": "\(seconds)"},
            "geoData": {"latitude": \(latitude), "longitude": 9.5, "altitude": 0.0}}
            """
        return Array(text.utf8)
    }

    private func asset(_ path: String, _ access: LibraryAccess) async throws -> MediaAsset {
        let id = try #require(try await photos.asset(at: path))
        return try #require(try await access.assets(AssetQuery(.identifiers([id]))).first)
    }

    private func date(_ text: String) throws -> Date { try #require(MetadataDate(text)).date(in: .gmt) }

    @Test func `A newer XMP file wins over the picture, and an older one fills what is missing`() async throws {
        for name in ["new", "old", "bare"] {
            let photo = SamplePhoto(date: name == "bare" ? nil : "2023:04:19 10:11:12")
            try scratch.write(photo, to: "\(name).jpg")
            try scratch.touch("\(name).jpg", at: 1_000)
            try scratch.write(xmp("2020-01-02T03:04:05Z"), to: name == "new" ? "\(name).jpg.xmp" : "\(name).XMP")
            try scratch.touch(name == "new" ? "\(name).jpg.xmp" : "\(name).XMP", at: name == "new" ? 2_000 : 500)
        }
        let access = try await photos.opened()
        let place = Coordinate(latitude: 40.5, longitude: 7.25)
        let (new, old, bare) = try await (
            asset("new.jpg", access), asset("old.jpg", access), asset("bare.jpg", access)
        )
        #expect(try new.creationDate == date("2020-01-02T03:04:05Z") && new.place == place)
        #expect(try old.creationDate == date("2023-04-19T10:11:12Z") && old.place == place)
        #expect(try bare.creationDate == date("2020-01-02T03:04:05Z"))
        #expect(try await photos.file(of: bare.id)?.dateSource == .sidecar)
        #expect(try await access.assets(.all.withoutCaptureDate()) == [])
        #expect(try await photos.problems() == [])
        let found = try await MediaManager(access: access).photos.search(AssetSearch("harbor"))
        #expect(found.count == 3)
    }

    @Test func `An XMP file that comes, changes and goes takes its picture with it, which stays the same`() async throws
    {
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        try scratch.touch("a.jpg", at: 1_000)
        let access = try await photos.opened()
        let before = try await asset("a.jpg", access)
        try await MediaManager(access: access).performChanges { $0.setFavorite(true, for: [before]) }
        for year in [2_020, 2_021] {
            try scratch.write(xmp("\(year)-01-02T03:04:05Z"), to: "a.xmp")
            try await photos.index().waitUntilFinished()
            let now = try await asset("a.jpg", access)
            #expect(try now.creationDate == date("\(year)-01-02T03:04:05Z"))
            #expect(now.id == before.id && now.contentVersion == before.contentVersion && now.isFavorite)
        }
        try scratch.remove("a.xmp")
        try await photos.index().waitUntilFinished()
        let after = try await asset("a.jpg", access)
        #expect(after.creationDate == before.creationDate && after.place == nil)
        #expect(try await photos.index().waitUntilFinished().filesRead == 0)
    }

    @Test func `What the user has edited stays, whatever an XMP file says later`() async throws {
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        let access = try await photos.opened()
        let own = try date("1999-09-09T09:09:09Z")
        let first = try await asset("a.jpg", access)
        try await MediaManager(access: access).performChanges { $0.setCreationDate(own, for: [first]) }
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "a.xmp")
        try await photos.index().waitUntilFinished()
        let asset = try await asset("a.jpg", access)
        #expect(asset.creationDate == own && asset.place == Coordinate(latitude: 40.5, longitude: 7.25))
    }

    @Test(arguments: [
        ("a.jpg", "a.jpg.json"), ("a.jpg", "a.jpg.supplemental-metadata.json"), ("a.jpg", "a.jpg.supp.json"),
        ("a(2).jpg", "a.jpg(2).json"), ("a(2).jpg", "a.jpg.supplemental-metadata(2).json"),
        ("a-edited.jpg", "a.jpg.json"), ("A.JPG", "a.jpg.json"),
        (
            "a_name_of_fifty_characters_that_takeout_cuts_somewhere.jpg",
            "a_name_of_fifty_characters_that_takeout_cuts_s.json"
        ),
    ])
    func `Google Takeout's description fills what its picture lacks`(_ name: String, _ description: String) async throws
    {
        try scratch.write(SamplePhoto(), to: name)
        try scratch.write(takeout(), to: description)
        let access = try await photos.opened()
        let asset = try await asset(name, access)
        #expect(asset.creationDate == Date(timeIntervalSince1970: 1_681_891_872))
        #expect(asset.place == Coordinate(latitude: 48.5, longitude: 9.5))
        #expect(try await photos.problems() == [])
        #expect(try await MediaManager(access: access).photos.search(AssetSearch("lake")).count == 1)
    }

    @Test func `Google Takeout's description does not change a date and a place that a picture has`() async throws {
        var photo = SamplePhoto(date: "2023:04:19 10:11:12")
        photo.place = (37, -122)
        try scratch.write(photo, to: "a.jpg")
        try scratch.write(takeout(seconds: "0"), to: "a.jpg.json")
        let asset = try await asset("a.jpg", photos.opened())
        #expect(try asset.creationDate == date("2023-04-19T10:11:12Z"))
        #expect(asset.place == Coordinate(latitude: 37, longitude: -122))
    }

    @Test func `Apple's description of edits is a resource of its picture`() async throws {
        try scratch.write(SamplePhoto(content: "L"), to: "IMG_1.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "IMG_1.mov")
        try scratch.write(Array("<plist/>".utf8), to: "IMG_1.AAE")
        let access = try await photos.opened()
        let images = try CachingImageManager(access: access)
        defer { images.close() }
        let resources = try await images.resources(of: asset("IMG_1.jpg", access))
        #expect(resources.map(\.kind) == [.photo, .pairedVideo, .adjustmentData])
        let edits = try #require(resources.last)
        #expect(edits.fileName == "IMG_1.AAE" && edits.byteCount == 8)
        #expect(try await images.data(of: edits).bytes == Array("<plist/>".utf8))
        #expect(try await photos.problems() == [])
    }

    @Test func `One file describes two pictures of its name, and one without a picture is no problem`() async throws {
        for name in ["a.jpg", "a.png.jpg", "a.heic"] {
            try scratch.write(SamplePhoto(noise: Array(name.utf8)), to: name)
        }
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "a.xmp")
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "alone.xmp")
        let access = try await photos.opened()
        let expected = try date("2020-01-02T03:04:05Z")
        #expect(try await access.assets().filter { $0.creationDate == expected }.count == 2)
        #expect(try await photos.problems() == [])
    }

    @Test func `Descriptions that are damaged, too long or of another program say nothing, and are told`() async throws
    {
        let contents: [String: [UInt8]] = [
            "a.xmp": Array("not XML".utf8), "b.jpg.json": Array("{\"photoTakenTime\": ".utf8),
            "c.jpg.json": Array("{\"photoTakenTime\": [1, 2], \"geoData\": \"here\", \"x\": {}}".utf8),
            "d.jpg.json": takeout(seconds: "1e300", latitude: 91), "e.jpg.json": takeout(seconds: "nan", latitude: 0),
            "f.xmp": [], "notes.json": Array("{}".utf8),
        ]
        for (name, bytes) in contents {
            if name != "notes.json" { try scratch.write(SamplePhoto(), to: "\(name.prefix(1)).jpg") }
            try scratch.write(bytes, to: name)
        }
        try scratch.write(SamplePhoto(), to: "long.jpg")
        try scratch.write([], to: "long.jpg.json")
        truncate(scratch.url.appending(path: "long.jpg.json").path, 1 << 30)
        let access = try await photos.opened()
        let assets = try await access.assets(.all.withoutCaptureDate())
        #expect(assets.count == 7)
        #expect(assets.allSatisfy { $0.place == nil || $0.place == Coordinate(latitude: 0, longitude: 9.5) })
        let problems = try await photos.problems()
        #expect(problems.map(\.path) == ["a.xmp", "b.jpg.json", "f.xmp", "long.jpg.json", "notes.json"])
        #expect(problems.prefix(2).allSatisfy { $0.reason == .damagedMetadata })
    }

    @Test func `A description that becomes empty says nothing more`() async throws {
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "a.xmp")
        let access = try await photos.opened()
        #expect(try await asset("a.jpg", access).place != nil)
        try scratch.write([], to: "a.xmp")
        try await photos.index().waitUntilFinished()
        let asset = try await asset("a.jpg", access)
        #expect(try asset.place == nil && asset.creationDate == date("2023-04-19T10:11:12Z"))
    }

    @Test func `A picture that is called like a description is a picture`() async throws {
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.xmp")
        #expect(try await photos.opened().assets().count == 1)
    }

    @Test func `A picture that moves with its description, or without it, is the same one`() async throws {
        try scratch.write(SamplePhoto(), to: "a.jpg")
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "a.xmp")
        let access = try await photos.opened()
        let before = try await asset("a.jpg", access)
        for name in ["a.jpg", "a.xmp"] { try scratch.move(name, to: "trip/\(name)") }
        try await photos.index().waitUntilFinished()
        let moved = try await asset("trip/a.jpg", access)
        #expect(moved.id == before.id && moved.creationDate == before.creationDate)
        try scratch.move("trip/a.jpg", to: "b.jpg")
        try await photos.index().waitUntilFinished()
        let alone = try await asset("b.jpg", access)
        #expect(alone.id == before.id && alone.place == nil)
    }
}
#endif
