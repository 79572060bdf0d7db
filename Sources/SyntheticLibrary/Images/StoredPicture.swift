import CameraRoll

/// An asset's picture in the library, as input for decoding.
struct StoredPicture: Sendable {
    let asset: MediaAsset
    let orientation: Int
    /// Whether its original must be downloaded first.
    let isInCloud: Bool

    /// The size of the embedded thumbnail.
    private static let thumbnailSize = ImageTargetSize.pixels(64, 64)

    /// The small image that is available immediately, even if the original is in the cloud.
    func thumbnail(for request: AssetImageRequest) throws(ImageError) -> DecodedImage {
        try SyntheticPainter().paint(
            shown(for: request), storedOrientation: orientation, size: Self.thumbnailSize, crop: request.crop)
    }

    /// The requested image.
    func image(for request: AssetImageRequest, by painter: SyntheticPainter) throws(ImageError) -> DecodedImage {
        try painter.paint(
            shown(for: request), storedOrientation: orientation, size: request.size, contentMode: request.contentMode,
            resizeMode: request.resizeMode, crop: request.crop)
    }

    /// An image of a given size, ignoring the requested one.
    func image(
        for request: AssetImageRequest, sized size: PixelSize, by painter: SyntheticPainter
    ) throws(ImageError) -> DecodedImage {
        var asset = shown(for: request)
        (asset.pixelWidth, asset.pixelHeight) = (size.width, size.height)
        return try painter.paint(asset, storedOrientation: orientation, size: .maximum)
    }

    /// An image whose last pixels are missing, as a decoder finds it.
    func tornImage(for request: AssetImageRequest, by painter: SyntheticPainter) throws(ImageError) -> DecodedImage {
        let image = try image(for: request, by: painter)
        return try DecodedImage(
            size: image.size, bytesPerRow: image.bytesPerRow, pixels: Array(image.pixels.dropLast(image.bytesPerRow)))
    }

    /// The shown asset: only its current version includes edits.
    private func shown(for request: AssetImageRequest) -> MediaAsset {
        guard request.version != .current else { return asset }
        var original = asset
        original.contentVersion = 0
        return original
    }
}

// MARK: - Used by the sources

extension SyntheticStore {
    /// An asset's picture in the library; costs no modeled time, since a file is read, not the library.
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

    /// Counts a painted picture, and raises memory pressure if it is due.
    ///
    /// It calls observers, so no lock may be held.
    func noteDecode() {
        let decodes = traffic.noteDecode()
        if faults.memoryPressureAfterDecodes == decodes { memoryPressure.raise() }
    }
}
