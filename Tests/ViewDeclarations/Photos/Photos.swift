// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

@_exported public import Foundation

open class PHLivePhoto: NSObject {}
