#if PhotosDouble
import CameraRoll
import CameraRollTesting
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// How the edits of a transaction are checked before Photos carries them out.
@Suite(.timeLimit(.hang)) struct EditTests {
    /// A library of assets that nothing has read yet, and albums.
    private func withManager(
        assets: Int = 0, albums: [CollectionRecord] = [],
        _ body: (PhotosWorld, MediaManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<assets { edits.add(AssetRecord("\(number)")) }
            for album in albums { edits.add(album) }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in try await body(world, MediaManager(access: access)) }
        }
    }

    private static func album(
        _ id: String = "album", of assets: [String] = [], without operation: PHCollectionEditOperation? = nil
    ) -> CollectionRecord {
        var album = CollectionRecord(id, title: "Album")
        album.assets = assets
        if let operation { album.operations.remove(operation) }
        return album
    }

    private func members(of album: AlbumID = "album", in manager: MediaManager) async throws -> [AssetID] {
        let snapshot = try await manager.photos.snapshot(of: AssetQuery(.album(album)).inLibraryOrder())
        return try await manager.photos.assets(in: snapshot.indices, of: snapshot).map(\.id)
    }

    @Test func `Positions in an album that nothing may be removed from do not count assets that are deleted`()
        async throws
    {
        let album = Self.album(of: ["0", "1", "2"], without: .removeContent)
        try await withManager(assets: 4, albums: [album]) { _, manager in
            try await manager.performChanges { edits in
                edits.delete([AssetID("0")])
                edits.insert([AssetID("3")], at: 1, into: AlbumID("album"))
            }
            #expect(try await members(in: manager) == ["1", "3", "2"])
            try await manager.performChanges { edits in
                edits.reorder(AlbumID("album"), as: ["2", "1", "3"].map { AssetID($0) })
                edits.delete([AssetID("1")])
                edits.reorder(AlbumID("album"), as: ["3", "2"].map { AssetID($0) })
            }
            #expect(try await members(in: manager) == ["3", "2"])
        }
    }

    @Test func `Many assets and many albums are looked up in slices, a fetch for each slice`() async throws {
        let names = (0..<100).map { "album \($0)" }
        try await withManager(assets: 100, albums: names.map { Self.album($0) }) { world, manager in
            _ = try await manager.photos.snapshot()
            world.record.clear()
            try await manager.performChanges { edits in
                edits.setFavorite(true, for: (0..<100).map { AssetID("\($0)") })
                edits.deleteCollections(names.map { AlbumID($0) })
            }
            #expect(world.record.counts[.fetchAssets] == 4)
            // And one of the albums and folders at the top level.
            #expect(world.record.counts[.fetchCollections] == 5)
            #expect(try await manager.photos.snapshot(of: AssetQuery.all.onlyFavorites()).count == 100)
            let albums = try await manager.albums.list()
            #expect(albums.isEmpty)
        }
    }

    @Test func `An album that may not be deleted is not deleted with a new folder either`() async throws {
        try await withManager(albums: [Self.album(without: .delete)]) { _, manager in
            await #expect(throws: EditError.notEditable(.existing("album"))) {
                try await manager.performChanges { edits in
                    let folder = edits.createFolder("Passing")
                    edits.move(AlbumID("album"), into: folder)
                    edits.deleteCollections([folder])
                }
            }
            let albums = try await manager.albums.list()
            #expect(albums.map(\.id) == ["album"])
        }
    }
}
#endif
