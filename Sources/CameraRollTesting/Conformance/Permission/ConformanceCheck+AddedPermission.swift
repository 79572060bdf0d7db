import CameraRoll
import SyntheticLibrary

/// Checks of added permission: assets that were refused or left out before are then read, followed and shown.
extension ConformanceCheck {
    /// The guarantees of limited access, under which a library contains only the assets that the user has selected.
    ///
    /// They need ``LibrarySubject/init(deadline:change:select:_:)`` with a `select`.
    public static var limitedAccess: [ConformanceCheck] { [growingSelection] }

    static let givenLater = ConformanceCheck(
        permission: "Permission that is given serves reads, streams and images that were refused before"
    ) { library, scheduler, expect in
        scheduler.authorization.status = .authorized
        let images = try library.makeImages()
        for status in [AuthorizationStatus.denied, .notDetermined] {
            let usual = try await library.look(at: images)
            scheduler.authorization.status = status
            try await library.expectRefusals(status)
            try await library.expectNoImage(of: usual.picture, images, status)
            scheduler.authorization.status = .authorized
            try await library.expectNothingLess(than: usual, images)
            try await library.expectFollowed(by: try await library.followWhatChanges())
        }
    }

    static let becomingFull = ConformanceCheck(
        permission: "Access that becomes full leaves snapshots, streams and images as they were under limited access"
    ) { library, scheduler, expect in
        scheduler.authorization.status = .limited
        let images = try library.makeImages()
        let following = try await library.followWhatChanges()
        let usual = try await library.look(at: images)
        let photos = library.manager.photos
        let snapshot = try await photos.snapshot(of: .everything())
        scheduler.authorization.status = .authorized
        let kept = try await photos.assets(in: snapshot.indices, of: snapshot)
        try expect.equal(kept, usual.assets, "the assets of a snapshot from under limited access")
        try await library.expectNothingLess(than: usual, images)
        try await library.expectFollowed(by: following)
    }

    private static let growingSelection = ConformanceCheck(
        permission: "Assets that the user adds to the selection are found, followed and shown"
    ) { library, scheduler, expect in
        let select = try expect.needs(library.subject.select, "The subject brings no way to select assets.")
        scheduler.authorization.status = .authorized
        let all = try await library.access.look { try $0.everything() }
        guard all.count > 2 else { throw NotApplicable("The library has fewer than three assets.") }
        let few = Array(all.prefix(all.count / 2))
        try await select(few.map(\.id))
        scheduler.authorization.status = .limited
        let images = try library.makeImages()
        let selected = try await library.look(at: images)
        try expect.equal(selected.assets, few, "the assets under limited access")
        let following = try await library.follow(.everything())
        // After a change of the permission a stream reads again, once or twice, and such a late read shows a selection
        // that the library never signals. Later selections are shown after a signal only.
        for count in (few.count + 1)..<all.count where count <= few.count + 3 {
            let more = Array(all.prefix(count))
            try await select(more.map(\.id))
            try await library.expectReached(more, by: following)
        }
        try await select(all.map(\.id))
        try await library.expectReached(all, by: following)
        // A picture that was not selected when images were first requested.
        let usual = UsualContents(
            identity: selected.identity, assets: all,
            picture: selected.picture == nil ? nil : all.dropFirst(few.count).first(where: \.hasPicture))
        try await library.expectNothingLess(than: usual, images)
        try await select(nil)
        scheduler.authorization.status = .authorized
        try await library.expectNothingLess(than: usual, images)
    }
}

/// The contents of a library with full permission.
struct UsualContents: Sendable {
    let identity: LibraryIdentity
    let assets: [MediaAsset]
    /// An asset with an image; nil if the library has none.
    let picture: MediaAsset?
}

// MARK: - Reads and images

extension PermissionProbe {
    /// A manager of the library's images; the subject's deadline ends the waits, since a slow machine is not a stall.
    fileprivate func makeImages() throws(ImageError) -> CachingImageManager {
        try CachingImageManager(of: manager, limits: CachingImageManager.Limits(stallTimeout: nil))
    }

    /// Reads everything, and finds an asset with an image.
    func look(at images: CachingImageManager) async throws -> UsualContents {
        let (identity, assets) = try await access.look { ($0.identity, try $0.everything()) }
        var picture: MediaAsset?
        for asset in assets.pictures where picture == nil {
            if case .success = try await image(of: asset, images) { picture = asset }
        }
        return UsualContents(identity: identity, assets: assets, picture: picture)
    }

    /// Checks that at least the former contents are read, found and shown.
    func expectNothingLess(than usual: UsualContents, _ images: CachingImageManager) async throws {
        let photos = manager.photos
        let snapshot = try await photos.snapshot(of: .everything())
        try expect.equal(snapshot.library, usual.identity, "the identity of the library")
        let found = Set(try await photos.assets(in: snapshot.indices, of: snapshot).map(\.id))
        let missing = usual.assets.map(\.id).filter { !found.contains($0) }
        try expect.equal(missing, [], "the assets that a snapshot lacks once permission is there")
        let last = try await photos.assets(withIdentifiers: usual.assets.suffix(1).map(\.id))
        try expect.equal(last.count, usual.assets.isEmpty ? 0 : 1, "the number of assets found by identifier")
        guard let picture = usual.picture else { return }
        guard case .failure(let error) = try await image(of: picture, images) else { return }
        throw expect.fail(
            "an image of '\(picture.id)' once permission is there", expected: "an image", found: "\(error)")
    }

    /// Checks that an image is refused with a status.
    func expectNoImage(
        of asset: MediaAsset?, _ images: CachingImageManager, _ status: AuthorizationStatus
    ) async throws {
        guard let asset else { return }
        guard case .failure(let error) = try await image(of: asset, images) else {
            throw expect.fail("an image without permission", expected: "an error", found: "an image")
        }
        try expect.equal(error, .library(.notAuthorized(status)), "the error of an image")
    }

    private func image(
        of asset: MediaAsset, _ images: CachingImageManager
    ) async throws -> Result<DecodedImage, ImageError> {
        let request = AssetImageRequest(for: asset, size: .pixels(48, 48), deliveryMode: .highQuality)
        let work = TaskedWork { () -> Result<DecodedImage, ImageError> in
            do throws(ImageError) {
                return .success(try await images.image(for: request))
            } catch {
                return .failure(error)
            }
        }
        return try await expect.end(of: request.subject, within: subject.deadline, work.value)
    }
}
