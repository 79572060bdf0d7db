#if PhotosDouble
import CameraRoll
import PhotosDouble

/// The class of images that Photos delivers.
typealias PhotosImage = UIImage

/// An image from Photos whose pixels have not been drawn.
struct PhotosPicture: Sendable {
    private let image: CGImage
    private let orientation: ImageOrientation

    /// Creates a picture; nil if the image has no pixels.
    init?(_ image: PhotosImage) {
        guard let pixels = image.cgImage else { return nil }
        self.image = pixels
        orientation = ImageOrientation(image.imageOrientation)
    }

    /// Draws the image upright.
    func drawn(_ asset: AssetID) throws(ImageError) -> DecodedImage {
        let upright = orientation.turned(PixelSize(width: image.width, height: image.height))
        return try DecodedImage(
            size: upright, bytesPerRow: upright.width * 4, pixels: orientation.uprightPixels(image.rgba, upright))
    }
}

extension ImageOrientation {
    fileprivate init(_ orientation: UIImage.Orientation) {
        self =
            switch orientation {
            case .up: .up
            case .upMirrored: .upMirrored
            case .down: .down
            case .downMirrored: .downMirrored
            case .leftMirrored: .leftMirrored
            case .right: .right
            case .rightMirrored: .rightMirrored
            case .left: .left
            }
    }
}
#endif
