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
        let permission = PhotosPermission()
        let world = PhotosWorld()
        world.seed { $0.add(AssetRecord("asset")) }
        try await PhotosWorld.exclusively(world) { world in
            try await body(world, KnownAssets(permission), "asset")
        }
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

    /// Each moment at which the user may have selected other assets.
    enum Moment: CaseIterable {
        case statusRead, change, activation, picker
    }

    @Test(arguments: Moment.allCases)
    func `An asset that the user deselects is not found once the selection may have changed`(
        moment: Moment
    ) async {
        let world = PhotosWorld()
        world.seed { $0.add(AssetRecord("asset")) }
        await PhotosWorld.exclusively(world) { world in
            let permission = PhotosPermission()
            let known = KnownAssets(permission)
            let authorization = PhotosAuthorization(permission) { [] }
            let observation = authorization.observe {}
            let observer = PhotosObserver(ChangeSignal {}, of: .shared(), permission)
            observer.begin()
            if moment != .statusRead { world.select(["asset"]) }
            _ = authorization.status(for: .readWrite)
            await world.waitForObservers()
            #expect(known.find("asset") != nil)
            world.narrow(to: [])
            switch moment {
            case .statusRead: _ = authorization.status(for: .readWrite)
            case .change:
                world.tellObservers()
                await world.waitForObservers()
            case .activation:
                NotificationCenter.default.post(
                    name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
            case .picker: _ = await authorization.presentLimitedPicker()
            }
            #expect(known.find(["asset"]).isEmpty)
            #expect(known.find("asset") == nil)
            #expect(world.census.alive["PHAsset"] == nil)
            observer.end()
            withExtendedLifetime(observation) {}
        }
    }

    @Test func `Observers of the permission hear of the user's answer`() async {
        await PhotosWorld.exclusively { world in
            world.status = .notDetermined
            let hasHeard = Gate()
            let authorization = PhotosAuthorization(PhotosPermission(), limitedPicker: nil)
            let observation = authorization.observe { hasHeard.open() }
            #expect(await authorization.requestAuthorization(for: .readWrite) == .authorized)
            #expect(hasHeard.isOpen)
            withExtendedLifetime(observation) {}
        }
    }

    @Test func `With access to all assets, a change of the library releases no object`() async throws {
        try await withAsset { world, known, id in
            let permission = PhotosPermission()
            #expect(permission.read() == .authorized)
            let selection = permission.selection
            permission.selectionMayHaveChanged()
            #expect(permission.selection == selection)
            let object = try #require(known.find(id))
            world.edit { $0.update(id.rawValue) { $0.isFavorite = true } }
            #expect(known.find(id) === object)
        }
    }

    /// A grid that scrolls for ten seconds asks for 600 images.
    @Test func `Under limited access, sixty images a second need no fetch after their assets were read`() async throws {
        let world = PhotosWorld()
        world.seed { edits in for number in 0..<60 { edits.add(AssetRecord("\(number)")) } }
        world.select((0..<60).map { "\($0)" })
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                let snapshot = try await manager.photos.snapshot()
                let assets = try await manager.photos.assets(in: snapshot.indices, of: snapshot)
                #expect(assets.count == 60)
                world.record.clear()
                for side in 1...10 {
                    for asset in assets {
                        _ = try await images.image(for: AssetImageRequest(for: asset, size: .pixels(side, side)))
                    }
                }
                #expect(world.record.counts[.requestImage] == 600)
                #expect(world.record.counts[.fetchAssets] == nil)
                // One for the core's check before the read, one for the check after it, and one before the delivery.
                #expect(world.record.counts[.authorizationStatus, default: 0] <= 600 * 4)
            }
        }
    }

    /// | the app               | the user                           |
    /// |-----------------------|------------------------------------|
    /// | has read two assets   |                                    |
    /// |                       | deselects one, without any message |
    /// | requests their images |                                    |
    @Test(arguments: [true, false])
    func `Access that is narrowed without a message shows no image of what it hides`(
        wasLimited: Bool
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in for name in ["kept", "hidden"] { edits.add(AssetRecord(name)) } }
        if wasLimited { world.select(["kept", "hidden"]) }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                let snapshot = try await manager.photos.snapshot()
                let assets = try await manager.photos.assets(in: snapshot.indices, of: snapshot)
                world.narrow(to: ["kept"])
                for asset in assets {
                    let request = AssetImageRequest(for: asset, size: .pixels(40, 40))
                    if asset.id == "kept" {
                        _ = try await images.image(for: request)
                    } else {
                        await #expect(throws: ImageError.library(.assetNotFound("hidden"))) {
                            try await images.image(for: request)
                        }
                    }
                }
            }
        }
    }

    @Test func `Access that is narrowed and widened ten times a second shows what it allows`() async throws {
        let world = PhotosWorld()
        world.seed { edits in for name in ["kept", "hidden"] { edits.add(AssetRecord(name)) } }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                for round in 1...50 {
                    world.select(round.isMultiple(of: 2) ? nil : ["kept"])
                    await world.waitForObservers()
                    let request = AssetImageRequest(for: MediaAsset(id: "hidden"), size: .pixels(round, round))
                    if round.isMultiple(of: 2) {
                        _ = try await images.image(for: request)
                    } else {
                        await #expect(throws: ImageError.library(.assetNotFound("hidden"))) {
                            try await images.image(for: request)
                        }
                    }
                }
            }
        }
    }
}
#endif
