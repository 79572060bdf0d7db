#if canImport(ImageIO)
import CameraRoll
import CoreGraphics
import Foundation
import ImageIO

/// Converts a picture to JPEG with ImageIO: upright pixels, with the metadata of the file.
struct SystemConversion {
    private let file: PictureFile

    init(of file: PictureFile) {
        self.file = file
    }

    func jpeg(quality: Double) throws(CodecError) -> [UInt8] {
        let decoded = try file.decode(unless: .ofTask)
        guard !decoded.isDamaged else { throw file.damaged("a part of the picture is missing") }
        let image = try upright(decoded)
        let data = NSMutableData()
        guard let destination = CGImageDestinationCreateWithData(data, "public.jpeg" as CFString, 1, nil) else {
            throw .cannotEncode(.jpeg, reason: "ImageIO gives no encoder")
        }
        CGImageDestinationAddImage(destination, image, try properties(quality: quality) as CFDictionary)
        guard CGImageDestinationFinalize(destination) else {
            throw .cannotEncode(.jpeg, reason: "ImageIO cannot encode it")
        }
        return [UInt8](data as Data)
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

    /// The file's properties, upright.
    private func properties(quality: Double) throws(CodecError) -> [CFString: Any] {
        let source = try SystemCodec.source(of: file)
        var properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any] ?? [:]
        properties[kCGImagePropertyOrientation] = 1
        if var tiff = properties[kCGImagePropertyTIFFDictionary] as? [CFString: Any] {
            tiff[kCGImagePropertyTIFFOrientation] = 1
            properties[kCGImagePropertyTIFFDictionary] = tiff
        }
        properties[kCGImageDestinationLossyCompressionQuality] = quality
        properties[kCGImageDestinationBackgroundColor] = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        return properties
    }
}
#endif
