import CameraRoll

/// How large a painted picture is: the shape of what is shown, brought to the size that is asked for.
struct PaintedSize {
    /// The pixels that are shown: all of the picture's, or those of the crop.
    private let shown: PixelSize

    init(of asset: MediaAsset, crop: NormalizedRect?) throws(ImageError) {
        let size = PixelSize(width: asset.pixelWidth, height: asset.pixelHeight)
        guard size.width > 0, size.height > 0 else { throw .invalidSize(size) }
        guard let crop else {
            shown = size
            return
        }
        guard crop.isWithinPicture else { throw .invalidCrop(crop) }
        shown = PixelSize(
            width: max(1, Self.pixels(Double(size.width) * crop.width)),
            height: max(1, Self.pixels(Double(size.height) * crop.height))
        )
    }

    /// The size of the picture that answers a request.
    func painted(
        for target: ImageTargetSize, _ mode: ImageContentMode, _ resizeMode: ImageResizeMode = .fast
    ) throws(ImageError) -> PixelSize {
        guard case .pixels(let target) = target, resizeMode != .none else { return shown }
        guard target.width > 0, target.height > 0 else { throw .invalidSize(target) }
        switch mode {
        case .fit: return fitted(into: target, enlarges: resizeMode == .exact)
        case .fill: return filling(target)
        }
    }

    private func fitted(into target: PixelSize, enlarges: Bool) -> PixelSize {
        let factors = factors(to: target)
        let factor = min(factors.0, factors.1, enlarges ? .infinity : 1)
        return PixelSize(
            width: min(target.width, max(1, Self.pixels(Double(shown.width) * factor))),
            height: min(target.height, max(1, Self.pixels(Double(shown.height) * factor)))
        )
    }

    private func filling(_ target: PixelSize) -> PixelSize {
        let factors = factors(to: target)
        let factor = max(factors.0, factors.1)
        return PixelSize(
            width: max(target.width, Self.pixels(Double(shown.width) * factor)),
            height: max(target.height, Self.pixels(Double(shown.height) * factor))
        )
    }

    private func factors(to target: PixelSize) -> (Double, Double) {
        (Double(target.width) / Double(shown.width), Double(target.height) / Double(shown.height))
    }

    private static func pixels(_ value: Double) -> Int {
        Int(exactly: value.rounded()) ?? .max
    }
}

extension NormalizedRect {
    fileprivate var isWithinPicture: Bool {
        let edges = [x, y, width, height, x + width, y + height]
        return edges.allSatisfy { (0...1).contains($0) } && width > 0 && height > 0
    }
}
