/// A size in pixels; never in points (R78).
public struct PixelSize: Hashable, Sendable, Codable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// A size from its sides in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PixelSize: CustomStringConvertible {
    /// Width × height.
    public var description: String { "\(width)×\(height)" }
}

/// How large an image is wanted.
public enum ImageTargetSize: Hashable, Sendable {
    /// About so many pixels; the content mode says which side decides.
    case pixels(PixelSize)
    /// As large as there is: PhotoKit's `PHImageManagerMaximumSize` (R82).
    case maximum

    /// About so many pixels.
    public static func pixels(_ width: Int, _ height: Int) -> ImageTargetSize {
        .pixels(PixelSize(width: width, height: height))
    }
}
