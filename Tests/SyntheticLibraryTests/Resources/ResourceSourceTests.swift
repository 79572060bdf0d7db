import Foundation
import PhotoMetadataEditing
import Testing

@testable import CameraRoll
@testable import SyntheticLibrary

struct ResourceSourceTests {
    @Test func `Each kind of asset has its resources`() throws {
        let (source, store) = ResourceSubject.make()
        let contents = store.contents
        for asset in contents.assets {
            let resources = try source.resources(of: asset.id)
            let photos: [AssetResource.Kind] =
                asset.mediaSubtypes.contains(.livePhoto) ? [.photo, .pairedVideo] : [.photo]
            #expect(resources.map(\.kind) == (asset.mediaType == .video ? [.video] : photos))
            #expect(resources.allSatisfy { $0.asset == asset.id })
            let orientations = resources.map { $0.kind == .photo ? contents.storedOrientation(of: asset.id) : 1 }
            #expect(resources.map(\.orientation) == orientations)
            #expect(resources.map(\.byteCount) == resources.map { SyntheticResourceSource.bytes(of: $0).count })
        }
    }

    @Test func `Photos are JPEG or HEIC, and files are named as cameras name them`() throws {
        let (source, store) = ResourceSubject.make()
        let photos = try store.contents.assets.filter { $0.mediaType == .image }
            .map { try #require(try source.resources(of: $0.id).first) }
        #expect(Set(photos.map(\.typeIdentifier)) == ["public.jpeg", "public.heic"])
        for photo in photos {
            let row = try #require(RowName.row(of: photo.asset))
            let suffix = photo.typeIdentifier == "public.jpeg" ? "JPG" : "HEIC"
            #expect(photo.fileName == String(format: "IMG_%04d.", Int(row) + 1) + suffix)
        }
    }

    @Test func `A sound is a sound, and what is of no known kind has no resource`() throws {
        let (source, store) = ResourceSubject.make()
        let ids = store.insert(2)
        store.edit(ids[0]) { $0.mediaType = .audio }
        store.edit(ids[1]) { $0.mediaType = .unknown }
        #expect(try source.resources(of: ids[0]).map(\.kind) == [.audio])
        #expect(try source.resources(of: ids[1]).isEmpty)
        #expect(throws: ImageError.library(.assetNotFound("nobody"))) { try source.resources(of: "nobody") }
    }

    @Test(arguments: [AssetResource.Kind.photo, .video, .audio, .pairedVideo])
    func `The bytes are always the same, and can be checked`(kind: AssetResource.Kind) throws {
        let (source, store) = ResourceSubject.make()
        let id = try #require(store.insert(1).first)
        store.edit(id) { asset in
            asset.mediaType = kind == .video ? .video : kind == .audio ? .audio : .image
            asset.mediaSubtypes = .livePhoto
        }
        let resource = try #require(try source.resources(of: id).first { $0.kind == kind })
        let reading = Reading()
        try source.read(resource, isNetworkAccessAllowed: false, into: reading.receiver)
        let all = SyntheticResourceSource.bytes(of: resource)
        #expect(reading.bytes == all.chunk(0..<all.count))
        #expect(reading.bytes.count == resource.byteCount)
        #expect(reading.chunks.values.allSatisfy { $0.count <= 64 << 10 } && reading.chunks.values.count > 1)
        #expect(reading.progress.values.isEmpty)
    }

    @Test func `Parts of the bytes are the bytes, wherever they begin`() {
        let bytes = SyntheticBytes(of: "A0000000001", .photo)
        for start in [0, 1, 7, 8, 13, bytes.count - 150, bytes.count - 3] {
            #expect(bytes.chunk(start..<start + 21) == Array(bytes[start..<min(start + 21, bytes.count)]))
        }
        #expect(bytes.chunk(bytes.count..<bytes.count + 5).isEmpty)
        #expect(Set((0..<100).map { SyntheticBytes(of: .row($0), .photo).chunk(100..<116) }).count == 100)
    }

    @Test func `A JPEG is sound, and metadata are removed from it`() throws {
        let (source, store) = ResourceSubject.make()
        let resources = try store.contents.assets.prefix(12).flatMap { try source.resources(of: $0.id) }
        for photo in resources where photo.kind == .photo {
            let bytes = Array(SyntheticResourceSource.bytes(of: photo))
            if photo.typeIdentifier == "public.jpeg" {
                #expect(try ImageMetadata(bytes).pixelSize == PixelSize(width: 48, height: 32))
                #expect(try MetadataEditor(.removeLocation).edited(bytes) == bytes)
                // The comments are noise, and are removed as comments are.
                let edited = try MetadataEditor(.removeSensitive).edited(bytes)
                #expect(edited.count < 1_000)
            } else {
                // What follows its head is noise.
                #expect(throws: MetadataEditError.self) { try MetadataEditor(.removeLocation).edited(bytes) }
            }
        }
    }

    @Test func `A movie and a sound have the heads of their kinds`() throws {
        let heads = [AssetResource.Kind.video, .pairedVideo, .audio].map { kind in
            String(decoding: SyntheticBytes(of: .row(1), kind).chunk(4..<12), as: UTF8.self)
        }
        #expect(heads == ["ftypqt  ", "ftypqt  ", "ftypM4A "])
    }

    @Test func `A resource that the asset does not have is named`() throws {
        let (source, store) = ResourceSubject.make()
        let id = try #require(store.contents.assets.first { $0.mediaType == .video }?.id)
        let resource = AssetResource(asset: id, kind: .pairedVideo, typeIdentifier: "com.apple.quicktime-movie")
        #expect(throws: ImageError.noResource(id, .pairedVideo)) {
            try source.read(resource, isNetworkAccessAllowed: true, into: Reading().receiver)
        }
    }

    @Test func `What the receiver throws ends the read at once`() throws {
        let (source, store) = ResourceSubject.make()
        let resource = try ResourceSubject.photoInCloud(store)
        let reading = Reading(endsAt: 1)
        #expect(throws: ImageError.cancelled) {
            try source.read(resource, isNetworkAccessAllowed: false, into: reading.receiver)
        }
        #expect(reading.chunks.values.isEmpty)
    }
}
