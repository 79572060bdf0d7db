// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import CoreGraphics
@_exported public import Foundation

public final class NSImage: @unchecked Sendable {  // As Apple declares it.
    public init(cgImage: CGImage, size: CGSize) {}
}
@MainActor open class NSView: NSObject {}
