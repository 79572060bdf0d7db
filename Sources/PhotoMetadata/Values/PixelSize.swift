/// A size in pixels; never in points.
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Creates a size from its sides in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PixelSize: CustomStringConvertible {
    /// Width × height.
    public var description: String { "\(width)×\(height)" }
}

extension PixelSize {
    /// Creates a size that a file claims; nil if a side is 0 or less.
    init?(storedWidth width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
}

/// The rotation that shows the stored picture upright: the eight values of EXIF's Orientation.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
    /// 1: as stored.
    case up = 1
    /// 2: mirrored left to right.
    case upMirrored
    /// 3: to be rotated by 180°.
    case down
    /// 4: mirrored top to bottom.
    case downMirrored
    /// 5: mirrored along the diagonal from top left.
    case leftMirrored
    /// 6: to be rotated by 90° clockwise.
    case right
    /// 7: mirrored along the diagonal from top right.
    case rightMirrored
    /// 8: to be rotated by 90° counterclockwise.
    case left

    /// Whether width and height are swapped in the upright picture.
    public var swapsSides: Bool { rawValue >= 5 }
}

extension ImageOrientation {
    /// Creates an orientation from a left-to-right mirroring, which comes first, and counterclockwise quarter turns.
    init(quarterTurnsCounterclockwise turns: Int, isMirrored: Bool) {
        let plain: [ImageOrientation] = [.up, .left, .down, .right]
        let mirrored: [ImageOrientation] = [.upMirrored, .leftMirrored, .downMirrored, .rightMirrored]
        self = (isMirrored ? mirrored : plain)[turns & 3]
    }
}
