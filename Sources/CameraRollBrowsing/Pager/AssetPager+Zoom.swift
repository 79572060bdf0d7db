public import CameraRoll
public import PhotoMetadata

extension PictureZoom {
    /// The maximum number of pixels of a picture that is loaded because it is enlarged.
    static let mostPixels = 50_000_000.0

    /// The size in which to load a picture that is enlarged; nil if it has no more pixels than the screen shows.
    ///
    /// The sizes are the screen's, multiplied by powers of two, so that a pinch loads few of them.
    ///
    /// - Parameters:
    ///   - picture: the size of the picture.
    ///   - screen: the size of the screen.
    ///   - scale: the magnification; 1 is the picture fitted into the screen.
    /// - Returns: the size, at most that of the picture, and at most 50 megapixels.
    public static func size(of picture: PixelSize, on screen: PixelSize, scale: Double) -> PixelSize? {
        guard scale.isFinite, scale > 1, picture.width > 0, picture.height > 0, screen.width > 0, screen.height > 0
        else { return nil }
        let (width, height) = (Double(picture.width), Double(picture.height))
        let fit = min(Double(screen.width) / width, Double(screen.height) / height)
        var step = 2.0
        while step < scale, fit * step < 1 { step *= 2 }
        let longest = Double(AssetImageRequest.longestSide)
        let factor = min(fit * step, 1, (mostPixels / (width * height)).squareRoot(), longest / max(width, height))
        guard factor > fit else { return nil }
        func side(_ length: Double) -> Int { max(Int((length * factor).rounded()), 1) }
        return PixelSize(width: side(width), height: side(height))
    }
}

// MARK: - Pages

extension AssetPager {
    /// The picture of a page that is enlarged.
    struct Enlarged {
        let asset: MediaAsset
        let size: PixelSize
        let model: AssetImageModel
    }

    /// Loads more pixels of the picture on screen while it is enlarged, and releases them when it fits again.
    ///
    /// Call it with each change of the magnification: a picture is requested once for each doubling.
    ///
    /// - Parameter scale: the magnification; 1 is the picture fitted into the screen.
    public func zoom(to scale: Double) {
        guard let asset = current?.asset, asset.mediaType == .image else { return dropEnlarged() }
        let picture = PixelSize(width: asset.pixelWidth, height: asset.pixelHeight)
        guard scale > 1 else { return dropEnlarged() }
        guard let size = PictureZoom.size(of: picture, on: grid.options.cellSize, scale: scale) else { return }
        // A picture with more pixels than are needed now is kept.
        if let enlarged, enlarged.asset.isSamePicture(as: asset), enlarged.size.width >= size.width { return }
        var request = AssetImageRequest(
            for: asset, size: .pixels(size), isNetworkAccessAllowed: grid.options.isNetworkAccessAllowed)
        request.priority = .visible
        let old = enlarged
        enlarged = Enlarged(asset: asset, size: size, model: AssetImageModel(request, from: grid.images))
        old?.model.cancel()
        enlarged?.model.appear()
    }

    /// The picture of a page: the enlarged one if it has arrived, otherwise that of the cell; nil without either.
    public func picture(of cell: AssetCell) -> DecodedImage? {
        guard let enlarged, let asset = cell.asset, enlarged.asset.isSamePicture(as: asset),
            let image = enlarged.model.phase.image, image.size.width > cell.image.decoded?.size.width ?? 0
        else { return cell.image.decoded }
        return image
    }

    /// Releases the enlarged picture, unless it is that of the page on screen.
    func dropOutdatedEnlarged() {
        guard let enlarged else { return }
        if !(current?.asset?.isSamePicture(as: enlarged.asset) ?? false) { dropEnlarged() }
    }

    private func dropEnlarged() {
        guard let enlarged else { return }
        enlarged.model.cancel()
        self.enlarged = nil
    }
}

extension MediaAsset {
    /// Whether an asset has the same picture, in the same version.
    fileprivate func isSamePicture(as other: MediaAsset) -> Bool {
        id == other.id && contentVersion == other.contentVersion
    }
}
