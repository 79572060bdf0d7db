#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The small picture embedded in a file, as a degraded image.
struct EmbeddedPicture {
    let pixels: DecodedPixels
    let orientation: ImageOrientation
    /// The part of it that shows the picture: cameras add bars if the shape is not 4:3.
    private let part: NormalizedRect

    /// A larger difference in shape means another picture, or a rotated one.
    private static let mostDifference = 1.5

    /// Creates it from a small picture for a full picture's size; nil if the shapes do not match.
    init?(_ pixels: DecodedPixels, _ orientation: ImageOrientation, of picture: PixelSize) {
        let own = orientation.turned(pixels.size)
        guard own.width > 0, own.height > 0, picture.width > 0, picture.height > 0 else { return nil }
        let ratio = Double(own.width) / Double(own.height) / (Double(picture.width) / Double(picture.height))
        guard max(ratio, 1 / ratio) <= Self.mostDifference else { return nil }
        let (width, height) = (min(1, 1 / ratio), min(1, ratio))
        part = NormalizedRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
        self.pixels = pixels
        self.orientation = orientation
    }

    /// Returns the degraded image for a request, never enlarged.
    func image(for request: AssetImageRequest) throws(ImageError) -> DecodedImage {
        let crop = request.crop.map(part.part) ?? part
        let requested = try RequestedSize(of: orientation.turned(pixels.size), crop: crop)
        let asked = try requested.size(for: request.size, request.contentMode)
        let isEnough = requested.shown.width >= asked.width && requested.shown.height >= asked.height
        let shape = PictureShape(orientation: orientation, crop: crop, size: isEnough ? asked : requested.shown)
        return try shape.image(from: pixels)
    }
}

extension NormalizedRect {
    /// A part of this part, in fractions of the whole.
    fileprivate func part(_ inner: NormalizedRect) -> NormalizedRect {
        NormalizedRect(
            x: x + inner.x * width, y: y + inner.y * height, width: inner.width * width,
            height: inner.height * height)
    }
}
#endif
