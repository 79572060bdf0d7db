/// Names one album of one library: the `localIdentifier` of PhotoKit's collection.
public struct AlbumID: Hashable, Sendable, Codable, RawRepresentable, ExpressibleByStringLiteral {
    /// The library's own text for the album.
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

extension AlbumID {
    /// Whether two identifiers are the same, byte for byte: é in one piece and é in two name different files.
    public static func == (lhs: AlbumID, rhs: AlbumID) -> Bool {
        // Texts of the same bytes are equal texts, so most comparisons end with the first.
        lhs.rawValue == rhs.rawValue && lhs.rawValue.utf8.elementsEqual(rhs.rawValue.utf8)
    }
}

extension AlbumID: Comparable {
    /// Orders by the text's UTF-8 bytes, so that albums alike in all else have one order.
    public static func < (lhs: AlbumID, rhs: AlbumID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

extension AlbumID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}
