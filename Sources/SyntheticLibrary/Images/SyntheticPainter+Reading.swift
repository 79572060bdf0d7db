public import CameraRoll

extension SyntheticPainter {
    /// The asset of an image, read from its pixels; nil if it is not a painter's.
    ///
    /// It can be read from at least 8×8 pixels, but not from a crop within a corner mark. For a mix of several
    /// pictures, it is nil or one of their assets: ``isWhole(_:)`` detects that.
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
    /// An image of fewer than 26 pixels has no room for a whole mark: its pixels must not contradict each other.
    ///
    /// - Complexity: O(pixels).
    public static func isWhole(_ image: DecodedImage) -> Bool {
        var codes = MarkCodes()
        let isMixed = hasPixel(image) { color in
            let code = PixelCode(of: color)
            return !color.isOpaque || !codes.accept(code) && PictureCorner(code) == nil
        }
        if isMixed { return false }
        // A few pixels cannot have all pieces: it is enough that none contradicts another.
        guard codes.missing == 0 else { return image.size.width * image.size.height < 2 * PaintedMark.pieceCount }
        return codes.mark != nil
    }

    /// The corner of the picture in one of the image's own corners; nil if that shows no corner.
    ///
    /// An upright image of at least 8×8 pixels, not cropped, has each corner in its own place.
    public static func pictureCorner(at corner: PictureCorner, of image: DecodedImage) -> PictureCorner? {
        let column = corner.isLeft ? 0 : image.size.width - 1
        let row = corner.isUpper ? 0 : image.size.height - 1
        return PictureCorner(PixelCode(of: color(column, row, of: image)))
    }

    private static func mark(of image: DecodedImage) -> PaintedMark? {
        var codes = MarkCodes()
        _ = hasPixel(image) { color in
            _ = codes.accept(PixelCode(of: color))
            return codes.missing == 0
        }
        return codes.mark
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

/// The pieces of a mark that pixels have, as far as they have been read.
private struct MarkCodes {
    private var found = [PixelCode?](repeating: nil, count: PaintedMark.pieceCount)
    private(set) var missing = PaintedMark.pieceCount

    /// Takes a piece; returns whether it is valid, and contradicts no other piece with its number.
    mutating func accept(_ code: PixelCode) -> Bool {
        guard found.indices.contains(code.number) else { return false }
        if let known = found[code.number] { return known == code }
        found[code.number] = code
        missing -= 1
        return true
    }

    /// The mark; nil if pieces are missing, or it is not a painter's.
    var mark: PaintedMark? { PaintedMark(found.compactMap(\.self)) }
}
