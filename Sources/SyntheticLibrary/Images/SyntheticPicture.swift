import CameraRoll

/// What there is to paint: whose picture, how it is stored, and which part of it.
struct SyntheticPicture {
    let orientation: ImageOrientation
    private let mark: PaintedMark
    private let crop: NormalizedRect?

    /// A corner mark is this part of each side.
    private static let cornerShare = 1.0 / 8
    /// The shorter side has about so many stripes.
    private static let stripes = 16

    init(_ asset: MediaAsset, storedOrientation: Int, crop: NormalizedRect?) throws(ImageError) {
        guard [.image, .video].contains(asset.mediaType) else { throw .wrongMediaType(asset.id, asset.mediaType) }
        guard let orientation = ImageOrientation(rawValue: storedOrientation) else {
            throw .failed(asset.id, reason: "the stored orientation \(storedOrientation) is not 1 to 8")
        }
        guard let row = RowName.row(of: asset.id) else {
            throw .failed(asset.id, reason: "it is not an asset of a synthetic library")
        }
        self.orientation = orientation
        self.crop = crop
        mark = PaintedMark(row: row, version: UInt16(truncatingIfNeeded: asset.contentVersion))
    }

    /// Paints the picture as it is stored, so large that it has a size once it is upright.
    func stored(_ upright: PixelSize) -> PaintCanvas {
        let width = max(1, min(upright.width, upright.height) / Self.stripes)
        var canvas = PaintCanvas(orientation.turned(upright), stripes: mark.colors, width: width)
        for corner in PictureCorner.allCases {
            let part = PixelRect(
                columns: Self.pixels(corner.isLeft, of: upright.width, from: crop?.x ?? 0, crop?.width ?? 1),
                rows: Self.pixels(corner.isUpper, of: upright.height, from: crop?.y ?? 0, crop?.height ?? 1)
            )
            canvas.fill(orientation.stored(part, upright: upright), with: corner.color)
        }
        return canvas
    }

    /// Where a corner mark is along one side of `count` pixels that shows the part from `start` on of `length`.
    private static func pixels(_ isFirst: Bool, of count: Int, from start: Double, _ length: Double) -> Range<Int> {
        func pixel(_ share: Double) -> Int {
            Int((min(max((share - start) / length, 0), 1) * Double(count)).rounded())
        }
        return isFirst ? 0..<pixel(cornerShare) : pixel(1 - cornerShare)..<count
    }
}
