#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// What a kept thumbnail is known by.
struct ThumbnailKey: Hashable {
    /// More would be no thumbnails; they are decoded again.
    static let longestSide = 512

    /// The library's identity and the asset's.
    let asset: String
    /// Changes with the file's content, and with what decodes it.
    let content: String
    /// Size and modes, as a text.
    let shape: String

    /// The key of what a request asks for; nil if it asks for no thumbnail, or for a part of the picture.
    init?(_ request: ImageRequest, contentVersion: UInt64, in library: LibraryIdentity) {
        guard case .pixels(let size) = request.size, request.resizeMode != .none, request.crop == nil,
            max(size.width, size.height) <= Self.longestSide
        else { return nil }
        asset = "\(library.rawValue)/\(request.asset.rawValue)"
        content = "\(contentVersion)-\(CodecVersion.text)"
        let modes = [request.contentMode.rawValue, request.resizeMode.rawValue, request.version.rawValue]
        shape = "\(size.width)x\(size.height)" + modes.map { "-\($0)" }.joined()
    }
}

/// What a store remembers of a thumbnail.
enum ThumbnailAnswer: Sendable {
    case image(DecodedImage)
    /// The file gives no picture, and why.
    case failure(reason: String)
}
#endif
