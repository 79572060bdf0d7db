// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, UseSynthesizedInitializer

public struct UTType: Hashable, Sendable { public static let image = UTType(), movie = UTType() }
