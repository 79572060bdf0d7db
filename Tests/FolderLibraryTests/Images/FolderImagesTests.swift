#if FolderLibrary && os(Linux)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// Images of a real folder, through the image manager.
struct FolderImagesTests {
    private func image(
        _ name: String, of access: LibraryAccess, _ photos: PhotoFolder
    ) async throws -> DecodedImage {
        let assets = try await access.assets()
        let files = try await photos.files(of: assets.map(\.id))
        let asset = try #require(assets.first { files[$0.id]?.path == name })
        let images = try CachingImageManager(access: access, limits: CachingImageManager.Limits(stallTimeout: nil))
        defer { images.close() }
        return try await images.image(for: AssetImageRequest(for: asset, size: .pixels(32, 32), resizeMode: .exact))
    }

    @Test func `A file that was written over shows its new picture, though the old one was kept`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(TestPicture.quarters().jpeg(), to: "trip/a.jpg")
        let photos = scratch.photos()
        let access = try await photos.opened()
        for _ in 0..<2 {
            let first = try await image("trip/a.jpg", of: access, photos)
            #expect(first.size == PixelSize(width: 32, height: 24))
            #expect(first.quarters[0].isLike(TestPicture.red, within: 24))
        }
        #expect(try scratch.thumbnailCount() == 1)
        try scratch.write(TestPicture(48, 64) { _, _ in TestPicture.blue }.jpeg(), to: "trip/a.jpg")
        try await photos.index().waitUntilFinished()
        let second = try await image("trip/a.jpg", of: access, photos)
        #expect(second.size == PixelSize(width: 24, height: 32))
        #expect(second.quarters[0].isLike(TestPicture.blue, within: 24))
        #expect(try scratch.thumbnailCount() == 1)
    }

    @Test func `A file that is cut short is shown as degraded, and one without a picture fails with the reason`()
        async throws
    {
        let scratch = try ScratchFolder()
        let whole = TestPicture.waves(64, 64).jpeg()
        try scratch.write(Array(whole.prefix(whole.count / 2)), to: "cut.jpg")
        try scratch.write(Array(TestPicture.quarters().png.prefix(40)), to: "head.png")
        let photos = scratch.photos()
        let access = try await photos.opened()
        #expect(try await image("cut.jpg", of: access, photos).isDegraded)
        await #expect(throws: ImageError.self) { try await image("head.png", of: access, photos) }
    }

    @Test func `Nothing is kept where no bytes may be`() async throws {
        let scratch = try ScratchFolder()
        try scratch.write(TestPicture.quarters().jpeg(), to: "a.jpg")
        let photos = scratch.photos { $0.thumbnailCacheByteLimit = 0 }
        let access = try await photos.opened()
        #expect(try await image("a.jpg", of: access, photos).size == PixelSize(width: 32, height: 24))
        let thumbnails = scratch.url.path + "/.cameraroll/thumbnails.sqlite"
        #expect(!FileManager.default.fileExists(atPath: thumbnails))
    }
}

extension ScratchFolder {
    fileprivate func thumbnailCount() throws -> Int {
        let path = url.appending(path: ".cameraroll/thumbnails.sqlite").path
        return try IndexConnection(to: path, isReadOnly: true).number("SELECT COUNT(*) FROM thumbnail")
    }
}
#endif
