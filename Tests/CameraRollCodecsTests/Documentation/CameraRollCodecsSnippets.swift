#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollBrowsing
import Foundation
import CameraRollCodecs
import PhotoMetadataEditing

/// What the articles of the codecs show.
enum CameraRollCodecsSnippets {
    static func share(_ asset: MediaAsset, with images: CachingImageManager, at url: URL) async throws {
        let jpeg = try await images.export(asset, as: .jpeg(quality: 0.9), fitting: .pixels(320, 320))
        try Data(jpeg).write(to: url)
    }

    static func convert(_ asset: MediaAsset, with images: CachingImageManager) async throws -> [UInt8] {
        let original = try await images.originalData(for: asset)
        let jpeg = try PictureFile(original.bytes).converted(to: .jpeg, quality: 0.8)
        let shared = try MetadataEditor(.removeLocation).edited(jpeg)
        return shared
    }
}

/// What the table of "Calls at a glance" shows, by the errors that its second table has.
enum CallsAtAGlance {
    static let encoder = PickerEncoder(typeIdentifier: "public.jpeg") { try $0.encoded(as: .jpeg(quality: 0.9)) }

    static func export(_ asset: MediaAsset, with images: CachingImageManager) async throws(ImageError) -> [UInt8] {
        let jpeg = try await images.export(asset, as: .jpeg(quality: 0.9), fitting: .pixels(2_048, 2_048))
        return jpeg
    }

    static func encode(_ image: DecodedImage) throws(CodecError) -> [[UInt8]] {
        [try image.encoded(as: .jpeg(quality: 0.9)), try image.encoded(as: .png)]
    }

    static func convert(_ asset: MediaAsset, with images: CachingImageManager) async throws -> [UInt8] {
        let file = try PictureFile(await images.originalData(for: asset).bytes)
        return try convert(file)
    }

    private static func convert(_ file: PictureFile) throws(CodecError) -> [UInt8] {
        try file.converted(to: .jpeg, quality: 0.8)
    }
}
#endif
