import CameraRoll

/// A picture to paint: its asset, its scene, and the visible part.
struct SyntheticPicture {
    private let orientation: ImageOrientation
    private let mark: PaintedMark
    private let scene: PaintedScene
    private let view: SceneView

    /// The fraction of each side that a corner mark covers.
    private static let cornerShare = 1.0 / 8

    init(_ asset: MediaAsset, storedOrientation: Int, crop: NormalizedRect?) throws(ImageError) {
        guard [.image, .video].contains(asset.mediaType) else { throw .wrongMediaType(asset.id, asset.mediaType) }
        guard let orientation = ImageOrientation(rawValue: storedOrientation) else {
            throw .failed(asset.id, reason: "the stored orientation \(storedOrientation) is not 1 to 8")
        }
        guard let row = RowName.row(of: asset.id) else {
            throw .failed(asset.id, reason: "it is not an asset of a synthetic library")
        }
        self.orientation = orientation
        mark = PaintedMark(row: row, version: UInt16(truncatingIfNeeded: asset.contentVersion))
        scene = PaintedScene(of: mark)
        view = SceneView(
            crop ?? NormalizedRect(x: 0, y: 0, width: 1, height: 1),
            of: PixelSize(width: asset.pixelWidth, height: asset.pixelHeight))
    }

    /// The pixels of the upright picture, shown at a size.
    func upright(_ size: PixelSize) -> [UInt8] {
        var canvas = PaintCanvas(size, mark)
        scene.paint(on: &canvas, view)
        for corner in PictureCorner.allCases {
            let part = PixelRect(
                columns: Self.pixels(corner.isLeft, of: size.width, from: view.part.x, view.part.width),
                rows: Self.pixels(corner.isUpper, of: size.height, from: view.part.y, view.part.height))
            canvas.mark(part, as: corner)
        }
        return canvas.pixels
    }

    /// The picture as it is stored, of which the upright one has the given size.
    func stored(_ size: PixelSize) -> (size: PixelSize, pixels: [UInt8]) {
        let stored = orientation.turned(size)
        return (stored, orientation.inverse.uprightPixels(upright(size), stored))
    }

    /// The pixels of a corner mark along one side of `count` pixels that shows `length` of the picture from `start`.
    private static func pixels(_ isFirst: Bool, of count: Int, from start: Double, _ length: Double) -> Range<Int> {
        func pixel(_ share: Double) -> Int {
            Int((min(max((share - start) / length, 0), 1) * Double(count)).rounded())
        }
        return isFirst ? 0..<pixel(cornerShare) : pixel(1 - cornerShare)..<count
    }
}

extension ImageOrientation {
    /// The orientation that turns the other way.
    fileprivate var inverse: ImageOrientation {
        switch self {
        case .left: .right
        case .right: .left
        default: self
        }
    }
}
