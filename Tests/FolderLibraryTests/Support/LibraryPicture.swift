#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollTesting
@testable import FolderLibrary
import Foundation
import Testing

/// The complete state of a folder of photos and its library, for comparison.
struct LibraryPicture: Equatable {
    /// The state of an asset.
    struct Asset: Equatable {
        var id: AssetID
        var isFavorite = false
        var isHidden = false
        var mediaSubtypes: MediaSubtypes = []
    }

    /// The assets by the paths of their main files.
    var assets: [String: Asset] = [:]
    /// The paths of the members, by the titles of the user's albums.
    var albums: [String: [String]] = [:]
    /// The library's own count.
    var count = 0
    /// The contents of all visible files, by path.
    var files: [String: Data] = [:]
    /// The contents of the files in the trash; their names differ each time.
    var trash: Set<Data> = []

    /// Reads the state of a library and its folder.
    init(of photos: PhotoFolder) async throws {
        let access = LibraryAccess(.folder(photos), executor: LibraryExecutor(label: "test"), limits: .untimed)
        var query = AssetQuery.all
        (query.hidden, query.bursts) = (.included, .all)
        let assets = try await access.assets(query)
        let paths = try await photos.files(of: assets.map(\.id)).mapValues(\.path)
        for asset in assets {
            let path = try #require(paths[asset.id])
            // No file belongs to two assets.
            #expect(self.assets[path] == nil)
            self.assets[path] = Asset(
                id: asset.id, isFavorite: asset.isFavorite, isHidden: asset.isHidden, mediaSubtypes: asset.mediaSubtypes
            )
        }
        let (members, count) = try await access.read("albums") { library in
            var members: [String: [AssetID]] = [:]
            for album in try library.albums(.all) where album.subtype == .regular {
                var query = AssetQuery.album(album.id).inLibraryOrder()
                (query.order, query.hidden) = ([], .included)
                let result = try library.fetchAssets(query)
                members[album.title ?? ""] = try result.identifiers(in: 0..<result.count)
            }
            return (members, try library.assetCount(of: AlbumName.smart(.userLibrary).id, mediaTypes: []))
        }
        albums = try members.mapValues { try $0.map { try #require(paths[$0]) } }
        self.count = count
        // After this the index is not written any more, so that it can be copied.
        await access.close()
        try readFiles(at: photos.path)
    }

    private mutating func readFiles(at root: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
        for path in paths where !path.hasPrefix(".") {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder)
            if !isFolder.boolValue { files[path] = FileManager.default.contents(atPath: root + "/" + path) }
        }
        let trashed = paths.filter { $0.hasPrefix(".cameraroll/trash/") }
        trash = Set(trashed.compactMap { FileManager.default.contents(atPath: root + "/" + $0) })
    }
}
#endif
