#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
import FolderLibrary
import Foundation
import Testing

/// The mapping from albums to folders, and from files to assets.
struct PathTests {
    let scratch: ScratchFolder
    let photos: PhotoFolder

    init() throws {
        scratch = try ScratchFolder()
        for path in ["a.jpg", "2024/b.jpg", "2024/05/ä.jpg"] { try scratch.write(SamplePhoto(), to: path) }
        try scratch.write(SamplePhoto(content: "L"), to: "2024/live.jpg")
        try scratch.write(SampleMovie(content: "L"), to: "2024/live.mov")
        try scratch.write([1, 2, 3], to: "2024/notes.txt")
        photos = scratch.photos()
    }

    @Test func `An album of a folder has the folder's path, and other albums have none`() async throws {
        let manager = MediaManager(access: try await photos.opened())
        let created = try await manager.performChanges { $0.createAlbum("Mine") }.createdAlbums
        var paths: [String] = []
        for album in try await manager.loadAlbums() {
            let path = try await photos.path(of: album.id)
            #expect((path != nil) == album.id.rawValue.hasPrefix("directory-"))
            if let path { paths.append(path) }
        }
        #expect(paths.sorted() == ["", "2024", "2024/05"])
        for folder in try await manager.albums.tree() {
            guard case .folder(let folder) = folder else { continue }
            #expect(try await photos.path(of: folder.id) == "2024")
        }
        for id in created + ["directory-99", "nonsense"] { #expect(try await photos.path(of: id) == nil) }
    }

    @Test func `The tree has an album for each folder with photos of its own, within a folder where others are in it`()
        async throws
    {
        try scratch.write(SamplePhoto(), to: "trips/rome/c.jpg")
        let manager = MediaManager(access: try await photos.opened())
        #expect(try await outline(of: manager.albums.tree()) == ["", "2024(2024 2024/05)", "trips(trips/rome)"])
    }

    /// The paths of albums; those within a folder stand in brackets.
    private func outline(of items: [AlbumFolder.Item]) async throws -> [String] {
        var outline: [String] = []
        for item in items {
            switch item {
            case .album(let album): outline.append(try await photos.path(of: album.id) ?? "?")
            case .folder(let folder):
                let inner = try await self.outline(of: folder.items).joined(separator: " ")
                outline.append("\(try await photos.path(of: folder.id) ?? "?")(\(inner))")
            }
        }
        return outline
    }

    @Test func `A file's path leads to its asset and back`() async throws {
        let assets = try await photos.opened().assets()
        #expect(assets.count == 4)
        for asset in assets {
            let file = try #require(try await photos.file(of: asset.id))
            #expect(try await photos.asset(at: file.path) == asset.id)
            if let video = file.pairedVideo {
                #expect(video == "2024/live.mov")
                #expect(try await photos.asset(at: video) == asset.id)
            }
        }
        #expect(try await photos.asset(at: "2024/live.mov") != nil)
    }

    @Test(arguments: ["", "/", "2024", "2024/", "/a.jpg", "./a.jpg", "2024/../a.jpg", "2024/notes.txt", "b.jpg", "a\0"])
    func `A path that leads to no picture has no asset`(path: String) async throws {
        try await photos.index().waitUntilFinished()
        #expect(try await photos.asset(at: path) == nil)
    }
}
#endif
