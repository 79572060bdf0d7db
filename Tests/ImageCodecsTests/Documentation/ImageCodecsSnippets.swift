#if FolderLibrary || canImport(Darwin)
import CameraRoll
import ImageCodecs

/// What the articles of the codecs show.
enum ImageCodecsSnippets {
    static func share(_ asset: MediaAsset, with images: CachingImageManager) async throws -> [UInt8] {
        let jpeg = try await images.export(asset, as: .jpeg(quality: 0.9), fitting: .pixels(320, 320))
        return jpeg
    }

    static func share(_ original: [UInt8]) throws -> [UInt8] {
        let jpeg = try PictureFile(original).converted(to: .jpeg, quality: 0.8)
        let shared = try MetadataEditor(.removeLocation).edited(jpeg)
        return shared
    }
}
#endif
