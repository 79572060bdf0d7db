#if canImport(ImageIO)
import CameraRoll
import CoreGraphics
import Foundation
import ImageIO

/// Decodes all formats with Apple's ImageIO.
struct SystemCodec: ImageCodec {
    /// The memory for decoding, in bytes for each pixel of the whole picture: its pixels, and the system's copy.
    private static let bytesPerPixel = 4
    /// The factor by which the decoded picture is larger than the image, since ImageIO's own scaling favors speed.
    private static let margin = 2.4

    func header(of file: PictureFile) throws(CodecError) -> PictureHeader {
        try header(of: file, try Self.source(of: file))
    }

    private func header(of file: PictureFile, _ source: CGImageSource) throws(CodecError) -> PictureHeader {
        let index = CGImageSourceGetPrimaryImageIndex(source)
        guard let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Int, width > 0,
            let height = properties[kCGImagePropertyPixelHeight] as? Int, height > 0
        else { throw file.damaged("it has no size") }
        var header = PictureHeader(size: PixelSize(width: width, height: height))
        // ImageIO reports a container's rotation as a property like EXIF's, and the pixels as stored.
        header.orientation = (properties[kCGImagePropertyOrientation] as? Int).flatMap(ImageOrientation.init) ?? .up
        header.color = Self.color(properties)
        header.hasAlpha = properties[kCGImagePropertyHasAlpha] as? Bool ?? false
        header.bitDepth = properties[kCGImagePropertyDepth] as? Int ?? 8
        header.isAnimated = CGImageSourceGetCount(source) > 1 && file.format != .tiff
        return header
    }

    private static func color(_ properties: [CFString: Any]) -> PictureHeader.ColorKind {
        let isIndexed = properties[kCGImagePropertyIsIndexed] as? Bool ?? false
        let model = properties[kCGImagePropertyColorModel] as? String
        if isIndexed { return .indexed }
        if model == kCGImagePropertyColorModelGray as String { return .gray }
        return model == kCGImagePropertyColorModelCMYK as String ? .cmyk : .rgb
    }

    static func source(of file: PictureFile) throws(CodecError) -> CGImageSource {
        guard let source = CGImageSourceCreateWithData(Data(file.bytes) as CFData, nil),
            CGImageSourceGetCount(source) > 0
        else { throw file.damaged("ImageIO does not know it") }
        return source
    }

    func decode(
        _ file: PictureFile, covering target: PixelSize, within limits: CodecLimits, unless cancellation: Cancellation
    ) throws(CodecError) -> DecodedPixels {
        let source = try Self.source(of: file)
        let size = try header(of: file, source).size
        try limits.check(size, bytesPerPixel: Self.bytesPerPixel)
        let share = max(Double(target.width) / Double(size.width), Double(target.height) / Double(size.height))
        let factor = share * Self.margin
        let isScaled = factor < 1
        // One more pixel, so that rounding makes neither side too short.
        let longest = isScaled ? Int((Double(max(size.width, size.height)) * factor).rounded(.up)) + 1 : 0
        let options: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true, kCGImageSourceCreateThumbnailWithTransform: false,
            kCGImageSourceThumbnailMaxPixelSize: longest, kCGImageSourceShouldCacheImmediately: true,
        ]
        let index = CGImageSourceGetPrimaryImageIndex(source)
        let image =
            isScaled
            ? CGImageSourceCreateThumbnailAtIndex(source, index, options as CFDictionary)
            : CGImageSourceCreateImageAtIndex(source, index, nil)
        guard let image else { throw file.damaged("ImageIO cannot decode it") }
        var pixels = try Self.pixels(of: image, file)
        pixels.isDamaged = CGImageSourceGetStatusAtIndex(source, index) != .statusComplete
        return pixels
    }

    /// The pixels in the picture's own color space if it is RGB, and in sRGB otherwise.
    static func pixels(of image: CGImage, _ file: PictureFile) throws(CodecError) -> DecodedPixels {
        let own = image.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
        let size = PixelSize(width: image.width, height: image.height)
        guard let space = own ?? CGColorSpace(name: CGColorSpace.sRGB) else { throw file.damaged("it has no colors") }
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let isDrawn = bytes.withUnsafeMutableBytes { buffer in
            guard
                let context = CGContext(
                    data: buffer.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
                    bytesPerRow: size.width * 4, space: space,
                    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            else { return false }
            context.draw(image, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
            return true
        }
        guard isDrawn else { throw file.damaged("its colors cannot be drawn") }
        let profile = own.flatMap { $0.copyICCData() }.map { [UInt8]($0 as Data) }
        return DecodedPixels(size: size, bytes: bytes, profile: ColorProfile.usable(profile))
    }
}
#endif
