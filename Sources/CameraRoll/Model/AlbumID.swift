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

extension AlbumID: Comparable {
    /// Orders by the text, so that albums alike in all else have one order.
    public static func < (lhs: AlbumID, rhs: AlbumID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension AlbumID: CustomStringConvertible {
    /// The library's own text.
    public var description: String { rawValue }
}
