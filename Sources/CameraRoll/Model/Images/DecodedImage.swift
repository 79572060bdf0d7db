/// A decoded picture, the same on every platform: 8 bits for each of red, green, blue and alpha, premultiplied.
///
/// The orientation is applied: the first row is the top of the picture. Copies share the pixels.
public struct DecodedImage: Sendable {
    /// What copies of the picture share: one reference, since a grid copies and releases many pictures at a time.
    private final class Contents: Sendable {
        let size: PixelSize
        let bytesPerRow: Int
        let pixels: [UInt8]
        let colorProfile: [UInt8]?
        /// The form of the pixels that a view has made.
        let rendition = Lock<(any AnyObject & Sendable)?>(nil)

        init(_ size: PixelSize, _ bytesPerRow: Int, _ pixels: [UInt8], _ colorProfile: [UInt8]?) {
            self.size = size
            self.bytesPerRow = bytesPerRow
            self.pixels = pixels
            self.colorProfile = colorProfile
        }
    }

    private let contents: Contents
    /// Whether the quality is lower than requested: a degraded delivery, or a fallback.
    public internal(set) var isDegraded = false

    /// The permission generation under which the image was loaded; nil if it does not come from a library.
    var generation: UInt64?

    /// Creates a picture from its pixels.
    ///
    /// - Throws: `ImageError.invalidArgument` if the bytes do not match the size.
    public init(
        size: PixelSize, bytesPerRow: Int, pixels: [UInt8], colorProfile: [UInt8]? = nil
    ) throws(ImageError) {
        guard size.width > 0, size.height > 0, size.width <= AssetImageRequest.longestSide,
            size.height <= AssetImageRequest.longestSide, bytesPerRow >= size.width * 4,
            bytesPerRow.multipliedReportingOverflow(by: size.height) == (pixels.count, false)
        else { throw .corruptPixels(size, bytes: pixels.count) }
        contents = Contents(size, bytesPerRow, pixels, colorProfile)
    }

    /// The size in pixels.
    public var size: PixelSize { contents.size }
    /// The number of bytes from one row to the next, at least four per pixel.
    public var bytesPerRow: Int { contents.bytesPerRow }
    /// The rows from top to bottom; `bytesPerRow × height` bytes.
    ///
    /// Take them once before a loop.
    public var pixels: [UInt8] { contents.pixels }
    /// The ICC color profile of the pixels; sRGB if nil.
    public var colorProfile: [UInt8]? { contents.colorProfile }

    /// The memory cost in bytes, which counts toward the memory cache's limit.
    public var cost: Int { pixels.count + (colorProfile?.count ?? 0) }

    /// Returns the system's form of the picture: made by the first call, and kept as long as any copy of the picture.
    ///
    /// The memory cache keeps it with the picture, and releases it with the picture when the permission is withdrawn.
    /// A picture has one rendition; it should share the pixels, since ``cost`` does not count it.
    ///
    /// - Parameter make: makes the rendition; called again only if it returned nil or another type. If two threads
    ///   are first at the same time, both call it, and one rendition is kept.
    public func rendition<Rendition: AnyObject & Sendable>(_ make: (DecodedImage) -> Rendition?) -> Rendition? {
        if let known = contents.rendition.withLock({ $0 }) as? Rendition { return known }
        guard let made = make(self) else { return nil }
        return contents.rendition.withLock { kept in
            if let other = kept as? Rendition { return other }
            kept = made
            return made
        }
    }

    /// The same picture, marked as degraded.
    package var degraded: DecodedImage {
        var image = self
        image.isDegraded = true
        return image
    }

    /// The same picture, loaded under a permission generation.
    func got(at generation: UInt64) -> DecodedImage {
        var image = self
        image.generation = generation
        return image
    }
}

extension DecodedImage: CustomStringConvertible, CustomReflectable {
    /// The size and the cost; never the pixels, which would fill a log.
    public var description: String {
        "\(size), \(cost) bytes" + (isDegraded ? ", degraded" : "")
    }

    /// The size and the cost, for debuggers and failed expectations.
    public var customMirror: Mirror {
        Mirror(self, children: ["size": size, "cost": cost, "isDegraded": isDegraded])
    }
}

#if canImport(CoreGraphics)
    public import CoreGraphics
    import Foundation

    extension DecodedImage {
        /// The picture for Apple's frameworks, in its own color space, with a copy of the pixels.
        ///
        /// Each call copies them: keep the result. `picture` and `image(scale:)` of `CameraRollUI` copy nothing.
        ///
        /// - Returns: nil if the system rejects the pixels.
        public func cgImage() -> CGImage? {
            let profile = colorProfile.flatMap { CGColorSpace(iccData: Data($0) as CFData) }
            guard let space = profile ?? CGColorSpace(name: CGColorSpace.sRGB),
                let provider = CGDataProvider(data: Data(pixels) as CFData)
            else { return nil }
            return CGImage(
                width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32,
                bytesPerRow: bytesPerRow, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
    }
#endif
