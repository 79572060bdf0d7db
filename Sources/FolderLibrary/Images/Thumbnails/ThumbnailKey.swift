#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The key of a stored thumbnail.
struct ThumbnailKey: Hashable {
    /// Larger images are not stored; they are decoded again.
    static let longestSide = 512

    /// The identifiers of the library and the asset.
    let asset: String
    /// A number that changes with the file's content and with the codecs.
    let content: String
    /// Size and modes, as a text.
    let shape: String

    /// The key of a request; nil if its image is too large for a thumbnail, or only a part of the picture.
    init?(_ request: AssetImageRequest, contentVersion: UInt64, in library: LibraryIdentity) {
        guard case .pixels(let size) = request.size, request.resizeMode != .none, request.crop == nil,
            max(size.width, size.height) <= Self.longestSide
        else { return nil }
        asset = "\(library.rawValue)/\(request.asset.rawValue)"
        content = "\(contentVersion)-\(CodecVersion.text)"
        let modes = [request.contentMode.rawValue, request.resizeMode.rawValue, request.version.rawValue]
        shape = "\(size.width)x\(size.height)" + modes.map { "-\($0)" }.joined()
    }
}

/// The result of a lookup in a store.
enum ThumbnailAnswer: Sendable {
    case image(DecodedImage)
    /// The file gives no picture, for the reason given.
    case failure(reason: String)
}
#endif
