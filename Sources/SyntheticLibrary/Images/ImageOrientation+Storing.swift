import CameraRoll

extension ImageOrientation {
    /// Where a part of the upright picture is stored.
    func stored(_ part: PixelRect, upright size: PixelSize) -> PixelRect {
        let columns =
            reversesX ? size.width - part.columns.upperBound..<size.width - part.columns.lowerBound : part.columns
        let rows = reversesY ? size.height - part.rows.upperBound..<size.height - part.rows.lowerBound : part.rows
        return swapsSides ? PixelRect(columns: rows, rows: columns) : PixelRect(columns: columns, rows: rows)
    }
}
