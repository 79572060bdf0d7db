import CameraRoll

extension PixelSize {
    /// Whether it has the shape of another size, within so many pixels on either side.
    func isShaped(like other: PixelSize, within pixels: Double = 1) -> Bool {
        let ratio = Double(other.width) / Double(other.height)
        return abs(Double(width) - Double(height) * ratio) <= pixels
            || abs(Double(height) - Double(width) / ratio) <= pixels
    }

    /// Whether it has roughly the shape of another size: within 2 pixels or 5 percent.
    func isRoughlyShaped(like other: PixelSize) -> Bool {
        isShaped(like: other, within: max(2, 0.05 * Double(min(width, height))))
    }

    /// Whether no side is smaller than another size's.
    func covers(_ other: PixelSize) -> Bool {
        width >= other.width && height >= other.height
    }

    /// The size of a part of an image of this size.
    func part(_ crop: NormalizedRect?) -> PixelSize {
        crop.map { scaled(by: $0.width, $0.height) } ?? self
    }

    /// The size with its sides multiplied, rounded to whole pixels, at least one.
    func scaled(by across: Double, _ down: Double) -> PixelSize {
        func side(_ length: Int, _ factor: Double) -> Int {
            Int(min(max(1, (Double(length) * factor).rounded()), 1e9))
        }
        return PixelSize(width: side(width, across), height: side(height, down))
    }
}
