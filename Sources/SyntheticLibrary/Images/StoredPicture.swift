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

// MARK: - For the sources

extension SyntheticStore {
    /// An asset's picture as the library has it; costs no modelled time, since a file is read, not the library.
    func picture(of id: AssetID, isLimited: Bool) -> StoredPicture? {
        let hasCloud = configuration.cloudOriginals
        return withState { state in
            let contents = state.contents(isLimited: isLimited)
            guard contents.row(of: id) != nil, let asset = contents.asset(id),
                let orientation = contents.storedOrientation(of: id)
            else { return nil }
            let isInCloud = hasCloud && contents.isCloudOnly(id) == true
            return StoredPicture(asset: asset, orientation: orientation, isInCloud: isInCloud)
        }
    }

    /// Counts a picture that was painted, and makes memory short where it is time.
    ///
    /// It calls others, so no lock may be held.
    func noteDecode() {
        let decodes = traffic.noteDecode()
        if faults.memoryPressureAfterDecodes == decodes { memoryPressure.raise() }
    }
}
