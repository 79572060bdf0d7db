#if PhotosDouble
import CameraRoll
import CameraRollTesting
import Foundation
import PhotosDouble
import CameraRollPhotos
import Testing

/// The files of an asset, of every kind that Photos has.
struct OriginalKindTests {
    private static let raw = ResourceRecord(
        .photo, typeIdentifier: "com.adobe.raw-image", fileName: "P.DNG", data: Data([1]))
    private static let jpeg = ResourceRecord(
        .alternatePhoto, typeIdentifier: "public.jpeg", fileName: "P.JPG", data: Data([2]))
    private static let edited = ResourceRecord(
        .fullSizePhoto, typeIdentifier: "public.jpeg", fileName: "FullSizeRender.jpg", data: Data([3]))
    private static let paired = ResourceRecord(
        .pairedVideo, typeIdentifier: "com.apple.quicktime-movie", fileName: "P.MOV", data: Data([4]))

    /// The originals of an asset, in an order of Photos.
    private func withOriginals(
        _ originals: [ResourceRecord],
        _ body: (PhotosWorld, CachingImageManager, MediaAsset) async throws -> Void
    ) async throws {
        let world = PhotosWorld()
        world.seed { edits in
            var asset = AssetRecord("photo")
            asset.resources = originals
            edits.add(asset)
        }
        try await PhotosWorld.exclusively(world) { world in
            try await world.withAccess { access in
                try await body(world, CachingImageManager(of: MediaManager(access: access)), MediaAsset(id: "photo"))
            }
        }
    }

    @Test func `All files of an edited RAW with its JPEG and its video are listed, the original first`() async throws {
        try await withOriginals([Self.paired, Self.edited, Self.jpeg, Self.raw]) { _, images, asset in
            let found = try await images.resources(of: asset)
            #expect(found.map(\.kind) == [.photo, .alternatePhoto, .fullSizePhoto, .pairedVideo])
            #expect(found.map(\.index) == [0, 1, 2, 3])
            #expect(found.map(\.fileName) == ["P.DNG", "P.JPG", "FullSizeRender.jpg", "P.MOV"])
        }
    }

    @Test func `The orientation of a picture is unknown before it is read`() async throws {
        try await withOriginals([Self.raw, Self.paired]) { _, images, asset in
            let found = try await images.resources(of: asset)
            #expect(found.map(\.orientation) == [nil, 1])
        }
    }

    @Test(arguments: [false, true])
    func `Files of one kind and name are in the order of their types, in which order Photos lists them`(
        isReversed: Bool
    ) async throws {
        var second = Self.jpeg
        (second.typeIdentifier, second.data) = ("public.heic", Data([5]))
        let originals = [Self.raw, Self.jpeg, second]
        try await withOriginals(isReversed ? originals.reversed() : originals) { _, images, asset in
            let found = try await images.resources(of: asset)
            #expect(found.map(\.typeIdentifier) == ["com.adobe.raw-image", "public.heic", "public.jpeg"])
            #expect(try await images.data(of: found[1]).bytes == [5])
        }
    }

    @Test func `Each file is read by its own bytes, also one of two of the same kind`() async throws {
        var second = Self.jpeg
        (second.fileName, second.data) = ("Q.JPG", Data([5]))
        try await withOriginals([second, Self.paired, Self.jpeg, Self.raw]) { _, images, asset in
            var bytes: [[UInt8]] = []
            for resource in try await images.resources(of: asset) {
                bytes.append(try await images.data(of: resource).bytes)
            }
            #expect(bytes == [[1], [2], [5], [4]])
        }
    }

    @Test func `A file is found again when Photos lists the files in another order`() async throws {
        try await withOriginals([Self.jpeg, Self.raw, Self.edited]) { world, images, asset in
            let found = try await images.resources(of: asset)
            world.edit { edits in
                edits.update("photo") { $0.resources = [Self.edited, Self.raw, Self.jpeg] }
            }
            #expect(try await images.data(of: found[1]).bytes == [2])
        }
    }

    @Test(arguments: [false, true])
    func `A file is found again when an edit of the photo adds or removes files before it`(
        isReverted: Bool
    ) async throws {
        let (plain, edited) = ([Self.raw, Self.paired], [Self.raw, Self.edited, Self.paired])
        try await withOriginals(isReverted ? edited : plain) { world, images, asset in
            let found = try await images.resources(of: asset)
            world.edit { edits in
                edits.update("photo") { $0.resources = isReverted ? plain : edited }
            }
            let paired = try #require(found.last)
            #expect(try await images.data(of: paired).bytes == [4])
            guard isReverted else { return }
            await #expect(throws: ImageError.noResource("photo", .fullSizePhoto)) {
                try await images.data(of: found[1])
            }
        }
    }

    @Test func `A kind of a newer system is listed and read`() async throws {
        var new = Self.edited
        new.type = try #require(PHAssetResourceType(rawValue: 77))
        try await withOriginals([new, Self.raw]) { _, images, asset in
            let found = try await images.resources(of: asset)
            #expect(found.map(\.kind) == [.photo, AssetResource.Kind(rawValue: 77)])
            #expect(try await images.data(of: found[1]).bytes == [3])
        }
    }

    @Test func `A kind has the value of Photos`() {
        let kinds: [(AssetResource.Kind, PHAssetResourceType)] = [
            (.photo, .photo), (.video, .video), (.audio, .audio), (.alternatePhoto, .alternatePhoto),
            (.fullSizePhoto, .fullSizePhoto), (.fullSizeVideo, .fullSizeVideo), (.adjustmentData, .adjustmentData),
            (.adjustmentBasePhoto, .adjustmentBasePhoto), (.pairedVideo, .pairedVideo),
            (.fullSizePairedVideo, .fullSizePairedVideo),
            (.adjustmentBasePairedVideo, .adjustmentBasePairedVideo), (.adjustmentBaseVideo, .adjustmentBaseVideo),
        ]
        #expect(kinds.filter { $0.0.rawValue != $0.1.rawValue }.map(\.0) == [])
    }
}
#endif
