#if canImport(SwiftUI)
public import CameraRollBrowsing
public import CoreGraphics
import Foundation
public import SwiftUI

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// The system's picture of a decoded image, which reads the image's own pixels.
private nonisolated final class SystemPicture: @unchecked Sendable {  // A CGImage never changes once created.
    let image: CGImage

    init(_ image: CGImage) {
        self.image = image
    }
}

extension DecodedImage {
    /// The picture for Apple's frameworks, in its own color space; nil if the system rejects the pixels.
    ///
    /// It uses this image's pixels in place, without a copy, and is created once for all copies of the image.
    public nonisolated var picture: CGImage? {
        rendition { image in image.makePicture().map(SystemPicture.init) }?.image
    }

    /// The picture for SwiftUI, without a label of its own; nil if the system rejects the pixels.
    ///
    /// - Parameter scale: the number of pixels per point.
    public nonisolated func image(scale: CGFloat = 1) -> Image? {
        picture.map { Image(decorative: $0, scale: scale, orientation: .up) }
    }

    #if canImport(UIKit)
    /// The picture for UIKit; nil if the system rejects the pixels.
    ///
    /// - Parameter scale: the number of pixels per point.
    public nonisolated func uiImage(scale: CGFloat = 1) -> UIImage? {
        picture.map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
    }
    #elseif canImport(AppKit)
    /// The picture for AppKit; nil if the system rejects the pixels.
    ///
    /// - Parameter scale: the number of pixels per point.
    public nonisolated func nsImage(scale: CGFloat = 1) -> NSImage? {
        let side = max(scale, .leastNormalMagnitude)
        let size = CGSize(width: CGFloat(self.size.width) / side, height: CGFloat(self.size.height) / side)
        return picture.map { NSImage(cgImage: $0, size: size) }
    }
    #endif

    private nonisolated func makePicture() -> CGImage? {
        let profile = colorProfile.flatMap { CGColorSpace(iccData: NSData(data: Data($0)) as CFData) }
        guard let space = profile ?? CGColorSpace(name: CGColorSpace.sRGB), let provider = PixelReader(pixels).provider
        else { return nil }
        return CGImage(
            width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}

/// Provides Core Graphics with the bytes of a picture when it draws them, from the array that the decoded image holds.
private nonisolated final class PixelReader: Sendable {
    private let pixels: [UInt8]

    init(_ pixels: [UInt8]) {
        self.pixels = pixels
    }

    /// A provider that retains the reader until it is released itself; nil if the system cannot create one.
    var provider: CGDataProvider? {
        var callbacks = CGDataProviderDirectCallbacks(
            version: 0, getBytePointer: nil, releaseBytePointer: nil,
            getBytesAtPosition: { info, buffer, position, count in
                guard let info else { return 0 }
                let reader = Unmanaged<PixelReader>.fromOpaque(info).takeUnretainedValue()
                return reader.copy(from: position, count: count, to: buffer)
            },
            releaseInfo: { info in
                if let info { Unmanaged<PixelReader>.fromOpaque(info).release() }
            })
        let retained = Unmanaged.passRetained(self)
        let provider = CGDataProvider(
            directInfo: retained.toOpaque(), size: off_t(pixels.count), callbacks: &callbacks)
        if provider == nil { retained.release() }
        return provider
    }

    /// Copies bytes into a buffer that Core Graphics owns; returns their number.
    private func copy(from position: off_t, count: Int, to buffer: UnsafeMutableRawPointer) -> Int {
        let start = Int(position)
        guard start >= 0, count > 0, start < pixels.count else { return 0 }
        let end = start + min(count, pixels.count - start)
        return pixels[start..<end].withUnsafeBytes { bytes in
            UnsafeMutableRawBufferPointer(start: buffer, count: bytes.count).copyMemory(from: bytes)
            return bytes.count
        }
    }
}
#endif
