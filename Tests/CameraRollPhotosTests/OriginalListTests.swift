#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import TestSupport
import Testing

/// How often Photos is asked for what takes it long: the files of an asset, and its place in the history.
@Suite(.timeLimit(.hang)) struct OriginalListTests {
    private func withLibrary(
        _ body: (PhotosWorld, LibraryAccess, CachingImageManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<40 {
                var asset = AssetRecord("\(number)")
                asset.isHidden = number == 7
                asset.resources = [Self.file(1), Self.file(2)]
                edits.add(asset)
            }
            var hidden = CollectionRecord("hidden", title: "Hidden")
            (hidden.type, hidden.subtype, hidden.estimate) = (.smartAlbum, .smartAlbumAllHidden, .none)
            edits.add(hidden)
            var videos = CollectionRecord("all", title: "All")
            (videos.type, videos.subtype, videos.contains) = (.smartAlbum, .smartAlbumGeneric, { _ in true })
            edits.add(videos)
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                try await body(world, access, CachingImageManager(of: MediaManager(access: access)))
            }
        }
    }

    private static func file(_ byte: UInt8) -> ResourceRecord {
        ResourceRecord(
            byte == 1 ? .photo : .alternatePhoto, typeIdentifier: "public.jpeg", fileName: "\(byte)",
            data: Data([byte]))
    }

    @Test func `The files of an asset are listed once for all reads, and again after an edit`() async throws {
        try await withLibrary { world, _, images in
            let asset = MediaAsset(id: "1")
            for resource in try await images.resources(of: asset) {
                _ = try await images.data(of: resource)
                _ = try await images.data(of: resource)
            }
            #expect(world.record.counts[.resources] == 1)
            world.edit { $0.update("1") { $0.resources[0].data = Data([9]) } }
            let changed = try await images.originalData(for: asset)
            #expect(changed.bytes == [9])
            #expect(world.record.counts[.resources] == 2)
        }
    }

    @Test func `The lists of sixteen assets are kept, and all are released with the library`() async throws {
        try await withLibrary { world, _, images in
            for number in 0..<17 { _ = try await images.resources(of: MediaAsset(id: AssetID("\(number)"))) }
            world.record.clear()
            for number in 1..<17 { _ = try await images.resources(of: MediaAsset(id: AssetID("\(number)"))) }
            #expect(world.record.counts[.resources] == nil)
            _ = try await images.resources(of: MediaAsset(id: "0"))
            #expect(world.record.counts[.resources] == 1)
            #expect(world.census.alive["PHAssetResource"] == 32)
            images.close()
        }
    }

    @Test func `A kept list is of no use once its asset is deleted or deselected`() async throws {
        try await withLibrary { world, _, images in
            let (deleted, hidden) = (MediaAsset(id: "1"), MediaAsset(id: "2"))
            let files = [try await images.resources(of: deleted)[0], try await images.resources(of: hidden)[0]]
            world.edit { $0.delete(["1"]) }
            await #expect(throws: ImageError.library(.assetNotFound("1"))) { try await images.data(of: files[0]) }
            world.narrow(to: ["3"])
            await #expect(throws: ImageError.library(.assetNotFound("2"))) { try await images.data(of: files[1]) }
        }
    }

    @Test func `Counts and covers ask for no place in the history`() async throws {
        try await withLibrary { world, access, _ in
            try await access.read("albums") { library in
                world.record.clear()
                let count = try library.assetCount(of: "all", mediaTypes: [])
                #expect(count == 39)
                #expect(try library.assetCount(of: "all", mediaTypes: [.video]) == 0)
                for policy in CoverPolicy.allCases {
                    #expect(try library.cover(of: "all", mediaTypes: [], policy: policy) != nil)
                }
                #expect(try library.cover(of: "all", mediaTypes: [.video], policy: .first) == nil)
                #expect(world.record.counts[.token] == nil)
            }
        }
    }

    @Test func `The image of a cover needs no further fetch`() async throws {
        try await withLibrary { world, access, images in
            let cover = try await access.read("cover") { try $0.cover(of: "all", mediaTypes: [], policy: .newest) }
            let asset = try #require(cover)
            world.record.clear()
            _ = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(9, 9)))
            #expect(world.record.counts[.fetchAssets] == nil)
        }
    }

    @Test func `The album of the user's library has no assets that others share, in any sorted order`() async throws {
        try await withLibrary { world, access, _ in
            world.edit { edits in
                var shared = AssetRecord("shared")
                shared.sourceType = .typeCloudShared
                edits.add(shared)
                var recents = CollectionRecord("recents", title: "Recents")
                (recents.type, recents.subtype) = (.smartAlbum, .smartAlbumUserLibrary)
                edits.add(recents)
            }
            let found = try await access.read("recents") { library in
                let result = try library.fetchAssets(AssetQuery(.album("recents")))
                return try result.identifiers(in: 0..<result.count)
            }
            #expect(found.count == 39 && !found.contains("shared"))
        }
    }

    @Test func `Hidden assets are in the album of hidden ones, and in no other smart album`() async throws {
        try await withLibrary { world, access, _ in
            try await access.read("albums") { library in
                let count = try library.assetCount(of: "hidden", mediaTypes: [])
                #expect(count == 1)
                for policy in CoverPolicy.allCases {
                    #expect(try library.cover(of: "hidden", mediaTypes: [], policy: policy)?.id == "7")
                }
                let all = try library.fetchAssets(AssetQuery(.album("all")))
                #expect(try !all.identifiers(in: 0..<all.count).contains("7"))
            }
        }
    }

    /// | date | Photos keeps it as                        |
    /// |------|-------------------------------------------|
    /// | none | nothing, which is older than all dates    |
    /// | 1904 | the origin of some cameras' clocks        |
    /// | 2200 | a date that a camera with no battery sets |
    @Test(arguments: [true, false], [1, 2, 5])
    func `Pages pass missing dates, those of 1904 and those of 2200`(isAscending: Bool, size: Int) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for number in 0..<12 {
                var asset = AssetRecord("\(number)")
                let dates: [Double?] = [nil, -2_082_844_800, 7_258_118_400]
                asset.creationDate = dates[number % 3].map { Date(timeIntervalSince1970: $0) }
                asset.modificationDate = Date(timeIntervalSince1970: Double(number))
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let query = AssetQuery.all.sorted(by: isAscending ? .oldestFirst : .newestFirst)
                let found = try await access.read("pages") { try $0.byPosition(query, pageSize: size) }
                #expect(found.count == 12)
                let years = found.map { $0.creationDate.map { $0 < .now ? 1_904 : 2_200 } ?? 0 }
                #expect(years == (isAscending ? years.sorted() : years.sorted(by: >)))
            }
        }
    }
}
#endif
