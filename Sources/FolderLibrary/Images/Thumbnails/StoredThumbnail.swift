#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The stored form of a thumbnail: compressed outside of the database's lock.
struct StoredThumbnail: Sendable {
    let size: PixelSize
    let isDegraded: Bool
    /// The reason why the file gives no picture; nil if there is one.
    let failure: String?
    let profile: [UInt8]?
    let pixels: [UInt8]

    /// The size of a row besides its picture, in bytes.
    private static let rowBytes = 128

    /// Its size for the store's limit, in bytes.
    var byteCount: Int { pixels.count + (profile?.count ?? 0) + (failure?.utf8.count ?? 0) + Self.rowBytes }
}

extension StoredThumbnail {
    /// Compresses an image.
    init(_ image: DecodedImage) {
        self.init(
            size: image.size, isDegraded: image.isDegraded, failure: nil, profile: image.colorProfile,
            pixels: QOICodec.packed(image.pixels))
    }

    /// Creates the record of a failure.
    init(failure: String) {
        self.init(size: PixelSize(width: 0, height: 0), isDegraded: false, failure: failure, profile: nil, pixels: [])
    }

    /// Decompresses it; nil if it is damaged.
    var answer: ThumbnailAnswer? {
        if let failure { return .failure(reason: failure) }
        guard (1...AssetImageRequest.longestSide).contains(size.width),
            (1...AssetImageRequest.longestSide).contains(size.height),
            let pixels = pixels.withUnsafeBytes({ QOICodec.unpacked($0, count: size.width * size.height * 4) }),
            let image = try? DecodedImage(
                size: size, bytesPerRow: size.width * 4, pixels: pixels, colorProfile: profile)
        else { return nil }
        return .image(isDegraded ? image.degraded : image)
    }
}
#endif
