#if canImport(ImageIO)
import CameraRoll
import CoreGraphics
import Foundation
import ImageIO

/// Writes images with Apple's ImageIO.
enum SystemEncoder {
    /// Returns an image as a file.
    ///
    /// - Parameters:
    ///   - image: the upright image; transparent parts of a JPEG become white.
    ///   - encoding: the format, and the quality if it has one.
    ///   - properties: the metadata of the file.
    /// - Throws: `CodecError.cannotEncode`.
    static func file(
        of image: CGImage, as encoding: ImageEncoding, properties: [CFString: Any] = [:]
    ) throws(CodecError) -> [UInt8] {
        let data = NSMutableData()
        let type = encoding == .png ? "public.png" : "public.jpeg"
        guard let destination = CGImageDestinationCreateWithData(data, type as CFString, 1, nil) else {
            throw .cannotEncode(encoding.format, reason: "ImageIO gives no encoder")
        }
        var properties = properties
        if case .jpeg(let quality) = encoding {
            properties[kCGImageDestinationLossyCompressionQuality] = quality
            properties[kCGImageDestinationBackgroundColor] = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
        }
        CGImageDestinationAddImage(destination, image, properties as CFDictionary)
        guard CGImageDestinationFinalize(destination) else {
            throw .cannotEncode(encoding.format, reason: "ImageIO cannot encode it")
        }
        return [UInt8](data as Data)
    }
}
#endif
