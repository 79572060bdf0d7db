#if canImport(CoreGraphics)
    public import CoreGraphics
    import Foundation

    extension DecodedImage {
        /// The picture for Apple's frameworks, in its own colour space; copies the pixels once.
        ///
        /// - Returns: nil where the system refuses the pixels.
        public func cgImage() -> CGImage? {
            let profile = colorProfile.flatMap { CGColorSpace(iccData: Data($0) as CFData) }
            guard let space = profile ?? CGColorSpace(name: CGColorSpace.sRGB),
                let provider = CGDataProvider(data: Data(pixels) as CFData)
            else { return nil }
            return CGImage(
                width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32,
                bytesPerRow: bytesPerRow, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
                provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
        }
    }
#endif
