@testable import CameraRoll

/// The key of the picture of one asset.
func cacheKey(_ number: Int) -> ImageKey {
    AssetImageRequest(for: MediaAsset(id: AssetID("asset-\(number)")), size: .pixels(1, 1)).key
}

/// An image of a given cost in bytes.
///
/// The first four bytes are a pixel; the others belong to the profile, so that tests can choose any cost from four.
func cacheImage(cost: Int, mark: UInt8 = 0) throws -> DecodedImage {
    try DecodedImage(
        size: PixelSize(width: 1, height: 1), bytesPerRow: 4, pixels: [mark, 0, 0, 0],
        colorProfile: Array(repeating: 0, count: max(cost - 4, 0)))
}

extension CacheContents {
    /// Looks up an image, and returns whether that was a hit.
    mutating func isHit(_ key: ImageKey, now: Duration? = nil) -> Bool {
        var expired: [DecodedImage] = []
        return image(for: key, now: now, expired: &expired) != nil
    }
}
