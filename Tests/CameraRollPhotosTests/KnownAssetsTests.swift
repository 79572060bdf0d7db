#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
@testable import CameraRollPhotos
import Testing

/// The objects that are kept of assets that were read.
struct KnownAssetsTests {
    private func withAsset(
        _ body: (PhotosWorld, KnownAssets, AssetID) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { $0.add(AssetRecord("asset")) }
        try await PhotosWorld.exclusively(world) { world in try await body(world, KnownAssets(), "asset") }
    }

    @Test func `A known asset is not fetched again`() async throws {
        try await withAsset { world, known, id in
            let object = try #require(known.find(id))
            #expect(known.find(id) === object)
            #expect(known.find([id]) == [id: object])
            #expect(world.record.counts[.fetchAssets] == 1)
        }
    }

    @Test func `An object that is read late from an earlier result does not replace a newer one`() async throws {
        try await withAsset { world, known, id in
            let old = try #require(KnownAssets.fetch([id.rawValue]).first)
            world.edit { $0.update(id.rawValue) { $0.isFavorite = true } }
            let new = try #require(KnownAssets.fetch([id.rawValue]).first)
            known.note(new)
            known.note(old, isCurrent: false)
            #expect(known.known(id) === new)
            known.removeAll()
            known.note(old, isCurrent: false)
            known.note(new, isCurrent: false)
            #expect(known.known(id) === new)
            // As after an edit by a device whose clock is slow.
            known.note(old)
            #expect(known.known(id) === old)
        }
    }

    @Test func `An asset that the user deselects is not found, although its object was known`() async throws {
        try await withAsset { world, known, id in
            #expect(known.find(id) != nil)
            world.select([])
            #expect(known.find(id) == nil)
            #expect(known.find([id]).isEmpty)
            world.select([id.rawValue])
            #expect(known.find(id) != nil)
            world.select([])
            #expect(known.find(id) == nil)
            #expect(world.census.alive["PHAsset"] == nil)
        }
    }
}
#endif
