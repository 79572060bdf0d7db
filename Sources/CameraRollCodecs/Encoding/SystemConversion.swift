#if canImport(ImageIO)
import CameraRoll
import CoreGraphics
import Foundation
import ImageIO

/// Converts a picture to JPEG with ImageIO: upright pixels, with the properties of the file that ImageIO knows.
struct SystemConversion {
    private let file: PictureFile

    init(of file: PictureFile) {
        self.file = file
    }

    func jpeg(quality: Double) throws(CodecError) -> [UInt8] {
        let decoded = try file.decode(unless: .ofTask)
        guard !decoded.isDamaged else { throw file.damaged("a part of the picture is missing") }
        let image = try upright(decoded)
        return try SystemEncoder.file(of: image, as: .jpeg(quality: quality), properties: try properties())
    }

    private func upright(_ decoded: DecodedPixels) throws(CodecError) -> CGImage {
        let orientation = try file.header().orientation
        let size = orientation.turned(decoded.size)
        let pixels = orientation.uprightPixels(decoded.bytes, size)
        let image = try? DecodedImage(
            size: size, bytesPerRow: size.width * 4, pixels: pixels, colorProfile: decoded.profile)
        guard let image = image?.cgImage() else { throw .cannotEncode(.jpeg, reason: "it has no pixels") }
        return image
    }

    /// The file's properties, with the orientation of the upright picture.
    private func properties() throws(CodecError) -> [CFString: Any] {
        let source = try SystemCodec.source(of: file)
        let index = CGImageSourceGetPrimaryImageIndex(source)
        var properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any] ?? [:]
        properties[kCGImagePropertyOrientation] = 1
        if var tiff = properties[kCGImagePropertyTIFFDictionary] as? [CFString: Any] {
            tiff[kCGImagePropertyTIFFOrientation] = 1
            properties[kCGImagePropertyTIFFDictionary] = tiff
        }
        return properties
    }
}
#endif
