#if PhotosDouble || canImport(Photos)
import CameraRoll

/// The transform with which a stored picture is drawn upright, in a drawing whose vertical axis points up.
///
/// The pixel at (p, q) of the stored picture is drawn at (a p + c q + x, b p + d q + y). All numbers are whole, so that
/// no pixel is interpolated.
struct UprightTurn: Hashable, Sendable {
    private(set) var (a, b, c, d) = (1.0, 0.0, 0.0, 1.0)
    private(set) var (x, y) = (0.0, 0.0)

    /// - Parameters:
    ///   - orientation: the orientation of the stored picture.
    ///   - upright: the size of the upright picture.
    init(_ orientation: ImageOrientation, _ upright: PixelSize) {
        let (width, height) = (Double(upright.width), Double(upright.height))
        switch orientation {
        case .up: break
        case .upMirrored: (a, x) = (-1, width)
        case .down: (a, d, x, y) = (-1, -1, width, height)
        case .downMirrored: (d, y) = (-1, height)
        case .left: (a, b, c, d, x) = (0, 1, -1, 0, width)
        case .right: (a, b, c, d, y) = (0, -1, 1, 0, height)
        case .leftMirrored: (a, b, c, d, x, y) = (0, -1, -1, 0, width, height)
        case .rightMirrored: (a, b, c, d) = (0, 1, 1, 0)
        }
    }
}
#endif
