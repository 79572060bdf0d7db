#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
@testable import CameraRollPhotos
import TestSupport
import Testing

/// Errors of iCloud, which are not in Photos' own domain.
@Suite(.timeLimit(.hang)) struct CloudErrorTests {
    private static func expected(_ fault: CloudFault, _ asset: AssetID) -> ImageError {
        switch fault {
        case .offline, .busy, .hidden: .networkFailed(asset, reason: photosReason(of: fault.error))
        case .deviceFull: .notEnoughSpace(asset)
        }
    }

    /// A library of a Live Photo and a video, whose downloads fail.
    private func withManager(
        failing fault: CloudFault, _ body: (PhotosWorld, MediaManager, CachingImageManager) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            for (name, type) in [("live", PHAssetMediaType.image), ("film", .video)] {
                var asset = AssetRecord(name)
                (asset.mediaType, asset.script) = (type, ImageScript([.cloud(fault)]))
                if type == .image { asset.mediaSubtypes = .photoLive }
                var file = ResourceRecord(
                    type == .image ? .photo : .video, typeIdentifier: "public.data", fileName: "F", data: Data([1, 2]))
                file.fault = .cloud(fault, after: 1)
                asset.resources = [file]
                edits.add(asset)
            }
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                let manager = MediaManager(access: access)
                let images = try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
                try await body(world, manager, images)
            }
        }
    }

    @Test(arguments: CloudFault.allCases)
    func `A download that fails ends each kind of request with what happened`(fault: CloudFault) async throws {
        try await withManager(failing: fault) { _, manager, images in
            let live = try await manager.photos.asset(withIdentifier: "live")
            let film = try await manager.photos.asset(withIdentifier: "film")
            await #expect(throws: Self.expected(fault, "live")) {
                try await images.image(
                    for: AssetImageRequest(for: live, size: .pixels(40, 40), isNetworkAccessAllowed: true))
            }
            await #expect(throws: Self.expected(fault, "live")) {
                _ = try await images.originalData(for: live, isNetworkAccessAllowed: true)
            }
            await #expect(throws: Self.expected(fault, "live")) {
                try await manager.requestPlayback(of: live)
            }
            await #expect(throws: Self.expected(fault, "film")) {
                try await manager.requestPlayback(of: film)
            }
        }
    }

    @Test(arguments: CloudFault.allCases)
    func `An edit that fails because of iCloud says what happened`(fault: CloudFault) async throws {
        try await withManager(failing: fault) { world, manager, _ in
            world.switches.editFault = fault.error
            let expected: EditError =
                fault == .deviceFull ? .notEnoughSpace : .networkFailed(reason: photosReason(of: fault.error))
            await #expect(throws: expected) {
                try await manager.performChanges { $0.setFavorite(true, for: [AssetID("live")]) }
            }
        }
    }

    @Test func `A full device is not tried again, and a failed network is`() {
        #expect(ImageError(photos: CloudFault.deviceFull.error, for: "a").recovery == nil)
        #expect(ImageError(photos: CloudFault.offline.error, for: "a").recovery == .retry)
        let full = NSError(domain: NSCocoaErrorDomain, code: CocoaError.fileWriteOutOfSpace.rawValue)
        #expect(ImageError(photos: full, for: "a") == .notEnoughSpace("a"))
    }

    @Test func `A canceled download is a cancellation, and an unknown error is kept`() {
        let canceled = NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)
        #expect(ImageError(photos: canceled, for: "a") == .cancelled)
        let unknown = NSError(domain: "CloudPhotoLibraryErrorDomain", code: 81)
        #expect(ImageError(photos: unknown, for: "a") == .failed("a", reason: photosReason(of: unknown)))
    }

    @Test func `Errors that cause each other in a circle of great depth are read to a limit`() {
        var error = NSError(domain: NSURLErrorDomain, code: -1)
        for _ in 0..<1_000 { error = NSError(domain: "deep", code: 1, userInfo: [NSUnderlyingErrorKey: error]) }
        #expect(ImageError(photos: error, for: "a") == .failed("a", reason: photosReason(of: error)))
    }

    /// Whatever the details of a change fail with, a stream reloads, and reports later changes.
    @Test(
        arguments: [PHPhotosError.Code.internalError, .networkError, .persistentChangeDetailsUnavailable],
        [true, false])
    func `No error of the history ends a stream`(code: PHPhotosError.Code, isOfDetails: Bool) async throws {
        try await withManager(failing: .offline) { world, manager, _ in
            let photos = manager.photos
            var updates = photos.updates(of: try await photos.snapshot(of: .all)).makeAsyncIterator()
            let fault = PHPhotosError(code)
            if isOfDetails { world.switches.changeDetailsFault = fault } else { world.switches.historyFault = fault }
            world.edit { $0.update("live") { $0.isFavorite = true } }
            guard case .reload? = try await updates.next()?.changes else {
                return #expect(Bool(false), "the list was not reloaded")
            }
            (world.switches.changeDetailsFault, world.switches.historyFault) = (nil, nil)
            world.edit { $0.update("film") { $0.isFavorite = true } }
            guard case .indexes(let changes)? = try await updates.next()?.changes else {
                return #expect(Bool(false), "the list was reloaded again")
            }
            #expect(changes.changed.count == 1)
        }
    }
}
#endif
