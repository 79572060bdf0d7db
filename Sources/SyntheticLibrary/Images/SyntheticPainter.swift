public import CameraRoll

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Paints the pictures of a synthetic library: real pixels that say which asset they belong to.
///
/// A picture has diagonal stripes in three colours that the asset's identifier and content version decide, and a corner
/// mark of a colour of its own in each corner, an eighth of each side long (``PictureCorner``). It is painted as the
/// camera stored it, and then turned upright, so that a wrong orientation shows. The same request makes the same bytes.
public struct SyntheticPainter: Hashable, Sendable {
    /// The time on the processor that a picture takes, painting included; nothing is added where it is zero or less.
    public var decodeCost: Duration
    /// The most pixels that a picture may have.
    public var pixelLimit: Int

    /// 50 million pixels, 200 MB: what the largest pictures of a synthetic library do not reach.
    public static let defaultPixelLimit = SyntheticConfiguration.mostPixels

    /// A painter.
    public init(decodeCost: Duration = .zero, pixelLimit: Int = Self.defaultPixelLimit) {
        self.decodeCost = decodeCost
        self.pixelLimit = pixelLimit
    }

    /// Paints an asset's picture, upright.
    ///
    /// - Parameters:
    ///   - asset: the asset; its sides are those of the upright picture.
    ///   - storedOrientation: the EXIF orientation that the original is stored in, 1 to 8.
    ///   - size: the size in pixels that is asked for; `.maximum` is the asset's own.
    ///   - contentMode: `.fit` gives all of the picture within the size, and enlarges it only where `resizeMode` is
    ///     `.exact`; `.fill` covers the size, and enlarges where it must. One side is met, unless nothing is enlarged.
    ///   - resizeMode: `.none` gives the picture at its own size, whichever is asked for.
    ///   - crop: which part of the upright picture is shown.
    /// - Throws: `.wrongMediaType` for what is neither image nor video, `.invalidSize` for sides below 1 or beyond
    ///   `ImageRequest.longestSide`, asked for, painted or the asset's own, `.tooManyPixels`, `.invalidCrop`, and
    ///   `.failed` for an orientation that is none or an asset of another library.
    /// - Complexity: O(pixels painted).
    public func paint(
        _ asset: MediaAsset,
        storedOrientation: Int = 1,
        size: ImageTargetSize,
        contentMode: ImageContentMode = .fit,
        resizeMode: ImageResizeMode = .fast,
        crop: NormalizedRect? = nil
    ) throws(ImageError) -> DecodedImage {
        let burner = CPUBurner()
        let picture = try SyntheticPicture(asset, storedOrientation: storedOrientation, crop: crop)
        let requested = try RequestedSize(of: asset.ownSize, crop: crop)
        let painted = try allowed(try requested.size(for: size, contentMode, resizeMode))
        let pixels = picture.stored(painted).uprightPixels(picture.orientation)
        burner.burn(until: decodeCost)
        return try DecodedImage(size: painted, bytesPerRow: painted.width * 4, pixels: pixels)
    }

    /// Paints an asset's picture as the camera stored it, at its own size.
    ///
    /// It is what a decoder shows that knows no orientation; it costs no time beyond its painting.
    ///
    /// - Throws: as ``paint(_:storedOrientation:size:contentMode:resizeMode:crop:)``.
    public func paintStored(_ asset: MediaAsset, storedOrientation: Int) throws(ImageError) -> DecodedImage {
        let picture = try SyntheticPicture(asset, storedOrientation: storedOrientation, crop: nil)
        let painted = try allowed(try RequestedSize(of: asset.ownSize, crop: nil).shown)
        let canvas = picture.stored(painted)
        return try DecodedImage(size: canvas.size, bytesPerRow: canvas.size.width * 4, pixels: canvas.pixels)
    }

    private func allowed(_ size: PixelSize) throws(ImageError) -> PixelSize {
        let sides = 1...ImageRequest.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else { throw .invalidSize(size) }
        guard size.width * size.height <= pixelLimit else { throw .tooManyPixels(size, limit: pixelLimit) }
        return size
    }
}

extension MediaAsset {
    fileprivate var ownSize: PixelSize { PixelSize(width: pixelWidth, height: pixelHeight) }
}

/// Uses up a thread's time on the processor, as a decoder does.
///
/// It goes by what the thread has used, not by the clock on the wall: ten threads that burn on two cores then take five
/// times as long, as ten decoders would, where a wait for the clock would let them all end at once.
struct CPUBurner {
    private let start = Self.threadTime()
    private static let stepsBetweenLooks = 512

    /// Burns until the thread has used so much time since the burner was made; nothing where it has already.
    func burn(until used: Duration) {
        var value: UInt64 = 0x9E37_79B9
        while used > .zero, Self.threadTime() - start < used {
            for _ in 0..<Self.stepsBetweenLooks { value = SeededHash.mix(value &+ 1) }
            // Zero comes once in 2^64 steps; but the compiler cannot know, and so it cannot leave the work out.
            if value == 0 { return }
        }
    }

    /// What the calling thread has used since it began.
    static func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
