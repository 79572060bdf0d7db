#if PhotosDouble
    import Foundation
    import PhotosDouble
    import Testing

    @Suite(.serialized) struct CollectionTests {
        @Test func `Smart albums hold what their kind says, and tell no estimate`() async throws {
            try await PhotosWorld.exclusively { world in
                world.addSamples(100)
                let albums = PHAssetCollection.fetchAssetCollections(
                    with: .smartAlbum, subtype: .smartAlbumFavorites, options: nil)
                let favorites = try #require(albums.firstObject)
                #expect(albums.count == 1)
                #expect(favorites.estimatedAssetCount == NSNotFound)
                let found = PHAsset.fetchAssets(in: favorites, options: nil)
                #expect(found.count > 0)
                #expect((0..<found.count).allSatisfy { found.object(at: $0).isFavorite })
            }
        }

        @Test func `A kind that this system does not name lives`() async {
            await PhotosWorld.exclusively { world in
                world.addSamples(10)
                let all = PHAssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .any, options: nil)
                let kinds = (0..<all.count).map { all.object(at: $0).assetCollectionSubtype.rawValue }
                #expect(kinds.contains(1_000_000_219))
            }
        }

        @Test func `An album has its own order and an estimate`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b", "c")
                world.seedAlbum("album", ["c", "a"])
                try #expect(world.members(of: "album") == ["c", "a"])
                try #expect(world.album("album").estimatedAssetCount == 2)
                let newest = PHFetchOptions(by: "creationDate")
                try #expect(PHAsset.fetchAssets(in: world.album("album"), options: newest).names == ["a", "c"])
            }
        }

        @Test func `Folders hold albums and folders`() async throws {
            try await PhotosWorld.exclusively { world in
                world.addSamples(10)
                let top = PHCollection.fetchTopLevelUserCollections(with: nil)
                let titles = (0..<top.count).map { top.object(at: $0).localizedTitle }
                #expect(titles == ["Holidays", "Journeys", "Empty", "Shared", "Bare"])
                let folder = try #require(top.object(at: 1) as? PHCollectionList)
                let inside = PHCollection.fetchCollections(in: folder, options: nil)
                #expect(inside.object(at: 0) is PHAssetCollection)
                #expect(inside.object(at: 1) is PHCollectionList)
            }
        }

        @Test func `The key asset of an album is its first, and an empty one has none`() async throws {
            try await PhotosWorld.exclusively { world in
                world.seed("a", "b")
                world.seedAlbum("album", ["b", "a"])
                world.seedAlbum("empty", [])
                let (album, empty) = (try world.album("album"), try world.album("empty"))
                #expect(PHAsset.fetchKeyAssets(in: album, options: nil)?.names == ["b"])
                #expect(PHAsset.fetchKeyAssets(in: empty, options: nil) == nil)
            }
        }
    }
#endif
