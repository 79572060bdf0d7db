import CameraRoll
import CameraRollTesting

extension FixedContents {
    /// Pictures of several shapes, Live Photos, videos and sounds, some of them in the cloud.
    static let pictured = FixedContents(assets: pictures)

    private static let pictures = [
        MediaAsset(id: "wide", pixelWidth: 120, pixelHeight: 90),
        MediaAsset(id: "high", pixelWidth: 90, pixelHeight: 120),
        MediaAsset(id: "square", pixelWidth: 100, pixelHeight: 100),
        MediaAsset(id: "live", mediaSubtypes: .livePhoto, pixelWidth: 160, pixelHeight: 120),
        MediaAsset(id: "cloud high", mediaSubtypes: .livePhoto, pixelWidth: 120, pixelHeight: 160),
        MediaAsset(id: "video", mediaType: .video, pixelWidth: 192, pixelHeight: 108, duration: 2),
        MediaAsset(id: "cloud video", mediaType: .video, pixelWidth: 108, pixelHeight: 192, duration: 2),
        MediaAsset(id: "sound", mediaType: .audio, duration: 2),
        MediaAsset(id: "unmeasured"),
    ]

    /// The same contents, with different sources.
    func with(
        images: (any ImageSource)? = nil, originals: (any ResourceSource)? = nil
    ) -> FixedContents {
        var contents = self
        (contents.imageSource, contents.resourceSource) = (images, originals)
        return contents
    }
}

extension AssetID {
    /// Whether the original is only in the cloud.
    var isInCloud: Bool { rawValue.hasPrefix("cloud") }
}

extension DecodedImage {
    /// An image whose bytes are all the same.
    static func plain(_ byte: UInt8, _ width: Int, _ height: Int) -> DecodedImage {
        do {
            return try DecodedImage(
                size: PixelSize(width: width, height: height), bytesPerRow: width * 4,
                pixels: [UInt8](repeating: byte, count: width * height * 4))
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
