#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// A camera's raw file and the picture of its name.
struct RawPictureTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    private func raw(_ number: Int = 0) -> [UInt8] { SampleTIFF.raw([UInt8(number)]) }

    private func file(_ path: String) async throws -> FolderFile? {
        guard let id = try await photos.asset(at: path) else { return nil }
        return try await photos.file(of: id)
    }

    @Test(arguments: ["IMG_1.DNG", "IMG_1.nef"]) func `They are one asset, whichever is found first`(_ name: String)
        async throws
    {
        try scratch.write(raw(), to: "trip/\(name)")
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "trip/IMG_1.JPG")
        try scratch.write(raw(1), to: "trip/IMG_10.DNG")
        try scratch.write(SamplePhoto(), to: "IMG_1.JPG")
        let access = try await photos.opened()
        #expect(try await access.assets().count == 3)
        let file = try #require(try await file("trip/\(name)"))
        #expect(file.path == "trip/IMG_1.JPG" && file.rawFile == "trip/\(name)" && file.pairedVideo == nil)
        let id = try #require(try await photos.asset(at: "trip/IMG_1.JPG"))
        let asset = try #require(try await access.assets(AssetQuery(.identifiers([id]))).first)
        #expect(asset.mediaSubtypes == [])
        let images = try CachingImageManager(access: access)
        defer { images.close() }
        let resources = try await images.resources(of: asset)
        #expect(resources.map(\.kind) == [.photo, .alternatePhoto])
        #expect(try await images.data(of: resources[1]).bytes == raw())
    }

    @Test func `One that comes later joins the other, with what the user said of it`() async throws {
        try scratch.write(raw(), to: "a.dng")
        let access = try await photos.opened()
        let alone = try #require(try await access.assets().first)
        try await MediaManager(access: access).performChanges { $0.setFavorite(true, for: [alone]) }
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        try await photos.index().waitUntilFinished()
        let assets = try await access.assets()
        #expect(assets.count == 1 && assets[0].isFavorite)
        #expect(try await file("a.jpg")?.rawFile == "a.dng")
        // A rescan changes nothing, and neither does a new time of the raw file.
        try scratch.touch("a.dng", at: 5_000)
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.id) == assets.map(\.id))
        #expect(try await file("a.jpg")?.rawFile == "a.dng")
    }

    @Test func `A picture whose name goes on after a dot is another one`() async throws {
        try scratch.write(raw(), to: "a.dng")
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.hdr.jpg")
        let access = try await photos.opened()
        #expect(try await access.assets().count == 2)
        try scratch.write(SamplePhoto(date: "2023:04:18 10:11:12"), to: "a.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
        #expect(try await file("a.jpg")?.rawFile == "a.dng")
        #expect(try await file("a.hdr.jpg")?.rawFile == nil)
    }

    @Test func `A raw file that is added stays alone, and its name in the folder says what it belongs to`() async throws
    {
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        let access = try await photos.opened()
        let added = Data(raw())
        let outcome = try await MediaManager(access: access).performChanges { edits in
            _ = edits.createAsset(NewAsset(resources: [.init(.photo, .data(added), fileName: "a.dng")]))
        }
        let id = try #require(outcome.createdAssets.first)
        #expect(try await access.assets().count == 2)
        #expect(try await photos.file(of: id)?.path == "a.dng")
    }

    @Test func `Without the picture the raw file is an asset again, and without the raw file the picture stays`()
        async throws
    {
        for name in ["a", "b"] {
            try scratch.write(raw(Int(name.utf8.first ?? 0)), to: "\(name).dng")
            try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12", noise: Array(name.utf8)), to: "\(name).jpg")
        }
        let access = try await photos.opened()
        #expect(try await access.assets().count == 2)
        let before = try #require(try await photos.asset(at: "b.jpg"))
        try scratch.remove("a.jpg")
        try scratch.remove("b.dng")
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().count == 2)
        #expect(try await file("a.dng")?.path == "a.dng")
        #expect(try await file("b.jpg")?.rawFile == nil)
        #expect(try await photos.asset(at: "b.jpg") == before)
    }

    @Test func `Both are deleted together and come back together`() async throws {
        try scratch.write(raw(), to: "a.dng")
        try scratch.write(SamplePhoto(date: "2023:04:19 10:11:12"), to: "a.jpg")
        let access = try await photos.opened()
        let assets = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(assets) }
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
        #expect(names.filter { !$0.hasPrefix(".") } == [])
        try await photos.restore(try await photos.trashedPhotos())
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.id) == assets.map(\.id))
        #expect(try await file("a.jpg")?.rawFile == "a.dng")
    }
}
#endif
