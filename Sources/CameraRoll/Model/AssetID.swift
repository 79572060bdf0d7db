/// Names one asset of one library: PhotoKit's `localIdentifier` (K5).
///
/// It stays the same for the asset's whole life on this device and is worth storing; it means nothing to another library.
public struct AssetID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The library's own text for the asset.
    public let rawValue: String

    /// Wraps the library's own text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the library's own text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps a literal, for tests and previews.
    public init(stringLiteral value: String) {
        rawValue = value
    }
}

extension AssetID: Comparable {
    /// Orders by the text; this is the last resort that makes every sort order total.
    public static func < (lhs: AssetID, rhs: AssetID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension AssetID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}
