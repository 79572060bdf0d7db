#if !PhotosDouble && canImport(Photos)
import CameraRoll
import CoreGraphics
import Foundation

#if canImport(UIKit)
import UIKit

/// The class of images that Photos delivers.
typealias PhotosImage = UIImage
#else
import AppKit

/// The class of images that Photos delivers.
typealias PhotosImage = NSImage
#endif

/// An image from Photos whose pixels have been neither extracted nor drawn.
struct PhotosPicture: @unchecked Sendable {  // Photos and this module only read an image that was delivered.
    let image: PhotosImage

    /// Draws the image upright, in its own color space if that is RGB and can be drawn into, otherwise in sRGB.
    ///
    /// Called in the decode pool.
    func drawn(_ asset: AssetID) throws(ImageError) -> DecodedImage {
        #if canImport(UIKit)
        let (extracted, orientation) = (image.cgImage, ImageOrientation(image.imageOrientation))
        #else
        let extracted = image.cgImage(forProposedRect: nil, context: nil, hints: nil)
        let orientation = ImageOrientation.up
        #endif
        guard let pixels = extracted else { throw .noImage(asset) }
        let own = pixels.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
        guard let space = own ?? CGColorSpace(name: CGColorSpace.sRGB) else {
            throw .failed(asset, reason: "there is no color space")
        }
        let upright = orientation.turned(PixelSize(width: pixels.width, height: pixels.height))
        guard let bytes = Self.bytes(of: pixels, orientation, upright, space) else {
            throw .failed(asset, reason: "an image of \(upright) cannot be drawn")
        }
        return try DecodedImage(
            size: upright, bytesPerRow: upright.width * 4, pixels: bytes,
            colorProfile: own?.copyICCData().map { [UInt8]($0 as Data) })
    }

    /// The pixels of the upright image, drawn once, into the only buffer beside the image's own.
    private static func bytes(
        of image: CGImage, _ orientation: ImageOrientation, _ upright: PixelSize, _ space: CGColorSpace
    ) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: upright.width * upright.height * 4)
        let isDrawn = bytes.withUnsafeMutableBytes { buffer in
            let context = CGContext(
                data: buffer.baseAddress, width: upright.width, height: upright.height, bitsPerComponent: 8,
                bytesPerRow: upright.width * 4, space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            let turn = UprightTurn(orientation, upright)
            context?.concatenate(CGAffineTransform(a: turn.a, b: turn.b, c: turn.c, d: turn.d, tx: turn.x, ty: turn.y))
            context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
            return context != nil
        }
        return isDrawn ? bytes : nil
    }
}

#if canImport(UIKit)
extension ImageOrientation {
    fileprivate init(_ orientation: UIImage.Orientation) {
        switch orientation {
        case .up: self = .up
        case .upMirrored: self = .upMirrored
        case .down: self = .down
        case .downMirrored: self = .downMirrored
        case .leftMirrored: self = .leftMirrored
        case .right: self = .right
        case .rightMirrored: self = .rightMirrored
        case .left: self = .left
        @unknown default: self = .up
        }
    }
}
#endif
#endif
