/// The requested size of an image.
public enum ImageTargetSize: Hashable, Sendable {
    /// About this many pixels; the content mode determines which side has to match.
    case pixels(PixelSize)
    /// The full size: PhotoKit's `PHImageManagerMaximumSize`.
    case maximum

    /// About this many pixels.
    public static func pixels(_ width: Int, _ height: Int) -> ImageTargetSize {
        .pixels(PixelSize(width: width, height: height))
    }
}

/// How the image is fitted to the target's aspect ratio.
public enum ImageContentMode: UInt8, Hashable, Sendable, CaseIterable {
    /// The whole image fits within the target; PhotoKit's default.
    case fit
    /// The image covers the whole target, and may extend beyond it.
    case fill
}

/// The requested version of an asset.
public enum ImageVersion: UInt8, Hashable, Sendable, CaseIterable {
    /// With all edits.
    case current
    /// Without edits.
    case unadjusted
    /// As captured by the camera, in the highest fidelity.
    case original
}

/// How exactly the target size is matched.
public enum ImageResizeMode: UInt8, Hashable, Sendable, CaseIterable {
    /// About the target size, in the fastest way; may be larger.
    ///
    /// The default.
    case fast
    /// Exactly the target size; required for a crop.
    case exact
    /// Not resized.
    case none
}

/// Which images are delivered, and when.
public enum ImageDeliveryMode: Hashable, Sendable, CaseIterable {
    /// A degraded image first if available, then the final one.
    ///
    /// The default.
    case opportunistic
    /// The final image only.
    case highQuality
    /// One image, the first available; a degraded one is not cached, so this mode is not suited to grid cells.
    case fast
}

/// The priority of an image; the most urgent, which is the greatest, is decoded first.
public enum ImagePriority: Hashable, Sendable, CaseIterable, Comparable {
    /// May never be needed.
    case background
    /// Needed soon: the images that a caching window loads ahead of the screen.
    case prefetch
    /// Needed now: on screen.
    ///
    /// The default.
    case visible

    /// The number of its queue.
    var queue: Int {
        switch self {
        case .background: 0
        case .prefetch: 1
        case .visible: 2
        }
    }
}

/// A part of an image, in fractions of its sides: the whole image is 0, 0, 1, 1.
public struct NormalizedRect: Hashable, Sendable {
    /// The left edge, 0 to 1.
    public var x: Double
    /// The upper edge, 0 to 1.
    public var y: Double
    /// The width, more than 0; `x + width` is at most 1.
    public var width: Double
    /// The height, more than 0; `y + height` is at most 1.
    public var height: Double

    /// Creates a part from its edges, in fractions of the image's sides.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether the part lies within the image, and is not empty.
    var isValid: Bool {
        let edges = [x, y, width, height, x + width, y + height]
        return edges.allSatisfy { $0.isFinite && $0 >= 0 && $0 <= 1 } && width > 0 && height > 0
    }
}
