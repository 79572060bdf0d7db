#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Files that describe a picture go where it goes, and describe no other one.
struct CompanionMoveTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder
    private let companions = ["IMG_1.AAE", "IMG_1.jpg.json", "img_1.XMP"]

    init() throws {
        scratch = try ScratchFolder()
        photos = scratch.photos()
    }

    private func xmp(_ date: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="\(date)"/>
            </rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// A picture with three companions, in a folder.
    private func writePicture(in folder: String = "") throws {
        try scratch.write(SamplePhoto(), to: folder + "IMG_1.jpg")
        try scratch.write(Array("{}".utf8), to: folder + "IMG_1.jpg.json")
        try scratch.write(Array("<plist/>".utf8), to: folder + "IMG_1.AAE")
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: folder + "img_1.XMP")
    }

    private func names(_ folder: String = "") throws -> [String] {
        let path = scratch.url.path + "/" + folder
        return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    }

    private func sidecarDate() throws -> Date { try #require(MetadataDate("2020-01-02T03:04:05Z")).date(in: .gmt) }

    @Test func `The companions of a deleted photo follow it into the trash and back, and describe no new one`()
        async throws
    {
        try writePicture()
        let manager = MediaManager(access: try await photos.opened())
        let before = try await manager.photos.access.assets()
        #expect(try before.map(\.creationDate) == [sidecarDate()])
        try await manager.performChanges { $0.delete(before) }
        #expect(try names() == [])
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.path) == ["IMG_1.jpg"])
        let sizes = try names(".cameraroll/trash").map {
            try Data(contentsOf: scratch.url.appending(path: ".cameraroll/trash/" + $0)).count
        }
        #expect(sizes.count == 4 && trashed.map(\.byteCount) == [sizes.reduce(0, +)])
        // Another picture of that name has no date.
        try scratch.write(SamplePhoto(noise: [1]), to: "IMG_1.jpg")
        try await photos.index().waitUntilFinished()
        let other = try #require(try await photos.asset(at: "IMG_1.jpg"))
        #expect(try await photos.file(of: other)?.dateSource == .file)
        try await photos.restore(trashed)
        #expect(
            try names() == ["IMG_1 2.AAE", "IMG_1 2.jpg", "IMG_1 2.jpg.json", "IMG_1.jpg", "img_1 2.XMP"])
        #expect(try names(".cameraroll/trash") == [])
        for _ in 0..<2 {
            let restored = try await manager.photos.asset(withIdentifier: before[0].id)
            #expect(try restored.creationDate == sidecarDate())
            #expect(try await photos.file(of: other)?.dateSource == .file)
            try await photos.index().waitUntilFinished()
        }
        #expect(try photos.integrity() == "ok")
    }

    @Test func `A companion of two pictures stays with the last one`() async throws {
        try writePicture()
        try scratch.write(SamplePhoto(noise: [1]), to: "IMG_1.jpeg")
        let manager = MediaManager(access: try await photos.opened())
        let first = try #require(try await photos.asset(at: "IMG_1.jpg"))
        try await manager.performChanges { $0.delete([first]) }
        #expect(try names() == ["IMG_1.AAE", "IMG_1.jpeg", "img_1.XMP"])
        try await photos.restore(photos.trashedPhotos())
        #expect(try names() == (companions + ["IMG_1.jpeg", "IMG_1.jpg"]).sorted())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        #expect(try names() == [])
        #expect(try await photos.trashedPhotos().count == 2)
    }

    @Test(arguments: [true, false]) func `Emptying the trash leaves no companion`(isHidden: Bool) async throws {
        try writePicture(in: "sub/")
        let bin = try ScratchFolder()
        let photos = scratch.photos { if !isHidden { $0.trash = bin.url } }
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        try await manager.performChanges { $0.delete(all) }
        #expect(try names("sub") == [])
        let trash = isHidden ? scratch.url.path + "/.cameraroll/trash" : bin.url.path
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash).count == 4)
        #expect(try await photos.emptyTrash() == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: trash) == [])
    }

    /// A folder of photos whose picture and companions are in a trash, and the picture's former asset.
    private func deleted(into bin: ScratchFolder?) async throws -> MediaAsset {
        try writePicture(in: "trip/")
        let access = try await scratch.photos { $0.trash = bin?.url }.opened()
        let all = try await access.assets()
        try await MediaManager(access: access).performChanges { $0.delete(all) }
        await access.close()
        return try #require(all.first)
    }

    @Test func `Companions come back from a trash that was moved`() async throws {
        let (bin, moved) = (try ScratchFolder(), try ScratchFolder())
        let asset = try await deleted(into: bin)
        for name in try FileManager.default.contentsOfDirectory(atPath: bin.url.path) {
            #expect(rename(bin.url.path + "/" + name, moved.url.path + "/" + name) == 0)
        }
        let photos = scratch.photos { $0.trash = moved.url }
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.asset) == [asset.id] && trashed.map(\.path) == ["trip/IMG_1.jpg"])
        try await photos.restore(trashed)
        #expect(try names("trip") == (companions + ["IMG_1.jpg"]).sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: moved.url.path) == [])
        let access = try await photos.opened()
        try await photos.index().waitUntilFinished()
        #expect(try await access.assets().map(\.creationDate) == [sidecarDate()])
        #expect(try photos.integrity() == "ok")
        await access.close()
    }

    @Test(arguments: [true, false])
    func `What no index knows any more is one photo in the trash, with its companions`(isHidden: Bool) async throws {
        let bin = try ScratchFolder()
        _ = try await deleted(into: isHidden ? nil : bin)
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.url.path + "/.cameraroll")
        where name != "trash" { try scratch.remove(".cameraroll/" + name) }
        let photos = scratch.photos { if !isHidden { $0.trash = bin.url } }
        try await photos.index().waitUntilFinished()
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.path) == ["IMG_1.jpg"])
        if !isHidden { #expect(try await photos.emptyTrash() == 0) }
        try await photos.restore(trashed)
        #expect(try names() == (companions + ["IMG_1.jpg", "trip"]).sorted())
    }

    @Test func `A companion of two files without a record comes back with one of them`() async throws {
        for name in ["a.aae", "a.mov", "a.jpg", "a.xmp"] {
            try scratch.write(Array(name.utf8), to: ".cameraroll/trash/0123ABCD-" + name)
        }
        // Those of a photo that is gone are one, too.
        for name in ["b.aae", "b.xmp"] { try scratch.write(Array(name.utf8), to: ".cameraroll/trash/0123ABCD-" + name) }
        _ = try await photos.opened()
        let trashed = try await photos.trashedPhotos()
        #expect(trashed.map(\.path).sorted() == ["a.jpg", "a.mov", "b.aae"])
        try await photos.restore(trashed.filter { $0.path.hasPrefix("a") })
        #expect(try names() == ["a.aae", "a.jpg", "a.mov", "a.xmp"])
        #expect(try await photos.emptyTrash() == 1)
        #expect(try names(".cameraroll/trash") == [])
    }

    @Test func `A copy of a library leaves the companions in the trash of the original`() async throws {
        let (bin, copy) = (try ScratchFolder(), try ScratchFolder())
        _ = try await deleted(into: bin)
        try FileManager.default.copyItem(atPath: scratch.url.path, toPath: copy.url.path + "/copy")
        let photos = ScratchFolder.photos(at: copy.url.path + "/copy") { $0.trash = bin.url }
        try await photos.index().waitUntilFinished()
        #expect(try await photos.trashedPhotos() == [])
        #expect(try await photos.emptyTrash() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: bin.url.path).count == 4)
    }

    @Test func `A killed deletion that cannot be undone keeps the companions with the photo`() async throws {
        let bin = try ScratchFolder()
        try writePicture()
        let photos = scratch.photos { $0.trash = bin.url }
        let access = try await photos.opened()
        let all = try await access.assets()
        await access.close()
        let names = companions + ["IMG_1.jpg"]
        for name in names { try photos.recordMove(of: name, to: "/0123ABCD-" + name) }
        for name in names {
            #expect(rename(scratch.url.path + "/" + name, bin.url.path + "/0123ABCD-" + name) == 0)
        }
        // Without the trash, the next program cannot move them back.
        try await scratch.photos().index().waitUntilFinished()
        let again = scratch.photos { $0.trash = bin.url }
        let trashed = try await again.trashedPhotos()
        #expect(trashed.map(\.asset) == all.map(\.id))
        try await again.restore(trashed)
        #expect(try self.names() == names.sorted())
        #expect(try FileManager.default.contentsOfDirectory(atPath: bin.url.path) == [])
    }

    @Test func `A file that is added gets a name that no companion describes`() async throws {
        try scratch.write(xmp("2020-01-02T03:04:05Z"), to: "img_2.xmp")
        let manager = MediaManager(access: try await photos.opened())
        let new = NewAsset.photo(Data(SamplePhoto(date: "2023:04:19 10:11:12").bytes), fileName: "IMG_2.jpg")
        let created = try await manager.performChanges { _ = $0.createAsset(new) }.createdAssets
        #expect(try await photos.file(of: created[0])?.path == "IMG_2 2.jpg")
        try await photos.index().waitUntilFinished()
        #expect(try await photos.file(of: created[0])?.dateSource == .metadata)
    }

    @Test func `A deletion that fails leaves the companions where they were`() async throws {
        try writePicture()
        var hooks = FolderTestHooks()
        hooks.onDurableStep = { if $0 == .filesMoved { throw FolderTestHooks.diskFailure } }
        let photos = scratch.photos(hooks)
        let manager = MediaManager(access: try await photos.opened())
        let all = try await manager.photos.access.assets()
        await #expect(throws: EditError.self) { try await manager.performChanges { $0.delete(all) } }
        #expect(try names() == (companions + ["IMG_1.jpg"]).sorted())
        #expect(try await manager.photos.access.assets() == all)
    }
}
#endif
