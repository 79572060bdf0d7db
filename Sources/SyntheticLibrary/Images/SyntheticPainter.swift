public import CameraRoll

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Paints the pictures of a synthetic library: landscapes whose pixels identify their asset.
///
/// A picture has a sky with the sun or the moon, hills and often water, in an arrangement and colors derived from the
/// asset's identifier and content version. The lowest three bits of red, green and blue hold a mark of the asset, and
/// in each corner, an eighth of each side long, one of the corner (``PictureCorner``): a wrong picture is detected,
/// even if only its orientation is wrong. The same request creates the same bytes.
public struct SyntheticPainter: Hashable, Sendable {
    /// The processor time of a picture, including painting; zero or less adds nothing.
    public var decodeCost: Duration
    /// The maximum number of pixels of a picture.
    public var pixelLimit: Int

    /// 50 million pixels, 200 MB: more than the largest pictures of a synthetic library.
    public static let defaultPixelLimit = SyntheticConfiguration.mostPixels

    /// Creates a painter.
    public init(decodeCost: Duration = .zero, pixelLimit: Int = Self.defaultPixelLimit) {
        self.decodeCost = decodeCost
        self.pixelLimit = pixelLimit
    }

    /// Paints an asset's picture, upright.
    ///
    /// - Parameters:
    ///   - asset: the asset; its sides are those of the upright picture.
    ///   - storedOrientation: the EXIF orientation of the stored original, 1 to 8.
    ///   - size: the requested size in pixels; `.maximum` is the asset's own.
    ///   - contentMode: `.fit` shows all of the picture within the size, and enlarges it only if `resizeMode` is
    ///     `.exact`; `.fill` covers the size, and enlarges if necessary. One side is matched, unless that would
    ///     enlarge.
    ///   - resizeMode: `.none` keeps the picture's own size, ignoring the requested one.
    ///   - crop: the visible part of the upright picture.
    /// - Throws: `.wrongMediaType` for an asset that is neither image nor video, `.invalidArgument` for sides below 1
    ///   or beyond `AssetImageRequest.longestSide`, requested, painted or the asset's own, `.tooManyPixels`,
    ///   and `.failed` for an invalid orientation or an asset of another library.
    /// - Complexity: O(painted pixels).
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
        let pixels = picture.upright(painted)
        burner.burn(until: decodeCost)
        return try DecodedImage(size: painted, bytesPerRow: painted.width * 4, pixels: pixels)
    }

    /// Paints an asset's picture as the camera stored it, at its own size.
    ///
    /// This is the result of a decoder that ignores orientation; it costs only its painting.
    ///
    /// - Throws: as ``paint(_:storedOrientation:size:contentMode:resizeMode:crop:)``.
    public func paintStored(_ asset: MediaAsset, storedOrientation: Int) throws(ImageError) -> DecodedImage {
        let picture = try SyntheticPicture(asset, storedOrientation: storedOrientation, crop: nil)
        let painted = try allowed(try RequestedSize(of: asset.ownSize, crop: nil).shown)
        let (size, pixels) = picture.stored(painted)
        return try DecodedImage(size: size, bytesPerRow: size.width * 4, pixels: pixels)
    }

    private func allowed(_ size: PixelSize) throws(ImageError) -> PixelSize {
        let sides = 1...AssetImageRequest.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else { throw .invalidSize(size) }
        guard size.width * size.height <= pixelLimit else { throw .tooManyPixels(size, limit: pixelLimit) }
        return size
    }
}

extension MediaAsset {
    fileprivate var ownSize: PixelSize { PixelSize(width: pixelWidth, height: pixelHeight) }
}

/// Uses a thread's processor time, as a decoder does.
///
/// It counts the thread's processor time and not the elapsed time: ten threads on two cores then take five times as
/// long, as ten decoders would, while waits for the clock would all end at once.
struct CPUBurner {
    private let start = Self.threadTime()
    private static let stepsBetweenLooks = 512

    /// Burns until the thread has used this much time since the burner was created; does nothing if it already has.
    func burn(until used: Duration) {
        var value: UInt64 = 0x9E37_79B9
        while used > .zero, Self.threadTime() - start < used {
            for _ in 0..<Self.stepsBetweenLooks { value = SeededHash.mix(value &+ 1) }
            // Zero occurs once in 2^64 steps; but the compiler cannot know that, and so cannot remove the work.
            if value == 0 { return }
        }
    }

    /// The processor time of the calling thread since its start.
    static func threadTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
