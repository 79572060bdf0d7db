#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
@testable import CameraRollPhotos
import TestSupport
import Testing

/// The values of an asset that newer systems have, its albums, and what plays it.
@Suite(.timeLimit(.hang)) struct ValueTests {
    private func withManager(_ body: (PhotosWorld, MediaManager) async throws -> Void) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var photo = AssetRecord("photo")
            (photo.addedDate, photo.hasAdjustments) = (Date(timeIntervalSinceReferenceDate: 9), true)
            photo.resources = [
                ResourceRecord(.photo, typeIdentifier: "public.heic", fileName: "P.HEIC", data: Data([1]))
            ]
            edits.add(photo)
            var loop = AssetRecord("loop")
            (loop.mediaSubtypes, loop.playbackStyle) = (.photoLive, .videoLooping)
            edits.add(loop)
            var live = AssetRecord("live")
            live.mediaSubtypes = .photoLive
            edits.add(live)
            var future = AssetRecord("future")
            future.playbackStyle = PHAsset.PlaybackStyle(rawValue: 77)
            edits.add(future)
            for (name, subtype) in [("one", PHAssetCollectionSubtype.albumRegular), ("shared", .albumCloudShared)] {
                var album = CollectionRecord(name, title: name)
                (album.subtype, album.assets) = (subtype, ["photo", "loop"])
                edits.add(album)
            }
            edits.add(CollectionRecord("empty", title: "Empty"))
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in try await body(world, MediaManager(access: access)) }
        }
    }

    @Test func `An asset has the date of its arrival, its type, its edits and its style of playback`() async throws {
        try await withManager { _, manager in
            let photo = try await manager.photos.asset(withIdentifier: "photo")
            #expect(photo.addedDate == Date(timeIntervalSinceReferenceDate: 9))
            #expect(photo.typeIdentifier == "public.heic")
            #expect(photo.hasAdjustments == true)
            let styles = try await manager.photos.assets(withIdentifiers: ["photo", "loop", "live", "future"])
                .reduce(into: [:]) { $0[$1.id] = $1.playbackStyle }
            #expect(
                styles == [
                    "photo": .image, "loop": .videoLooping, "live": .livePhoto, "future": PlaybackStyle(rawValue: 77),
                ])
        }
    }

    @Test func `A sort by the date of arrival is refused, since Photos may end the app`() async throws {
        try await withManager { world, manager in
            world.record.clear()
            await #expect(throws: LibraryError.self) {
                try await manager.photos.snapshot(of: .all.sorted(by: AssetSort(.addedDate, ascending: true)))
            }
            #expect(world.record.counts[.fetchAssets] == nil)
        }
    }

    @Test func `The albums of an asset are found in one fetch`() async throws {
        try await withManager { world, manager in
            let photo = try await manager.photos.asset(withIdentifier: "photo")
            world.record.clear()
            let albums = try await manager.albums.list(containing: photo.id)
            #expect(albums.map(\.id) == ["one", "shared"])
            #expect(albums.map(\.type) == [.album, .sharedAlbum])
            #expect(world.record.counts[.fetchCollections] == 1)
            #expect(try await manager.albums.list(containing: "live") == [])
            await #expect(throws: LibraryError.assetNotFound("none")) {
                try await manager.albums.list(containing: "none")
            }
        }
    }

    @Test func `A looping Live Photo is played as a video, and not as a Live Photo`() async throws {
        try await withManager { _, manager in
            let loop = try await manager.photos.asset(withIdentifier: "loop")
            await #expect(throws: ImageError.wrongMediaType("loop", .image)) {
                try await manager.requestLivePhoto(of: loop)
            }
            try await manager.requestVideo(of: loop)
        }
    }

    @Test(arguments: PhotosPlayback.VideoQuality.allCases, [ImageVersion.current, .unadjusted, .original])
    @MainActor func `A video is requested in its quality and version, and reports its progress`(
        quality: PhotosPlayback.VideoQuality, version: ImageVersion
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var film = AssetRecord("film")
            film.mediaType = .video
            film.script = ImageScript([.progress(-1), .progress(0.5), .progress(9), .final])
            edits.add(film)
        }
        try await PhotosWorld.exclusively(world) { world in
            let access = LibraryAccess(
                world.source(), executor: LibraryExecutor(label: "playback-test"), limits: .untimed)
            let fractions = Lock<[Double]>([])
            let item = try await PhotosPlayback.playerItem(
                for: MediaAsset(id: "film", mediaType: .video), version: version, quality: quality,
                in: MediaManager(access: access)
            ) { fraction in fractions.withLock { $0.append(fraction) } }
            let modes: [PhotosPlayback.VideoQuality: PHVideoRequestOptionsDeliveryMode] = [
                .automatic: .automatic, .high: .highQualityFormat, .medium: .mediumQualityFormat, .fast: .fastFormat,
            ]
            #expect(item.deliveryMode == modes[quality])
            #expect(item.version == (version == .current ? .current : .original))
            #expect(fractions.withLock(\.self) == [0, 0.5, 1])
            await access.close()
        }
    }

    @Test @MainActor func `A Live Photo is made of its two files, without a library`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (photo, video) = (folder.appending(path: "P.HEIC"), folder.appending(path: "P.MOV"))
        for file in [photo, video] { try Data([1]).write(to: file) }
        let size = PixelSize(width: 30, height: 20)
        try await PhotosWorld.exclusively { world in
            let made = try await PhotosPlayback.livePhoto(photo: photo, video: video, size: size)
            #expect(made.size == CGSize(width: 30, height: 20))
            let missing = folder.appending(path: "Q.MOV")
            let reason = PhotosWorld.reason(.missingResource)
            await #expect(throws: ImageError.failed("P.HEIC", reason: reason)) {
                _ = try await PhotosPlayback.livePhoto(photo: photo, video: missing, size: size)
            }
            let none = PixelSize(width: 0, height: 1)
            await #expect(throws: ImageError.invalidSize(none)) {
                _ = try await PhotosPlayback.livePhoto(photo: photo, video: video, size: none)
            }
            world.switches.holdsImages = true
            let hasBegun = Gate()
            world.switches.expects = { call in
                if call == .requestImage { hasBegun.open() }
                return true
            }
            let work = Task { @MainActor in
                _ = try await PhotosPlayback.livePhoto(photo: photo, video: video, size: size)
            }
            await hasBegun.wait()
            work.cancel()
            await #expect(throws: ImageError.cancelled) { try await work.value }
            #expect(world.record.counts[.cancelImage, default: 0] >= 1)
            #expect(world.record.counts[.authorizationStatus] == nil)
        }
    }
}

extension MediaManager {
    @MainActor fileprivate func requestLivePhoto(of asset: MediaAsset) async throws(ImageError) {
        _ = try await PhotosPlayback.livePhoto(for: asset, size: PixelSize(width: 9, height: 9), in: self)
    }

    @MainActor fileprivate func requestVideo(of asset: MediaAsset) async throws(ImageError) {
        _ = try await PhotosPlayback.playerItem(for: asset, in: self)
    }
}
#endif
