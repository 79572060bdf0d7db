#if FolderLibrary || canImport(Darwin)
import CameraRoll

/// A part of a picture in pixels, whose edges may lie within pixels.
struct PixelRegion: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// All of a picture.
    init(_ size: PixelSize) {
        (x, y, width, height) = (0, 0, Double(size.width), Double(size.height))
    }

    /// The region of stored pixels that a crop of the upright picture shows; all of them without a crop.
    init(_ crop: NormalizedRect?, storedAs orientation: ImageOrientation, of pixels: DecodedPixels) {
        (x, y, width, height) = (0, 0, pixels.content.width, pixels.content.height)
        guard let crop else { return }
        let left = orientation.reversesX ? 1 - crop.x - crop.width : crop.x
        let top = orientation.reversesY ? 1 - crop.y - crop.height : crop.y
        if orientation.swapsSides {
            (x, y, width, height) = (top * width, left * height, crop.height * width, crop.width * height)
        } else {
            (x, y, width, height) = (left * width, top * height, crop.width * width, crop.height * height)
        }
    }
}
#endif
