import CameraRoll

/// An asset's picture as the library has it: what there is to decode.
struct StoredPicture: Sendable {
    let asset: MediaAsset
    let orientation: Int
    /// Whether its original must be downloaded first.
    let isInCloud: Bool

    /// What a file has embedded.
    private static let thumbnailSize = ImageTargetSize.pixels(64, 64)

    /// The small image that is there at once, also where the original is in the cloud.
    func thumbnail(for request: ImageRequest) throws(ImageError) -> DecodedImage {
        try SyntheticPainter().paint(
            shown(for: request), storedOrientation: orientation, size: Self.thumbnailSize, crop: request.crop)
    }

    /// The image as it is asked for.
    func image(for request: ImageRequest, by painter: SyntheticPainter) throws(ImageError) -> DecodedImage {
        try painter.paint(
            shown(for: request), storedOrientation: orientation, size: request.size, contentMode: request.contentMode,
            resizeMode: request.resizeMode, crop: request.crop)
    }

    /// An image of some size, whatever is asked for.
    func image(
        for request: ImageRequest, sized size: PixelSize, by painter: SyntheticPainter
    ) throws(ImageError) -> DecodedImage {
        var asset = shown(for: request)
        (asset.pixelWidth, asset.pixelHeight) = (size.width, size.height)
        return try painter.paint(asset, storedOrientation: orientation, size: .maximum)
    }

    /// An image from whose pixels the last are missing, as a decoder finds it.
    func tornImage(for request: ImageRequest, by painter: SyntheticPainter) throws(ImageError) -> DecodedImage {
        let image = try image(for: request, by: painter)
        return try DecodedImage(
            size: image.size, bytesPerRow: image.bytesPerRow, pixels: Array(image.pixels.dropLast(image.bytesPerRow)))
    }

    /// Edits show in the current version only.
    private func shown(for request: ImageRequest) -> MediaAsset {
        guard request.version != .current else { return asset }
        var original = asset
        original.contentVersion = 0
        return original
    }
}
