// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation

public typealias CFData = NSData
public typealias CFString = NSString
public struct CGVector: Equatable, Sendable { public var dx: CGFloat, dy: CGFloat }
public final class CGColorSpace: Sendable {
    public nonisolated(unsafe) static let sRGB = NSString(string: "sRGB")  // A constant.
    public init?(iccData: Any) { nil }
    public init?(name: CFString) { nil }
}
public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public enum CGImageAlphaInfo: UInt32, Sendable { case premultipliedLast = 1 }
public enum CGColorRenderingIntent: Int32, Sendable { case defaultIntent }
public struct CGDataProviderDirectCallbacks {
    public init(
        version: UInt32, getBytePointer: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeRawPointer?)?,
        releaseBytePointer: (@convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void)?,
        getBytesAtPosition: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, off_t, Int) -> Int)?,
        releaseInfo: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
    ) {}
}
public final class CGDataProvider {
    public init?(
        directInfo info: UnsafeMutableRawPointer?, size: off_t,
        callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
    ) { nil }
}
public final class CGImage {
    public init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) { nil }
}
