/// Names one asset of one library: PhotoKit's `localIdentifier` (K5).
///
/// It stays the same for the asset's whole life on this device and is worth storing; it means nothing to another
/// library.
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

extension AssetID {
    /// Whether two identifiers are the same, byte for byte: é in one piece and é in two name different files.
    public static func == (lhs: AssetID, rhs: AssetID) -> Bool {
        let (left, right) = (lhs.rawValue.utf8, rhs.rawValue.utf8)
        guard left.count == right.count else { return false }
        // Over plain memory the comparison is a short loop; over text it would cost a call for each byte.
        let isEqual = left.withContiguousStorageIfAvailable { left in
            right.withContiguousStorageIfAvailable { left.elementsEqual($0) }
        }
        return isEqual.flatMap(\.self) ?? left.elementsEqual(right)
    }
}

extension AssetID: Comparable {
    /// Orders by the text's UTF-8 bytes; this is the last resort that makes every sort order total.
    public static func < (lhs: AssetID, rhs: AssetID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

extension AssetID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}
