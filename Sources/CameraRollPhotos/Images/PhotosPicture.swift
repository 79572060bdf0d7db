#if PhotosDouble
import CameraRoll
import PhotosDouble

/// The class of images that Photos delivers.
typealias PhotosImage = UIImage

/// An image from Photos whose pixels have been neither extracted nor drawn.
struct PhotosPicture: Sendable {
    let image: PhotosImage

    /// Draws the image upright; called in the decode pool.
    func drawn(_ asset: AssetID) throws(ImageError) -> DecodedImage {
        guard let pixels = image.cgImage else { throw .noImage(asset) }
        let orientation = ImageOrientation(image.imageOrientation)
        let upright = orientation.turned(PixelSize(width: pixels.width, height: pixels.height))
        return try DecodedImage(
            size: upright, bytesPerRow: upright.width * 4, pixels: orientation.uprightPixels(pixels.rgba, upright))
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
