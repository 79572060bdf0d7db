// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation

@MainActor open class AVPlayerItem: NSObject {}
@MainActor open class AVPlayer: NSObject {
    public init(playerItem item: AVPlayerItem?) {}
    public func play() {}
    public func pause() {}
}
