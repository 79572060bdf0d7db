public import CameraRoll

extension SyntheticPainter {
    /// The asset of an image, read from its pixels; nil if it is not a painter's.
    ///
    /// It can be read from 8×8 pixels on, but not from a crop within a corner mark. For a mix of several pictures
    /// it is nil or one of them: ``isWhole(_:)`` detects that.
    ///
    /// - Complexity: O(1) for a painter's images, O(pixels) for others.
    public static func identify(_ image: DecodedImage) -> AssetID? {
        mark(of: image).map { RowName.asset($0.row) }
    }

    /// The lowest 16 bits of an image's content version; nil if it is not a painter's.
    ///
    /// - Complexity: as for ``identify(_:)``.
    public static func contentVersion(of image: DecodedImage) -> UInt16? {
        mark(of: image)?.version
    }

    /// Whether every pixel of an image belongs to one picture: it is neither torn nor overwritten.
    ///
    /// - Complexity: O(pixels).
    public static func isWhole(_ image: DecodedImage) -> Bool {
        guard let mark = mark(of: image) else { return false }
        let colors = Set(mark.colors + PictureCorner.allCases.map(\.color))
        var known: PaintedColor?
        return !hasPixel(image) { color in
            if color == known { return false }
            known = color
            return !colors.contains(color)
        }
    }

    /// The corner of the picture in one of the image's own corners; nil if that shows no corner.
    ///
    /// An upright image of at least 8×8 pixels, not cropped, has each corner in its own place.
    public static func pictureCorner(at corner: PictureCorner, of image: DecodedImage) -> PictureCorner? {
        let column = corner.isLeft ? 0 : image.size.width - 1
        let row = corner.isUpper ? 0 : image.size.height - 1
        let color = color(column, row, of: image)
        return PictureCorner.allCases.first { $0.color == color }
    }

    private static func mark(of image: DecodedImage) -> PaintedMark? {
        var found = [PaintedColor?](repeating: nil, count: PaintedMark.colorCount)
        _ = hasPixel(image) { color in
            guard let index = PaintedMark.index(of: color), found[index] == nil else { return false }
            found[index] = color
            return !found.contains(nil)
        }
        return PaintedMark(found.compactMap(\.self))
    }

    /// Whether a condition holds for a pixel; searches from the middle row down and then from the top, where
    /// corners are.
    private static func hasPixel(_ image: DecodedImage, where holds: (PaintedColor) -> Bool) -> Bool {
        let middle = image.size.height / 2
        for rows in [middle..<image.size.height, 0..<middle] {
            for row in rows {
                for column in 0..<image.size.width where holds(color(column, row, of: image)) { return true }
            }
        }
        return false
    }

    private static func color(_ column: Int, _ row: Int, of image: DecodedImage) -> PaintedColor {
        let offset = row * image.bytesPerRow + column * 4
        return image.pixels.withUnsafeBytes {
            PaintedColor(memory: $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
    }
}
