import CameraRoll

/// Where the pixels of an upright picture are in what was stored in an orientation.
extension ImageOrientation {
    /// Exchanges the sides where the orientation does.
    func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// Whether the picture's left edge is at the far end of the stored axis that it runs along.
    private var reversesX: Bool { [.upMirrored, .down, .right, .rightMirrored].contains(self) }
    /// Whether the picture's upper edge is at the far end of the stored axis that it runs along.
    private var reversesY: Bool { [.down, .downMirrored, .rightMirrored, .left].contains(self) }

    /// Where the picture's pixel at 0, 0 is stored, and how far apart neighbours are there, all in pixels.
    func steps(upright size: PixelSize) -> (origin: Int, x: Int, y: Int) {
        let (stepX, stepY) = swapsSides ? (size.height, 1) : (1, size.width)
        let origin = (reversesX ? stepX * (size.width - 1) : 0) + (reversesY ? stepY * (size.height - 1) : 0)
        return (origin, reversesX ? -stepX : stepX, reversesY ? -stepY : stepY)
    }

    /// Where a part of the upright picture is stored.
    func stored(_ part: PixelRect, upright size: PixelSize) -> PixelRect {
        let columns =
            reversesX ? size.width - part.columns.upperBound..<size.width - part.columns.lowerBound : part.columns
        let rows = reversesY ? size.height - part.rows.upperBound..<size.height - part.rows.lowerBound : part.rows
        return swapsSides ? PixelRect(columns: rows, rows: columns) : PixelRect(columns: columns, rows: rows)
    }
}
