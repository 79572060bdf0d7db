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

/// An image from Photos whose pixels have not been drawn.
struct PhotosPicture: Sendable {
    private let image: CGImage
    private let orientation: ImageOrientation

    /// Creates a picture; nil if the image has no pixels.
    init?(_ image: PhotosImage) {
        #if canImport(UIKit)
        guard let pixels = image.cgImage else { return nil }
        orientation = ImageOrientation(image.imageOrientation)
        #else
        guard let pixels = image.cgImage(forProposedRect: nil, context: nil, hints: nil) else { return nil }
        orientation = .up
        #endif
        self.image = pixels
    }

    /// Draws the image upright, in its own color space if that is RGB and can be drawn into, otherwise in sRGB.
    func drawn(_ asset: AssetID) throws(ImageError) -> DecodedImage {
        let own = image.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
        guard let space = own ?? CGColorSpace(name: CGColorSpace.sRGB) else {
            throw .failed(asset, reason: "there is no color space")
        }
        let size = PixelSize(width: image.width, height: image.height)
        guard let pixels = pixels(size, space) else {
            throw .failed(asset, reason: "an image of \(size) cannot be drawn")
        }
        let upright = orientation.turned(size)
        return try DecodedImage(
            size: upright, bytesPerRow: upright.width * 4, pixels: orientation.uprightPixels(pixels, upright),
            colorProfile: own?.copyICCData().map { [UInt8]($0 as Data) })
    }

    private func pixels(_ size: PixelSize, _ space: CGColorSpace) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let isDrawn = bytes.withUnsafeMutableBytes { buffer in
            let context = CGContext(
                data: buffer.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
                bytesPerRow: size.width * 4, space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            context?.draw(image, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
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
