// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import AVFoundation
public import SwiftUI

public struct VideoPlayer<VideoOverlay: View>: View {
    nonisolated public init(player: AVPlayer?) where VideoOverlay == EmptyView {}
    public var body: Never { fatalError() }
}
