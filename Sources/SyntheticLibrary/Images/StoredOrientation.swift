public import CameraRoll

/// How a camera held a picture when it stored it: EXIF orientation, 1 to 8.
///
/// The names say where the picture's upper left corner is in what is stored, and whether rows became columns.
public enum StoredOrientation: Int, Hashable, Sendable, CaseIterable {
    /// Upright.
    case up = 1
    /// Mirrored left to right.
    case upMirrored
    /// Turned by half.
    case down
    /// Mirrored top to bottom.
    case downMirrored
    /// Rows and columns exchanged.
    case leftMirrored
    /// Turned by a quarter: to be turned clockwise.
    case right
    /// Rows and columns exchanged, and turned by half.
    case rightMirrored
    /// Turned by a quarter: to be turned anticlockwise.
    case left

    /// Whether what is stored has the picture's height for its width.
    public var isTurned: Bool { rawValue >= 5 }

    /// Exchanges the sides where the orientation does.
    public func turned(_ size: PixelSize) -> PixelSize {
        isTurned ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Whether the picture's left edge is at the far end of the stored axis that it runs along.
    private var reversesX: Bool { [.upMirrored, .down, .right, .rightMirrored].contains(self) }
    /// Whether the picture's upper edge is at the far end of the stored axis that it runs along.
    private var reversesY: Bool { [.down, .downMirrored, .rightMirrored, .left].contains(self) }

    /// Where the picture's pixel at 0, 0 is stored, and how far apart neighbours are there, all in pixels.
    func steps(upright size: PixelSize) -> (origin: Int, x: Int, y: Int) {
        let (stepX, stepY) = isTurned ? (size.height, 1) : (1, size.width)
        let origin = (reversesX ? stepX * (size.width - 1) : 0) + (reversesY ? stepY * (size.height - 1) : 0)
        return (origin, reversesX ? -stepX : stepX, reversesY ? -stepY : stepY)
    }

    /// Where a part of the upright picture is stored.
    func stored(_ part: PixelRect, upright size: PixelSize) -> PixelRect {
        let columns =
            reversesX ? size.width - part.columns.upperBound..<size.width - part.columns.lowerBound : part.columns
        let rows = reversesY ? size.height - part.rows.upperBound..<size.height - part.rows.lowerBound : part.rows
        return isTurned ? PixelRect(columns: rows, rows: columns) : PixelRect(columns: columns, rows: rows)
    }
}
