/// How large an image is wanted.
public enum ImageTargetSize: Hashable, Sendable {
    /// About so many pixels; the content mode says which side decides.
    case pixels(PixelSize)
    /// As large as there is: PhotoKit's `PHImageManagerMaximumSize`.
    case maximum

    /// About so many pixels.
    public static func pixels(_ width: Int, _ height: Int) -> ImageTargetSize {
        .pixels(PixelSize(width: width, height: height))
    }
}

/// How an image's shape is fitted to the target's.
public enum ImageContentMode: UInt8, Hashable, Sendable, CaseIterable {
    /// All of the image, within the target; PhotoKit's default.
    case fit
    /// All of the target, covered by the image, which may reach beyond it.
    case fill
}

/// Which state of an asset is wanted.
public enum ImageVersion: UInt8, Hashable, Sendable, CaseIterable {
    /// With all edits.
    case current
    /// Without edits.
    case unadjusted
    /// As it came from the camera, of the highest fidelity.
    case original
}

/// How exactly the target size is met.
public enum ImageResizeMode: UInt8, Hashable, Sendable, CaseIterable {
    /// About the target size, by the fastest way; may be larger. The default.
    case fast
    /// The target size exactly; needed for a crop.
    case exact
    /// Not resized at all.
    case none
}

/// Which images are delivered, and when.
public enum ImageDeliveryMode: UInt8, Hashable, Sendable, CaseIterable {
    /// A degraded image first where there is one, then the final one. The default.
    case opportunistic
    /// The final image only.
    case highQuality
    /// One image, the first that comes; a degraded one is not cached, so this is not for the cells of a grid.
    case fast
}

/// How soon an image is needed; the most urgent is decoded first.
public enum ImagePriority: UInt8, Hashable, Sendable, CaseIterable, Comparable {
    /// Perhaps never.
    case background
    /// Soon: what a caching window leads ahead of the screen.
    case prefetch
    /// Now: it is on the screen. The default.
    case visible

    /// The more urgent priority is the greater.
    public static func < (lhs: ImagePriority, rhs: ImagePriority) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

/// A part of an image, in parts of its sides: the whole image is 0, 0, 1, 1.
public struct NormalizedRect: Hashable, Sendable {
    /// The left edge, 0 to 1.
    public var x: Double
    /// The upper edge, 0 to 1.
    public var y: Double
    /// The width, more than 0; `x` and it reach at most 1.
    public var width: Double
    /// The height, more than 0; `y` and it reach at most 1.
    public var height: Double

    /// A part from its edges, in parts of the image's sides.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether it is a part of an image, and not empty.
    var isValid: Bool {
        let edges = [x, y, width, height, x + width, y + height]
        return edges.allSatisfy { $0.isFinite && $0 >= 0 && $0 <= 1 } && width > 0 && height > 0
    }
}
