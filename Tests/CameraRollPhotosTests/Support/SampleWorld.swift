#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
@testable import CameraRollPhotos
import PhotosDouble

extension PhotosWorld {
    /// A world with the sample library.
    static func sample(assets count: Int = 60) -> PhotosWorld {
        let world = PhotosWorld()
        world.seed { $0.addSamples(count) }
        return world
    }

    /// The library of this world, under an identity of its own; it sorts by identifier where the world does.
    func source(_ configuration: PhotosConfiguration = PhotosConfiguration()) -> PhotoLibrarySource {
        let identity = LibraryIdentity("photos-\(self.identity)")
        return .photos(
            configuration, identity: PhotosIdentity { identity }, sortsByIdentifier: switches.sortsByIdentifier)
    }

    /// An error of Photos, as the reason of a typed error.
    static func reason(_ code: PHPhotosError.Code) -> ErrorReason { photosReason(of: PHPhotosError(code)) }

    /// The identifiers of all assets, in the library's own order.
    func identifiers() async throws -> [String] {
        try await withAccess { access in
            try await access.read("all") { library in
                var query = AssetQuery.all.inLibraryOrder()
                (query.hidden, query.bursts) = (.included, .all)
                let found = try library.fetchAssets(query)
                return try found.identifiers(in: 0..<found.count).map(\.rawValue)
            }
        }
    }

    /// Waits until the caching of so many images is started and not stopped.
    func images(areStarted count: Int) async {
        let watchers = Watchers()
        switches.onCaching = { watchers.check() }
        await watchers.wait { self.startedCaching.count == count }
    }

    /// Opens the library, and closes it again.
    func withAccess<Value: Sendable>(
        _ configuration: PhotosConfiguration = PhotosConfiguration(),
        _ body: (LibraryAccess) async throws -> Value
    ) async throws -> Value {
        // No deadline: a sanitizer on a busy machine may be slower than any.
        let access = LibraryAccess(
            source(configuration), executor: LibraryExecutor(label: "photos-test"),
            limits: LibraryAccess.Limits(deadline: nil))
        do {
            let value = try await body(access)
            await access.close()
            return value
        } catch {
            await access.close()
            throw error
        }
    }
}

extension LibraryEdits {
    /// Assets of all types: many of the same date, some without one, hidden ones, bursts, Live Photos, some in the
    /// cloud; smart albums, albums, and folders of them.
    mutating func addSamples(_ count: Int) {
        let ids = (0..<count).map { number in add(sample: number) }
        for (subtype, title) in Self.smartAlbums {
            var album = CollectionRecord("smart-\(subtype.rawValue)", title: title)
            (album.type, album.subtype, album.operations) = (.smartAlbum, subtype, [])
            add(album)
        }
        addAlbum(
            "album-trip", "Trip",
            stride(from: 40, to: 0, by: -3).compactMap { ids.indices.contains($0) ? ids[$0] : nil })
        addAlbum("album-empty", "Empty", [])
        var folder = CollectionRecord("folder-years", title: "Years")
        folder.isList = true
        add(folder)
        addAlbum("album-2023", "2023", Array(ids.prefix(7)), in: "folder-years")
    }

    static let smartAlbums: [(PHAssetCollectionSubtype, String)] = [
        (.smartAlbumUserLibrary, "Recents"), (.smartAlbumVideos, "Videos"), (.smartAlbumFavorites, "Favorites"),
        (.smartAlbumAllHidden, "Hidden"), (.smartAlbumScreenshots, "Screenshots"),
    ]

    private mutating func addAlbum(_ id: String, _ title: String, _ assets: [String], in folder: String? = nil) {
        var album = CollectionRecord(id, title: title)
        album.assets = assets
        if id == "album-empty" { album.estimate = .none }
        add(album, to: folder)
    }

    private mutating func add(sample number: Int) -> String {
        // Identifiers in another order than the assets.
        var asset = AssetRecord("\(String(format: "%03d", (number * 37) % 1_000))-asset-\(number)")
        asset.mediaType = number % 20 == 19 ? .audio : number % 5 == 4 ? .video : .image
        asset.creationDate = number % 17 == 16 ? nil : Date(timeIntervalSinceReferenceDate: Double(number / 4) * 86_400)
        asset.modificationDate = Date(timeIntervalSinceReferenceDate: 600_000_000 + Double(number % 9))
        (asset.pixelWidth, asset.pixelHeight) = number % 3 == 0 ? (300, 400) : (400, 300)
        asset.isFavorite = number % 6 == 1
        asset.isHidden = number % 11 == 5
        asset.duration = asset.mediaType == .image ? 0 : Double(number)
        if number % 7 == 3 { asset.location = CLLocation(latitude: Double(number), longitude: -Double(number)) }
        if number % 13 == 12 { (asset.burstIdentifier, asset.representsBurst) = ("burst", number == 12) }
        if asset.mediaType == .image, number % 8 == 0 { asset.mediaSubtypes = .photoLive }
        if asset.mediaType == .image, number % 8 == 2 { asset.mediaSubtypes = .photoScreenshot }
        if number % 10 == 7 { asset.orientation = .right }
        asset.resources = Self.resources(of: asset, number)
        if number % 15 == 8 {
            asset.isInCloud = true
            for index in asset.resources.indices { asset.resources[index].isInCloud = true }
        }
        add(asset)
        return asset.identifier
    }

    /// As long as the longest original, and as many bytes more as originals begin at.
    private static let bytes = Data((0..<(256 + 1_000 + 60 * 997)).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static func resources(of asset: AssetRecord, _ number: Int) -> [ResourceRecord] {
        // Cut from one text: a world is made for each check, and bytes made one by one take minutes under a sanitizer.
        let first = number % 256
        let data = Data(bytes[first..<(first + 1_000 + number % 60 * 997)])
        let main: ResourceRecord =
            switch asset.mediaType {
            case .video:
                ResourceRecord(
                    .video, typeIdentifier: "com.apple.quicktime-movie", fileName: "M\(number).MOV", data: data)
            case .audio: ResourceRecord(.audio, typeIdentifier: "public.mp3", fileName: "S\(number).MP3", data: data)
            default: ResourceRecord(.photo, typeIdentifier: "public.jpeg", fileName: "P\(number).JPG", data: data)
            }
        guard asset.mediaSubtypes.contains(.photoLive) else { return [main] }
        // Photos promises no order.
        return [
            ResourceRecord(
                .pairedVideo, typeIdentifier: "com.apple.quicktime-movie", fileName: "P\(number).MOV",
                data: data.prefix(500)),
            main,
        ]
    }
}

extension MediaManager {
    /// Requests a Live Photo or a video for a view, and releases it on the main actor.
    ///
    /// - Parameter isNetworkAccessAllowed: whether it may be downloaded; nil for the default.
    @MainActor func requestPlayback(
        of asset: MediaAsset, isNetworkAccessAllowed: Bool? = nil
    ) async throws(ImageError) {
        let size = PixelSize(width: 9, height: 9)
        switch (asset.mediaType, isNetworkAccessAllowed) {
        case (.video, nil): _ = try await PhotosPlayback.playerItem(for: asset, in: self)
        case (.video, let isAllowed?):
            _ = try await PhotosPlayback.playerItem(for: asset, isNetworkAccessAllowed: isAllowed, in: self)
        case (_, nil): _ = try await PhotosPlayback.livePhoto(for: asset, size: size, in: self)
        case (_, let isAllowed?):
            _ = try await PhotosPlayback.livePhoto(
                for: asset, size: size, isNetworkAccessAllowed: isAllowed, in: self)
        }
    }
}
#endif
