#if FolderLibrary || canImport(Darwin)
import CameraRoll
import CameraRollCodecs

/// The geometry that turns a picture's pixels into the requested image.
struct PictureShape {
    /// The rotation of the stored pixels.
    let orientation: ImageOrientation
    /// The visible part of the upright picture; nil for all of it.
    let crop: NormalizedRect?
    /// The size of the upright image.
    let size: PixelSize
    /// The size to which the whole picture is scaled, as stored.
    let covering: PixelSize

    /// Creates a shape with a given size.
    init(orientation: ImageOrientation, crop: NormalizedRect?, size: PixelSize) {
        self.orientation = orientation
        self.crop = crop
        self.size = size
        let whole = PixelSize(
            width: Self.whole(size.width, showing: crop?.width), height: Self.whole(size.height, showing: crop?.height))
        covering = orientation.turned(whole)
    }

    /// Creates the shape of a request's image.
    ///
    /// - Throws: `ImageError.invalidSize`, `.invalidCrop`, `.tooManyPixels`.
    init(_ header: PictureHeader, for request: AssetImageRequest, limits: CodecLimits) throws(ImageError) {
        let requested = try RequestedSize(of: header.uprightSize, crop: request.crop)
        let size = try requested.size(for: request.size, request.contentMode, request.resizeMode)
        let sides = 1...AssetImageRequest.longestSide
        guard sides.contains(size.width), sides.contains(size.height) else { throw .invalidSize(size) }
        guard size.width * size.height * 4 <= limits.memory else {
            throw .tooManyPixels(size, limit: limits.memory / 4)
        }
        self.init(orientation: header.orientation, crop: request.crop, size: size)
    }

    /// The length of a side of the whole picture if a part of it has this number of pixels.
    private static func whole(_ side: Int, showing part: Double?) -> Int {
        guard let part else { return side }
        return Int(exactly: (Double(side) / part).rounded(.up)) ?? .max
    }

    /// Returns the image made from decoded pixels.
    ///
    /// - Throws: `ImageError.cancelled`.
    func image(
        from decoded: DecodedPixels, unless cancellation: Cancellation = .never
    ) throws(ImageError) -> DecodedImage {
        let stored = orientation.turned(size)
        let region = PixelRegion(crop, storedAs: orientation, of: decoded)
        var pixels = decoded.bytes
        if region != PixelRegion(stored) || stored != decoded.size {
            do throws(CodecError) {
                let resampler = LanczosResampler(decoded.size, region, to: stored)
                pixels = try resampler.resampled(decoded.bytes, unless: cancellation)
            } catch {
                throw .cancelled
            }
        }
        let image = try DecodedImage(
            size: size, bytesPerRow: size.width * 4, pixels: orientation.uprightPixels(pixels, size),
            colorProfile: decoded.profile)
        return decoded.isDamaged ? image.degraded : image
    }
}
#endif
