#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// The small picture that a file has beside its picture, as a degraded image of it.
struct EmbeddedPicture {
    let pixels: DecodedPixels
    let orientation: ImageOrientation
    /// Which part of it shows the picture: cameras put bars beside what has another shape than 4:3.
    private let part: NormalizedRect

    /// Shapes that differ by more are of another picture, or turned.
    private static let mostDifference = 1.5

    /// A small picture of an upright picture of some size; nil if the shapes say that it cannot be one.
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

    /// The degraded image for a request, never enlarged.
    func image(for request: ImageRequest) throws(ImageError) -> DecodedImage {
        let crop = request.crop.map(part.part) ?? part
        let requested = try RequestedSize(of: orientation.turned(pixels.size), crop: crop)
        let asked = try requested.size(for: request.size, request.contentMode)
        let isEnough = requested.shown.width >= asked.width && requested.shown.height >= asked.height
        let shape = PictureShape(orientation: orientation, crop: crop, size: isEnough ? asked : requested.shown)
        return try shape.image(from: pixels)
    }
}

extension NormalizedRect {
    /// A part of this part, in parts of the whole.
    fileprivate func part(_ inner: NormalizedRect) -> NormalizedRect {
        NormalizedRect(
            x: x + inner.x * width, y: y + inner.y * height, width: inner.width * width,
            height: inner.height * height)
    }
}
#endif
