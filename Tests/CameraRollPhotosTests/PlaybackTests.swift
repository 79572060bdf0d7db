#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import SyntheticLibrary
import TestSupport
import Testing

/// Live Photos and videos for the views and players of Apple's frameworks.
@MainActor @Suite(.timeLimit(.hang)) struct PlaybackTests {
    private static let live = MediaAsset(id: "live", mediaType: .image, mediaSubtypes: .livePhoto)
    private static let film = MediaAsset(id: "film", mediaType: .video)

    /// A library of a Live Photo and a video, and its manager.
    ///
    /// Only playback has a deadline, which never comes by itself: a sanitizer on a busy machine may be slower than any.
    ///
    /// - Parameter script: what Photos answers to a request.
    private func withManager(
        _ script: ImageScript? = nil, clock: ManualClock = ManualClock(),
        _ body: @MainActor (PhotosWorld, MediaManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var photo = AssetRecord("live")
            (photo.mediaSubtypes, photo.script) = (.photoLive, script)
            var film = AssetRecord("film")
            (film.mediaType, film.script) = (.video, script)
            edits.add(photo)
            edits.add(film)
        }
        try await PhotosWorld.exclusively(world) { world in
            let executor = LibraryExecutor(label: "playback-test")
            let access = LibraryAccess(world.source(), executor: executor, limits: .untimed, clock: clock)
            try await body(world, MediaManager(access: access))
            await access.close()
        }
    }

    /// A request that Photos holds.
    private func held(
        in world: PhotosWorld, _ request: @escaping @MainActor () async throws -> Void
    ) async -> Task<Void, any Error> {
        let hasBegun = Gate()
        world.switches.holdsImages = true
        world.switches.expects = { call in
            if call == .requestImage { hasBegun.open() }
            return true
        }
        let work = Task { try await request() }
        // Photos is asked on the main actor, which this test has again only after that.
        await hasBegun.wait()
        return work
    }

    private func requestLivePhoto(of asset: MediaAsset = live, in manager: MediaManager) async throws(ImageError) {
        _ = try await PhotosPlayback.livePhoto(for: asset, size: PixelSize(width: 9, height: 9), in: manager)
    }

    private func requestFilm(_ asset: MediaAsset = film, in manager: MediaManager) async throws(ImageError) {
        _ = try await PhotosPlayback.playerItem(for: asset, in: manager)
    }

    @Test func `A Live Photo and a video are delivered`() async throws {
        try await withManager { world, manager in
            try await requestLivePhoto(in: manager)
            try await requestFilm(in: manager)
            #expect(world.imagesInFlight == [])
        }
    }

    @Test func `A degraded Live Photo is not the answer`() async throws {
        try await withManager(ImageScript([.degraded, .error(.networkError)])) { _, manager in
            let reason = PhotosWorld.reason(.networkError)
            await #expect(throws: ImageError.networkFailed("live", reason: reason)) {
                try await requestLivePhoto(in: manager)
            }
        }
    }

    @Test func `An asset of another media type is refused`() async throws {
        try await withManager { world, manager in
            await #expect(throws: ImageError.wrongMediaType("film", .video)) {
                try await requestLivePhoto(of: Self.film, in: manager)
            }
            await #expect(throws: ImageError.wrongMediaType("live", .image)) {
                try await requestFilm(Self.live, in: manager)
            }
            #expect(world.record.counts[.requestImage] == nil)
        }
    }

    @Test(arguments: [PixelSize(width: 0, height: 9), PixelSize(width: 9, height: 32_769)])
    func `A size that no image may have is refused for a Live Photo too`(size: PixelSize) async throws {
        try await withManager { world, manager in
            await #expect(throws: ImageError.invalidSize(size)) {
                _ = try await PhotosPlayback.livePhoto(for: Self.live, size: size, in: manager)
            }
            #expect(world.record.counts[.requestImage] == nil)
        }
    }

    @Test func `A library other than Photos is not searched in Photos`() async throws {
        try await withManager { world, _ in
            let manager = MediaManager(.synthetic(assets: 1), limits: .untimed)
            await #expect(
                throws: ImageError.library(.failed("find asset", reason: "the library is not Apple's Photos"))
            ) {
                try await requestLivePhoto(in: manager)
            }
            #expect(world.record.counts[.fetchAssets] == nil)
        }
    }

    /// | the app         | Photos                  |
    /// |-----------------|-------------------------|
    /// | requests        | works                   |
    /// | 30 s pass       |                         |
    /// | `.timedOut`     | its request is canceled |
    @Test func `A request that Photos never answers times out, and is canceled at Photos`() async throws {
        let clock = ManualClock()
        try await withManager(clock: clock) { world, manager in
            let work = await held(in: world) { try await requestLivePhoto(in: manager) }
            await clock.waitUntilSleeping(1)
            clock.advance(by: .seconds(30))
            await #expect(throws: ImageError.timedOut(after: .seconds(30))) { try await work.value }
            #expect(world.imagesInFlight == [])
        }
    }

    /// | the app         | Photos                  |
    /// |-----------------|-------------------------|
    /// | requests        | works                   |
    /// | 20 s pass       |                         |
    /// |                 | reports progress        |
    /// | 10 s pass       |                         |
    /// |                 | delivers                |
    @Test func `A download that makes progress does not time out`() async throws {
        let clock = ManualClock()
        try await withManager(ImageScript([.progress(0.5), .final]), clock: clock) { world, manager in
            let work = await held(in: world) { try await requestFilm(in: manager) }
            await clock.waitUntilSleeping(1)
            let start = clock.now
            clock.advance(to: start.advanced(by: .seconds(20)))
            await world.deliverNext()
            clock.advance(to: start.advanced(by: .seconds(30)))
            await clock.waitUntilSleeping(until: start.advanced(by: .seconds(50)))
            await world.deliverNext()
            try await work.value
        }
    }

    @Test func `A canceled request ends at once, and is canceled at Photos`() async throws {
        try await withManager { world, manager in
            let work = await held(in: world) { try await requestLivePhoto(in: manager) }
            work.cancel()
            await #expect(throws: ImageError.cancelled) { try await work.value }
            #expect(world.imagesInFlight == [])
        }
    }

    /// | the app              | the user                | Photos   |
    /// |----------------------|-------------------------|----------|
    /// | requests a Live Photo|                         | works    |
    /// |                      | selects another asset   |          |
    /// | reads                |                         |          |
    /// |                      |                         | delivers |
    /// | `.assetNotFound`     |                         |          |
    @Test func `An object that arrives after the user has deselected its asset is not delivered`() async throws {
        try await withManager { world, manager in
            let work = await held(in: world) { try await requestLivePhoto(in: manager) }
            world.select(["film"])
            let visible = try await manager.photos.snapshot()
            #expect(visible.count == 1)
            await world.deliverNext()
            await #expect(throws: ImageError.library(.assetNotFound("live"))) { try await work.value }
        }
    }

    /// | the app              | the user                  | Photos        |
    /// |----------------------|---------------------------|---------------|
    /// | requests a Live Photo|                           |               |
    /// | finds its object     |                           |               |
    /// |                      | withdraws the permission  |               |
    /// | `.notAuthorized`     |                           | is not asked  |
    @Test func `An object that was found before the permission was withdrawn is not used after it`() async throws {
        try await withManager { world, manager in
            world.switches.expects = { [weak world] call in
                // Within the turn that finds the object: the read itself was still allowed.
                if call == .fetchAssets { world?.status = .denied }
                return true
            }
            await #expect(throws: ImageError.library(.notAuthorized(.denied))) {
                try await requestLivePhoto(in: manager)
            }
            #expect(world.record.counts[.requestImage] == nil)
            #expect(world.record.counts[.fetchAssets] == 1)
        }
    }

    /// | the app              | the user                  | Photos        |
    /// |----------------------|---------------------------|---------------|
    /// | requests a Live Photo|                           |               |
    /// | has read its object  |                           |               |
    /// |                      | withdraws the permission  |               |
    /// | `.notAuthorized`     |                           | is not asked  |
    @Test func `A permission that is withdrawn after the read has ended is noticed before Photos is asked`()
        async throws
    {
        try await withManager { world, manager in
            world.switches.expects = { [weak world] call in
                // The look of the main actor, which has the object; reads look on the library's executor.
                let isLast = call == .authorizationStatus && PhotosWorld.isOnMain
                if isLast, world?.record.counts[.fetchAssets] == 1 { world?.status = .denied }
                return true
            }
            await #expect(throws: ImageError.library(.notAuthorized(.denied))) {
                try await requestLivePhoto(in: manager)
            }
            #expect(world.record.counts[.fetchAssets] == 1)
            #expect(world.record.counts[.requestImage] == nil)
        }
    }

    @Test func `A request ends when the permission is withdrawn, although Photos does not answer`() async throws {
        try await withManager { world, manager in
            let work = await held(in: world) { try await requestLivePhoto(in: manager) }
            world.status = .denied
            _ = try? await manager.photos.snapshot()
            await #expect(throws: ImageError.library(.notAuthorized(.denied))) { try await work.value }
            #expect(world.imagesInFlight == [])
        }
    }
}
#endif
